"""Which table a match is played at: pairs that cannot move keep theirs, the others fill up from the first.

Who meets whom is settled before and never changed here.
"""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.core.draws import Draw, DrawnTable, Flag


def allot_tables(draw: Draw, fixed: Mapping[int, int]) -> Draw:
    """The draw with a number for every table; `fixed` is the table of each entrant that cannot move.

    A number the director has given stays. Of two immobile entrants who meet, or who keep the same table,
    the one further up the draw keeps it and the other table is flagged `off_table`.
    """
    numbers: dict[int, int] = {}
    for index, table in enumerate(draw.tables):
        if table.number and table.number not in numbers.values():
            numbers[index] = table.number
    for index, table in enumerate(draw.tables):
        wanted = [fixed[entrant] for entrant in table.entrants if entrant in fixed]
        free = [number for number in wanted if number not in numbers.values()]
        if index not in numbers and free:
            numbers[index] = free[0]
    used = set(numbers.values())
    spare = (number for number in range(1, len(draw.tables) + len(used) + 1) if number not in used)
    tables = tuple(
        _numbered(table, numbers[index] if index in numbers else next(spare), fixed)
        for index, table in enumerate(draw.tables)
    )
    return replace(draw, tables=tables)


def _numbered(table: DrawnTable, number: int, fixed: Mapping[int, int]) -> DrawnTable:
    displaced = any(fixed.get(entrant, number) != number for entrant in table.entrants)
    flags = (*table.flags, Flag.OFF_TABLE) if displaced else table.flags
    return replace(table, number=number, flags=flags)
