"""Players choose themselves how they appear in public."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from ratings.errors import RatingError
from ratings.models import Player, Visibility
from ratings.services.merging import merge_players
from ratings.services.people import change, show_as
from tests.ratings.club import fold_all, make_players, play

pytestmark = pytest.mark.django_db
PAGE = "/en/ratings/shown/"


@pytest.fixture
def players() -> dict[str, Player]:
    people = make_players("ABCD")
    play(people, 1, "AB CD", (1, 2))
    fold_all()
    return people


@pytest.fixture
def user(players: dict[str, Player]):
    user = get_user_model().objects.create_user("a@example.org")
    change(players["A"], why="claimed", user=user)
    return user


@pytest.fixture
def signed_in(client: Client, user) -> Client:
    client.force_login(user)
    return client


def game(client: Client) -> str:
    return client.get("/en/ratings/games/00000000-0000-0000-0000-000000000001/").content.decode()


def test_a_player_takes_a_pseudonym_is_hidden_and_shown_again(signed_in: Client, user) -> None:
    sent = {"visibility": "pseudonym", "pseudonym": "  Seven of  Hearts "}
    assert signed_in.post(PAGE, sent)["Location"] == PAGE
    public = Client()
    assert "Seven of Hearts" in game(public)
    assert "Player A" not in game(public)
    signed_in.post(PAGE, {"visibility": "hidden", "pseudonym": "Seven of Hearts"})
    assert "hidden player" in game(public)
    assert public.get("/en/ratings/players/p-a/").status_code == 404
    signed_in.post(PAGE, {"visibility": "public", "pseudonym": ""})
    assert "Player A" in game(public)
    changes = Player.history.filter(code="p-a").order_by("history_id")
    told = [(row.history_user, row.history_change_reason) for row in changes]
    assert told[-3:] == [(user, "own wish")] * 3


def test_a_pseudonym_is_given_and_nobody_elses_name(signed_in: Client, players: dict[str, Player]) -> None:
    change(players["C"], why="asked", visibility=Visibility.PSEUDONYM, pseudonym="Červená sedma")
    for pseudonym, told in [
        ("", "Give the pseudonym."),
        ("player b", "Somebody else goes by this name."),
        ("PLAYER C", "Somebody else goes by this name."),
        ("cervena sedma", "Somebody else goes by this name."),
        ("B, Player", "Somebody else goes by this name."),
        ("sedma červená", "Somebody else goes by this name."),
        ("P-B", "Somebody else goes by this name."),
        ("Skrytý hráč", "Somebody else goes by this name."),
        ("n. N.", "Somebody else goes by this name."),
        ("Hidden player", "Somebody else goes by this name."),
        ("Pl\N{CYRILLIC SMALL LETTER A}yer B", "A pseudonym is written in the letters of one alphabet."),
        ("???", "A pseudonym has letters."),
        ("x" * 81, "at most 80 characters"),
    ]:
        answer = signed_in.post(PAGE, {"visibility": "pseudonym", "pseudonym": pseudonym})
        assert answer.status_code == 200
        assert told in answer.content.decode()
    assert signed_in.post(PAGE, {"visibility": "loud"}).status_code == 200
    players["A"].refresh_from_db()
    assert players["A"].visibility == Visibility.PUBLIC


def test_a_record_that_was_merged_is_shown_like_the_one_that_stands_for_it(
    signed_in: Client, user, players: dict[str, Player]
) -> None:
    other = Player.objects.create(code="p-z", name="Player Z")
    merge_players(players["A"], other, why="one person")
    show_as(user, "pseudonym", "Player A")
    other.refresh_from_db()
    assert other.public_name == "Player A"


def test_who_is_no_player_is_told_so(client: Client, players: dict[str, Player]) -> None:
    assert "/accounts/login/" in client.get(PAGE)["Location"]
    stranger = get_user_model().objects.create_user("s@example.org")
    client.force_login(stranger)
    assert "No player belongs to this account yet." in client.get(PAGE).content.decode()
    assert "No player belongs" in client.post(PAGE, {"visibility": "hidden"}).content.decode()
    with pytest.raises(RatingError):
        show_as(stranger, "hidden", "")
