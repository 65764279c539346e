"""Who directs, referees and types: given and taken back, and who did that stays in the history."""

from typing import Any

import pytest

from ratings.models import Club
from ratings.services.claims import forget_person, make_manager
from tests.tournaments.event import make_event, make_user
from tournaments.errors import InputError, TournamentError
from tournaments.models import Tournament
from tournaments.services import officials
from tournaments.services.forgetting import forget_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return make_event(0).tournament


def lines_of(event: Tournament) -> list[tuple[str, Any]]:
    """Reason and author of each line of the event's history, the newest first."""
    return [(line.history_change_reason, line.history_user) for line in event.history.all()]


def test_the_history_tells_who_gave_a_role_and_who_took_it_back(event: Tournament) -> None:
    director, helper = make_user("director@example.org"), make_user("helper@example.org")
    officials.add(event.pk, "referees", "Helper@Example.org", director)
    assert list(event.referees.all()) == [helper]
    assert lines_of(event)[0] == ("Somebody was given a role.", director)
    officials.remove(event.pk, "referees", str(helper.pk), director)
    assert list(event.referees.all()) == []
    assert lines_of(event)[0] == ("A role was taken back.", director)
    newest, before, *_older = event.history.all()
    (change,) = newest.diff_against(before).changes
    assert (change.field, [row["user"] for row in change.old], change.new) == ("referees", [helper.pk], [])


def test_what_changes_nothing_leaves_no_line(event: Tournament) -> None:
    director = make_user("director@example.org")
    officials.add(event.pk, "scorers", director.email, director)
    before = lines_of(event)
    officials.add(event.pk, "scorers", director.email, director)
    for nobody in ("", "0", "²", "٣", "9" * 40, "x"):
        officials.remove(event.pk, "scorers", nobody, director)
    assert lines_of(event) == before
    assert list(event.scorers.all()) == [director]


def test_somebody_has_to_direct(event: Tournament) -> None:
    director = make_user("director@example.org")
    officials.add(event.pk, "organisers", director.email, director)
    with pytest.raises(TournamentError) as told:
        officials.remove(event.pk, "organisers", str(director.pk), director)
    assert told.value.code == "last-organiser"


def test_only_known_roles_and_accounts(event: Tournament) -> None:
    with pytest.raises(InputError) as role:
        officials.add(event.pk, "managers", "x@example.org", None)
    with pytest.raises(TournamentError) as account:
        officials.add(event.pk, "referees", "x@example.org", None)
    assert (role.value.code, account.value.code) == ("unknown-role", "no-account")


def test_the_managers_of_a_club_are_in_its_history(event: Tournament) -> None:
    manager = make_user("manager@example.org")
    make_manager("made-up", manager)
    club = Club.objects.get()
    first = club.history.first()
    assert (first.history_change_reason, first.history_user) == ("manager by invitation", manager)
    assert [row.user for row in first.managers.all()] == [manager]
    forget_person(manager)
    assert club.history.first().history_change_reason == "the account was deleted"
    assert list(club.history.first().managers.all()) == []


def test_of_an_event_that_is_removed_no_role_is_left(event: Tournament) -> None:
    director = make_user("director@example.org")
    officials.add(event.pk, "organisers", director.email, director)
    kept = event.history.first().organisers.model
    assert kept.objects.count() == 1
    forget_events(Tournament.objects.all())
    assert kept.objects.count() == 0
    assert Tournament.history.count() == 0
