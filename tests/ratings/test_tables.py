"""Rating tables: order, places, filters, and dates in the past."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from ratings.models import Player, PlayerRating, RatingPool, Visibility
from ratings.selectors.tables import PastTable, TableQuery, place_of, table
from ratings.services import unrate_game
from ratings.services.merging import merge_players
from ratings.services.people import change, create_club
from tests.ratings.club import FIRST_DAY, NOW, fold_all, make_players, play, play_evening

pytestmark = pytest.mark.django_db


def standing(player: Player, mu: float, sigma: float, games: int = 20, days_ago: int = 1) -> PlayerRating:
    pool, _new = RatingPool.objects.get_or_create(rule_set="classic", kind="pairs")
    return PlayerRating.objects.create(
        pool=pool,
        player=player,
        mu=mu,
        sigma=sigma,
        order_value=mu - sigma,
        games=games,
        partners=5,
        last_game_at=NOW - timedelta(days=days_ago),
    )


def rows(**query: Any) -> list[Any]:
    found = table(RatingPool.objects.get(), TableQuery(**query), NOW)
    return found[0 : found.count()]


def letters(**query: Any) -> str:
    return "".join(row.name[-1] for row in rows(**query))


def test_the_table_is_ordered_by_mu_less_sigma():
    players = make_players("ABC")
    standing(players["A"], 30, 8)
    standing(players["B"], 28, 2)
    standing(players["C"], 24, 1)
    assert letters() == "BCA"
    assert [row.rating for row in rows()] == [1560, 1480, 1600]


def test_provisional_players_stand_below_without_a_place():
    players = make_players("ABC")
    standing(players["A"], 40, 1, games=11)
    standing(players["B"], 20, 1, games=12)
    standing(players["C"], 25, 1, games=12)
    assert letters() == "CBA"
    assert [row.label for row in rows()] == ["1", "2", "?"]


def test_equal_players_share_a_place():
    players = make_players("ABCD")
    for letter, mu in zip("ABCD", (30, 28, 28, 26), strict=True):
        standing(players[letter], mu, 2)
    assert [row.label for row in rows()] == ["1", "2=", "2=", "4"]
    found = table(RatingPool.objects.get(), TableQuery(), NOW)
    assert [row.place for row in found[2:4]] == [2, 4]


def test_a_players_own_place_is_the_one_in_the_table():
    players = make_players("ABCDE")
    ratings = [standing(players[letter], mu, 2) for letter, mu in zip("ABCD", (30, 28, 28, 26), strict=True)]
    assert [place_of(rating, NOW) for rating in ratings] == [1, 2, 2, 4]
    change(players["A"], why="asked", visibility=Visibility.HIDDEN)
    assert [place_of(rating, NOW) for rating in ratings] == [None, 1, 1, 3]
    provisional = standing(players["E"], 40, 2, games=11)
    assert [place_of(rating, NOW) for rating in (*ratings, provisional)] == [None, 1, 1, 3, None]
    assert place_of(ratings[1], NOW + timedelta(days=181)) is None


def test_who_has_not_played_for_180_days_is_shown_on_request_only():
    players = make_players("AB")
    standing(players["A"], 30, 2, days_ago=181)
    standing(players["B"], 25, 2, days_ago=179)
    assert letters() == "B"
    assert letters(everybody=True) == "AB"


def test_hidden_and_merged_players_are_in_no_table():
    players = make_players("ABC")
    for letter in "ABC":
        standing(players[letter], 25, 2)
    change(players["A"], why="asked", visibility=Visibility.HIDDEN)
    merge_players(players["B"], players["A"], why="same person")
    assert letters() == "C"


def test_filters_by_club_games_date_and_name():
    players = make_players("ABC")
    club = create_club("Klub Na Rohu", code="roh")
    change(players["B"], why="joined", club=club, name="Žofie Řeháková B")
    standing(players["A"], 30, 2, games=3, days_ago=1)
    standing(players["B"], 28, 2, games=30, days_ago=50)
    standing(players["C"], 26, 2, games=40, days_ago=100)
    assert letters(club="roh") == "B"
    assert letters(min_games=31) == "C"
    assert letters(since=(NOW - timedelta(days=60)).date()) == "BA"
    assert letters(name="zof reh") == "B"
    assert letters(name="ofie") == ""


def test_a_pseudonym_is_found_by_itself_and_never_by_the_name():
    players = make_players("A")
    standing(players["A"], 30, 2)
    change(players["A"], why="asked", visibility=Visibility.PSEUDONYM, pseudonym="Červená sedma")
    assert [row.name for row in rows(name="cervena")] == ["Červená sedma"]
    assert rows(name="player") == []


def test_a_remark_on_those_with_few_partners():
    players = make_players("ABCD")
    play(players, 1, "AB CD", (1, 2))
    play(players, 2, "AC BD", (1, 2))
    play(players, 3, "AD BC", (1, 2))
    fold_all()
    assert {row.partners for row in rows(everybody=True)} == {None}
    unrate_game(UUID(int=3), why="void")
    fold_all()
    assert {(row.few_partners, row.partners) for row in rows(everybody=True)} == {(True, 2)}


def test_the_table_as_of_a_date_is_the_table_that_stood_then():
    players = make_players()
    seen = {}
    for number in range(1, 8):
        play_evening(players, [number])
        fold_all()
        day = (FIRST_DAY + timedelta(days=number)).date()
        seen[day] = [
            (row.code, row.label, row.rating, row.deviation, row.games) for row in rows(everybody=True)
        ]
    for day, expected in seen.items():
        past = rows(as_of=day, everybody=True)
        assert [(row.code, row.label, row.rating, row.deviation, row.games) for row in past] == expected


def test_a_game_late_in_the_evening_counts_for_its_day_where_the_club_is():
    players = make_players("ABCD")
    # 23:30 in Prague is 22:30 UTC in winter.
    play(players, 1, "AB CD", (1, 2), played_at=datetime(2026, 1, 31, 22, 30, tzinfo=UTC))
    play(players, 2, "AB CD", (1, 2), played_at=datetime(2026, 1, 31, 23, 30, tzinfo=UTC))
    fold_all()
    pool = RatingPool.objects.get()
    assert [row.games for row in PastTable(pool, TableQuery(as_of=date(2026, 1, 31)))[0:9]] == [1] * 4
    assert [row.games for row in PastTable(pool, TableQuery(as_of=date(2026, 2, 1)))[0:9]] == [2] * 4
    assert PastTable(pool, TableQuery(as_of=date(2026, 1, 30))).count() == 0
