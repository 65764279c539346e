"""The arithmetic of one game in words: every sum is exact, shares go by certainty."""

from itertools import pairwise

import pytest

from ratings.explain import result_of, stories
from ratings.games import Game
from ratings.ledger import CLUB_V1, Rating, rate
from ratings.models import RatingEntry


def lines_of(sides, ranks, ratings):
    entries = rate(Game(1, 1, sides, ranks), ratings)
    return [
        RatingEntry(
            player_id=entry.player,
            sides=entry.sides,
            side=entry.side,
            seat=entry.seat,
            place=entry.place,
            expected=entry.expected,
            score=entry.score,
            mu_before=entry.before.mu,
            sigma_before=entry.before.sigma,
            mu_after=entry.after.mu,
            sigma_after=entry.after.sigma,
        )
        for entry in entries
    ]


SETTLED = {1: Rating(31.0, 2.5), 2: Rating(25.0, 25 / 3), 3: Rating(28.0, 3.0), 4: Rating(22.0, 6.0)}


def test_sides_are_told_with_what_was_expected_and_what_came():
    won, lost = stories(lines_of(((1, 2), (3, 4)), (1, 2), SETTLED), CLUB_V1)
    # The specification's case 03: 0.592 for club-v1.
    assert (won.expected, won.result, lost.expected, lost.result) == (59, "won", 41, "lost")


def test_the_less_certain_partner_carries_more():
    (won, _lost) = stories(lines_of(((1, 2), (3, 4)), (1, 2), SETTLED), CLUB_V1)
    settled, newcomer = won.steps
    # 2.5² : (25/3)² is 6.25 : 69.44; tau² moves neither.
    assert (settled.share, newcomer.share) == (8, 92)
    assert (settled.certainty, newcomer.certainty) == ("more", "less")


def test_equal_partners_are_called_equal_and_single_players_alone():
    newcomers = dict.fromkeys(range(1, 5), CLUB_V1.newcomer)
    (won, _lost) = stories(lines_of(((1, 2), (3, 4)), (1, 2), newcomers), CLUB_V1)
    assert [(step.share, step.certainty) for step in won.steps] == [(50, "equal"), (50, "equal")]
    (won, _lost) = stories(lines_of(((1,), (2,)), (1, 2), newcomers), CLUB_V1)
    assert [(step.share, step.certainty) for step in won.steps] == [(100, "alone")]


def test_partners_who_carry_the_same_in_whole_per_cent_are_called_equal():
    nearly = SETTLED | {1: Rating(25.0, 8.30), 2: Rating(25.0, 8.31)}
    (won, _lost) = stories(lines_of(((1, 2), (3, 4)), (1, 2), nearly), CLUB_V1)
    assert [(step.share, step.certainty) for step in won.steps] == [(50, "equal"), (50, "equal")]


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 1)])
def test_every_sum_is_exact(ranks):
    for story in stories(lines_of(((1, 2), (3, 4)), ranks, SETTLED), CLUB_V1):
        assert story.change == sum(step.change for step in story.steps)
        assert all(step.before + step.change == step.after for step in story.steps)
        assert sum(step.share for step in story.steps) == 100


def test_results_of_several_sides():
    newcomers = dict.fromkeys(range(1, 4), CLUB_V1.newcomer)
    sides = ((1,), (2,), (3,))
    assert [result_of(line) for line in lines_of(sides, (1, 2, 3), newcomers)] == ["won", "beaten", "lost"]
    assert [result_of(line) for line in lines_of(sides, (1, 1, 3), newcomers)] == ["drawn", "drawn", "lost"]
    places = [story.place for story in stories(lines_of(sides, (1, 2, 3), newcomers), CLUB_V1)]
    assert all(before < after for before, after in pairwise(places))
