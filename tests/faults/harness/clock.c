/* The wall clock as this library's environment wants it: shifted by the whole seconds that stand, as a 64-bit
 * number, in the file CANASTA_TEST_CLOCK. The monotonic clock and every sleep go on as they are. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *shift;

__attribute__((constructor)) static void read_shift(void) {
  const char *path = getenv("CANASTA_TEST_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) abort();
  void *page = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (page == MAP_FAILED) abort();
  shift = page;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (!failed && shift && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *shift;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec exact;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *now) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (now) *now = exact.tv_sec;
  return exact.tv_sec;
}

/* Its deadline is one of the shifted clock, and the kernel knows the true one only. */
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  struct timespec until = *deadline;
  until.tv_sec -= *shift;
  return sem_clockwait(semaphore, CLOCK_REALTIME, &until);
}
