"""The pages: what they show and to whom, with a constant number of queries, never a hidden name."""

import re
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import Player, RatedGame, RatingPool, Visibility
from ratings.selectors.games import games_of
from ratings.services import unrate_game
from ratings.services.merging import merge_players
from ratings.services.people import change, create_club
from ratings.services.pools import pool_for
from tests.ratings.club import fold_all, make_players, play, play_evening

pytestmark = pytest.mark.django_db
PER_CENT = "\N{NO-BREAK SPACE}%"

PAGES = [
    "",
    "classic-pairs/",
    "classic-pairs/?as_of=2026-05-01&since=2026-01-01&club=&q=player&min_games=1&everybody=on",
    "classic-pairs/distribution/?player=p-a",
    "classic-pairs/about/",
    "classic-pairs/lists/",
    "players/",
    "players/p-a/",
    "players/p-a/partners/",
    "players/p-a/opponents/?pool=classic-pairs",
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


def test_the_arithmetic_of_a_game_is_told_in_words_that_add_up(client: Client, players: dict[str, Player]):
    page = client.get("/en/ratings/games/00000000-0000-0000-0000-000000000001/").content.decode()
    assert f"This side had a chance of 50{PER_CENT} and won." in page
    assert "Together: +68 = +34 and +34." in page
    assert "1500 + 34 = 1534." in page
    assert "1500 − 34 = 1466." in page
    assert f"Carries 50{PER_CENT} of the change of the side: both ratings are equally certain." in page


@pytest.mark.parametrize(
    ("page", "data", "told"),
    [
        ("clubs/roh/", "players?format=csv&amp;club=roh", "p-a"),
        (
            "preview/?rules=classic&a1=p-a&b1=p-c",
            "preview?format=csv&amp;rules=classic&amp;a1=p-a&amp;b1=p-c",
            "",
        ),
        (
            "preview/?rules=classic&a1=p-a&a2=p-b&b1=p-c&b2=p-d",
            "preview?format=csv&amp;rules=classic&amp;a1=p-a&amp;a2=p-b&amp;b1=p-c&amp;b2=p-d",
            "p-d",
        ),
    ],
)
def test_a_club_and_a_preview_lead_to_the_same_as_data(
    client: Client, players: dict[str, Player], page: str, data: str, told: str
):
    shown = client.get(f"/en/ratings/{page}").content.decode()
    address = f"/api/v1/ratings/{data}"
    assert (address in shown) == bool(told)
    if told:
        assert told in client.get(address.replace("&amp;", "&")).content.decode()


def test_a_name_of_any_length_may_break_its_line_in_a_game(client: Client, players: dict[str, Player]):
    change(players["A"], why="long", name="Player " + "Long-" * 20 + "A")
    page = client.get("/en/ratings/games/00000000-0000-0000-0000-000000000001/").content.decode()
    assert re.search(r'<span class="whole"><a [^>]*>Player Long-', page)
    assert (
        ".whole { display: inline-block; max-width: 100%; }"
        in (settings.BASE_DIR / "static/site.css").read_text()
    )


def test_among_several_sides_it_is_said_that_the_whole_order_counts(
    client: Client, players: dict[str, Player]
):
    of_two, of_three = (
        client.get(f"/en/ratings/games/{UUID(int=number)}/").content.decode() for number in (1, 6)
    )
    assert "the whole order and the strength of all sides count" in of_three
    assert "the whole order" not in of_two


def test_forfeits_no_shows_and_three_sides_have_their_own_words(client: Client, players: dict[str, Player]):
    def told(number: int) -> str:
        return client.get(f"/en/ratings/games/00000000-0000-0000-0000-00000000000{number}/").content.decode()

    assert "and gave up: rated as a loss." in told(4)
    assert "This side did not come or was disqualified: rated as a loss." in told(5)
    assert "The ratings of this side did not change: the others did not come or were disqualified." in told(5)
    assert f"of the others and beat 100{PER_CENT}." in told(6)


@pytest.mark.parametrize(
    ("page", "status"),
    [
        (
            "classic-pairs/?as_of=9999-12-31&since=0001-01-01&min_games=x&club=none&page=99999999999999999999",
            200,
        ),
        ("players/%00/", 404),
        ("clubs/%00/", 404),
        ("clubs/nowhere/", 404),
        ("classic-pairs/distribution/?player=%00", 404),
        ("classic-pairs/lists/0/1/", 404),
        ("players/p-a/?pool=whist&page=0", 200),
        ("players/?q=%00&page=-1", 200),
        ("pairs/p-a/p-a/", 404),
        ("whist-pairs/", 404),
    ],
)
def test_nonsense_is_refused_and_never_a_crash(
    client: Client, players: dict[str, Player], page: str, status: int
):
    assert client.get(f"/en/ratings/{page}").status_code == status


def test_a_player_reads_why_each_game_changed_the_rating(client: Client, players: dict[str, Player]):
    def told(code: str) -> str:
        return unescape(client.get(f"/en/ratings/players/{code}/").content.decode())

    carried = f"Your side had a chance of 50{PER_CENT} and won. Of its +68 you carry 50{PER_CENT}, as both"
    assert carried in told("p-a")
    assert "and drew." in told("p-a")
    # C and D beat both other sides; A and B lost to them and drew with E and F: half of one of two.
    assert f"of the others and beat 100{PER_CENT}." in told("p-c")
    assert f"of the others and beat 25{PER_CENT}." in told("p-a")
    assert "and gave up: rated as a loss." in told("p-e")
    assert "Your side did not come or was disqualified: rated as a loss. Of its" in told("p-e")


def test_all_partners_and_all_opponents_have_their_pages(client: Client, players: dict[str, Player]):
    def rows(page: str) -> list[list[str]]:
        text = client.get(f"/en/ratings/players/p-a/{page}/").content.decode()
        body = re.search(r"<tbody>(.*?)</tbody>", text, re.DOTALL)
        assert body is not None
        found = re.findall(r"<tr>(.*?)</tr>", body[1], re.DOTALL)
        return [re.sub(r"<[^>]*>|–", " ", row).split() for row in found]

    # A played AB CD won, AC BD lost, AD BC drawn, AB EF won, AB CD EF lost to the second, AE BF lost.
    assert rows("partners") == [
        ["Player", "B", "3", "2", "0", "1"],
        ["Player", "C", "1", "0", "0", "1"],
        ["Player", "D", "1", "0", "1", "0"],
        ["Player", "E", "1", "0", "0", "1"],
    ]
    assert rows("opponents")[:2] == [
        ["Player", "B", "3", "0", "1", "2"],
        ["Player", "C", "3", "1", "1", "1"],
    ]


def test_the_pages_of_a_merged_player_lead_to_those_of_the_one_who_stays(
    client: Client, players: dict[str, Player]
):
    other = Player.objects.create(code="p-g", name="Player G")
    merge_players(other, players["A"], why="same person")
    for page in ("partners", "opponents"):
        answer = client.get(f"/en/ratings/players/p-g/{page}/")
        assert answer["Location"] == f"/en/ratings/players/p-a/{page}/"


def test_a_game_that_is_a_players_no_more_is_left_out(players: dict[str, Player]):
    pool = RatingPool.objects.get(rule_set="classic", kind="pairs")
    theirs, others = (RatedGame.objects.get(uuid=UUID(int=number)) for number in (1, 5))
    found = games_of(players["A"], pool, [others.pk, theirs.pk, 0])
    assert [played.view.game for played in found] == [theirs]


def test_an_unrated_game_says_why(client: Client, players: dict[str, Player]):
    play(players, 30, "AB CD", (1, 2), rated=False)
    page = client.get("/en/ratings/games/00000000-0000-0000-0000-00000000001e/").content.decode()
    assert "This game is not rated." in page
    assert "The event is not rated." in page


def test_a_merged_player_leads_to_the_one_who_stays(client: Client, players: dict[str, Player]):
    other = Player.objects.create(code="p-g", name="Player G")
    merge_players(other, players["A"], why="same person")
    answer = client.get("/en/ratings/players/p-g/")
    assert (answer.status_code, answer["Location"]) == (302, "/en/ratings/players/p-a/")


@pytest.mark.parametrize("page", ["", "classic-pairs/", "players/p-a/"])
def test_an_unchanged_page_is_answered_with_304(client: Client, players: dict[str, Player], page: str):
    first = client.get(f"/en/ratings/{page}")
    again = client.get(f"/en/ratings/{page}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    change(players["A"], why="married", name="Player Anew")
    changed = client.get(f"/en/ratings/{page}", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert "Player Anew" in changed.content.decode()


def test_the_table_does_not_read_the_ledger(client: Client, players: dict[str, Player]):
    with CaptureQueriesContext(connection) as made:
        client.get("/en/ratings/classic-pairs/")
    assert not [query for query in made if "ratings_ratingentry" in query["sql"]]


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


def test_the_description_of_a_pool_tells_its_own_numbers(
    client: Client, players: dict[str, Player], settings: Any
):
    settings.RATING_PROVISIONAL_GAMES, settings.RATING_ACTIVE_DAYS = 7, 90
    page = client.get("/en/ratings/classic-pairs/about/").content.decode()
    assert "Everybody begins at 1500." in page
    assert "those who came keep their rating" in page
    assert "of fewer than 7 games" in page
    assert "Who has not played for 90 days" in page
    pool = RatingPool.objects.get(active=True)
    pool.parameters = {**pool.parameters, "mu": 30.0, "no_show_rates_both": True}
    pool.because("other parameters").save()
    page = client.get("/en/ratings/classic-pairs/about/").content.decode()
    assert "Everybody begins at 1600." in page
    assert "those who came win" in page


def test_clubs_stand_as_czechs_sort_names(client: Client):
    for code, name in enumerate(["Žolíci", "Cheb", "Český klub", "Horní Dolní", "Céčko", "Ďáblice", "Dub"]):
        create_club(name, code=f"c{code}")
    wanted = ["Céčko", "Český klub", "Ďáblice", "Dub", "Horní Dolní", "Cheb", "Žolíci"]
    cards = re.findall(r">([^<]+)</a></h", client.get("/cs/ratings/clubs/").content.decode())
    choices = re.findall(r'<option value="c.">([^<]+)<', client.get("/cs/tournaments/").content.decode())
    assert [name for name in cards if name in wanted] == wanted
    assert choices == wanted
    asked, told = "/api/v1/ratings/clubs?limit=4", []
    while asked:
        part = client.get(asked).json()
        told += [club["name"] for club in part["results"]]
        asked = part["next"]
    assert told == wanted
    csv = client.get("/api/v1/ratings/clubs?format=csv").content.decode()
    assert sorted(wanted, key=csv.index) == wanted


def test_a_table_of_nobody_speaks_of_filters_only_where_there_are_some(client: Client):
    pool_for("classic", "pairs")
    for query, words in (
        ("", "Nobody has played here lately."),
        ("?min_games=5", "Nobody fits these filters."),
    ):
        assert words in client.get(f"/en/ratings/classic-pairs/{query}").content.decode()


def test_a_game_that_lost_its_official_result_is_not_simply_called_void(
    client: Client, players: dict[str, Player]
):
    unrate_game(UUID(int=1))
    for language, words in (
        ("en", "The game is void, or its result is not official any more."),
        ("cs", "Partie byla zrušena, nebo její výsledek už není oficiální."),
    ):
        page = client.get(f"/{language}/ratings/games/00000000-0000-0000-0000-000000000001/")
        assert words in page.content.decode()
