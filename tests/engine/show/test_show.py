"""`python -m engine show`: a match, a deal or a position to read."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from engine import replay
from engine.__main__ import main
from engine.show import Ink, NoSuchPlace, show
from tests.engine.logs import CASES, case, classic

CONCEALED = """\
classic, 4 players, deals: 1
side 0: ana + cyr
side 1: bob + dan

Deal 0, dan deals
   0  ana  draws 4c; melds Ks Ks Kh Kh Kd Kd Kc (7 kings: natural canasta); melds 4s 4h 4d 4c (4 fours); \
discards 9s; goes out concealed

                     ana + cyr   bob + dan
melded cards                90           0
natural canastas           500           0
going out                  200           0
cards in hand             -110        -110
deal                       680        -110
total                      680        -110

verified
1. ana + cyr: 680
2. bob + dan: -110
"""

PENDING = """\
Deal 0, moves played: 3; bob has taken the pile
last move: bob: take Kh Kd
stock: 62 cards
pile (0, top last): -
rest of the taken pile: Qs
bob needs 20 points for a first meld
ana (11): 4s 4c 5s 5d 5c 6h 6d 7s 7h 7c 9c
bob (9): 4s 4h 4d 7c Jh Jd Jc Qh Qd
cyr (11): 4h 4c 5h 5d 6s 6h 6c 7s 7d 8s 8h
dan (11): 4d 5s 5h 5c 6s 6d 6c 7h 7d 8s 8h
ana + cyr: total 0
    red threes: -
bob + dan: total 0
    red threes: -
    kings: Ks Kh Kd

ana forfeits
verified
"""

PLAIN = Ink()


def shown(log: dict[str, Any], **where: int) -> str:
    return show(json.dumps(log), PLAIN, **where)[0]


def data(log: dict[str, Any], **where: int) -> Any:
    return json.loads(show(json.dumps(log), None, **where)[0])


def test_a_match_is_told_turn_by_turn_with_its_score_sheet() -> None:
    assert shown(classic()) == CONCEALED


def test_a_position_shows_the_whole_table() -> None:
    assert PENDING in shown(case("tiny-pending-joins"), deal=0, move=3)


def test_an_open_deal_ends_with_its_position() -> None:
    text = shown(case("tiny-pending-joins"))
    assert "melds Jh Jd Jc and picks up the rest of the pile, Qs (3 jacks)" in text
    assert "Deal 0, moves played: 6; cyr is to draw or take the pile\npile is frozen\n" in text


def test_a_rejected_log_ends_at_the_refused_move_with_the_sentence() -> None:
    log = case("tiny-pile-one-card")
    verdict = replay(json.dumps(log))
    text = shown(log)
    assert verdict.rule == "pile-one-card"
    assert f"Deal {verdict.deal}, moves played: {verdict.move}; " in text
    assert text.endswith(
        f"\n\nrejected at deal {verdict.deal}, move {verdict.move}, {log['players'][verdict.seat]}: "
        "The last card in hand may not take a pile of one card. [pile-one-card]\n"
    )


def test_a_wrong_claim_is_shown_after_the_match() -> None:
    log = {**classic(), "result": {"scores": [685, -110], "winner": 0}}
    assert "\nmismatch: The scores are 680, -110, not 685, -110. [result]\n" in shown(log)


def test_one_deal_can_be_picked() -> None:
    text = shown(case("tiny-forfeit-totals"), deal=1)
    assert "Deal 1, ana deals" in text
    assert "Deal 0, " not in text


@pytest.mark.parametrize("where", [{"deal": 1}, {"deal": -1}, {"move": 5}, {"deal": 0, "move": -1}])
def test_a_place_that_the_log_has_not_is_named(where: dict[str, int]) -> None:
    with pytest.raises(NoSuchPlace, match="no lawful position: deal"):
        shown(classic(), **where)


def test_no_name_in_a_log_commands_the_terminal() -> None:
    log = {**classic(), "players": ["\033[2Jana", "b\nb", "\ud800", "d" * 99]}
    assert all(line.isprintable() for line in shown(log).splitlines())
    assert "?[2Jana + ?" in shown(log)


def test_programs_get_the_turns_and_the_sheet() -> None:
    told = data(classic())
    (deal,) = told["deals"]
    assert told["verdict"] == replay(classic()).as_dict()
    assert told["sides"] == [[0, 2], [1, 3]]
    assert [action["text"] for action in deal["turns"][0]["actions"]] == classic()["deals"][0]["moves"]
    assert deal["turns"][0]["actions"][0] == {"move": 0, "text": "draw", "drawn": ["4c"]}
    assert deal["items"][0] == {
        "card_points": 90, "natural": 1, "mixed": 0, "wild": 0,
        "red_threes": 0, "out": "concealed", "hand": 110,
    }  # fmt: skip
    assert deal["scores"][0]["total"] == 680
    assert deal["totals"] == [680, -110]


def test_programs_get_a_position_with_the_moves_that_can_be_made() -> None:
    position = data(case("tiny-pending-joins"), deal=0, move=3)["position"]
    assert position["rest"] == ["Qs"]
    assert position["still_needed"] == 20
    assert position["took"] is True
    assert position["legal_moves"] == ["meld 4 4s 4h 4d", "meld J Jh Jd Jc"]


@pytest.mark.parametrize("path", sorted(CASES.glob("*.[jb]*")), ids=lambda path: path.name)
def test_every_golden_log_is_shown_with_the_status_of_its_verdict(path, capsys) -> None:
    if path.name == "expected.jsonl":
        return
    verdict = replay(path.read_bytes())
    status = 0 if verdict.verdict == "verified" else 1
    assert main(["show", str(path)]) == status
    assert verdict.verdict in capsys.readouterr().out
    assert main(["show", "--json", str(path)]) == status
    assert json.loads(capsys.readouterr().out)["verdict"] == json.loads(json.dumps(verdict.as_dict()))


def test_standard_input_is_a_dash(capsys, monkeypatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(classic()).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert main(["show", "-"]) == 0
    assert capsys.readouterr().out == CONCEALED


def test_a_file_that_cannot_be_read_is_status_2(tmp_path, capsys) -> None:
    assert main(["show", str(tmp_path / "missing.json")]) == 2
    assert "missing.json" in capsys.readouterr().err


def test_a_place_that_is_not_there_is_wrong_usage(capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["show", str(CASES / "tiny-concealed-discard.json"), "--deal", "3"])
    assert stopped.value.code == 2
    assert "no lawful position: deal 3" in capsys.readouterr().err
