"""Case A25 through the services: disqualified in T1, X loses what T1 and T2 rate; T3 stays unrated."""

import pytest

from ratings.models import RatedGame, RatingEntry, RatingPool
from ratings.services.folding import rebuild
from tests.ratings.club import fold_all, lines, standings
from tests.tournaments.event import NOW, Event, make_event
from tournaments.core.records import Outcome
from tournaments.models import Match
from tournaments.services import presence
from tournaments.services.decisions import Ruling, decide

pytestmark = pytest.mark.django_db
WHY = "X is disqualified"


def disqualify_everywhere(events: tuple[Event, Event, Event]) -> None:
    """X, of pair 1, is barred in T1, and every game X played in any of the events is lost by decision."""
    if not events[0].entrants[0].stages.get().disqualified_from:
        presence.disqualify(events[0].entrants[0].pk, None, WHY, NOW)
    for match in Match.objects.filter(seats__player__code="p1a").order_by("pk"):
        side = match.seats.get(player__code="p1a").side.number
        ruling = Ruling(tuple(match.record.totals), Outcome.FORFEIT, frozenset({side}))
        decide(match.pk, ruling, None, NOW, reason=WHY)
    fold_all()


def test_rated_events_are_computed_again_and_a_second_run_changes_nothing() -> None:
    events = (make_event(slug="t1"), make_event(slug="t2"), make_event(slug="t3", rated=False))
    for event in events:
        event.results("1-2 2450:1980", "3-4 2000:2500")
        event.results("1-3 2450:1980", "2-4 2000:2500")
    fold_all()
    before = lines()
    assert {line[8] for line in lines() if line[2] == "p1a"} == {1.0}
    disqualify_everywhere(events)
    after = lines(), standings()
    assert after[0] != before
    t3 = events[2].tournament.pk
    assert not RatingEntry.objects.filter(game__tournament_id=t3).exists()
    assert set(RatedGame.objects.filter(tournament_id=t3).values_list("not_rated", flat=True)) == {"event"}
    lost = RatingEntry.objects.filter(player__code__in=("p1a", "p1b"))
    assert list(lost.values_list("score", flat=True)) == [0.0] * 8
    rebuild(RatingPool.objects.get(), why="proof", now=NOW)
    assert (lines(), standings()) == after
    keys = list(RatingEntry.objects.order_by("pk").values_list("pk", flat=True))
    disqualify_everywhere(events)
    assert (lines(), standings()) == after
    assert list(RatingEntry.objects.order_by("pk").values_list("pk", flat=True)) == keys
