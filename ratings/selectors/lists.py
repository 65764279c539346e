"""Official lists as visitors see them."""

from collections.abc import Iterable
from datetime import MAXYEAR, MINYEAR, date

from django.db.models import Count, QuerySet
from django.http import Http404

from ratings.models import OfficialList, OfficialListRow, RatingPool


def lists_of(pool: RatingPool) -> "QuerySet[OfficialList]":
    """The lists of this rule set and kind, whatever version of the pool they are of, the newest first."""
    same = OfficialList.objects.filter(pool__rule_set=pool.rule_set, pool__kind=pool.kind)
    return same.select_related("pool").order_by("-month", "-pool__version")


def official_list(pool: RatingPool, year: int, month: int) -> OfficialList:
    """The list of one month."""
    if not (MINYEAR <= year <= MAXYEAR and 1 <= month <= 12):
        raise Http404
    found = lists_of(pool).filter(month=date(year, month, 1)).first()
    if found is None:
        raise Http404
    return found


def rows_of(frozen: OfficialList) -> "QuerySet[OfficialListRow]":
    """The list's lines; whoever is hidden by now keeps the line, without name or code."""
    return frozen.rows.select_related("player__club").order_by("line")


def shared_places(frozen: OfficialList, rows: Iterable[OfficialListRow]) -> set[int]:
    """The places of these lines that several lines of the list have."""
    ranked = {row.place for row in rows if row.place is not None}
    places = frozen.rows.filter(place__in=ranked).order_by().values("place").annotate(lines=Count("pk"))
    return {row["place"] for row in places if row["lines"] > 1 and row["place"] is not None}
