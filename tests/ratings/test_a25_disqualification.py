"""Case A25: a disqualification re-rates the rated events of the player, and no event that was not rated."""

from dataclasses import replace

import pytest

from ratings.games import Outcome
from ratings.models import RatedGame, RatingEntry, RatingPool
from ratings.services import record_game
from ratings.services.folding import rebuild
from tests.ratings.club import NOW, facts, fold_all, lines, make_players, standings

pytestmark = pytest.mark.django_db

# number of the game, tournament, sides
GAMES = [(1, 1, "AB CD"), (2, 1, "AC BD"), (3, 2, "AD BC"), (4, 3, "AB CD"), (5, 2, "EF AB"), (6, 2, "CD EF")]


def three_events():
    players = make_players()
    told = [
        facts(players, number, sides, (1, 2), tournament_id=event, rated=event != 3)
        for number, event, sides in GAMES
    ]
    for game in told:
        record_game(game)
    fold_all()
    return players, told


def disqualify(player, told):
    """As the tournaments tell it: every game of the player is a forfeit of the player's side."""
    for game in told:
        at_fault = frozenset(number for number, side in enumerate(game.sides) if player.pk in side)
        if at_fault:
            record_game(
                replace(game, outcome=Outcome.FORFEIT, defaulting=at_fault), why="A disqualified in event 1"
            )
    fold_all()


def test_rated_events_are_computed_again_in_order_and_the_unrated_one_has_still_no_line():
    players, told = three_events()
    before = lines()
    disqualify(players["A"], told)
    after = lines()
    assert after != before
    assert not RatingEntry.objects.filter(game__tournament_id=3).exists()
    assert RatedGame.objects.get(tournament_id=3).not_rated == "event"
    a_lost = RatingEntry.objects.filter(player=players["A"]).values_list("game__tournament_id", "score")
    assert list(a_lost.order_by("number")) == [(1, 0.0), (1, 0.0), (2, 0.0), (2, 0.0)]
    rebuild(RatingPool.objects.get(), why="proof", now=NOW)
    assert lines() == after


def test_a_second_run_changes_nothing():
    players, told = three_events()
    disqualify(players["A"], told)
    once = lines(), standings(), list(RatingEntry.objects.order_by("pk").values_list("pk", flat=True))
    disqualify(players["A"], told)
    again = lines(), standings(), list(RatingEntry.objects.order_by("pk").values_list("pk", flat=True))
    assert again == once


def test_an_event_made_rated_later_takes_its_place_and_made_unrated_leaves_it():
    _players, told = three_events()
    before = lines(), standings()
    record_game(replace(told[3], rated=True), why="event 3 is rated")
    fold_all()
    assert [line[3] for line in lines() if line[1] == told[3].uuid] == [4, 4, 4, 4]
    record_game(told[3], why="event 3 is not rated after all")
    fold_all()
    assert (lines(), standings()) == before
