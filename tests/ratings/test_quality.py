"""Measures of predictions, by hand."""

import math

import pytest

from ratings.quality import measure


def test_nothing_is_said_of_nothing():
    assert measure([]) is None


def test_the_measures_of_three_games_by_hand():
    quality = measure([(0.8, 1), (0.4, 0), (0.5, 1)])
    assert quality.predictions == 3
    assert quality.log_loss == pytest.approx(-(math.log(0.8) + math.log(0.6) + math.log(0.5)) / 3)
    assert quality.brier == pytest.approx((0.04 + 0.16 + 0.25) / 3)
    assert quality.accuracy == pytest.approx(2.5 / 3)
    assert quality.accuracy_percent == 83


def test_a_game_counts_alike_from_either_side():
    one, other = measure([(0.8, 1), (0.3, 0.5)]), measure([(0.2, 0), (0.7, 0.5)])
    assert one.log_loss == pytest.approx(other.log_loss)
    assert one.brier == pytest.approx(other.brier)


def test_calibration_tells_what_came_of_each_chance():
    quality = measure([(0.62, 1), (0.64, 0), (0.36, 0), (0.97, 1)])
    assert [(b.low, b.high, b.count) for b in quality.calibration] == [(60, 65, 3), (95, 100, 1)]
    assert quality.calibration[0].predicted == pytest.approx((62 + 64 + 64) / 3)
    assert quality.calibration[0].happened == pytest.approx(200 / 3)


def test_a_certain_prediction_that_fails_has_a_finite_loss():
    assert math.isfinite(measure([(1.0, 0)]).log_loss)
