"""Section 9: the end of a match, ranks, draws and forfeits."""

from typing import Any

import pytest

from engine import CLASSIC, TEN_THOUSAND, Rules, Until, match_over, replay
from engine.match import ranks, winner
from tests.engine.logs import case, classic, ten_thousand


@pytest.mark.parametrize(
    ("totals", "forfeited", "places", "first"),
    [
        ([10, 5], None, (1, 2), 0),
        ([5, 10], None, (2, 1), 1),
        ([10, 10], None, (1, 1), None),
        ([10, 10], 0, (2, 1), 1),
        ([10, 5], 0, (2, 1), 1),
        ([10, 20, 20], None, (3, 1, 1), None),
        ([20, 10, 10], None, (1, 2, 2), 0),
        ([10, 10, 10], None, (1, 1, 1), None),
        ([30, 20, 10], 0, (3, 1, 2), 1),
        ([30, 20, 20], 0, (3, 1, 1), None),
        ([0, 0, 0], 2, (1, 1, 3), None),
        ([5, 5, 4, 4, 3], None, (1, 1, 3, 3, 5), None),
        ([5, 9, 4, 4, 3], 1, (1, 5, 2, 2, 4), 0),
    ],
)
def test_ranks_and_winner(
    totals: list[int], forfeited: int | None, places: tuple[int, ...], first: int | None
) -> None:
    assert ranks(totals, forfeited) == places
    assert winner(places) == first


@pytest.mark.parametrize(
    ("rules", "until", "totals", "deals", "over"),
    [
        (CLASSIC, Until(), (4995, 0), 9, False),
        (CLASSIC, Until(), (0, 5000), 1, True),
        (TEN_THOUSAND, Until(), (9995, 5000), 9, False),
        (TEN_THOUSAND, Until(), (10_000, 0), 9, True),
        (CLASSIC, Until(points=300), (295, 300), 1, True),
        (CLASSIC, Until(deals=3), (9000, 0), 2, False),
        (CLASSIC, Until(deals=3), (0, 0), 3, True),
    ],
)
def test_a_sheet_knows_when_the_match_is_over(
    rules: Rules, until: Until, totals: tuple[int, ...], deals: int, over: bool
) -> None:
    assert match_over(rules, until, totals, deals) is over


def with_deals(log: dict[str, Any], deals: int, **fields: object) -> dict[str, Any]:
    """The log with its deal so many times; each is lawful if the same seat begins."""
    return {**log, "deals": log["deals"] * deals, **fields}


def test_the_default_end_is_5000_points_in_classic() -> None:
    verdict = replay(with_deals({**classic(), "until": {"points": 5000}}, 1))
    assert verdict.rule == "match-unfinished"
    log = classic()
    del log["until"]
    assert replay(log).rule == "match-unfinished"
    full = case("match-classic-4-00")
    full.pop("until", None)
    assert replay(full).verdict == "verified"


@pytest.mark.parametrize(
    ("points", "rule"),
    [(680, None), (679, None), (1, None), (681, "match-unfinished"), (5000, "match-unfinished")],
)
def test_the_match_ends_when_a_side_is_at_or_over_the_mark(points: int, rule: str | None) -> None:
    assert replay({**classic(), "until": {"points": points}}).rule == rule


def test_a_match_by_points_does_not_end_before_the_mark_and_not_go_on_after_it() -> None:
    verdict = replay(with_deals(classic(), 2, until={"points": 680}))
    assert (verdict.rule, verdict.deal, verdict.move, verdict.seat) == ("match-over", 1, 0, None)


def test_a_match_by_deals_ends_after_so_many() -> None:
    assert replay({**classic(), "until": {"deals": 1}}).verdict == "verified"
    verdict = replay({**classic(), "until": {"deals": 2}})
    assert (verdict.rule, verdict.deal, verdict.move, verdict.seat) == ("match-unfinished", 1, 0, None)
    verdict = replay(with_deals(classic(), 2, until={"deals": 1}))
    assert (verdict.rule, verdict.deal, verdict.move) == ("match-over", 1, 0)


def test_a_match_without_deals_is_unfinished() -> None:
    verdict = replay({**classic(), "deals": []})
    assert (verdict.verdict, verdict.rule, verdict.deal, verdict.move) == (
        "rejected",
        "match-unfinished",
        0,
        0,
    )


def test_a_deal_that_stops_is_unfinished_on_somebodys_turn() -> None:
    log = classic()
    moves = log["deals"][0]["moves"]
    for played, seat in ((0, 0), (1, 0), (len(moves) - 1, 0)):
        log["deals"][0]["moves"] = moves[:played]
        verdict = replay(log)
        assert (verdict.rule, verdict.deal, verdict.move, verdict.seat) == (
            "deal-unfinished",
            0,
            played,
            seat,
        )


def test_moves_after_the_end_of_a_deal() -> None:
    log = classic()
    log["deals"][0]["moves"] += ["draw", "draw"]
    verdict = replay(log)
    assert (verdict.rule, verdict.deal, verdict.move, verdict.seat) == ("deal-over", 0, 4, None)


def test_an_empty_deal_after_the_end_of_the_match_is_one_too_many() -> None:
    log = classic()
    log["deals"].append({**log["deals"][0], "moves": []})
    verdict = replay(log)
    assert (verdict.rule, verdict.deal, verdict.move) == ("match-over", 1, 0)


# Forfeits


def test_who_forfeits_before_a_card_is_played_loses() -> None:
    verdict = replay({**classic(), "deals": [], "forfeit": {"seat": 2}})
    assert (verdict.verdict, verdict.scores, verdict.winner) == ("verified", (0, 0), 1)
    assert (verdict.ranks, verdict.deals, verdict.moves) == ((2, 1), 0, 0)


@pytest.mark.parametrize(("seat", "winner"), [(0, 1), (1, 0), (2, 1), (3, 0)])
def test_both_partners_of_a_forfeit_are_last(seat: int, winner: int) -> None:
    log = {**classic(), "until": {"deals": 2}, "forfeit": {"seat": seat}}
    verdict = replay(log)
    assert (verdict.scores, verdict.winner) == ((680, -110), winner)


def test_the_deal_in_progress_is_not_recorded_but_its_moves_count() -> None:
    log = {**classic(), "until": {"deals": 2}, "forfeit": {"seat": 0}}
    log["deals"] = [*log["deals"], {**log["deals"][0], "moves": ["draw"]}]
    verdict = replay(log)
    assert (verdict.scores, verdict.deals, verdict.moves) == ((680, -110), 2, 5)


def test_a_finished_last_deal_of_a_forfeited_match_is_recorded() -> None:
    verdict = replay({**classic(), "until": {"deals": 2}, "forfeit": {"seat": 0}})
    assert verdict.scores == (680, -110)


def test_an_open_deal_of_a_forfeited_match_is_played_lawfully() -> None:
    log = {**classic(), "forfeit": {"seat": 0}}
    log["deals"] = [{**log["deals"][0], "moves": ["draw", "draw"]}]
    assert replay(log).rule == "already-drawn"


def test_only_the_last_deal_of_a_forfeited_match_may_be_open() -> None:
    log = {**classic(), "until": {"deals": 9}, "forfeit": {"seat": 0}}
    log["deals"] = [{**log["deals"][0], "moves": ["draw"]}, log["deals"][0]]
    verdict = replay(log)
    assert (verdict.rule, verdict.deal, verdict.move, verdict.seat) == ("deal-unfinished", 0, 1, 0)


def test_a_forfeit_after_the_end_of_the_match() -> None:
    verdict = replay({**classic(), "forfeit": {"seat": 0}})
    assert (verdict.rule, verdict.deal, verdict.move, verdict.seat) == ("match-over", 1, 0, None)


def test_a_forfeit_that_follows_a_deal_too_many() -> None:
    verdict = replay(with_deals(classic(), 2, forfeit={"seat": 0}))
    assert (verdict.rule, verdict.deal) == ("match-over", 1)


def test_of_three_sides_the_others_are_ranked_by_their_totals() -> None:
    log = {**ten_thousand(), "players": list("abcdef"), "deals": [], "forfeit": {"seat": 4}}
    verdict = replay(log)
    assert (verdict.ranks, verdict.winner) == ((1, 3, 1), None)


def test_with_three_players_each_is_a_side() -> None:
    log = {**ten_thousand(), "players": list("abc"), "dealer": 0, "deals": [], "forfeit": {"seat": 2}}
    assert replay(log).ranks == (1, 1, 3)


# The claimed result


@pytest.mark.parametrize(
    "result",
    [
        {"scores": [680, -105], "winner": 0},
        {"scores": [-110, 680], "winner": 1},
        {"scores": [680, -110], "winner": 1},
        {"scores": [680, -110], "winner": None},
    ],
)
def test_another_result_than_the_claimed_one_is_a_mismatch(result: dict[str, Any]) -> None:
    verdict = replay({**classic(), "result": result})
    assert verdict.as_dict() == {
        "verdict": "mismatch", "rule": "result", "scores": [680, -110], "winner": 0,
        "message": verdict.message,
    }  # fmt: skip


def test_the_right_result_is_verified() -> None:
    assert replay({**classic(), "result": {"scores": [680, -110], "winner": 0}}).verdict == "verified"


def test_a_huge_claim_is_a_mismatch() -> None:
    assert replay({**classic(), "result": {"scores": [10**60, -110], "winner": 0}}).verdict == "mismatch"


def test_a_rejected_log_is_not_compared() -> None:
    log = {**classic(), "until": {"deals": 2}, "result": {"scores": [0, 0], "winner": None}}
    assert replay(log).verdict == "rejected"


def test_a_draw_is_claimed_by_null() -> None:
    log = case("tiny-tt-points-tie")
    assert replay({**log, "result": {"scores": [680, 680], "winner": None}}).verdict == "verified"
    verdict = replay({**log, "result": {"scores": [680, 680], "winner": 0}})
    assert verdict.as_dict()["winner"] is None
    assert verdict.verdict == "mismatch"


# The minimum follows the totals


def test_totals_before_the_deal_set_the_minimum() -> None:
    verdict = replay(case("tiny-minimum-classic-1500-short"))
    assert (verdict.rule, verdict.params) == ("initial-minimum", {"points": 85, "least": 90})
