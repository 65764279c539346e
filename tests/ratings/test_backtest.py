"""Trying parameters: predictions use the past only, and a difference counts only above chance."""

import random

import pytest

from ratings.backtest import Trial, grid, is_better, trial
from ratings.games import Game, Outcome
from ratings.ledger import CLUB_V1, Parameters
from ratings.quality import measure


def games(count: int, **fields) -> list[Game]:
    return [Game(n, n, (("A", "B"), ("C", "D")), (1, 2), **fields) for n in range(count)]


def test_the_first_fifth_only_settles_the_ratings():
    assert trial(games(10), CLUB_V1).quality.predictions == 8


def test_forfeits_are_rated_but_not_judged():
    forfeits = games(10, outcome=Outcome.FORFEIT, defaulting=frozenset({1}))
    assert trial(forfeits, CLUB_V1) is None


def test_each_game_is_predicted_from_those_before_it():
    first, second = trial(games(2), CLUB_V1).losses
    assert first == pytest.approx(0.693147, abs=1e-6)
    assert second < first


def test_the_grid_begins_with_the_parameters_in_use_and_has_each_set_once():
    tried = grid(CLUB_V1)
    assert tried[0] == CLUB_V1
    assert len(set(tried)) == len(tried) == 20
    assert Parameters(beta=CLUB_V1.beta / 2, tau=0.0) in tried


def losses(values: list[float]) -> Trial:
    return Trial(CLUB_V1, measure([(0.5, 1)]), tuple(values))


def test_a_steady_difference_is_better_and_a_wild_one_is_not():
    dice = random.Random(1)
    wild = [0.69 + dice.gauss(0, 0.5) for _game in range(100)]
    assert is_better(losses([0.6 + 0.001 * (n % 3) for n in range(100)]), losses([0.69] * 100))
    assert not is_better(losses([0.69] * 100), losses(wild))
    assert not is_better(losses([0.69] * 100), losses([0.69] * 100))
    assert not is_better(losses([0.1]), losses([0.9]))
