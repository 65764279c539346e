"""The clock of a round: what time is left, what that means, what coming late costs. Nothing asks the time."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """A stage's clock, in minutes.

    `warnings` are minutes before the end, each told when it comes; in the `last_lap` no new deal begins. Who
    is later than `late_after` gets `late_points` taken off, who is later than `no_show_after` has not come.
    """

    minutes: int | None = None
    warnings: tuple[int, ...] = (10,)
    last_lap: int = 5
    late_after: int = 5
    late_points: int = 100
    no_show_after: int = 10


class Phase(StrEnum):
    """Where a round is in its time."""

    NOT_TIMED = "not_timed"
    BEFORE = "before"
    RUNNING = "running"
    WARNING = "warning"
    LAST_LAP = "last_lap"
    OVER = "over"
    PAUSED = "paused"


class Lateness(StrEnum):
    """What the clock proposes for a side that has not come."""

    NONE = "none"
    WARNING = "warning"
    POINTS = "points"
    NO_SHOW = "no_show"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round or, with its own pause and extra time, of one table."""

    starts_at: datetime | None
    minutes: int | None
    paused_at: datetime | None = None
    extra_seconds: int = 0

    def ends_at(self, now: datetime) -> datetime | None:
        """When time is up, as far as known now; None without a start or a length."""
        if self.starts_at is None or self.minutes is None:
            return None
        paused = max(now - self.paused_at, timedelta()) if self.paused_at else timedelta()
        return self.starts_at + timedelta(minutes=self.minutes, seconds=self.extra_seconds) + paused

    def seconds_left(self, now: datetime) -> int | None:
        """Whole seconds until time is up, negative after it; before the start, the whole length."""
        end = self.ends_at(now)
        if end is None or self.starts_at is None:
            return None
        return int((end - max(now, self.starts_at)).total_seconds())

    def phase(self, now: datetime, settings: ClockSettings) -> Phase:
        """Where the round is in its time."""
        left = self.seconds_left(now)
        if left is None or self.starts_at is None:
            return Phase.NOT_TIMED
        if self.paused_at is not None:
            return Phase.PAUSED
        if now < self.starts_at:
            return Phase.BEFORE
        if left <= 0:
            return Phase.OVER
        if left <= 60 * settings.last_lap:
            return Phase.LAST_LAP
        if left <= 60 * max(settings.warnings, default=0):
            return Phase.WARNING
        return Phase.RUNNING


def told_now(left: int | None, settings: ClockSettings) -> int | None:
    """The minutes of the warning that is told now, with so many seconds left: for the minute it begins."""
    if left is None:
        return None
    return next((minutes for minutes in settings.warnings if 60 * (minutes - 1) < left <= 60 * minutes), None)


def lateness(starts_at: datetime | None, now: datetime, settings: ClockSettings) -> Lateness:
    """What a side that comes now, or has not come, has earned: more than the minutes, not just them."""
    if starts_at is None or now <= starts_at:
        return Lateness.NONE
    late = now - starts_at
    if late > timedelta(minutes=settings.no_show_after):
        return Lateness.NO_SHOW
    if late > timedelta(minutes=settings.late_after):
        return Lateness.POINTS
    return Lateness.WARNING if late == timedelta(minutes=settings.late_after) else Lateness.NONE
