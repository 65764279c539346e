"""Victory points from a difference: the built-in tables, the curve, tables of a club's own."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.records import Scoring, VpStep
from tournaments.core.vp import (
    TABLES,
    ScoreError,
    check_points,
    check_scoring,
    check_steps,
    curve,
    share_out,
    winner_value,
)

OWN = (VpStep(0, 1000, 1000), VpStep(300, 1250, 750), VpStep(None, 2000, 0))


@pytest.mark.parametrize(
    ("table", "limits"),
    [
        ("vp-3-deals", (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)),
        ("vp-4-deals", (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)),
    ],
)
def test_each_row_of_a_table_ends_where_the_specification_says(table: str, limits: tuple[int, ...]) -> None:
    scoring = Scoring(table=table)
    for row, limit in enumerate(limits):
        assert winner_value(limit, scoring) == 1000 + 100 * row
        assert winner_value(limit + 5, scoring) == 1100 + 100 * row


@pytest.mark.parametrize(
    ("difference", "winner"),
    [(0, 1000), (500, 1280), (1000, 1500), (2000, 1809), (2995, 1999), (3000, 2000), (9000, 2000)],
)
def test_the_curve_gives_the_figures_of_the_specification(difference: int, winner: int) -> None:
    assert winner_value(difference, Scoring()) == winner


def test_the_curve_scales_with_its_base() -> None:
    assert winner_value(500, Scoring(curve_base=1500)) == winner_value(1000, Scoring(curve_base=3000))


def test_the_curve_is_the_formula_rounded_half_up_at_every_step() -> None:
    tau = (Decimal(5).sqrt() - 1) / 2
    for base in (500, 1234, 3000):
        for step, value in enumerate(curve(base)):
            exact = 1000 + 1000 * (1 - tau ** (15 * step / Decimal(base))) / (1 - tau**3)
            assert abs(exact - value) <= Decimal("0.5")


@given(
    st.integers(-2000, 4000).map(lambda n: 5 * n),
    st.integers(-2000, 4000).map(lambda n: 5 * n),
    st.sampled_from(
        [Scoring(), Scoring(table="vp-3-deals"), Scoring(table="vp-4-deals"), Scoring(steps=OWN)]
    ),
)
def test_two_sides_share_twenty_points_and_the_better_never_gets_less(
    a: int, b: int, scoring: Scoring
) -> None:
    first, second = share_out(a, b, scoring)
    assert first + second == 2000
    assert (first >= second) or a < b
    assert share_out(b, a, scoring) == (second, first)
    if a == b:
        assert first == 1000


def test_a_club_s_own_table_replaces_the_built_in_ones() -> None:
    scoring = Scoring(steps=OWN)
    assert [winner_value(d, scoring) for d in (0, 5, 300, 305)] == [1000, 1250, 1250, 2000]
    with pytest.raises(ScoreError) as refused:
        winner_value(305, Scoring(steps=OWN[:2]))
    assert refused.value.code == "table_not_covering"


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ((), "table_not_covering"),
        ((VpStep(0, 1000, 1000), VpStep(300, 1250, 750)), "table_not_covering"),
        ((VpStep(None, 1000, 1000), VpStep(None, 2000, 0)), "table_not_covering"),
        ((VpStep(100, 1000, 1000), VpStep(100, 1250, 750), VpStep(None, 2000, 0)), "table_not_rising"),
        ((VpStep(0, 1000, 1000), VpStep(300, 1250, 750), VpStep(None, 1200, 800)), "table_not_rising"),
        ((VpStep(0, 1000, 1000), VpStep(None, 2000, 100)), "table_not_symmetric"),
        ((VpStep(0, 1000, 1000), VpStep(None, 2100, -100)), "table_not_symmetric"),
        ((VpStep(0, 900, 1100), VpStep(None, 2000, 0)), "table_not_symmetric"),
        ((VpStep(0, 1100, 900), VpStep(None, 2000, 0)), "table_level_not_even"),
    ],
)
def test_a_table_must_cover_everything_rise_and_share_out_twenty(
    steps: tuple[VpStep, ...], code: str
) -> None:
    with pytest.raises(ScoreError) as refused:
        check_steps(steps)
    assert refused.value.code == code


def test_the_built_in_tables_pass_their_own_check() -> None:
    for steps in (*TABLES.values(), OWN):
        check_steps(steps)


@pytest.mark.parametrize("points", [1503, -1, 2452])
def test_a_score_that_is_no_multiple_of_5_is_refused(points: int) -> None:
    with pytest.raises(ScoreError) as refused:
        check_points(points)
    assert refused.value.code == "not_multiple_of_5"


@pytest.mark.parametrize("points", [0, 5, -120, 2450])
def test_multiples_of_5_pass_below_zero_too(points: int) -> None:
    check_points(points)


@pytest.mark.parametrize(
    ("scoring", "code"),
    [
        (Scoring(table="vp-5-deals"), "unknown_table"),
        (Scoring(curve_base=0), "curve_base"),
        (Scoring(curve_base=100_001), "curve_base"),
        (Scoring(bye=-100), "value_out_of_range"),
        (Scoring(steps=OWN[:1]), "table_not_covering"),
    ],
)
def test_settings_that_cannot_score_a_match_are_refused(scoring: Scoring, code: str) -> None:
    with pytest.raises(ScoreError) as refused:
        check_scoring(scoring)
    assert refused.value.code == code


def test_the_default_settings_pass() -> None:
    check_scoring(Scoring())
