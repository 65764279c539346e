"""What a club's organisers work with: their clubs, their VP tables, the results these are tried on."""

from typing import Any

from django.db.models import QuerySet

from ratings.models import Club
from tournaments.core.records import Outcome
from tournaments.models import GameRecord, MatchState, VpTable

SAMPLE = 500


def clubs_of(user: Any) -> QuerySet[Club]:
    """The clubs for which this user may create events."""
    clubs: QuerySet[Club] = Club.objects.all() if user.is_superuser else user.managed_clubs.all()
    return clubs


def vp_tables_of(clubs: QuerySet[Club]) -> QuerySet[VpTable]:
    """The VP tables of these clubs."""
    return VpTable.objects.filter(club__in=clubs)


def differences_of(club: Club) -> list[int]:
    """The differences of the club's newest official results with two sides."""
    records = GameRecord.objects.filter(
        match__round__stage__tournament__club=club,
        match__state=MatchState.OFFICIAL,
        outcome=Outcome.PLAYED.value,
        totals__isnull=False,
    )
    totals = records.order_by("-decided_at").values_list("totals", flat=True)[:SAMPLE]
    return [abs(points[0] - points[1]) for points in totals if points and len(points) == 2]
