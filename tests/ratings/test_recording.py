"""Taking games: what marks a pool, what does not, and what is refused."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import translation

from ratings import outbox
from ratings.errors import RatingError
from ratings.games import Outcome
from ratings.models import Kind, LedgerChange, RatedGame, RatingPool
from ratings.services import record_game, unrate_game
from tests.ratings.club import FIRST_DAY, NOW, facts, fold_all, lines, make_players, play

pytestmark = pytest.mark.django_db


def pool() -> RatingPool:
    return RatingPool.objects.get(kind=Kind.PAIRS)


def test_a_new_game_opens_its_pool_and_marks_it():
    game = play(make_players(), 1, "AB CD", (1, 2))
    assert (pool().rule_set, pool().dirty_from) == ("classic", game.order_key)


def test_pairs_and_single_players_are_never_mixed():
    players = make_players()
    play(players, 1, "AB CD", (1, 2))
    play(players, 2, "A B", (1, 2))
    play(players, 3, "A B C", (1, 2, 3), rule_set="ten-thousand")
    fold_all()
    assert [line[0] for line in lines()].count(pool().pk) == 4
    assert RatingPool.objects.count() == 3


def test_telling_the_same_game_twice_changes_nothing():
    players = make_players()
    play(players, 1, "AB CD", (1, 2))
    fold_all()
    play(players, 1, "AB CD", (1, 2))
    assert pool().dirty_from is None
    assert RatedGame.objects.count() == 1


def test_a_new_label_needs_no_fold():
    players = make_players()
    play(players, 1, "AB CD", (1, 2))
    fold_all()
    play(players, 1, "AB CD", (1, 2), label="Autumn Cup")
    assert pool().dirty_from is None
    assert RatedGame.objects.get().label == "Autumn Cup"


def test_a_correction_marks_from_the_earlier_of_both_places():
    players = make_players()
    early = play(players, 1, "AB CD", (1, 2)).order_key
    play(players, 2, "AB CD", (1, 2))
    fold_all()
    play(players, 1, "AB CD", (1, 2), played_at=FIRST_DAY + timedelta(days=9))
    assert pool().dirty_from == early
    assert pool().changes == 3


def test_the_mark_is_lowered_never_raised():
    players = make_players()
    first = play(players, 1, "AB CD", (1, 2)).order_key
    play(players, 2, "AB CD", (1, 2))
    assert pool().dirty_from == first


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rated": False}, "event"),
        ({"outcome": Outcome.VOID, "ranks": ()}, "void"),
        ({"outcome": Outcome.BYE}, "bye"),
        ({"outcome": Outcome.WALKOVER}, "walkover"),
        ({"outcome": Outcome.BOTH_ABSENT}, "both_absent"),
    ],
)
def test_an_unrated_game_is_kept_with_its_reason_and_marks_nothing(changes, reason):
    game = record_game(replace(facts(make_players(), 1, "AB CD", (1, 2)), **changes))
    assert game.not_rated == reason
    assert pool().dirty_from is None


def test_a_game_with_a_guest_is_not_rated():
    players = make_players()
    players["D"].is_guest = True
    players["D"].because("came along").save()
    assert play(players, 1, "AB CD", (1, 2)).not_rated == "guest"
    unnamed = ((players["A"].pk, None), (players["B"].pk, players["C"].pk))
    assert record_game(replace(facts(players, 2, "AB CD", (1, 2)), sides=unnamed)).not_rated == "guest"


def test_unequal_sides_are_not_rated():
    assert play(make_players(), 1, "A CD", (1, 2)).not_rated == "unequal_sides"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ranks": (1,)}, "ranks_missing"),
        ({"rule_set": "whist"}, "unknown_rule_set"),
        ({"outcome": Outcome.NO_SHOW}, "default_mismatch"),
        ({"played_at": FIRST_DAY.replace(tzinfo=None)}, "naive_date"),
    ],
)
def test_facts_that_cannot_be_are_refused_by_name(changes, code):
    with pytest.raises(RatingError) as refused:
        record_game(replace(facts(make_players(), 1, "AB CD", (1, 2)), **changes))
    assert refused.value.code == code


def test_a_player_twice_at_one_table_is_refused():
    with pytest.raises(RatingError) as refused:
        play(make_players(), 1, "AB BC", (1, 2))
    assert refused.value.code == "same_player"


def test_a_game_taken_back_leaves_the_ledger_and_comes_back_when_told_again():
    players = make_players()
    play(players, 1, "AB CD", (1, 2))
    fold_all()
    before = lines()
    assert unrate_game(UUID(int=1), why="played with the wrong pack")
    fold_all()
    assert lines() == []
    assert not unrate_game(UUID(int=1), why="again")
    assert not unrate_game(UUID(int=99), why="never heard of")
    play(players, 1, "AB CD", (1, 2))
    fold_all()
    assert lines() == before


def test_a_correction_says_why_and_a_newest_game_need_not():
    players = make_players()
    play(players, 2, "AB CD", (1, 2))
    assert not LedgerChange.objects.exists()
    with translation.override("en"):
        play(players, 1, "AB CD", (1, 2))
    record_game(facts(players, 2, "AB CD", (2, 1)), why="scores swapped")
    assert [change.why for change in LedgerChange.objects.order_by("pk")] == [
        "a late result",
        "scores swapped",
    ]


def test_the_outbox_offers_a_marked_pool_once_in_a_while():
    players = make_players()
    play(players, 1, "AB CD", (1, 2))
    assert outbox.due(NOW, 10) == [("ratings.fold_pool", (pool().pk,))]
    assert outbox.due(NOW, 10) == []
    assert outbox.due(NOW + timedelta(seconds=5), 10) != []
    play(players, 2, "AB CD", (1, 2))
    assert outbox.due(NOW + timedelta(seconds=5), 10) == []
    fold_all()
    play(players, 3, "AB CD", (1, 2))
    assert outbox.due(NOW + timedelta(milliseconds=400), 10) == []
    assert outbox.due(NOW + timedelta(milliseconds=500), 10) != []
    fold_all()
    assert ("ratings.fold_pool", (pool().pk,)) not in outbox.due(NOW + timedelta(days=1), 10)


def test_a_clock_that_is_set_back_by_an_hour_holds_no_fold_up():
    players = make_players()
    play(players, 1, "AB CD", (1, 2))
    RatingPool.objects.update(folded_at=NOW, next_at=NOW)
    earlier = NOW - timedelta(hours=1)
    assert outbox.due(earlier, 10) == [("ratings.fold_pool", (pool().pk,))]
    assert outbox.due(earlier, 10) == []
    RatingPool.objects.update(next_at=NOW, failures=3)
    assert outbox.due(earlier, 10) == []
    assert outbox.due(earlier - timedelta(seconds=1), 10) != []
