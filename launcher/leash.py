"""Runs a module as a program that ends when the launcher does, even a killed one: `leash MODULE ARGUMENTS`.

The launcher holds the other end of this process's standard input and never writes to it; the end of that
input is the end of the launcher.
"""

import os
import runpy
import signal
import sys
import threading
import time

from launcher.supervisor import STOP_WITHIN

STANDARD_INPUT = 0


def main() -> None:
    """Runs the module named first, with the rest as its arguments."""
    threading.Thread(target=end_with_the_launcher, daemon=True).start()
    module = sys.argv[1]
    sys.argv = sys.argv[1:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def end_with_the_launcher() -> None:
    """Stops this process once its input ends, as the launcher would have done: asks, and kills in the end."""
    while os.read(STANDARD_INPUT, 1):
        pass
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
    time.sleep(STOP_WITHIN)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
