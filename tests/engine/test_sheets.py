"""What can't be on a score sheet."""

from typing import Any

import pytest

from engine import CLASSIC, TEN_THOUSAND, DealItems, Impossible, Out, Rules, faults, positions
from engine.sheets import least_points, most_points
from tests.engine.logs import CASES, case

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)

WON = DealItems(card_points=200, natural=1, red_threes=2, out=Out.PLAIN, hand=40)
LOST = DealItems(card_points=100, red_threes=2, hand=60)


def found(
    rules: Rules, *sides: DealItems, players: int = 4, totals: tuple[int, ...] | None = None
) -> list[tuple[str, int | None, str]]:
    """The faults as code, side and cell."""
    all_faults = faults(rules, players, totals or (0,) * len(sides), sides)
    assert all(fault.message for fault in all_faults)
    return [(fault.code.value, fault.side, fault.cell) for fault in all_faults]


@BOTH
def test_a_possible_sheet_has_no_faults(rules: Rules) -> None:
    assert found(rules, WON, LOST) == []


@pytest.mark.parametrize("name", sorted(path.stem for path in CASES.glob("match-*.json")))
def test_no_deal_that_was_played_is_impossible(name: str) -> None:
    log = positions(case(name))
    before: tuple[int, ...] = (0,) * log.log.table.sides
    for position in log:
        if position.over:
            assert faults(log.log.rules, log.log.table.players, before, position.items) == ()
            before = position.totals


@BOTH
@pytest.mark.parametrize("cell", ["card_points", "natural", "mixed", "wild", "red_threes", "hand"])
def test_nothing_is_below_0(rules: Rules, cell: str) -> None:
    changed: Any = LOST._replace(**{cell: -5})
    assert [fault for fault in found(rules, WON, changed) if fault[1] == 1] == [("negative", 1, cell)]


@BOTH
@pytest.mark.parametrize("cell", ["card_points", "hand"])
def test_points_are_multiples_of_5(rules: Rules, cell: str) -> None:
    changed: Any = LOST._replace(**{cell: 101})
    assert found(rules, WON, changed) == [("not-fives", 1, cell)]
    assert found(rules, WON, LOST, totals=(3, 0)) == [("not-fives", 0, "totals")]


def test_classic_has_no_wild_canasta() -> None:
    assert found(CLASSIC, WON._replace(wild=1), LOST) == [("wild-canasta", 0, "wild")]
    assert found(CLASSIC, WON._replace(wild=1, card_points=100), LOST) == [("wild-canasta", 0, "wild")]
    assert found(TEN_THOUSAND, WON._replace(wild=1), LOST) == []


@BOTH
def test_a_side_has_one_canasta_of_each_rank(rules: Rules) -> None:
    assert ("ranks", 0, "mixed") in found(rules, WON._replace(natural=6, mixed=6, card_points=1000), LOST)
    assert ("ranks", 0, "natural") in found(rules, WON._replace(natural=12, card_points=1000), LOST)


def test_a_side_has_one_wild_canasta() -> None:
    assert ("ranks", 0, "wild") in found(TEN_THOUSAND, WON._replace(wild=2, card_points=500), LOST)


@pytest.mark.parametrize(
    ("items", "least"),
    [
        (DealItems(), 0),
        (DealItems(natural=1), 7 * 5),
        (DealItems(natural=4), 4 * 35),
        (DealItems(natural=5), 4 * 35 + 70),
        (DealItems(natural=11), 4 * 35 + 6 * 70 + 140),
        (DealItems(mixed=1), 6 * 5 + 20),
        (DealItems(mixed=5), 4 * 50 + 80),
        (DealItems(natural=4, mixed=1), 4 * 35 + 80),
        (DealItems(mixed=9), 4 * 30 + 5 * 60 + 8 * 20 + 50),
        (DealItems(wild=1), 7 * 20),
        (DealItems(wild=1, mixed=2), 2 * 30 + 8 * 20 + 50),
        (DealItems(natural=1, out=Out.BLACK_THREES), 35 + 15),
    ],
)
def test_the_fewest_points_of_some_canastas(items: DealItems, least: int) -> None:
    assert least_points(TEN_THOUSAND.tables[4], items) == least


def test_fewer_points_than_the_canastas_need() -> None:
    assert found(CLASSIC, WON._replace(card_points=65, mixed=1), LOST) == [("points-low", 0, "card_points")]
    assert found(CLASSIC, WON._replace(card_points=85, mixed=1), LOST) == []


def test_the_most_points_without_a_canasta() -> None:
    table = CLASSIC.tables[4]
    most = 6 * 20 + 6 * 6 * 10 + 4 * 6 * 5 + 4 * 50 + 8 * 20
    assert most_points(CLASSIC, table, DealItems()) == most == 960
    assert most_points(CLASSIC, table, DealItems(natural=1)) == most + 2 * 20
    assert most_points(CLASSIC, table, DealItems(natural=1, out=Out.PLAIN)) == most + 2 * 20 + 4 * 5
    assert ("points-high", 1, "card_points") in found(CLASSIC, WON, LOST._replace(card_points=965))


@pytest.mark.parametrize(
    ("total", "points", "possible"),
    [(-5, 15, True), (-5, 10, False), (0, 45, False), (0, 50, True), (1500, 85, False), (1500, 90, True)],
)
def test_melds_below_the_minimum(total: int, points: int, possible: bool) -> None:
    sheet = found(CLASSIC, WON, LOST._replace(card_points=points), totals=(0, total))
    assert sheet == ([] if possible else [("first-meld", 1, "card_points")])


def test_a_concealed_hand_needs_no_minimum() -> None:
    out = DealItems(card_points=45, natural=1, out=Out.CONCEALED, hand=10)
    assert found(CLASSIC, out, LOST) == []
    assert found(CLASSIC, out._replace(out=Out.PLAIN), LOST) == [("first-meld", 0, "card_points")]


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (5, 5)])
def test_a_player_alone_who_went_out_has_no_cards(players: int, sides: int) -> None:
    others = [LOST._replace(red_threes=0)] * (sides - 1)
    sheet = found(TEN_THOUSAND, WON, *others, players=players)
    assert sheet == [("hand-left", 0, "hand")]
    assert found(TEN_THOUSAND, WON._replace(hand=0), *others, players=players) == []


@BOTH
def test_a_player_who_did_not_go_out_holds_a_card(rules: Rules) -> None:
    assert found(rules, WON._replace(hand=0), LOST) == [("hand-empty", 0, "hand")]
    assert found(rules, WON._replace(hand=5), LOST._replace(hand=10)) == []
    assert found(rules, WON, LOST._replace(hand=5)) == [("hand-empty", 1, "hand")]


def test_ways_to_go_out() -> None:
    assert found(CLASSIC, WON._replace(out=Out.BLACK_THREES), LOST) == [("out-kind", 0, "out")]
    assert found(TEN_THOUSAND, WON._replace(out=Out.CONCEALED), LOST) == [("out-kind", 0, "out")]
    assert found(CLASSIC, WON._replace(out=Out.CONCEALED), LOST) == []
    assert found(TEN_THOUSAND, WON._replace(out=Out.BLACK_THREES), LOST) == []


@BOTH
def test_going_out_needs_the_canastas(rules: Rules) -> None:
    assert found(rules, WON._replace(natural=0), LOST) == [("out-canastas", 0, "out")]


def test_with_two_players_classic_needs_two() -> None:
    out = WON._replace(hand=0)
    assert found(CLASSIC, out, LOST, players=2) == [("out-canastas", 0, "out")]
    assert found(CLASSIC, out._replace(mixed=1), LOST, players=2) == []
    assert found(TEN_THOUSAND, out, LOST, players=2) == []


@BOTH
def test_one_side_goes_out(rules: Rules) -> None:
    other = LOST._replace(out=Out.PLAIN, natural=1)
    assert found(rules, WON, other) == [("out-twice", None, "out")]


@BOTH
@pytest.mark.parametrize(
    ("red", "possible"), [((4, 0), True), ((2, 2), True), ((3, 2), False), ((0, 5), False)]
)
def test_there_are_four_red_threes_in_two_packs(rules: Rules, red: tuple[int, int], possible: bool) -> None:
    sheet = found(rules, WON._replace(red_threes=red[0]), LOST._replace(red_threes=red[1]))
    assert sheet == ([] if possible else [("red-threes", None, "red_threes")])


def test_there_are_six_red_threes_in_three_packs() -> None:
    sides = [WON._replace(red_threes=6), LOST._replace(red_threes=0), LOST._replace(red_threes=0)]
    assert found(TEN_THOUSAND, *sides, players=6) == []
    sides[1] = LOST._replace(red_threes=1)
    assert found(TEN_THOUSAND, *sides, players=6) == [("red-threes", None, "red_threes")]


def test_a_stock_used_up_leaves_no_red_three_in_ten_thousand() -> None:
    sides = (WON._replace(out=Out.NO), LOST._replace(red_threes=1))
    assert found(TEN_THOUSAND, *sides) == [("red-threes-left", None, "red_threes")]
    assert found(CLASSIC, *sides) == []
    assert found(TEN_THOUSAND, sides[0], LOST) == []


@BOTH
def test_all_cards_together_are_worth_1180(rules: Rules) -> None:
    sheet = found(rules, WON._replace(card_points=580), LOST._replace(hand=460))
    assert sheet == []
    sheet = found(rules, WON._replace(card_points=585), LOST._replace(hand=460))
    assert sheet == [("pack-points", None, "card_points")]


def test_all_cards_of_three_packs_are_worth_1770() -> None:
    sides = [WON._replace(card_points=1000), LOST, LOST._replace(red_threes=0, card_points=0, hand=570)]
    assert found(TEN_THOUSAND, *sides, players=6) == []
    sides[2] = sides[2]._replace(hand=575)
    assert found(TEN_THOUSAND, *sides, players=6) == [("pack-points", None, "card_points")]


def test_wild_cards_of_all_sides_together() -> None:
    sides = (WON._replace(wild=1, card_points=400), LOST._replace(wild=1, card_points=300))
    assert found(TEN_THOUSAND, *sides) == [("wild-cards", None, "wild")]
    sides = (WON._replace(mixed=7, card_points=800), LOST._replace(mixed=6, card_points=600))
    assert ("wild-cards", None, "mixed") in found(TEN_THOUSAND, *sides)


def test_natural_canastas_of_all_sides_together() -> None:
    sides = (WON._replace(natural=6, card_points=500), LOST._replace(natural=6, card_points=500))
    assert ("natural-canastas", None, "natural") in found(CLASSIC, *sides)


def test_a_fault_says_its_evidence() -> None:
    fault, *_ = faults(CLASSIC, 4, (0, 0), (WON._replace(card_points=50, mixed=1), LOST))
    assert fault.code is Impossible.POINTS_LOW
    assert fault.params == {"points": 50, "canastas": 2, "least": 85}
    assert "85" in fault.message


def test_the_sheet_must_fit_the_table() -> None:
    with pytest.raises(ValueError, match="2 sides"):
        faults(CLASSIC, 4, (0, 0), (WON,))
    with pytest.raises(KeyError):
        faults(CLASSIC, 3, (0, 0, 0), (WON, LOST, LOST))
