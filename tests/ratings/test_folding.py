"""The ledger in the database: any order of entry, any correction, any number of folds give one result."""

import random
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from ratings.games import Outcome
from ratings.ledger import CLUB_V1
from ratings.models import PlayerRating, RatedGame, RatingEntry, RatingPool, RatingReplay
from ratings.services import fold_pool, folding, record_game, unrate_game
from ratings.services import games as recording
from ratings.services.folding import rebuild
from ratings.services.marks import BREATH, take_due_pools
from ratings.services.pools import new_version
from tests.ratings.club import (
    EVENING,
    FIRST_DAY,
    NOW,
    facts,
    fold_all,
    lines,
    make_players,
    play,
    play_evening,
    standings,
)

pytestmark = pytest.mark.django_db


def test_the_ledger_holds_what_the_fold_says():
    players = make_players()
    play(players, 1, "AB CD", (1, 2))
    fold_all()
    entry = RatingEntry.objects.get(player=players["A"])
    assert (entry.mu_before, entry.sigma_before) == (25, CLUB_V1.sigma)
    assert entry.mu_after == pytest.approx(26.701147943, abs=1e-6)
    assert entry.sigma_after == pytest.approx(8.232895275, abs=1e-6)
    assert (entry.number, entry.nth, entry.place, entry.expected, entry.score) == (1, 1, 1, 0.5, 1)
    rating = PlayerRating.objects.get(player=players["A"])
    assert rating.order_value == pytest.approx(26.701147943 - 8.232895275, abs=1e-6)
    assert (rating.games, rating.partners, rating.last_game_at) == (1, 1, FIRST_DAY + timedelta(days=1))


def test_games_entered_in_any_order_give_the_same_ledger():
    players = make_players()
    play_evening(players)
    fold_all()
    expected = lines(), standings()
    RatingEntry.objects.all().delete()
    PlayerRating.objects.all().delete()
    RatedGame.objects.all().delete()
    numbers = list(range(1, len(EVENING) + 1))
    random.Random(7).shuffle(numbers)
    for number in numbers:
        play_evening(players, [number])
        fold_all()
    assert (lines(), standings()) == expected


def test_game_by_game_equals_a_full_replay():
    players = make_players()
    for number in range(1, len(EVENING) + 1):
        play_evening(players, [number])
        fold_all()
    before = lines(), standings()
    rebuild(RatingPool.objects.get(), why="proof", now=NOW)
    assert (lines(), standings()) == before


def test_a_no_show_writes_lines_for_the_absent_side_only():
    players = make_players()
    play_evening(players, [5])
    fold_all()
    assert [line[2] for line in lines()] == ["p-e", "p-f"]


@pytest.mark.parametrize(
    "change",
    [
        {"ranks": (1, 2)},
        {"outcome": Outcome.FORFEIT, "defaulting": frozenset({1})},
        {"outcome": Outcome.NO_SHOW, "defaulting": frozenset({1})},
        {"outcome": Outcome.VOID},
        {"rated": False},
        {"played_at": FIRST_DAY + timedelta(days=5, hours=1)},
        {"rule_set": "ten-thousand"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_correction_equals_having_known_it_from_the_start_and_taking_it_back_restores(change):
    players = make_players()
    play_evening(players)
    fold_all()
    before = lines(), standings()
    record_game(replace(facts(players, 2, *EVENING[1][:2]), **change))
    fold_all()
    corrected = lines(), standings()
    assert corrected != before
    for pool in RatingPool.objects.all():
        rebuild(pool, why="proof", now=NOW)
    assert (lines(), standings()) == corrected
    play_evening(players, [2])
    fold_all()
    assert (lines(), standings()) == before


def test_the_lines_before_the_change_are_not_even_written_again():
    players = make_players()
    play_evening(players)
    fold_all()
    kept = list(RatingEntry.objects.filter(number__lt=4).order_by("pk").values_list("pk", flat=True))
    unrate_game(UUID(int=4), why="void")
    fold_all()
    assert list(RatingEntry.objects.filter(number__lt=4).order_by("pk").values_list("pk", flat=True)) == kept


def test_another_pool_is_not_touched():
    players = make_players()
    play(players, 1, "A B", (1, 2))
    play_evening(players, [2, 3])
    fold_all()
    solo = RatingPool.objects.get(kind="solo")
    kept = list(RatingEntry.objects.filter(pool=solo).order_by("pk").values_list("pk", "mu_after"))
    unrate_game(UUID(int=2), why="void")
    fold_all()
    assert list(RatingEntry.objects.filter(pool=solo).order_by("pk").values_list("pk", "mu_after")) == kept


def test_folding_what_is_clean_does_nothing():
    players = make_players()
    play_evening(players)
    fold_all()
    keys = list(RatingEntry.objects.values_list("pk", flat=True))
    assert fold_pool(RatingPool.objects.get().pk, NOW) is None
    assert list(RatingEntry.objects.values_list("pk", flat=True)) == keys


def test_who_has_no_game_left_has_no_rating():
    players = make_players()
    play_evening(players, [1, 4])
    fold_all()
    unrate_game(UUID(int=4), why="void")
    fold_all()
    assert not PlayerRating.objects.filter(player=players["E"]).exists()
    assert PlayerRating.objects.get(player=players["A"]).games == 1


def test_a_replay_leaves_one_line_of_audit_and_an_append_none():
    players = make_players()
    play_evening(players, [1, 2, 3])
    fold_all()
    play_evening(players, [4])
    fold_all()
    assert not RatingReplay.objects.exists()
    record_game(facts(players, 2, "AC BD", (1, 2)), why="scores swapped")
    fold_all()
    replay = RatingReplay.objects.get()
    assert (replay.why, replay.games, replay.from_game.uuid) == ("scores swapped", 3, UUID(int=2))
    assert replay.players_moved == 4
    assert replay.largest_move > 1
    assert replay.changes.count() == 1


def test_what_is_marked_while_a_fold_runs_is_folded_next(monkeypatch):
    players = make_players()
    play_evening(players, [1])
    clear = folding._clear

    def mark_first(pool, now):
        monkeypatch.setattr(folding, "_clear", clear)
        play_evening(players, [2])
        clear(pool, now)

    monkeypatch.setattr(folding, "_clear", mark_first)
    pool = RatingPool.objects.get()
    first = fold_pool(pool.pk, NOW)
    assert first is not None
    assert first.games == 1
    assert list(take_due_pools(NOW + BREATH, 10)) == [pool.pk]
    second = fold_pool(pool.pk, NOW + BREATH)
    assert second is not None
    assert second.games == 1
    pool.refresh_from_db()
    assert pool.dirty_from is None


def test_of_what_is_marked_while_a_fold_runs_nothing_is_lost_and_no_more_is_folded_again(monkeypatch):
    """One correction, one game that is late without knowing it, and then nothing is left."""
    players = make_players()
    play_evening(players, [1, 2, 4, 5])
    write = folding.Writer.write

    def marked_meanwhile(do):
        def write_and_mark(writer):
            write(writer)
            do()

        monkeypatch.setattr(folding.Writer, "write", write_and_mark)
        return fold_pool(RatingPool.objects.get().pk, NOW).games

    assert marked_meanwhile(lambda: play(players, 4, "AB CD", (2, 1))) == 4
    monkeypatch.setattr(recording, "_is_late", lambda game: False)
    assert marked_meanwhile(lambda: play_evening(players, [3])) == 2  # the fourth and the fifth
    assert marked_meanwhile(lambda: None) == 3
    assert RatingPool.objects.get().dirty_from is None
    after = lines(), standings()
    monkeypatch.setattr(folding.Writer, "write", write)
    rebuild(RatingPool.objects.get(), why="proof", now=NOW)
    assert (lines(), standings()) == after


def test_a_fold_that_fails_keeps_the_old_table_and_waits_longer_each_time(monkeypatch):
    players = make_players()
    play_evening(players, [1, 2])
    fold_all()
    before = lines(), standings()
    play_evening(players, [3])
    pool = RatingPool.objects.get()

    def fail(_writer):
        RatingEntry.objects.all().delete()
        raise RuntimeError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(folding.Writer, "write", fail)
        for _attempt in range(2):
            with pytest.raises(RuntimeError):
                fold_pool(pool.pk, NOW)
    pool.refresh_from_db()
    assert (lines(), standings()) == before
    assert (pool.failures, pool.next_at) == (2, NOW + timedelta(seconds=20))
    assert "disk full" in pool.last_error
    fold_all()
    pool.refresh_from_db()
    assert (pool.dirty_from, pool.failures, pool.last_error) == (None, 0, "")
    assert lines()[: len(before[0])] == before[0]


def test_new_parameters_are_a_new_version_shown_when_it_is_complete():
    players = make_players()
    play_evening(players)
    fold_all()
    old = RatingPool.objects.get()
    kept = lines(old)
    version = new_version(old, {"beta": 25 / 6}, model_name="trial", why="season of trial")
    assert RatingPool.objects.get(active=True) == old
    fold_pool(version.pk, NOW)
    assert RatingPool.objects.get(active=True) == version
    assert lines(old) == kept
    assert len(lines(version)) == len(kept)
    first = RatingEntry.objects.get(pool=version, number=1, player=players["A"])
    assert first.mu_after == pytest.approx(26.964294622, abs=1e-6)
