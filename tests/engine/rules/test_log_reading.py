"""The format of a move log: what can be read, and which fault is named."""

import json
from typing import Any

import pytest

from engine import replay
from tests.engine.rules.table import Table, verdict
from tests.engine.rules.totals import won

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
GOOD = CLASSIC.log(won(CLASSIC, 0, 1500))
OPEN = CLASSIC.log(CLASSIC.deal("draw"), forfeit={"seat": 0})
"""A log whose deal is open, so that any end of it will do."""


def without(field: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != field}


def changed(**fields: Any) -> dict[str, Any]:
    return GOOD | fields


def deal_with(**fields: Any) -> dict[str, Any]:
    return GOOD | {"deals": [GOOD["deals"][0] | fields]}


def malformed(document: object, *, raw: bool = False) -> Any:
    """The rule named, after making sure that the log is malformed."""
    said = replay(document).as_dict() if raw else verdict(document)  # type: ignore[arg-type]
    assert said["verdict"] == "malformed", said
    assert set(said) <= {"verdict", "rule", "deal", "move", "message"}
    return said["rule"]


def test_the_log_that_these_tests_spoil_is_right() -> None:
    assert verdict(GOOD)["verdict"] == verdict(OPEN)["verdict"] == "verified"


# JSON


TEXT = json.dumps(GOOD)


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b" ",
        b"[]",
        b"null",
        b"true",
        b"7",
        b'"canasta-log/1"',
        TEXT.encode()[:-1],
        TEXT.encode() + b"}",
        TEXT.encode() * 2,
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-32"),
        TEXT.replace("ana", "žofie").encode("iso8859-2"),
        TEXT.encode().replace(b"ana", b"\xed\xa0\x80"),
        TEXT.encode().replace(b"ana", b"a\x00"),
        TEXT.encode().replace(b"ana", b"a\nb"),
        TEXT.replace('"', "'").encode(),
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        bytes(range(256)),
    ],
    ids=range(23),
)
def test_anything_but_one_json_object_in_utf_8(document: bytes) -> None:
    assert malformed(document, raw=True) == "json"


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("place", ['{"x": %s, ', '{"x": [{"y": %s}], ', '{"dealer": %s, '])
def test_nan_and_infinity_even_where_nobody_looks(constant: str, place: str) -> None:
    text = (place % constant) + json.dumps(without("dealer"))[1:]
    assert malformed(text, raw=True) == "json"


@pytest.mark.parametrize(
    "twice",
    [
        TEXT.replace('"dealer": 3', '"dealer": 3, "dealer": 3'),
        TEXT.replace('"dealer": 3', '"dealer": 3, "x": {"y": 1, "y": 1}'),
        TEXT.replace('"deals": 1', '"deals": 1, "deals": 1'),
        TEXT.replace('"moves"', '"deck": "", "moves"'),
        TEXT.replace('"dealer": 3', '"dealer": 3, "de\\u0061ler": 3'),
    ],
)
def test_a_key_twice_in_one_object(twice: str) -> None:
    assert twice != TEXT
    assert malformed(twice, raw=True) == "json"


def test_the_same_key_in_two_objects_is_fine() -> None:
    assert verdict(changed(x={"dealer": 3, "deals": 1}))["verdict"] == "verified"


@pytest.mark.parametrize(
    "log",
    [
        changed(event="spring", deals=[GOOD["deals"][0] | {"note": None}]),
        changed(until={"deals": 1, "note": "short"}),
        changed(result={"scores": verdict(GOOD)["scores"], "winner": 0, "by": "ana"}),
        OPEN | {"forfeit": {"seat": 0, "why": "late"}},
    ],
)
def test_unknown_fields_are_ignored(log: dict[str, Any]) -> None:
    assert verdict(log)["verdict"] == "verified"


def test_any_unicode_is_a_player_and_goes_into_no_trouble() -> None:
    players = ["Žofie", "李", "\ud800", "\u0000"]
    assert replay(json.dumps(changed(players=players))).verdict == "verified"
    assert malformed(json.dumps(changed(players=["\ud800"] * 4)), raw=True) == "players"
    in_utf_8 = json.dumps(changed(players=["Žofie", "李", "c", "d"]), ensure_ascii=False)
    assert replay(in_utf_8).verdict == "verified"


# Fields


NUMBERS = [None, True, False, "3", 3.0, [3], {}]


@pytest.mark.parametrize(
    "value", [None, 1, "canasta-log/2", "Canasta-log/1", "canasta-log/1 ", ["canasta-log/1"]]
)
def test_format(value: object) -> None:
    assert malformed(changed(format=value)) == "format"
    assert malformed(without("format")) == "format"


@pytest.mark.parametrize("value", [None, 1, "Classic", "tenthousand", "", ["classic"], {"classic": 1}])
def test_rules(value: object) -> None:
    assert malformed(changed(rules=value)) == "rules"
    assert malformed(without("rules")) == "rules"


@pytest.mark.parametrize(
    "value",
    [
        None,
        "anab",
        {"ana": 0, "bob": 1, "cyr": 2, "dan": 3},
        [],
        ["ana"],
        ["ana", "bob", "cyr"],
        ["ana", "bob", "cyr", "dan", "eva"],
        ["ana", "bob", "cyr", ""],
        ["ana", "bob", "cyr", None],
        ["ana", "bob", "cyr", 4],
        ["ana", "bob", "cyr", ["dan"]],
        ["ana", "bob", "cyr", "ana"],
    ],
)
def test_players(value: object) -> None:
    assert malformed(changed(players=value)) == "players"
    assert malformed(without("players")) == "players"


@pytest.mark.parametrize("value", [*NUMBERS, -1, 4, 10**400])
def test_dealer(value: object) -> None:
    assert malformed(changed(dealer=value)) == "dealer"
    assert malformed(without("dealer")) == "dealer"


@pytest.mark.parametrize("number", ["3.0", "3e0", "30e-1", "3E0"])
def test_a_number_is_written_without_fraction_and_exponent(number: str) -> None:
    assert malformed(TEXT.replace('"dealer": 3', f'"dealer": {number}'), raw=True) == "dealer"
    assert malformed(TEXT.replace('{"deals": 1}', f'{{"deals": {number}}}'), raw=True) == "until"


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        "points",
        [],
        {},
        {"point": 5},
        {"points": 5, "deals": 5},
        {"points": 5, "deals": None},
        {"points": None, "deals": 5},
        *({kind: number} for kind in ("points", "deals") for number in (*NUMBERS, 0, -5)),
    ],
)
def test_until(value: object) -> None:
    assert malformed(changed(until=value)) == "until"


def test_a_mark_may_be_any_whole_number_from_one() -> None:
    for until in ({"points": 1}, {"points": 7}, {"deals": 1}):
        assert verdict(changed(until=until))["verdict"] == "verified"
    for huge in (10**30, 10**400, "9" * 5000):
        text = TEXT.replace('{"deals": 1}', f'{{"points": {huge}}}')
        assert replay(text).rule == "match-unfinished"


@pytest.mark.parametrize("value", [None, {}, "", 3, [None], ["draw"], [[]], [3]])
def test_deals_and_a_deal(value: object) -> None:
    assert malformed(changed(deals=value)) == "deals"
    assert malformed(without("deals")) == "deals"


def test_deals_may_be_empty() -> None:
    said = verdict(changed(deals=[]))
    assert (said["rule"], said["deal"], said["move"]) == ("match-unfinished", 0, 0)


@pytest.mark.parametrize("value", [None, "draw", {}, 3])
def test_moves_are_a_list(value: object) -> None:
    assert malformed(deal_with(moves=value)) == "deals"
    deal = {"deck": GOOD["deals"][0]["deck"]}
    assert malformed(changed(deals=[deal])) == "deals"


@pytest.mark.parametrize(
    "value", [None, 0, [], {}, {"seat": None}, *({"seat": n} for n in (*NUMBERS, -1, 4))]
)
def test_forfeit(value: object) -> None:
    assert malformed(OPEN | {"forfeit": value}) == "forfeit"


RIGHT = verdict(GOOD)["scores"]


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        0,
        {},
        {"scores": RIGHT},
        {"winner": 0},
        {"scores": None, "winner": 0},
        {"scores": RIGHT[:1], "winner": 0},
        {"scores": [*RIGHT, 0], "winner": 0},
        {"scores": [RIGHT[0], None], "winner": 0},
        {"scores": [RIGHT[0], str(RIGHT[1])], "winner": 0},
        {"scores": [RIGHT[0], float(RIGHT[1])], "winner": 0},
        {"scores": [RIGHT[0], True], "winner": 0},
        {"scores": {"0": 1, "1": 2}, "winner": 0},
        *({"scores": RIGHT, "winner": winner} for winner in (-1, 2, True, False, "0", 0.0, [0])),
    ],
)
def test_result(value: object) -> None:
    assert malformed(changed(result=value)) == "result"


# Several faults


FAULTS = {
    "format": {"format": 1},
    "rules": {"rules": 1},
    "players": {"players": 1},
    "dealer": {"dealer": -1},
    "until": {"until": 1},
    "deals": {"deals": 1},
    "forfeit": {"forfeit": 1},
    "result": {"result": 1},
}


@pytest.mark.parametrize("first", range(len(FAULTS) - 1))
def test_of_several_faults_the_first_in_the_order_of_the_table(first: int) -> None:
    log = dict(GOOD)
    for fault in list(FAULTS.values())[first:]:
        log |= fault
    assert malformed(log) == list(FAULTS)[first]


def test_in_a_deal_deck_then_cut_then_moves() -> None:
    deal = PAIRS.deal("no move", bottom="5s 6s 7s") | {"cut": "Jo"}
    assert malformed(PAIRS.log(deal | {"deck": ""})) == "deck"
    assert malformed(PAIRS.log(deal)) == "cut"
    assert malformed(PAIRS.log(deal | {"moves": None})) == "cut"
    assert malformed(PAIRS.log(deal | {"cut": ""})) == "move"
    assert malformed(PAIRS.log(deal | {"cut": ""}, forfeit=1, result=1)) == "move"


def test_deal_by_deal() -> None:
    good, no_move = GOOD["deals"][0], GOOD["deals"][0] | {"moves": ["no move"]}
    no_deck = {"deck": "", "moves": []}
    for deals, rule, deal in (
        ([good, no_move, no_deck], "move", 1),
        ([good, no_deck, no_move], "deck", 1),
        ([no_deck, 7], "deck", 0),
    ):
        said = verdict(changed(deals=deals))
        assert (said["rule"], said["deal"]) == (rule, deal)


def test_the_whole_document_is_read_before_anything_is_replayed() -> None:
    unlawful = GOOD["deals"][0] | {"moves": ["discard Ks"]}
    said = verdict(changed(deals=[unlawful, CLASSIC.deal("draw", "fold")]))
    assert (said["verdict"], said["rule"], said["deal"], said["move"]) == ("malformed", "move", 1, 1)
    assert malformed(changed(deals=[unlawful], result=7)) == "result"


# Limits


def test_two_hundred_deals_and_no_more() -> None:
    deal = {"deck": GOOD["deals"][0]["deck"], "moves": []}
    assert verdict(changed(deals=[deal] * 200))["rule"] == "deal-unfinished"
    assert malformed(changed(deals=[deal] * 201)) == "deals"
    assert malformed(changed(deals=[{}] * 201)) == "deals"


def test_five_thousand_moves_in_a_deal_and_no_more() -> None:
    said = verdict(deal_with(moves=["draw"] * 5000))
    assert (said["verdict"], said["rule"], said["move"]) == ("rejected", "already-drawn", 1)
    assert malformed(deal_with(moves=["draw"] * 5001)) == "deals"
    assert malformed(deal_with(moves=["fold"] * 5001)) == "deals"


def test_four_megabytes_and_no_more() -> None:
    room = 4_000_000 - len(TEXT.encode())
    assert replay(TEXT + " " * room).verdict == "verified"
    assert malformed(TEXT + " " * (room + 200_000), raw=True) == "json"
    assert malformed((TEXT + " " * 5_000_000).encode(), raw=True) == "json"
    assert malformed(changed(x="ž" * 2_200_000), raw=True) == "json", "bytes are counted, not characters"
