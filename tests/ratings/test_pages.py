"""The pages: what they show and to whom, with a constant number of queries, never a hidden name."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import Player, Visibility
from ratings.services.people import change, create_club
from tests.ratings.club import fold_all, make_players, play, play_evening

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "classic-pairs/",
    "classic-pairs/?as_of=2026-05-01&since=2026-01-01&club=&q=player&min_games=1&everybody=on",
    "classic-pairs/distribution/?player=p-a",
    "classic-pairs/about/",
    "classic-pairs/lists/",
    "players/",
    "players/p-a/",
    "clubs/",
    "clubs/roh/",
    "pairs/p-a/p-b/",
    "head-to-head/?a=p-a&b=p-c",
    "games/00000000-0000-0000-0000-000000000001/",
    "preview/?rules=classic&a1=p-a&a2=p-b&b1=p-c&b2=p-d",
]


NAMELESS = {"classic-pairs/about/", "classic-pairs/lists/", "clubs/"}


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch, settings: Any) -> dict[str, Player]:
    settings.RATING_ACTIVE_DAYS = 100_000
    people = make_players()
    club = create_club("Klub Na Rohu", code="roh")
    for letter in "ADE":
        change(people[letter], why="joined", club=club)
    play_evening(people)
    fold_all()
    return people


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_in_both_languages(
    client: Client, players: dict[str, Player], page: str, language: str
):
    answer = client.get(f"/{language}/ratings/{page}")
    assert answer.status_code == 200
    assert ("Player A" in answer.content.decode()) == (page not in NAMELESS)


@pytest.mark.parametrize("page", [page for page in PAGES if "p-e" not in page])
def test_a_hidden_player_is_on_no_page(client: Client, players: dict[str, Player], page: str):
    change(players["E"], why="asked", visibility=Visibility.HIDDEN)
    change(players["D"], why="asked", visibility=Visibility.PSEUDONYM, pseudonym="Seven of Hearts")
    text = client.get(f"/en/ratings/{page}").content.decode()
    assert "Player E" not in text
    assert "p-e" not in text
    assert "Player D" not in text


def test_a_hidden_player_has_no_page(client: Client, players: dict[str, Player]):
    change(players["A"], why="asked", visibility=Visibility.HIDDEN)
    for page in ("players/p-a/", "pairs/p-a/p-b/"):
        assert client.get(f"/en/ratings/{page}").status_code == 404
    text = client.get("/en/ratings/head-to-head/?a=p-a&b=p-c").content.decode()
    assert "Nobody has this name or code." in text


@pytest.mark.parametrize("page", PAGES)
def test_no_page_makes_more_queries_for_more_rows(client: Client, players: dict[str, Player], page: str):
    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            client.get(f"/en/ratings/{page}")
        return len(made)

    queries()
    before = queries()
    for letter in "UVWXYZ":
        players[letter] = Player.objects.create(code=f"p-{letter.lower()}", name=f"Player {letter}")
    for number, sides in enumerate(["AB UV", "AB WX", "AC YZ", "AU BC"], start=20):
        play(players, number, sides, (1, 2))
    fold_all()
    queries()
    assert queries() == before
