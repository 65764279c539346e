"""The verdicts of a move log: which fields each has, and how the command ends."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import replay
from tests.engine.rules.table import Table, verdict
from tests.engine.rules.totals import won

ROOT = Path(__file__).parents[3]
CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
GOOD = CLASSIC.log(won(CLASSIC, 0, 1500))
SCORES = [1500, -220]


def claim(scores: list[int], winner: int | None) -> dict[str, Any]:
    return GOOD | {"result": {"scores": scores, "winner": winner}}


# Fields


def test_verified() -> None:
    assert verdict(GOOD) == {
        "verdict": "verified",
        "scores": SCORES,
        "winner": 0,
        "ranks": [1, 2],
        "deals": 1,
        "moves": 4,
    }


def test_a_draw_has_the_winner_null() -> None:
    said = verdict(Table("ten-thousand", 3).log(forfeit={"seat": 2}))
    assert "winner" in said
    assert (said["winner"], said["ranks"]) == (None, [1, 1, 3])


def test_rejected() -> None:
    said = verdict(CLASSIC.log(CLASSIC.deal("draw", "draw")))
    assert isinstance(said.pop("message"), str)
    assert said == {"verdict": "rejected", "rule": "already-drawn", "deal": 0, "move": 1, "seat": 0}


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        (CLASSIC.log(CLASSIC.deal("draw", "discard 8s")), ("deal-unfinished", 0, 2, 1)),
        (CLASSIC.log(CLASSIC.deal("draw")), ("deal-unfinished", 0, 1, 0)),
        (CLASSIC.log(CLASSIC.deal()), ("deal-unfinished", 0, 0, 0)),
        (CLASSIC.log(won(CLASSIC, 0, 1500), CLASSIC.deal(number=1)), ("deal-unfinished", 1, 0, 1)),
        (CLASSIC.log(until={"deals": 1}), ("match-unfinished", 0, 0, None)),
        (CLASSIC.log(won(CLASSIC, 0, 1500), until={"deals": 2}), ("match-unfinished", 1, 0, None)),
        (CLASSIC.log(*[won(CLASSIC, 0, 1500)] * 2, until={"deals": 1}), ("match-over", 1, 0, None)),
        (GOOD | {"forfeit": {"seat": 1}}, ("match-over", 1, 0, None)),
    ],
)
def test_where_a_rejected_log_breaks_off(log: dict[str, Any], expected: tuple[Any, ...]) -> None:
    said = verdict(log)
    rule, deal, move, seat = expected
    seated = {} if seat is None else {"seat": seat}
    assert isinstance(said.pop("message"), str)
    assert said == {"verdict": "rejected", "rule": rule, "deal": deal, "move": move, **seated}


def test_moves_after_the_end_of_a_deal_have_no_seat() -> None:
    deal = won(CLASSIC, 0, 1500)
    said = verdict(CLASSIC.log(deal | {"moves": [*deal["moves"], "draw", "draw"]}))
    assert (said["rule"], said["deal"], said["move"]) == ("deal-over", 0, 4)
    assert "seat" not in said


def test_only_the_first_unlawful_move_is_named() -> None:
    said = verdict(CLASSIC.log(CLASSIC.deal("draw", "draw", "pass", "discard 3h")))
    assert (said["rule"], said["move"]) == ("already-drawn", 1)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [([1500, -225], 0), ([1505, -220], 0), ([-220, 1500], 0), (SCORES, 1), (SCORES, None)],
)
def test_mismatch(scores: list[int], winner: int | None) -> None:
    said = verdict(claim(scores, winner))
    assert isinstance(said.pop("message"), str)
    assert said == {"verdict": "mismatch", "rule": "result", "scores": SCORES, "winner": 0}


def test_a_mismatch_of_a_draw_shows_the_winner_null() -> None:
    three = Table("ten-thousand", 3)
    said = verdict(three.log(forfeit={"seat": 2}, result={"scores": [0, 0, 0], "winner": 1}))
    assert (said["verdict"], said["winner"]) == ("mismatch", None)
    assert "winner" in said


def test_a_right_claim_is_verified_and_adds_nothing() -> None:
    assert verdict(claim(SCORES, 0)) == verdict(GOOD)


def test_a_claim_is_looked_at_only_when_every_move_is_lawful() -> None:
    log = CLASSIC.log(CLASSIC.deal("draw", "draw"), result={"scores": [0, 0], "winner": 0})
    assert verdict(log)["verdict"] == "rejected"


def test_malformed_with_deal_and_move_only_where_the_fault_lies_there() -> None:
    for log, where in (
        (GOOD | {"dealer": 9}, {"rule": "dealer"}),
        (GOOD | {"deals": 9}, {"rule": "deals"}),
        (GOOD | {"deals": [GOOD["deals"][0], {"deck": "Ks", "moves": []}]}, {"rule": "deck", "deal": 1}),
        (GOOD | {"deals": [GOOD["deals"][0] | {"cut": "Jo"}]}, {"rule": "cut", "deal": 0}),
        (
            GOOD | {"deals": [GOOD["deals"][0] | {"moves": ["draw", "?"]}]},
            {"rule": "move", "deal": 0, "move": 1},
        ),
    ):
        said = verdict(log)
        assert isinstance(said.pop("message"), str)
        assert said == {"verdict": "malformed", **where}


def test_bytes_text_and_object_are_judged_alike() -> None:
    text = json.dumps(GOOD)
    assert replay(text) == replay(text.encode()) == replay(GOOD)


# The command


def command(*names: str, cwd: Path, stdin: bytes = b"") -> tuple[int, list[dict[str, Any]], str]:
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {RUN}", *names],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )
    lines = run.stdout.decode().splitlines()
    assert b"Traceback" not in run.stderr
    return run.returncode, [json.loads(line) for line in lines], run.stderr.decode()


RUN = "import runpy; runpy.run_module('engine', run_name='__main__', alter_sys=True)"
"""Without site packages: the engine needs nothing but the standard library."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.json").write_text(json.dumps(GOOD))
    (tmp_path / "bad.json").write_text(json.dumps(CLASSIC.log(CLASSIC.deal("pass"))))
    (tmp_path / "claim.json").write_text(json.dumps(claim(SCORES, 1)))
    (tmp_path / "binary").write_bytes(os.urandom(1000))
    (tmp_path / "empty.json").write_bytes(b"")
    (tmp_path / "folder.json").mkdir()
    return tmp_path


def test_a_line_for_each_file_and_status_0_if_all_are_verified(folder: Path) -> None:
    status, lines, _ = command("replay", "good.json", "./good.json", cwd=folder)
    assert status == 0
    assert lines == [{"file": name, **verdict(GOOD)} for name in ("good.json", "./good.json")]
    assert list(lines[0])[:2] == ["file", "verdict"]


@pytest.mark.parametrize("name", ["bad.json", "claim.json", "binary", "empty.json"])
def test_status_1_if_one_is_not(folder: Path, name: str) -> None:
    status, lines, _ = command("replay", "good.json", name, "good.json", cwd=folder)
    assert status == 1
    assert [line["file"] for line in lines] == ["good.json", name, "good.json"]
    assert [line["verdict"] for line in lines[::2]] == ["verified", "verified"]


@pytest.mark.parametrize("name", ["missing.json", "folder.json", "a\udcffb", "x" * 300])
def test_status_2_for_a_file_that_cannot_be_read_and_the_others_still_judged(folder: Path, name: str) -> None:
    status, lines, error = command("replay", "bad.json", name, "good.json", cwd=folder)
    assert status == 2
    assert [line["file"] for line in lines] == ["bad.json", "good.json"]
    assert error.strip()


@pytest.mark.parametrize(
    "usage", [(), ("replay",), ("referee", "good.json"), ("replay", "--no", "good.json")]
)
def test_status_2_on_wrong_usage(folder: Path, usage: tuple[str, ...]) -> None:
    assert command(*usage, cwd=folder)[:2] == (2, [])


def test_a_dash_reads_standard_input(folder: Path) -> None:
    status, lines, _ = command("replay", "-", cwd=folder, stdin=json.dumps(GOOD).encode())
    assert (status, lines) == (0, [{"file": "-", **verdict(GOOD)}])
    status, lines, _ = command("replay", "-", cwd=folder, stdin=b"\xff\xfe")
    assert (status, lines[0]["rule"]) == (1, "json")


def test_a_hundred_megabytes_of_brackets_are_malformed(folder: Path) -> None:
    with (folder / "long.json").open("wb") as file:
        for _ in range(100):
            file.write(b"[" * 1_000_000)
    status, lines, _ = command("replay", "long.json", cwd=folder)
    assert (status, lines[0]["verdict"], lines[0]["rule"]) == (1, "malformed", "json")


def test_odd_names_of_files_come_out_as_json(folder: Path) -> None:
    for name in ("žolík.json", 'a "b".json', "a\nb.json"):
        (folder / name).write_text(json.dumps(GOOD))
        assert command("replay", name, cwd=folder)[:2] == (0, [{"file": name, **verdict(GOOD)}])
