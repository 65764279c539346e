"""Section 9: the end of the match, ranks, and giving up."""

from typing import Any

import pytest

from tests.engine.rules.table import NAMES, Table, verdict
from tests.engine.rules.totals import deals_to, won

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
THREE = Table("ten-thousand", 3)
FIVE = Table("ten-thousand", 5)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])


def told(said: dict[str, Any]) -> tuple[Any, ...]:
    if said["verdict"] == "verified":
        return ("verified",)
    return said["rule"], said["deal"], said["move"]


def without_until(log: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in log.items() if key != "until"}


# By points


@BOTH
@pytest.mark.parametrize(("mark", "over"), [(1495, True), (1500, True), (1501, False), (1505, False)])
def test_by_points_the_match_ends_at_or_over_the_mark(table: Table, mark: int, over: bool) -> None:
    log = table.log(*deals_to(table, 1500), until={"points": mark})
    assert told(verdict(log)) == (("verified",) if over else ("match-unfinished", 1, 0))


@BOTH
def test_one_side_at_the_mark_is_enough_and_totals_count_not_deals(table: Table) -> None:
    deals = deals_to(table, 3000)
    assert told(verdict(table.log(*deals, until={"points": 3000}))) == ("verified",)
    assert told(verdict(table.log(*deals, until={"points": 1500}))) == ("match-over", 1, 0)


@BOTH
def test_the_rule_sets_own_mark_where_none_is_named(table: Table) -> None:
    deals = deals_to(table, 5000)
    log = without_until(table.log(*deals))
    assert told(verdict(log)) == (("verified",) if table is CLASSIC else ("match-unfinished", 4, 0))
    just_short = without_until(table.log(*deals_to(table, 4995)))
    assert told(verdict(just_short)) == ("match-unfinished", 4, 0)


def test_ten_thousand_ends_at_ten_thousand() -> None:
    deals = [won(PAIRS, number, 1500) for number in range(7)]
    nine = without_until(PAIRS.log(*deals[:6]))
    assert told(verdict(nine)) == ("match-unfinished", 6, 0)
    ten_and_a_half = without_until(PAIRS.log(*deals))
    assert told(verdict(ten_and_a_half)) == ("verified",)


# By deals


@BOTH
@pytest.mark.parametrize("count", [1, 2, 3])
def test_by_deals_it_ends_after_so_many(table: Table, count: int) -> None:
    deals = [won(table, number, 1500) for number in range(3)]
    for listed in range(4):
        said = told(verdict(table.log(*deals[:listed], until={"deals": count})))
        short, right, long = ("match-unfinished", listed, 0), ("verified",), ("match-over", count, 0)
        assert said == (short if listed < count else right if listed == count else long)


def test_by_deals_points_end_nothing() -> None:
    deals = deals_to(CLASSIC, 5000)
    assert told(verdict(CLASSIC.log(*deals, until={"deals": 5}))) == ("match-unfinished", 4, 0)


# Ranks


@BOTH
def test_the_highest_total_wins(table: Table) -> None:
    said = verdict(table.log(won(table, 0, 1500)))
    assert (said["winner"], said["ranks"]) == (0, [1, 2])


def drained(table: Table, hands: dict[int, str]) -> dict[str, Any]:
    """A deal in which nobody melds anything: every side pays for its hands, one for the red threes too."""
    dealt = {"hands": hands, "bottom": "5s"}
    moves = table.drain(table.deal(**dealt))
    return table.deal(*moves, "pass", **dealt)


def test_equal_totals_at_the_top_are_a_draw() -> None:
    """Three players of whom seat 1 draws last, 65 cards without the red threes, and so gets those."""
    said = verdict(THREE.log(drained(THREE, {})))
    assert said["scores"] == [-130, -930, -130]
    assert (said["winner"], said["ranks"]) == (None, [1, 3, 1])


def test_equal_totals_below_share_a_rank_too() -> None:
    said = verdict(THREE.log(drained(THREE, {0: "7s", 2: "4s 4h"})))
    assert said["scores"] == [-125, -930, -120]
    assert (said["winner"], said["ranks"]) == (2, [2, 3, 1])
    said = verdict(FIVE.log(drained(FIVE, {1: "7h", 2: "7d 6s"})))
    assert said["scores"] == [-110 - 1200, -105, -100, -110, -110]
    assert (said["winner"], said["ranks"]) == (2, [5, 2, 1, 3, 3])


# Giving up


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_before_any_deal_the_other_sides_share_the_first_rank(players: int) -> None:
    table = Table("ten-thousand", players)
    sides = {2: 2, 3: 3, 4: 2, 5: 5, 6: 3}[players]
    for seat in range(players):
        said = verdict(table.log(forfeit={"seat": seat}))
        assert said["ranks"] == [sides if side == seat % sides else 1 for side in range(sides)]
        assert said["winner"] == ((1 - seat % 2) if sides == 2 else None)
        assert (said["scores"], said["deals"], said["moves"]) == ([0] * sides, 0, 0)


@BOTH
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_both_partners_lose_whatever_the_totals(table: Table, seat: int) -> None:
    said = verdict(table.log(won(table, 0, 1500), until={"deals": 3}, forfeit={"seat": seat}))
    assert said["scores"][0] == 1500
    assert (said["winner"], said["ranks"]) == ((1, [2, 1]) if seat in {0, 2} else (0, [1, 2]))


@pytest.mark.parametrize(
    ("seat", "ranks", "winner"), [(0, [3, 2, 1], 2), (1, [1, 3, 2], 0), (2, [1, 2, 3], 0)]
)
def test_of_the_other_sides_the_highest_total_is_first(seat: int, ranks: list[int], winner: int) -> None:
    said = verdict(THREE.log(drained(THREE, {0: "7s"}), until={"deals": 2}, forfeit={"seat": seat}))
    assert said["scores"] == [-125, -930, -130]
    assert (said["ranks"], said["winner"]) == (ranks, winner)


@BOTH
def test_the_deal_in_progress_is_not_recorded_but_listed(table: Table) -> None:
    up = "9c " if table is CLASSIC else ""
    hands = {1: "As Ah Ad"}
    moves = ("draw", "meld A As Ah Ad", "discard 8s", "draw")
    open_deal = table.deal(*moves, hands=hands, then=f"{up}8s 8h", number=1)
    said = verdict(table.log(won(table, 0, 1500), open_deal, forfeit={"seat": 3}))
    assert (said["verdict"], said["scores"][0], said["ranks"]) == ("verified", 1500, [1, 2])
    assert (said["deals"], said["moves"]) == (2, 4 + 4)
    assert said["scores"] == verdict(table.log(won(table, 0, 1500)))["scores"]


@BOTH
def test_a_deal_without_a_move_may_be_open_too(table: Table) -> None:
    said = verdict(table.log(table.deal(), forfeit={"seat": 0}))
    assert (said["verdict"], said["deals"], said["moves"], said["scores"]) == ("verified", 1, 0, [0, 0])


@BOTH
def test_giving_up_after_a_complete_deal_keeps_its_score(table: Table) -> None:
    said = verdict(table.log(won(table, 0, 1500), until={"points": 9000}, forfeit={"seat": 1}))
    assert (said["scores"][0], said["winner"]) == (1500, 0)


@BOTH
def test_only_the_last_deal_may_be_open(table: Table) -> None:
    opened = table.deal("draw")
    log = table.log(opened, won(table, 1, 1500), until={"deals": 4}, forfeit={"seat": 0})
    assert told(verdict(log)) == ("deal-unfinished", 0, 1)


@BOTH
def test_an_unlawful_move_is_refused_in_an_open_deal_too(table: Table) -> None:
    log = table.log(table.deal("draw", "draw"), forfeit={"seat": 0})
    assert told(verdict(log)) == ("already-drawn", 0, 1)


@BOTH
def test_nobody_gives_up_after_the_end(table: Table) -> None:
    for until in ({"deals": 1}, {"points": 1500}):
        said = verdict(table.log(won(table, 0, 1500), until=until, forfeit={"seat": 1}))
        assert told(said) == ("match-over", 1, 0)
        assert "seat" not in said


@BOTH
def test_a_deal_after_the_end_is_named_before_the_forfeit(table: Table) -> None:
    log = table.log(won(table, 0, 1500), table.deal(number=1), until={"deals": 1}, forfeit={"seat": 1})
    assert told(verdict(log)) == ("match-over", 1, 0)


@BOTH
@pytest.mark.parametrize(("claim", "right"), [((1500, 1), True), ((1500, 0), False), ((1500, None), False)])
def test_a_claim_after_giving_up_names_the_side_that_did_not(
    table: Table, claim: tuple[int, int | None], right: bool
) -> None:
    deal = won(table, 0, 1500)
    other = verdict(table.log(deal))["scores"][1]
    result = {"scores": [claim[0], other], "winner": claim[1]}
    said = verdict(table.log(deal, until={"deals": 2}, forfeit={"seat": 2}, result=result))
    assert said["verdict"] == ("verified" if right else "mismatch")
    assert (said["scores"], said["winner"]) == ([1500, other], 1)


def test_the_names_of_the_players_change_nothing() -> None:
    said = verdict(CLASSIC.log(won(CLASSIC, 0, 1500), players=list(reversed(NAMES[:4]))))
    assert said["scores"][0] == 1500
