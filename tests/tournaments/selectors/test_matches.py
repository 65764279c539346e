"""Which matches somebody is offered for a report."""

import pytest
from django.contrib.auth import get_user_model

from tests.tournaments.event import make_event
from tournaments.selectors.matches import matches_to_report

pytestmark = pytest.mark.django_db


def test_the_first_referee_is_offered_every_match_that_waits_and_a_stranger_none() -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    users = get_user_model().objects
    referee = users.create_superuser("referee@example.org", "made-up words 7")
    stranger = users.create_user("stranger@example.org", "made-up words 7")
    assert list(matches_to_report(referee)) == [match]
    assert list(matches_to_report(stranger)) == []


@pytest.mark.parametrize("role", ["organisers", "referees", "scorers"])
def test_whoever_works_at_an_event_is_offered_its_matches(role: str) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    user = get_user_model().objects.create_user("helper@example.org", "made-up words 7")
    getattr(match.round.stage.tournament, role).add(user)
    assert list(matches_to_report(user)) == [match]


@pytest.mark.parametrize("status", ["finished", "archived", "cancelled"])
def test_nothing_of_a_closed_event_is_offered(status: str) -> None:
    make_event(2, deals=None, status=status).round("1-2")
    assert (
        list(matches_to_report(get_user_model().objects.create_superuser("r@example.org", "words 7"))) == []
    )
