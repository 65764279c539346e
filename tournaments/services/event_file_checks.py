"""The settings, sheets and results in an event's file: whether every page and every sum can read them."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

import engine
from tournaments.core.clock import ClockSettings
from tournaments.core.draw_input import DrawInput, DrawOptions
from tournaments.core.draws import Criterion, Flag
from tournaments.core.records import Scoring
from tournaments.event_reading import FileError, Part, fits, numbers
from tournaments.models import UNHAPPY, LogState
from tournaments.score_sheets import ITEMS
from tournaments.services.checks import MOST_POINTS
from tournaments.services.referee import VERDICT_STATES
from tournaments.services.results import ranks
from tournaments.sheet_faults import fault_sentence

MOST_SIDES = 5
MOST_COUNT = 100_000
DRAW_FIELDS: dict[str, type] = {"groups": int, "minimum": int, "by_group": bool}
OUT = {out.value for out in engine.Out}


def check_stage(part: Part, row: Mapping[str, Any]) -> None:
    """The JSON columns of a stage are what `stage_settings` reads."""
    options = dict(part.get("draw", dict))
    pairs = options.pop("forbidden", [])
    own = {name: options.pop(name) for name in DRAW_FIELDS if name in options}
    _require(part, "scoring", fits(Scoring, row["scoring"]))
    _require(part, "clock", fits(ClockSettings, row["clock"]))
    _require(part, "tie_breaks", fits(tuple[str, ...], row["tie_breaks"]))
    _require(part, "draw", fits(DrawOptions, options) and fits(tuple[tuple[int, int], ...], pairs))
    _require(part, "draw", all(type(value) is DRAW_FIELDS[name] for name, value in own.items()))


def check_round(part: Part, row: Mapping[str, Any], entrants: Mapping[int, Any]) -> None:
    """A draw that has its SHA-256, and notes about tables and byes that pages can show."""
    drawn_as = row["drawn_as"]
    known = isinstance(drawn_as, dict) and all(
        key.isascii() and key.isdecimal() and type(number) is int and number in entrants
        for key, number in drawn_as.items()
    )
    _require(part, "drawn_as", known)
    _require(part, "draw_notes", _are_notes(row["draw_notes"]))
    if row["draw_input"]:
        _require(part, "draw_hash", _has_hash(row["draw_input"], row["seed"], row["draw_hash"]))


def _are_notes(notes: Any) -> bool:
    if notes == {}:
        return True
    if not isinstance(notes, dict) or notes.keys() != {"tables", "byes", "idle"}:
        return False
    texts = [*notes["tables"].items(), *notes["byes"].items()] if _both_dicts(notes) else [("", None)]
    return numbers(notes["idle"], None, 1, MOST_COUNT) and all(
        key.isascii() and key.isdecimal() and _is_note(note) for key, note in texts
    )


def _both_dicts(notes: Mapping[str, Any]) -> bool:
    return isinstance(notes["tables"], dict) and isinstance(notes["byes"], dict)


def _is_note(note: Any) -> bool:
    return (
        isinstance(note, dict)
        and note.keys() == {"lines", "flags"}
        and fits(tuple[tuple[Criterion, int, int], ...], note["lines"])
        and fits(tuple[Flag, ...], note["flags"])
    )


def _has_hash(text: str, seed: str, digest: str) -> bool:
    try:
        fitting = fits(DrawInput, json.loads(text)) and seed.isascii() and seed.isdecimal()
        draw_input = DrawInput.from_json(text) if fitting else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    same = draw_input is not None and draw_input.to_json() == text
    return same and draw_input is not None and draw_input.digest(int(seed)) == digest


def check_match(part: Part, row: Mapping[str, Any], sides: int) -> None:
    """A number of sides, and points taken off for lateness."""
    penalties = row["penalties"]
    _require(part, "sides", 2 <= sides <= MOST_SIDES)
    _require(part, "penalties", penalties == [] or numbers(penalties, sides, -MOST_POINTS, 0))
    recorded = part.values.get("record") is not None
    _require(part, "record", recorded or row["state"] != "official")


def check_sheet(part: Part, row: Mapping[str, Any], sides: int) -> None:
    """Totals and deals of every side, and faults that can be said."""
    _require(part, "totals", numbers(row["totals"], sides, -MOST_POINTS, MOST_POINTS))
    _require(part, "deals", are_deals(row["deals"], sides))
    _require(part, "faults", isinstance(row["faults"], list) and all(map(_can_be_said, row["faults"])))
    for name in ("side", "countersigned_by_side"):
        _require(part, name, row[name] is None or row[name] < sides)


def _can_be_said(fault: Any) -> bool:
    if not isinstance(fault, dict) or not fits(dict, fault.get("params")):
        return False
    try:
        fault_sentence(fault)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        return False
    return numbers([fault.get("deal")], 1, 1, MOST_COUNT)


def are_deals(deals: Any, sides: int) -> bool:
    """A list of deals, each a list of sides, each the items of a sheet or just a total."""
    return (
        isinstance(deals, list)
        and len(deals) <= engine.MOST_DEALS
        and all(isinstance(deal, list) and len(deal) == sides and all(map(_is_line, deal)) for deal in deals)
    )


def _is_line(line: Any) -> bool:
    if not isinstance(line, dict) or not {"total"} <= line.keys() <= {*ITEMS, "total"}:
        return False
    counts = [value for name, value in line.items() if name != "out"]
    return line.get("out", "no") in OUT and numbers(counts, None, -MOST_POINTS, MOST_POINTS)


def check_record(part: Part, row: Mapping[str, Any], sides: int) -> None:
    """A value a side everywhere, and the ranks that follow from the totals."""
    totals, at_fault, canastas = row["totals"], row["at_fault"], row["canastas"]
    _require(part, "totals", totals is None or numbers(totals, sides, -MOST_POINTS, MOST_POINTS))
    _require(part, "at_fault", fits(tuple[bool, ...], at_fault) and len(at_fault) == sides)
    _require(part, "canastas", canastas is None or numbers(canastas, sides, 0, MOST_COUNT))
    _require(part, "deals", are_deals(row["deals"], sides))
    _require(part, "ranks", row["ranks"] == ranks(totals, at_fault))


def check_sums(part: Part, row: Mapping[str, Any], penalties: Collection[Sequence[int]], place: str) -> None:
    """Deals that add up to the totals, with the points that were on the sheet before the first one.

    `penalties` are those that the match at `place` ever had: a total a side, none for a match without.
    """
    totals, deals = row["totals"], row["deals"]
    if not deals:
        return
    before = (
        []
        if totals is None
        else [total - sum(deal[side]["total"] for deal in deals) for side, total in enumerate(totals)]
    )
    # Scores that were written on the wrong lines took the points for lateness along.
    known = [
        [0] * len(before),
        *(list(each) for each in penalties),
        *(list(each)[::-1] for each in penalties),
    ]
    if totals is None or before not in known:
        raise part.refuse("deals", _("the deals don't add up to the totals. ({place})").format(place=place))


def check_log(part: Part, row: dict[str, Any], sides: int, now: datetime) -> None:
    """A log that still says what it said: its SHA-256, and the verdict that a replay here comes to."""
    own = row["sides"]
    _require(part, "sides", fits(tuple[int, ...], own) and sorted(own) == list(range(sides)))
    _require(part, "forfeit_side", row["forfeit_side"] is None or row["forfeit_side"] < sides)
    _require(part, "set_aside", not row["set_aside"] or row["state"] in UNHAPPY)
    _require(part, "sha256", sha256(row["text"].encode()).hexdigest() == row["sha256"])
    if row["state"] in (LogState.QUEUED, LogState.FAILED):
        _require(part, "verdict", row["verdict"] is None)
        row["next_at"] = now if row["state"] == LogState.QUEUED else None
        return
    _require(part, "replayed_at", row["replayed_at"] is not None)
    verdict = engine.replay(row["text"])
    if VERDICT_STATES.get(verdict.verdict) != row["state"] or verdict.as_dict() != row["verdict"]:
        raise part.refuse("verdict", _("a replay of this log comes to another verdict."))
    row["engine"] = engine.VERSION
    row["evidence"] = {"case": verdict.case, "params": dict(verdict.params)}


def _require(part: Part, name: str, holds: bool) -> None:
    if not holds:
        raise FileError(_("this can't stand here."), part.at(name))
