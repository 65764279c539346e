"""Two directors at the same moment, on PostgreSQL: one does it, the other is told."""

from collections.abc import Callable

import pytest

from ratings.models import Player
from tests.tournaments.at_once import at_once
from tests.tournaments.event import NOW, Event, make_event
from tournaments.models import Bye, EntrantMember, Round, RoundStatus
from tournaments.services.draws import draw_round, publish
from tournaments.services.entries import enter

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]
TIMES = 5


def publishing(draft: int) -> Callable[[], str]:
    return lambda: publish(draft, None, NOW).status


def drawing(event: Event) -> Callable[[], str]:
    return lambda: draw_round(event.stage.pk, None, NOW).status


def test_a_draft_published_by_two_is_published_once() -> None:
    for number in range(TIMES):
        event = make_event(5, slug=f"spring-{number}")
        draft = draw_round(event.stage.pk, None, NOW).pk
        done = at_once([publishing(draft), publishing(draft)])
        assert done.count(RoundStatus.PUBLISHED) == 1, done
        assert Round.objects.filter(stage=event.stage).count() == 1
        assert Bye.objects.filter(round=draft).count() == 1


def test_two_who_draw_make_one_draft() -> None:
    for number in range(TIMES):
        event = make_event(4, slug=f"spring-{number}")
        done = at_once([drawing(event), drawing(event)])
        assert RoundStatus.DRAFT in done, done
        assert [round_.matches.count() for round_ in Round.objects.filter(stage=event.stage)] == [2]


def test_a_pair_entered_by_two_is_entered_once() -> None:
    for number in range(TIMES):
        event = make_event(2, slug=f"spring-{number}")
        other = make_event(4, slug=f"other-{number}")
        players = [member.player for member in other.entrants[3].members.all()]

        def entering(event: Event = event, players: list[Player] = players) -> str:
            enter(event.tournament.pk, players, None)
            return "entered"

        assert sorted(at_once([entering, entering]))[1] == "entered"
        assert EntrantMember.objects.filter(tournament=event.tournament).count() == 6
