"""Verdicts: their fields, the place of a fault, and the sentence that says it."""

import json
from string import Formatter
from typing import Any

import pytest

from engine import Field, Impossible, Rule, replay, sentence
from engine.sentences import _SENTENCES
from tests.engine.logs import CASES, case, classic, ten_thousand


def test_a_verified_verdict() -> None:
    assert replay(classic()).as_dict() == {
        "verdict": "verified", "scores": [680, -110], "winner": 0, "ranks": [1, 2], "deals": 1, "moves": 4
    }  # fmt: skip


def test_a_rejected_verdict() -> None:
    log = classic()
    log["deals"][0]["moves"] = ["draw", "draw"]
    assert replay(log).as_dict() == {
        "verdict": "rejected", "rule": "already-drawn", "deal": 0, "move": 1, "seat": 0,
        "message": "The player has already drawn or taken the pile this turn.",
    }  # fmt: skip


def test_a_malformed_verdict() -> None:
    assert replay("[]").as_dict() == {
        "verdict": "malformed", "rule": "json", "message": "The document is not a JSON object."
    }  # fmt: skip


def test_the_verdict_is_the_first_field() -> None:
    for name in ("tiny-concealed-discard", "bad-mismatch-1", "bad-draw-first-1", "malformed-players-twice"):
        assert next(iter(replay(case(name)).as_dict())) == "verdict"


def test_nulls_are_left_out_except_the_winner_of_a_draw() -> None:
    answer = replay(case("tiny-tt-points-tie")).as_dict()
    assert answer["winner"] is None
    assert [key for key, value in answer.items() if value is None] == ["winner"]
    assert "seat" not in replay(case("bad-match-over-1")).as_dict()


def test_the_items_of_each_deal_come_with_the_verdict() -> None:
    verdict = replay(case("match-classic-4-00"))
    assert len(verdict.items) == verdict.deals
    assert "items" not in verdict.as_dict()


def test_the_first_unlawful_move_is_named() -> None:
    log = classic()
    log["deals"][0]["moves"] = ["discard 9s", "draw", "pass", "draw"]
    assert (replay(log).rule, replay(log).move) == ("draw-first", 0)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_seat_is_whose_turn_it_is(dealer: int) -> None:
    log = {**classic(), "dealer": dealer}
    log["deals"][0]["moves"] = ["pass"]
    assert replay(log).seat == (dealer + 1) % 4


def test_the_sentence_has_the_evidence() -> None:
    log = ten_thousand()
    log["deals"][0]["moves"] = ["draw", "meld K Ks Jo"]
    assert replay(log).rule == "card-not-held"
    verdict = replay(case("tiny-meld-fourth-wild-added"))
    assert verdict.message is not None
    assert "too many wild cards: 4, at most 3" in verdict.message
    assert verdict.params["wilds"] == 4


def test_a_sentence_is_made_anew_from_code_and_parameters() -> None:
    verdict = replay(case("bad-meld-wilds-1"))
    assert verdict.rule is not None
    assert sentence(verdict.rule, verdict.case, verdict.params) == verdict.message
    czech = {"kings": "králů"}
    said = sentence(
        "meld-rank", "", {"rank": "K", "card": "9s"}, translate=lambda text: czech.get(text, text)
    )
    assert said == "9s does not belong to a meld of králů."


def test_parameters_are_plain_text_and_numbers() -> None:
    for path in sorted(CASES.glob("*.json")):
        params = replay(path.read_bytes()).params
        assert all(type(value) in (int, str) for value in params.values())
        assert json.loads(json.dumps(dict(params))) == params


@pytest.mark.parametrize("code", [*Rule, *Field, *Impossible])
def test_every_code_has_a_docstring_and_a_sentence(code: Any) -> None:
    assert code.__doc__
    assert any(known == code.value for known, _ in _SENTENCES)


def test_every_refusal_of_the_golden_logs_fills_its_sentence() -> None:
    for path in sorted(CASES.iterdir()):
        verdict = replay(path.read_bytes()) if path.suffix != ".jsonl" else None
        if verdict is not None and verdict.verdict != "verified":
            assert verdict.message
            assert "{" not in verdict.message


def test_replay_is_a_function() -> None:
    for name in ("match-classic-2-00", "match-ten-thousand-3-07", "bad-pile-top-2", "malformed-move-number"):
        log = case(name)
        before = json.dumps(log)
        assert replay(log) == replay(log)
        assert json.dumps(log) == before


def test_sentences_name_only_parameters() -> None:
    for text in _SENTENCES.values():
        for _, name, spec, conversion in Formatter().parse(text):
            assert name is None or name.isidentifier()
            assert not spec
            assert not conversion
