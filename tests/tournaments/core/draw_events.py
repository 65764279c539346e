"""Builders of small events for the tests of draws."""

from collections.abc import Iterable, Mapping

from tournaments.core.candidates import candidates_of
from tournaments.core.draw_input import DrawInput, DrawOptions
from tournaments.core.draws import Draw
from tournaments.core.records import (
    Entrant,
    Format,
    MatchRecord,
    RoundRecord,
    SideRecord,
    StageRecord,
)


def letter(number: int) -> str:
    return chr(ord("A") + number - 1)


def number_of(name: str) -> int:
    return ord(name) - ord("A") + 1


def rounds_of(*lines: str) -> tuple[RoundRecord, ...]:
    """Rounds written like "AB CD E": tables of two, and a single letter for a bye."""
    rounds = []
    for number, line in enumerate(lines, start=1):
        words = line.split()
        matches = tuple(
            MatchRecord(
                id=100 * number + table,
                table=table,
                sides=tuple(SideRecord((number_of(name),)) for name in word),
                official=True,
            )
            for table, word in enumerate((w for w in words if len(w) == 2), start=1)
        )
        byes = tuple(number_of(word) for word in words if len(word) == 1)
        rounds.append(RoundRecord(number, matches, byes))
    return tuple(rounds)


def paired_by(given: DrawInput) -> dict[str, int]:
    """The VP everybody is paired by."""
    return {letter(candidate.id): candidate.score // 100 for candidate in given.candidates}


def swiss_input(
    totals: Mapping[str, int],
    *lines: str,
    entrants: Iterable[Entrant] | None = None,
    options: DrawOptions | None = None,
    **more: object,
) -> DrawInput:
    """The next round of a Swiss event of letters with these VP totals after these rounds."""
    ids = {number_of(name): vp * 100 for name, vp in totals.items()}
    field = tuple(entrants or (Entrant(n, n, letter(n)) for n in sorted(ids)))
    stage = StageRecord(Format.SWISS, field, rounds_of(*lines))
    order = sorted(ids, key=lambda entrant: (-ids[entrant], entrant))
    number = len(lines) + 1
    return DrawInput(
        Format.SWISS,
        number,
        candidates_of(stage, number, order, ids),
        options or DrawOptions(),
        **more,  # type: ignore[arg-type]
    )


def written(draw: Draw) -> str:
    """A draw in letters, like "AD BE C": each table and the list in alphabetical order, byes last."""
    tables = sorted("".join(sorted(letter(entrant) for entrant in table.entrants)) for table in draw.tables)
    return " ".join([*tables, *sorted(letter(bye.entrant) for bye in draw.byes)])
