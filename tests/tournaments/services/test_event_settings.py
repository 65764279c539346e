"""Changed settings of an event reach the ratings."""

import pytest

from ratings.models import RatedGame
from tests.tournaments.event import make_event
from tournaments.services.event_settings import change_event

pytestmark = pytest.mark.django_db


def test_an_event_that_becomes_unrated_leaves_the_ledger_and_comes_back_as_it_was() -> None:
    event = make_event(4)
    event.results("1-2 2450:1980", "3-4 2000:2500")

    def rated() -> list[tuple[str, str]]:
        return sorted(RatedGame.objects.values_list("not_rated", "ranks"))

    before = rated()
    assert [reason for reason, _ranks in before] == ["", ""]
    change_event(event.tournament.pk, None, {"rated": False}, {})
    assert [reason for reason, _ranks in rated()] == ["event", "event"]
    change_event(event.tournament.pk, None, {"rated": True}, {})
    assert rated() == before


def test_the_games_of_an_event_that_is_shown_to_nobody_do_not_name_it() -> None:
    event = make_event(4)
    event.results("1-2 2450:1980", "3-4 2000:2500")

    def named() -> set[tuple[str, bool]]:
        return {(label, bool(url)) for label, url in RatedGame.objects.values_list("label", "url")}

    assert named() == {(str(event.tournament.name), True)}
    change_event(event.tournament.pk, None, {"public": False}, {})
    assert named() == {("", False)}
    change_event(event.tournament.pk, None, {"public": True}, {})
    assert named() == {(str(event.tournament.name), True)}
