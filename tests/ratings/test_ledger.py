"""The fold against the specification's cases, and the rules it must keep for games nobody wrote down."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.games import (
    Game,
    LedgerError,
    Outcome,
    final_ranks,
    sides_with_entries,
)
from ratings.ledger import (
    CLUB_V1,
    OPENSKILL_DEFAULT,
    Parameters,
    Rating,
    fold,
    fold_in_order,
    update,
    win_probability,
)

CASES = json.loads((Path(__file__).parent / "data" / "cases.json").read_text())
PROFILES = {"openskill-default": OPENSKILL_DEFAULT, "club-v1": CLUB_V1}
OUTCOMES = {
    "final": Outcome.PLAYED,
    "forfeit": Outcome.FORFEIT,
    "no-show": Outcome.NO_SHOW,
    "void": Outcome.VOID,
}
PAIRS = (("A", "B"), ("C", "D"))


def game_of(row: dict, **changes) -> Game:
    outcome = OUTCOMES[row["status"]]
    last = max(row["ranks"])
    defaulting = {side for side, rank in enumerate(row["ranks"]) if rank == last}
    game = Game(
        key=row["id"],
        order=(row["at"], row["seq"]),
        sides=tuple(tuple(side) for side in row["teams"]),
        ranks=tuple(row["ranks"]),
        outcome=outcome,
        defaulting=frozenset(defaulting if outcome in {Outcome.FORFEIT, Outcome.NO_SHOW} else ()),
    )
    return replace(game, **changes)


def game(sides=PAIRS, ranks=(1, 2), key=1, **fields) -> Game:
    return Game(key=key, order=fields.pop("order", key), sides=sides, ranks=ranks, **fields)


def finals(entries, start=None) -> dict:
    return {**(start or {}), **{entry.player: entry.after for entry in entries}}


def start_of(case: dict) -> dict:
    return {player: Rating(**numbers) for player, numbers in case["initial"].items()}


def cases_with(expected: str) -> pytest.MarkDecorator:
    """Each case and profile for which the specification states `expected`."""
    stated = [
        (case, profile)
        for case in CASES["cases"]
        for profile in PROFILES
        if expected in case["expected"][profile]
    ]
    return pytest.mark.parametrize(
        ("case", "profile"), stated, ids=lambda value: value["id"] if isinstance(value, dict) else value
    )


@cases_with("final")
def test_the_case_ends_with_the_expected_ratings(case, profile):
    entries = fold([game_of(row) for row in case["games"]], start_of(case), PROFILES[profile])
    got = finals(entries, start_of(case))
    want = case["expected"][profile]["final"]
    assert got.keys() == want.keys()
    for player, numbers in want.items():
        assert got[player].mu == pytest.approx(numbers["mu"], abs=1e-6)
        assert got[player].sigma == pytest.approx(numbers["sigma"], abs=1e-6)


@cases_with("ledger")
def test_the_case_writes_the_expected_ledger(case, profile):
    entries = fold([game_of(row) for row in case["games"]], start_of(case), PROFILES[profile])
    lines = [[e.game, e.player, *e.before, *e.after] for e in entries]
    want = case["expected"][profile]["ledger"]
    assert [line[:2] for line in lines] == [line[:2] for line in want]
    for line, wanted in zip(lines, want, strict=True):
        assert line[2:] == pytest.approx(wanted[2:], abs=1e-6)


@cases_with("p_pairwise_before_last_game")
def test_the_case_is_predicted_as_expected(case, profile):
    wanted = case["expected"][profile]["p_pairwise_before_last_game"]
    games = sorted((game_of(row) for row in case["games"] if row["status"] != "void"), key=lambda g: g.order)
    ratings = finals(fold(games[:-1], start_of(case), PROFILES[profile]), start_of(case))
    sides = [[ratings.get(player, CLUB_V1.newcomer) for player in side] for side in games[-1].sides]
    couples = [(i, j) for i in range(len(sides)) for j in range(i + 1, len(sides))]
    got = [win_probability(sides[i], sides[j], PROFILES[profile]) for i, j in couples]
    assert got == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_corrected_result_is_replayed_not_subtracted(profile):
    (case,) = [case for case in CASES["cases"] if case["id"] == "09-correction"]
    games = [game_of(row) for row in case["games"]]
    games[0] = replace(games[0], ranks=(1, 2))
    before = finals(fold(games, parameters=PROFILES[profile]))
    for player, numbers in case["expected"][profile]["before_correction"].items():
        assert before[player] == pytest.approx(tuple(numbers.values()), abs=1e-6)


def test_the_profiles_are_the_specifications():
    for name, parameters in PROFILES.items():
        numbers = CASES["profiles"][name]
        for field in ("mu", "sigma", "beta", "tau", "kappa"):
            assert getattr(parameters, field) == pytest.approx(numbers[field])


def test_an_unrated_game_leaves_no_entry():
    games = [
        game(outcome=Outcome.VOID, ranks=()),
        game(sides=(("A", None), ("C", "D")), key=2),
        game(rated_event=False, key=3),
    ]
    assert list(fold(games)) == []


def test_a_no_show_moves_the_absent_side_only():
    absent = game(outcome=Outcome.NO_SHOW, defaulting=frozenset({0}), ranks=())
    assert sides_with_entries(absent) == (0,)
    entries = list(fold([absent]))
    assert [entry.player for entry in entries] == ["A", "B"]
    assert all(entry.after.mu < 25 for entry in entries)


def test_a_no_show_can_be_set_to_move_both_sides():
    parameters = Parameters(no_show_rates_both=True)
    absent = game(outcome=Outcome.NO_SHOW, defaulting=frozenset({0}), ranks=())
    after = finals(fold([absent], parameters=parameters))
    assert after == finals(fold([game(ranks=(2, 1))]))


def test_the_side_that_forfeits_is_last_whatever_its_score():
    forfeited = game(outcome=Outcome.FORFEIT, ranks=(1, 2), defaulting=frozenset({0}))
    assert final_ranks(forfeited) == (2, 1)
    assert finals(fold([forfeited]))["A"].mu < 25 < finals(fold([forfeited]))["C"].mu


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"sides": (("A", "B"), ("B", "C"))}, "same_player"),
        ({"ranks": (1,)}, "ranks_missing"),
        ({"ranks": (1, 1.5)}, "rank_not_whole"),
        ({"ranks": (True, 2)}, "rank_not_whole"),
        ({"outcome": Outcome.FORFEIT}, "default_mismatch"),
        ({"outcome": Outcome.NO_SHOW}, "default_mismatch"),
        ({"defaulting": frozenset({1})}, "default_mismatch"),
        ({"outcome": Outcome.FORFEIT, "defaulting": frozenset({2})}, "unknown_side"),
    ],
)
def test_what_cannot_be_rated_is_refused_by_name(changes, code):
    with pytest.raises(LedgerError) as refused:
        list(fold([game(**changes)]))
    assert refused.value.code == code


@pytest.mark.parametrize("rating", [(math.nan, 8.0), (25.0, math.nan), (math.inf, 8.0), (25.0, 0.0)])
def test_a_rating_that_is_no_number_is_refused(rating):
    with pytest.raises(LedgerError) as refused:
        list(fold([game()], {"A": Rating(*rating)}))
    assert refused.value.code == "not_finite"
    with pytest.raises(LedgerError):
        update([[Rating(*rating)], [CLUB_V1.newcomer]], [1, 2])


@pytest.mark.parametrize(
    ("stored", "code"),
    [
        ({"beta": math.nan}, "not_finite"),
        ({"beta": "8"}, "not_finite"),
        ({"sigma": 0}, "parameter_range"),
        ({"beta": 0}, "parameter_range"),
        ({"kappa": 0}, "parameter_range"),
        ({"tau": -1}, "parameter_range"),
        ({"tau": 1e9}, "parameter_range"),
        ({"sigma": 1e200}, "parameter_range"),
        ({"beta": 1e-200}, "parameter_range"),
        ({"mu": -1001}, "parameter_range"),
        ({"kappa": 1}, "parameter_range"),
        ({"no_show_rates_both": "no"}, "not_boolean"),
        ({"weights": 1}, "unknown_parameter"),
    ],
)
def test_parameters_out_of_range_are_refused(stored, code):
    with pytest.raises(LedgerError) as refused:
        Parameters.from_json(stored)
    assert refused.value.code == code


def test_parameters_survive_storing():
    parameters = Parameters(beta=4.0, no_show_rates_both=True)
    assert Parameters.from_json(json.loads(json.dumps(parameters.as_json()))) == parameters


def test_tau_of_nought_is_obeyed():
    still = Parameters(tau=0.0)
    settled = [[Rating(25.0, 1e-3)], [Rating(25.0, 1e-3)]]
    (winner,), _ = update(settled, [1, 2], still)
    assert winner.sigma <= 1e-3


def test_games_given_out_of_order_are_refused_where_order_is_promised():
    with pytest.raises(LedgerError) as refused:
        list(fold_in_order([game(key=2), game(key=1)]))
    assert refused.value.code == "out_of_order"


players = st.permutations(["A", "B", "C", "D", "E", "F"])
plain_games = st.lists(
    st.tuples(players, st.sampled_from([(1, 2), (2, 1), (1, 1)])), min_size=1, max_size=8
).map(
    lambda rows: [
        game(sides=((p[0], p[1]), (p[2], p[3])), ranks=ranks, key=number)
        for number, (p, ranks) in enumerate(rows)
    ]
)


@settings(max_examples=40, deadline=None)
@given(plain_games, st.randoms(use_true_random=False))
def test_the_order_of_entry_is_irrelevant(games, random):
    shuffled = games[:]
    random.shuffle(shuffled)
    assert list(fold(shuffled)) == list(fold(games))


@settings(max_examples=40, deadline=None)
@given(plain_games, st.integers(0, 8))
def test_folding_in_two_parts_equals_folding_at_once(games, cut):
    first = list(fold(games[:cut]))
    assert first + list(fold(games[cut:], finals(first))) == list(fold(games))


sides_of_ratings = st.lists(
    st.builds(Rating, st.floats(-25, 75), st.floats(0.5, 9)), min_size=3, max_size=5
).map(lambda ratings: [[rating] for rating in ratings])


@settings(max_examples=40, deadline=None)
@given(sides_of_ratings, st.data())
def test_a_win_never_lowers_and_the_average_keeps_ties_fair(sides, data):
    ranks = data.draw(st.permutations(range(1, len(sides) + 1)))
    after = update(sides, ranks)
    winner = ranks.index(1)
    assert after[winner][0].mu >= sides[winner][0].mu
    tied = [1] * len(sides)
    equal = update([[CLUB_V1.newcomer]] * len(sides), tied)
    assert all(side[0].mu == pytest.approx(25) for side in equal)


def test_nobody_behind_a_tie_gains_more_than_the_winners():
    newcomers = [[CLUB_V1.newcomer] for _ in range(5)]
    after = update(newcomers, [1, 1, 3, 4, 5])
    gains = [side[0].mu - 25 for side in after]
    assert gains[0] == pytest.approx(gains[1])
    assert gains[1] > gains[2] > gains[3] > gains[4]
