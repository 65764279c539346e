"""The fields of a move log, its limits, and the first fault of one that can't be read."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import Verdict, replay
from engine.log import MOST_DEALS, MOST_MOVES
from tests.engine.logs import classic, ten_thousand

Log = dict[str, Any]


def changed(**fields: object) -> Verdict:
    """The verdict on a verified classic log with other fields."""
    return replay(json.dumps({**classic(), **fields}))


def test_the_log_to_change_is_verified() -> None:
    assert replay(json.dumps(classic())).verdict == "verified"
    assert replay(json.dumps(ten_thousand())).verdict == "verified"


# Fields

ANYTHING_ELSE = [None, True, False, 0, -1, 1.0, 10**30, "", "x", [], {}, [1], {"a": 1}]


@pytest.mark.parametrize(
    "value", [*ANYTHING_ELSE, "canasta-log/2", "Canasta-log/1", "canasta-log/1 "], ids=repr
)
def test_format(value: object) -> None:
    assert changed(format=value).rule == "format"


@pytest.mark.parametrize("value", [*ANYTHING_ELSE, "Classic", "samba", "ten_thousand", " classic"], ids=repr)
def test_rules(value: object) -> None:
    assert changed(rules=value).rule == "rules"


@pytest.mark.parametrize(
    "value",
    [
        *ANYTHING_ELSE, "abcd", {"a": 1, "b": 2, "c": 3, "d": 4}, ["a"], list("abc"), list("abcde"),
        list("abcdef"), list("abca"), ["a", "b", "c", ""], ["a", "b", "c", 4], ["a", "b", "c", None],
        ["a", "b", "c", ["d"]],
    ],
    ids=repr,
)  # fmt: skip
def test_players_of_classic(value: object) -> None:
    assert changed(players=value).rule == "players"


def test_player_codes_are_any_text() -> None:
    assert changed(players=["á", " ", "A", "a"]).verdict == "verified"
    assert changed(players=["\ud800", "\u0000", "\n", "🂡"]).verdict == "verified"


@pytest.mark.parametrize("players", [list("a"), list("abcdefg"), []])
def test_players_of_ten_thousand(players: list[str]) -> None:
    assert replay({**ten_thousand(), "players": players}).rule == "players"


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_ten_thousand_has_two_to_six_players(players: int) -> None:
    log = {**ten_thousand(), "players": list("abcdef")[:players], "dealer": 0, "deals": []}
    assert replay(log).rule == "match-unfinished"


@pytest.mark.parametrize(
    "value", [None, True, False, -1, 4, 1.0, "3", [], {}, 10**30, 10**5000], ids=lambda _: ""
)
def test_dealer(value: object) -> None:
    text = json.dumps({**classic(), "dealer": 0}).replace('"dealer": 0', f'"dealer": {_json(value)}')
    assert replay(text).rule == "dealer"


def _json(value: object) -> str:
    return "1" + "0" * 5000 if value == 10**5000 else json.dumps(value)


@pytest.mark.parametrize("number", ["3.0", "3e0", "30e-1", "0.3E1", "3.5", "-3"])
def test_numbers_are_written_without_fraction_or_exponent(number: str) -> None:
    assert replay(json.dumps(classic()).replace('"dealer": 3', f'"dealer": {number}')).rule == "dealer"


@pytest.mark.parametrize(
    "value",
    [
        None, True, 5000, "5000", [], {}, {"points": 5000, "deals": 1}, {"points": 0}, {"deals": 0},
        {"points": -5},
        {"points": True}, {"deals": 1.0}, {"deals": "1"}, {"points": None}, {"points": 500, "deals": None},
        {"Points": 500}, {"points": [500]},
    ],
    ids=repr,
)  # fmt: skip
def test_until(value: object) -> None:
    assert changed(until=value).rule == "until"


def test_the_end_condition_may_be_a_huge_number() -> None:
    text = json.dumps({**classic(), "until": {"points": 1}}).replace(
        '"points": 1', f'"points": 1{"0" * 5000}'
    )
    assert replay(text).rule == "match-unfinished"
    assert replay(text.replace('"points": 1', '"points": -1')).rule == "until"


@pytest.mark.parametrize("value", [None, True, 1, "", {}, {"0": {}}], ids=repr)
def test_deals(value: object) -> None:
    verdict = changed(deals=value)
    assert (verdict.rule, verdict.deal) == ("deals", None)


@pytest.mark.parametrize("value", [None, 1, "draw", []], ids=repr)
def test_a_deal_is_an_object(value: object) -> None:
    assert changed(deals=[value]).rule == "deals"


@pytest.mark.parametrize("value", [None, "draw", {}, 7, True], ids=repr)
def test_moves_are_a_list(value: object) -> None:
    verdict = changed(deals=[*classic()["deals"], {**classic()["deals"][0], "moves": value}])
    assert (verdict.rule, verdict.deal) == ("deals", 1)


def test_moves_are_not_left_out() -> None:
    verdict = changed(deals=[{"deck": classic()["deals"][0]["deck"]}])
    assert (verdict.rule, verdict.deal) == ("deals", 0)


@pytest.mark.parametrize("value", [None, "", 7, [], True], ids=repr)
def test_a_deck_is_text(value: object) -> None:
    verdict = changed(deals=[{**classic()["deals"][0], "deck": value}])
    assert (verdict.verdict, verdict.rule, verdict.deal) == ("malformed", "deck", 0)


def test_a_deck_is_not_left_out() -> None:
    assert changed(deals=[{"moves": ["draw"]}]).rule == "deck"


@pytest.mark.parametrize("value", [None, 7, [], "4s", "3h"], ids=repr)
def test_a_cut_is_text_that_names_cards_of_the_cut(value: object) -> None:
    log = ten_thousand()
    log["deals"][0]["cut"] = value
    verdict = replay(log)
    assert (verdict.rule, verdict.deal) == ("cut", 0)


def test_an_unreadable_move_is_named_with_its_place() -> None:
    log = classic()
    log["until"] = {"deals": 2}
    log["deals"] = [log["deals"][0], {**log["deals"][0], "moves": ["draw", "fold"]}]
    verdict = replay(log)
    assert (verdict.verdict, verdict.rule, verdict.deal, verdict.move) == ("malformed", "move", 1, 1)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        [],
        {},
        {"seat": 4},
        {"seat": -1},
        {"seat": True},
        {"seat": 1.0},
        {"seat": None},
        {"seat": "1"},
    ],
    ids=repr,
)
def test_forfeit(value: object) -> None:
    assert changed(forfeit=value).rule == "forfeit"


@pytest.mark.parametrize(
    "value",
    [
        None, True, [], {}, {"scores": [680, -110]}, {"winner": 0}, {"scores": [680], "winner": 0},
        {"scores": [680, -110, 0], "winner": 0}, {"scores": [680, -110], "winner": 2},
        {"scores": [680, -110], "winner": -1}, {"scores": [680, -110], "winner": True},
        {"scores": [680, -110], "winner": 0.0}, {"scores": [680, -110], "winner": "0"},
        {"scores": [680, True], "winner": 0}, {"scores": [680.0, -110], "winner": 0},
        {"scores": ["680", -110], "winner": 0}, {"scores": None, "winner": 0},
        {"scores": {"0": 680, "1": -110}, "winner": 0},
    ],
    ids=repr,
)  # fmt: skip
def test_result(value: object) -> None:
    verdict = changed(result=value)
    assert (verdict.verdict, verdict.rule) == ("malformed", "result")


@pytest.mark.parametrize(
    "field", ["format", "rules", "players", "dealer", "deals", "until", "forfeit", "result"]
)
def test_what_may_be_left_out(field: str) -> None:
    log = classic()
    log.pop(field, None)
    verdict = replay(log)
    needed = field in ("format", "rules", "players", "dealer", "deals")
    assert verdict.rule == (field if needed else "match-unfinished" if field == "until" else None)


# Limits


def test_200_deals_are_read_and_201_are_not() -> None:
    assert changed(deals=classic()["deals"] * MOST_DEALS).rule == "match-over"
    assert changed(deals=classic()["deals"] * (MOST_DEALS + 1)).rule == "deals"
    assert changed(deals=[None] * (MOST_DEALS + 1)).rule == "deals"


def test_5000_moves_in_a_deal_are_read_and_5001_are_not() -> None:
    deal = classic()["deals"][0]
    assert changed(deals=[{**deal, "moves": ["draw"] * MOST_MOVES}]).rule == "already-drawn"
    verdict = changed(deals=[{**deal, "moves": ["draw"] * (MOST_MOVES + 1)}])
    assert (verdict.rule, verdict.deal) == ("deals", 0)
    assert changed(deals=[{**deal, "moves": ["fold"] * (MOST_MOVES + 1)}]).rule == "deals"


# The first fault

FAULTS: list[tuple[str, Callable[[Log], object]]] = [
    ("format", lambda log: log.pop("format")),
    ("rules", lambda log: log.update(rules="samba")),
    ("players", lambda log: log.update(players=["a"])),
    ("dealer", lambda log: log.update(dealer=9)),
    ("until", lambda log: log.update(until={})),
    ("deck", lambda log: log["deals"][0].update(deck="Ks")),
    ("cut", lambda log: log["deals"][0].update(cut="Ks")),
    ("move", lambda log: log["deals"][0].update(moves=["fold"])),
    ("forfeit", lambda log: log.update(forfeit={})),
    ("result", lambda log: log.update(result={})),
]


@pytest.mark.parametrize("first", range(len(FAULTS) - 1))
def test_of_several_faults_the_first_in_the_order_of_the_fields_counts(first: int) -> None:
    log = ten_thousand()
    for _, spoil in reversed(FAULTS[first:]):
        spoil(log)
    assert replay(log).rule == FAULTS[first][0]


def test_deals_are_read_one_after_the_other() -> None:
    deal = ten_thousand()["deals"][0]
    log = {**ten_thousand(), "deals": [{**deal, "moves": ["fold"]}, {**deal, "deck": ""}, None]}
    assert (replay(log).rule, replay(log).deal) == ("move", 0)
    log["deals"] = [deal, {**deal, "cut": "Ks", "moves": None}, {**deal, "deck": ""}]
    assert (replay(log).rule, replay(log).deal) == ("cut", 1)


def test_an_unreadable_log_is_not_replayed() -> None:
    deal = classic()["deals"][0]
    log = {**classic(), "deals": [{**deal, "moves": ["pass"]}, {**deal, "moves": ["draw", "fold"]}]}
    assert (replay(log).verdict, replay(log).rule) == ("malformed", "move")


def test_what_a_message_quotes_can_be_shown_and_stored() -> None:
    log = classic()
    log["deals"][0]["moves"] = ["\ud800\u0000" + "x" * 4000]
    message = replay(json.dumps(log)).message
    assert message
    assert len(message) < 100
    assert message.encode()
    assert "\x00" not in message
