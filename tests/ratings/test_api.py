"""Everything public as JSON and CSV: the same numbers as the pages, with ETags, and no hidden name."""

import csv
import io
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.api.renderers import CsvRenderer
from ratings.models import Club, Player, Visibility
from ratings.services.people import change, create_club
from tests.ratings.club import fold_all, make_players, play, play_evening

pytestmark = pytest.mark.django_db

GAME = "00000000-0000-0000-0000-000000000001"
ADDRESSES = [
    "pools",
    "pools/classic-pairs/table",
    "pools/classic-pairs/distribution",
    "pools/classic-pairs/quality",
    "pools/classic-pairs/lists",
    "clubs",
    "players",
    "players?club=club",
    "players/p-a",
    "players/p-a/ledger",
    "players/p-a/partners",
    "players/p-a/opponents",
    "pairs/p-a/p-b",
    "head-to-head/p-a/p-c",
    f"games/{GAME}",
    "preview?rules=classic&a1=p-a&a2=p-b&b1=p-c&b2=p-d",
]


@pytest.fixture
def players(settings: Any) -> dict[str, Player]:
    settings.RATING_ACTIVE_DAYS = 100_000
    people = make_players()
    play_evening(people)
    fold_all()
    return people


def get(client: Client, address: str, **headers: str) -> Any:
    return client.get(f"/api/v1/ratings/{address}", headers=headers)


def table_rows(client: Client) -> list[dict[str, str]]:
    answer = get(client, "pools/classic-pairs/table?format=csv").content.decode()
    return list(csv.DictReader(io.StringIO(answer)))


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_answers_in_json_and_csv_with_an_etag(client: Client, players, address: str):
    for form in ("json", "csv"):
        answer = get(client, f"{address}{'&' if '?' in address else '?'}format={form}")
        assert answer.status_code == 200
        assert form in answer["Content-Type"]
        again = get(
            client,
            f"{address}{'&' if '?' in address else '?'}format={form}",
            **{"If-None-Match": answer["ETag"]},
        )
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_hidden_name_and_no_name_behind_a_pseudonym(client: Client, players, address: str):
    change(players["E"], why="asked", visibility=Visibility.HIDDEN)
    change(players["D"], why="asked", visibility=Visibility.PSEUDONYM, pseudonym="Seven of Hearts")
    for form in ("json", "csv"):
        text = get(client, f"{address}{'&' if '?' in address else '?'}format={form}").content.decode()
        assert "Player E" not in text
        assert "p-e" not in text
        assert "Player D" not in text


def test_wins_are_expected_in_games_of_two_sides_alone(client: Client, players):
    strangers = make_players("XYZ")
    play(strangers, 50, "X Y Z", (1, 2, 3))
    fold_all()
    (met,) = get(client, "head-to-head/p-x/p-y").json()
    assert (met["games"], met["expected"], met["expected_games"]) == (1, None, 0)
    assert "Wins expected" not in client.get("/en/ratings/head-to-head/?a=p-x&b=p-y").content.decode()
    play(strangers, 49, "X Y", (2, 1))
    fold_all()
    (met,) = get(client, "head-to-head/p-x/p-y").json()
    # Two newcomers: an even chance, whoever won.
    assert (met["games"], met["expected"], met["expected_games"]) == (2, 0.5, 1)
    page = client.get("/en/ratings/head-to-head/?a=p-x&b=p-y").content.decode()
    assert "<dt>Wins expected in 1 game of two sides</dt><dd>0.5</dd>" in page


def test_a_hidden_player_is_not_found(client: Client, players):
    change(players["A"], why="asked", visibility=Visibility.HIDDEN)
    for address in ("players/p-a", "players/p-a/ledger", "pairs/p-a/p-b", "head-to-head/p-a/p-c"):
        assert get(client, address).status_code == 404
    assert get(client, f"games/{GAME}").json()["results"][0]["player"] is None


def test_the_numbers_of_table_ledger_and_game_agree(client: Client, players):
    for row in table_rows(client):
        ledger = get(client, f"players/{row['code']}/ledger").json()["results"]
        assert ledger[0]["after"] == int(row["rating"])
        assert sum(line["change"] for line in ledger) == int(row["rating"]) - 1500
        assert all(newer["before"] == older["after"] for newer, older in pairwise(ledger))
        for line in ledger:
            seats = get(client, f"games/{line['game']}").json()["results"]
            (seat,) = [seat for seat in seats if seat["player"]["code"] == row["code"]]
            assert (seat["before"], seat["change"], seat["after"]) == (
                line["before"],
                line["change"],
                line["after"],
            )


def test_the_table_comes_in_parts_and_as_csv_whole(client: Client, players):
    part = get(client, "pools/classic-pairs/table?limit=2").json()
    assert (part["count"], len(part["results"]), part["previous"]) == (6, 2, None)
    following = client.get(part["next"]).json()
    rows = table_rows(client)
    assert [row["code"] for row in rows[:4]] == [
        row["code"] for row in part["results"] + following["results"]
    ]
    assert client.get(following["previous"]).json() == part
    assert client.get(following["next"]).json()["next"] is None


@pytest.mark.parametrize("cursor", ["x", "%00", "LTE=", "OTk5OTk5OTk5OTk5OTk5", "č"])
def test_a_made_up_cursor_leads_nowhere(client: Client, players, cursor: str):
    assert get(client, f"pools/classic-pairs/table?cursor={cursor}").status_code == 404


def test_a_ledger_comes_in_parts_that_follow_each_other(client: Client, players):
    whole = get(client, "players/p-a/ledger").json()["results"]
    first = get(client, "players/p-a/ledger?limit=1").json()
    assert first["results"] + client.get(first["next"]).json()["results"] == whole[:2]


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_a_day_at_the_end_of_the_calendar_is_a_bad_request(client: Client, players, day: str):
    for asked in ("as_of", "since"):
        assert get(client, f"pools/classic-pairs/table?{asked}={day}").status_code == 400


@pytest.mark.parametrize("asked", ["as_of=yesterday", "min_games=-1", "club=none"])
def test_a_filter_that_cannot_be_read_is_a_bad_request(client: Client, players, asked: str):
    answer = get(client, f"pools/classic-pairs/table?{asked}")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == asked.split("=", maxsplit=1)[0]


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("pools/classic-pairs/table?as_of=9999-12-31", 400),
        ("pools/classic-pairs/table?since=0001-01-01", 400),
        ("pools/classic-pairs/table?min_games=99999999999999999999", 400),
        ("pools/classic-pairs/table?q=%00", 400),
        ("pools/classic-pairs/table?limit=99999999999999999999999", 200),
        ("pools/classic-pairs/table?cursor=nonsense", 404),
        ("pools/classic-pairs/lists/0-1", 404),
        ("pools/classic-pairs/lists/99999999999999999999-1", 404),
        ("players/%00", 404),
        ("pairs/p-a/%00", 404),
        ("preview?rules=classic&a1=%00&b1=p-b", 400),
    ],
)
def test_nonsense_is_refused_and_never_a_crash(client: Client, players, address: str, status: int):
    assert get(client, address).status_code == status


def test_what_is_wrong_with_a_whole_request_names_no_field(client: Client, players):
    answer = client.get("/api/v1/ratings/preview?rules=classic&a1=p-a&b1=p-a")
    assert (answer.status_code, answer.json()["detail"]) == (400, "A player sits in one place only.")
    assert [each["field"] for each in answer.json()["errors"]] == [""]


def test_unknown_addresses_are_not_found(client: Client, players):
    for address in (
        "pools/whist-pairs/table",
        "players/nobody",
        "games/00000000-0000-0000-0000-00000000ffff",
    ):
        assert get(client, address).status_code == 404


def test_a_preview_says_what_each_result_would_change(client: Client, players):
    found = get(client, "preview?rules=classic&a1=p-a&a2=p-b&b1=p-c&b2=p-d").json()
    assert found["chance"] % 5 == 0
    for stake in found["first"] + found["second"]:
        assert stake["win"] > stake["draw"] > stake["loss"]
    assert get(client, "preview?rules=classic&a1=p-a&b1=p-c&b2=p-d").status_code == 400
    assert get(client, "preview?rules=classic&a1=p-a&b1=p-a").status_code == 400
    assert get(client, "preview?rules=ten-thousand&a1=p-a&b1=p-b").status_code == 404


def test_no_address_makes_more_queries_for_more_rows(client: Client, players):
    def queries() -> list[int]:
        made = []
        for address in ADDRESSES:
            with CaptureQueriesContext(connection) as counted:
                get(client, address)
            made.append(len(counted))
        return made

    queries()
    before = queries()
    for letter in "UVWXYZ":
        players[letter] = Player.objects.create(code=f"p-{letter.lower()}", name=f"Player {letter}")
    for number, sides in enumerate(["AB UV", "AB WX", "AC YZ", "AU BC"], start=20):
        play(players, number, sides, (1, 2))
    fold_all()
    queries()
    assert queries() == before


def test_a_formula_in_a_name_is_harmless_in_a_spreadsheet():
    text = CsvRenderer().render(
        [{"name": "=1+1", "club": {"name": "@home"}, "change": -4, "newest": ["a", "b"]}]
    )
    assert text == "name,club.name,change,newest\r\n'=1+1,'@home,-4,a b\r\n"


def test_the_records_by_partner_and_by_opponent_are_those_of_the_evening(client: Client, players):
    def records(of: str) -> dict[str, list[int]]:
        rows = get(client, f"players/p-a/{of}").json()
        assert {row["pool"] for row in rows} == {"classic-pairs"}
        return {row["player"]["code"]: [row["games"], row["won"], row["drawn"], row["lost"]] for row in rows}

    # A played AB CD won, AC BD lost, AD BC drawn, AB EF won, AB CD EF lost to the second, AE BF lost.
    assert records("partners") == {
        "p-b": [3, 2, 0, 1],
        "p-c": [1, 0, 0, 1],
        "p-d": [1, 0, 1, 0],
        "p-e": [1, 0, 0, 1],
    }
    assert records("opponents")["p-d"] == [3, 1, 0, 2]
    change(players["D"], why="asked", visibility=Visibility.HIDDEN)
    assert "p-d" not in get(client, "players/p-a/partners?format=csv").content.decode()


def test_clubs_are_told_with_the_number_of_those_who_may_be_shown(client: Client, players):
    club = create_club("Klub Na Rohu", code="roh", country="CZ")
    for letter in "AB":
        change(players[letter], why="joined", club=club)
    change(players["B"], why="asked", visibility=Visibility.HIDDEN)
    assert get(client, "clubs").json()["results"] == [
        {"code": "roh", "name": "Klub Na Rohu", "country": "CZ", "members": 1}
    ]


@pytest.mark.parametrize("address", ["pairs/p-a/p-a", "head-to-head/p-a/p-a"])
def test_nobody_meets_themselves(client: Client, players, address: str):
    assert get(client, address).status_code == 404
    assert client.get("/en/ratings/pairs/p-a/p-a/").status_code == 404
    page = client.get("/en/ratings/head-to-head/?a=p-a&b=p-a").content.decode()
    assert "Choose two different players." in page


def test_players_are_found_by_club_and_lines_by_pool(client: Client, players):
    club = Club.objects.create(code="north", name="North")
    Player.objects.filter(code="p-a").update(club=club)
    found = get(client, "players?club=north").json()["results"]
    assert [one["code"] for one in found] == ["p-a"]
    (listed,) = get(client, "clubs?q=nor").json()["results"]
    assert (listed["code"], listed["members"]) == ("north", 1)
    every = get(client, "players/p-a/ledger").json()["results"]
    assert get(client, "players/p-a/ledger?pool=classic-pairs").json()["results"] == every
    assert get(client, "players/p-a/ledger?pool=ten-thousand-solo").status_code == 404


def csv_rows(client: Client, address: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(get(client, address).content.decode())))


def test_a_player_and_a_preview_are_rows_in_csv_as_everything_else(client: Client, players):
    (standing,) = get(client, "players/p-a").json()["ratings"]
    (row,) = csv_rows(client, "players/p-a?format=csv")
    assert (row["code"], row["ratings.pool"]) == ("p-a", "classic-pairs")
    assert row["ratings.rating"] == str(standing["rating"])
    asked = "preview?rules=classic&a1=p-a&a2=p-b&b1=p-c&b2=p-d"
    told = get(client, asked).json()
    rows = csv_rows(client, f"{asked}&format=csv")
    assert [(row["side"], row["player.code"]) for row in rows] == [
        ("0", "p-a"),
        ("0", "p-b"),
        ("1", "p-c"),
        ("1", "p-d"),
    ]
    assert [row["win"] for row in rows] == [str(one["win"]) for one in told["first"] + told["second"]]
    assert int(rows[0]["chance"]) == told["chance"] == 100 - int(rows[3]["chance"])


def test_who_has_no_rating_is_one_row_without_any(client: Client):
    Player.objects.create(code="p-n", name="Player N")
    assert [(row["code"], row["ratings"]) for row in csv_rows(client, "players/p-n?format=csv")] == [
        ("p-n", "")
    ]


def test_a_hidden_partner_has_no_column_of_their_own(client: Client, players):
    change(players["D"], why="asked", visibility=Visibility.HIDDEN)
    rows = csv_rows(client, "players/p-a/partners?format=csv")
    assert "player" not in rows[0]
    assert [row["player.code"] for row in rows].count("") == 1
