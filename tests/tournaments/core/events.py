"""Small events for the tests, written as a director would: "A-B 14-6, C-D 13-7, E bye"."""

from dataclasses import replace
from typing import Any

from tournaments.core.records import (
    Entrant,
    Format,
    MatchRecord,
    Outcome,
    RoundRecord,
    Scoring,
    SideRecord,
    StageRecord,
)
from tournaments.core.rows import Row
from tournaments.core.standings import standings

THREE_DEALS = Scoring(table="vp-3-deals")
_AHEAD = {10: 0, 11: 100, 12: 200, 13: 300, 14: 400, 15: 600, 16: 700, 17: 900, 18: 1200, 19: 1400, 20: 1600}


def number(letter: str) -> int:
    return ord(letter) - 64


def match(text: str, table: int = 1) -> MatchRecord:
    """ "A-B 14-6" (VP), "A-B" (not played), and postponed, no-show (of B), forfeit (by B), both (absent)."""
    pair, _, result = text.strip().partition(" ")
    sides = tuple(SideRecord(tuple(number(letter) for letter in side)) for side in pair.split("-"))
    record = MatchRecord(table, table, sides)
    if result == "":
        return record
    if result == "postponed":
        return replace(record, postponed=True)
    if result in {"no-show", "both", "forfeit"}:
        faults = (result == "both", True)
        outcome = Outcome.FORFEIT if result == "forfeit" else Outcome.NO_SHOW
        lost = tuple(replace(side, at_fault=fault) for side, fault in zip(sides, faults, strict=True))
        return replace(record, sides=lost, outcome=outcome, official=True)
    return with_points(record, *points_for(*(int(vp) for vp in result.split("-"))))


def points_for(first: int, second: int) -> tuple[int, int]:
    """Game points that give these VP in rounds of 3 deals."""
    ahead = _AHEAD[max(first, second)]
    return (2000 + ahead, 2000) if first >= second else (2000, 2000 + ahead)


def with_points(record: MatchRecord, *points: int) -> MatchRecord:
    sides = tuple(replace(side, points=p) for side, p in zip(record.sides, points, strict=True))
    return replace(record, sides=sides, official=True)


def event(*rounds: str, entrants: str = "", format: Format = Format.SWISS, **settings: Any) -> StageRecord:
    """A stage of 3-deal rounds; `entrants` only if some are in no round."""
    records = []
    for index, text in enumerate(rounds, start=1):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        byes = tuple(number(part[0]) for part in parts if part.endswith("bye"))
        tables = [part for part in parts if not part.endswith("bye")]
        matches = tuple(match(part, table) for table, part in enumerate(tables, start=1))
        records.append(RoundRecord(index, matches, byes))
    letters = sorted(set(entrants) | {c for text in rounds for c in text if c.isupper()})
    field = tuple(Entrant(number(c), number(c), c) for c in letters)
    return StageRecord(format, field, tuple(records), **{"scoring": THREE_DEALS, **settings})


def change(stage: StageRecord, letter: str, **fields: Any) -> StageRecord:
    """The stage with one entrant changed."""
    field = tuple(replace(e, **fields) if e.id == number(letter) else e for e in stage.entrants)
    return replace(stage, entrants=field)


def rows(stage: StageRecord, after_round: int | None = None, **options: bool) -> dict[str, Row]:
    """The rows by letter, in the order of the standings."""
    return {row.entrant.name: row for table in standings(stage, after_round, **options) for row in table.rows}


def totals(stage: StageRecord, after_round: int | None = None, **options: bool) -> dict[str, float]:
    """VP by letter."""
    return {letter: row.value / 100 for letter, row in rows(stage, after_round, **options).items()}


def labels(stage: StageRecord, after_round: int | None = None) -> list[str]:
    """ "A 1", "B 2=" ... in order."""
    return [f"{letter} {row.label}".strip() for letter, row in rows(stage, after_round).items()]


def ties(stage: StageRecord, code: str, after_round: int | None = None) -> dict[str, int | None]:
    """One tie-break by letter."""
    tables = standings(replace(stage, ranking=replace(stage.ranking, tie_breaks=(code,))), after_round)
    return {row.entrant.name: row.ties[0].value for table in tables for row in table.rows}
