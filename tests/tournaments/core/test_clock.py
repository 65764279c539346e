"""The clock of a round, and lateness: a warning at 5 minutes, then 100 points, after 10 a no-show."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.core.clock import Clock, ClockSettings, Lateness, Phase, lateness, told_now

START = datetime(2026, 3, 14, 18, 0, tzinfo=UTC)
SETTINGS = ClockSettings(minutes=60, warnings=(15, 10), last_lap=5)


def after(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("minutes", "left", "phase"),
    [
        (-10, 3600, Phase.BEFORE),
        (0, 3600, Phase.RUNNING),
        (44.9, 906, Phase.RUNNING),
        (45, 900, Phase.WARNING),
        (55, 300, Phase.LAST_LAP),
        (60, 0, Phase.OVER),
        (61, -60, Phase.OVER),
    ],
)
def test_the_time_left_decides_the_phase(minutes: float, left: int, phase: Phase) -> None:
    clock = Clock(START, 60)
    assert clock.seconds_left(after(minutes)) == left
    assert clock.phase(after(minutes), SETTINGS) is phase


@pytest.mark.parametrize(
    ("left", "told"), [(901, None), (900, 15), (841, 15), (840, None), (600, 10), (0, None), (None, None)]
)
def test_each_warning_is_told_for_the_minute_it_begins(left: int | None, told: int | None) -> None:
    assert told_now(left, SETTINGS) == told


def test_extra_time_and_a_pause_move_the_end() -> None:
    assert Clock(START, 60, extra_seconds=120).ends_at(after(5)) == after(62)
    paused = Clock(START, 60, paused_at=after(10))
    assert paused.ends_at(after(25)) == after(75)
    assert paused.seconds_left(after(25)) == paused.seconds_left(after(40)) == 3000
    assert paused.phase(after(100), SETTINGS) is Phase.PAUSED


@pytest.mark.parametrize("clock", [Clock(None, 60), Clock(START, None)])
def test_without_a_start_or_a_length_there_is_no_time(clock: Clock) -> None:
    assert clock.seconds_left(START) is None
    assert clock.phase(START, SETTINGS) is Phase.NOT_TIMED


@pytest.mark.parametrize(
    ("minutes", "step"),
    [
        (-1, Lateness.NONE),
        (4.9, Lateness.NONE),
        (5, Lateness.WARNING),
        (5.1, Lateness.POINTS),
        (10, Lateness.POINTS),
        (10.1, Lateness.NO_SHOW),
    ],
)
def test_lateness_goes_by_steps(minutes: float, step: Lateness) -> None:
    assert lateness(START, after(minutes), SETTINGS) is step
    assert lateness(None, after(minutes), SETTINGS) is Lateness.NONE
