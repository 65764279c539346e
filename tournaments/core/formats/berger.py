"""Berger tables: who meets whom in each round of a round robin, by number alone.

Numbers run from 1. What to do about absent entrants, groups or a second cycle belongs to `round_robin`.
"""


def rounds_needed(size: int) -> int:
    """Rounds in which everybody of `size` meets everybody once."""
    return size - 1 if size % 2 == 0 else size


def berger_round(size: int, number: int) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """The pairs of round `number` (from 1), first-named side first, and the number that has the bye.

    An odd field plays the table of the next even size, and whoever meets the missing number has the bye.
    """
    last = size + size % 2
    circle = last - 1
    opener = _opponent_of_last(circle, number)
    opening = (opener, last) if number % 2 else (last, opener)
    pairs = [(_wrap(opener + step, circle), _wrap(opener - step, circle)) for step in range(1, last // 2)]
    if size % 2:
        return tuple(pairs), opener
    return (opening, *pairs), None


def _opponent_of_last(circle: int, number: int) -> int:
    """The x with x + x = number + 1 on the circle 1..circle (an odd size, so 2 has an inverse)."""
    half = (circle + 1) // 2
    return _wrap((number + 1) * half, circle)


def _wrap(value: int, circle: int) -> int:
    return (value - 1) % circle + 1
