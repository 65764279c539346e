"""Counting replays. It happens after the verdict is stored: a worker killed in between loses a count only."""

from django.db.models import F

from tournaments.models import ReplayTally
from tournaments.models.tallies import BOUNDS

FAILED = "failed"


def count_replay(verdict: str, seconds: float) -> None:
    """One more replay that ended like this after so long."""
    within = next(bound for bound in BOUNDS if seconds <= bound)
    row = ReplayTally.objects.filter(verdict=verdict, within=within)
    one_more = {"count": F("count") + 1, "seconds": F("seconds") + seconds}
    if not row.update(**one_more):
        ReplayTally.objects.get_or_create(verdict=verdict, within=within)
        row.update(**one_more)
