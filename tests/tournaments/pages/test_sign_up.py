"""Players sign themselves up: with a partner, looking for one, waiting for a place, and off again."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ratings.models import Club, Player
from ratings.services.people import create_player
from tests.tournaments.event import Event, make_event, make_user
from tournaments.models import EntryStatus

pytestmark = pytest.mark.django_db
PAGE = "/en/tournaments/spring/sign-up/"


def make(**fields: Any) -> Event:
    event = make_event(1, status="planned", **({"sign_up": True} | fields))
    event.stage.entries.all().delete()
    event.stage.status = "planned"
    event.stage.because("test").save()
    for letter in "abcd":
        create_player(f"Free {letter.upper()}", code=f"free-{letter}", club=Club.objects.get(code="made-up"))
    return event


def press(client: Client, action: str, player: str = "", **data: Any) -> Any:
    """Press a button of the page as the user of a player."""
    if player:
        owner = Player.objects.get(code=player)
        client.force_login(owner.user or make_user(f"{player}@example.org", player))
    return client.post(PAGE, {"action": action, **data}, follow=True)


def states(event: Event) -> dict[str, str]:
    return dict(event.tournament.entrants.order_by("number").values_list("name", "status"))


def test_two_sign_up_together(client: Client) -> None:
    event = make()
    page = press(client, "in", "free-a", name2="Free B").content.decode()
    assert "Free A – Free B is entered." in page
    assert states(event)["Free A – Free B"] == EntryStatus.ENTERED


def test_beyond_the_capacity_they_wait_and_move_up_when_somebody_leaves(client: Client) -> None:
    event = make(capacity=2)
    press(client, "in", "free-a", name2="Free B")
    page = press(client, "in", "free-c", name2="Free D").content.decode()
    assert "on the waiting list" in page
    assert states(event)["Free C – Free D"] == EntryStatus.WAITING
    press(client, "off", "free-a")
    assert states(event) == {
        "Pair 1": EntryStatus.ENTERED,
        "Free A – Free B": EntryStatus.CANCELLED,
        "Free C – Free D": EntryStatus.ENTERED,
    }


def test_who_moved_up_is_told_so_and_all_others_see_it(client: Client) -> None:
    make(capacity=2)
    press(client, "in", "free-a", name2="Free B")
    page = press(client, "in", "free-c", name2="Free D").content.decode()
    assert "moved up" not in page
    page = press(client, "off", "free-a").content.decode()
    assert 'Free C – Free D <span class="meta">moved up from the waiting list</span>' in page
    assert "you moved up" not in page
    client.force_login(Player.objects.get(code="free-c").user)  # type: ignore[arg-type]
    assert "A place became free: you moved up from the waiting list (" in client.get(PAGE).content.decode()


def test_who_is_entered_reads_so_also_when_sign_up_is_closed(client: Client) -> None:
    event = make(capacity=2)
    press(client, "in", "free-a", name2="Free B")
    press(client, "in", "free-c", name2="Free D")
    press(client, "off", "free-a")
    event.tournament.sign_up_closes_at = timezone.now() - timedelta(minutes=1)
    event.tournament.because("test").save()
    client.force_login(Player.objects.get(code="free-c").user)  # type: ignore[arg-type]
    page = client.get(PAGE).content.decode()
    assert "Free C – Free D: entered" in page
    assert "A place became free: you moved up from the waiting list (" in page
    assert "Sign-up is closed" in page
    assert "Take my entry back" not in page


def test_who_looks_for_a_partner_is_found_by_another(client: Client) -> None:
    event = make()
    press(client, "look", "free-a")
    assert states(event)["Free A"] == EntryStatus.LOOKING
    press(client, "look", "free-b")
    press(client, "join:2", "free-b")
    assert states(event)["Free A – Free B"] == EntryStatus.ENTERED
    assert states(event)["Free B"] == EntryStatus.CANCELLED
    answer = press(client, "join:2", "free-c")
    assert answer.status_code == 409
    assert "has found a partner" in answer.content.decode()


def test_nobody_signs_up_two_others(client: Client) -> None:
    event = make()
    make_user("stranger@example.org")
    client.force_login(make_user("new@example.org"))
    answer = press(client, "in", name2="Free B")
    assert answer.status_code == 400
    assert "Type your name" in answer.content.decode()
    press(client, "in", own_name="Nina Nováčková", name2="Free B")
    assert states(event)["Nina Nováčková – Free B"] == EntryStatus.ENTERED
    assert Player.objects.get(name="Nina Nováčková").user.email == "new@example.org"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "fields",
    [{"sign_up": False}, {"sign_up_closes_at": timezone.now() - timedelta(minutes=1)}, {"status": "running"}],
)
def test_after_it_closed_nobody_signs_up(client: Client, fields: dict[str, Any]) -> None:
    event = make(**{key: value for key, value in fields.items() if key != "status"})
    if "status" in fields:
        event.tournament.status = "running"
        event.tournament.because("test").save()
    answer = press(client, "in", "free-a", name2="Free B")
    assert answer.status_code == 409
    assert "Sign-up is closed" in answer.content.decode()
    assert list(states(event)) == ["Pair 1"]


def test_a_name_of_a_player_entered_already_is_refused_with_their_pair(client: Client) -> None:
    event = make()
    answer = press(client, "in", "free-a", name2="Player p1a")
    assert "Player p1a is entered already: Pair 1" in answer.content.decode()
    assert list(states(event)) == ["Pair 1"]


def test_hidden_members_of_the_club_are_not_found_by_other_players(client: Client) -> None:
    make()
    club = Club.objects.get(code="made-up")
    create_player("Secret Member", code="secret", club=club, visibility="hidden")
    page = press(client, "in", "free-a", name2="Secret").content.decode()
    assert "Secret Member" not in page


def test_the_page_is_readable_without_an_account_but_changes_nothing(client: Client) -> None:
    event = make()
    page = client.get(PAGE).content.decode()
    assert "Pair 1" in page
    assert "Sign in to enter" in page
    assert client.post(PAGE, {"action": "look"}).status_code == 302
    assert list(states(event)) == ["Pair 1"]


def test_who_gives_a_name_much_like_a_known_one_is_asked_first(client: Client) -> None:
    event = make()
    client.force_login(make_user("somebody@example.org"))
    page = press(client, "look", own_name="Free Aa", name2="").content.decode()
    assert "Type a name." not in page
    assert "one much like it is known here: Free A" in page
    assert 'value="Free Aa" maxlength' in page
    assert 'name="sure" value="Free Aa"' in page
    assert "Free Aa" not in states(event)
    press(client, "look", own_name="Free Bb", sure="Free Aa")
    assert "Free Bb" not in states(event)
    press(client, "look", own_name="Free Aa", sure="Free Aa")
    assert states(event)["Free Aa"] == EntryStatus.LOOKING


def test_everybody_reads_until_when_they_may_sign_up(client: Client) -> None:
    make(sign_up_closes_at=datetime(2099, 3, 13, 17, 0, tzinfo=UTC))
    for page in (PAGE, "/en/tournaments/spring/"):
        assert "sign-up until 13 March 2099, 18:00" in client.get(page).content.decode(), page
    page = client.get(PAGE.replace("/en/", "/cs/")).content.decode()
    assert "přihlašování do 13. března 2099 18:00" in page


def test_who_is_in_no_list_of_players_joins_somebody_with_the_name_typed(client: Client) -> None:
    event = make()
    press(client, "look", "free-a")
    client.force_login(make_user("new@example.org"))
    page = client.get(PAGE).content.decode()
    assert '<form class="form" id="in"' in page
    assert ' form="in" name="action" value="join:2"' in page
    assert "Type your name" in press(client, "join:2").content.decode()
    press(client, "join:2", own_name="Nina Nováčková", name2="")
    assert states(event)["Free A – Nina Nováčková"] == EntryStatus.ENTERED


def test_who_has_a_partner_is_offered_no_other(client: Client) -> None:
    make()
    press(client, "look", "free-a")
    assert 'value="join:2"' in press(client, "look", "free-b").content.decode()
    assert 'value="join:2"' not in press(client, "in", "free-c", name2="Free D").content.decode()
