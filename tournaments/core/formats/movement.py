"""The Mitchell movement: N/S sit, E/W move on by a fixed step, by number alone.

Both lines are numbered from 1 and start the first round at the table of their own number.
Which entrant sits in which line belongs to `mitchell`.
"""

from math import gcd


def visits_every_table(tables: int, step: int) -> bool:
    """Whether moving by `step` meets everybody before anybody twice."""
    return gcd(tables, step) == 1


def mitchell_round(tables: int, step: int, number: int) -> tuple[tuple[int, int], ...]:
    """(N/S number, E/W number) at each table of round `number` (from 1)."""
    moved = step * (number - 1)
    return tuple((table, (table - 1 - moved) % tables + 1) for table in range(1, tables + 1))
