"""An open event has no draw; its games are checked when they are reported."""

import pytest

from tournaments.core.draw_input import DrawInput
from tournaments.core.draws import DrawError, Reason
from tournaments.core.formats.open_play import next_round, reported_table
from tournaments.core.records import Format


def test_nobody_is_paired() -> None:
    with pytest.raises(DrawError) as refused:
        next_round(DrawInput(Format.OPEN, 1, ()), 1)
    assert refused.value.code is Reason.NOT_DRAWN


def test_two_to_five_sides_can_meet() -> None:
    assert reported_table([[1], [2, 3], [4]]).sides == ((1,), (2, 3), (4,))
    assert len(reported_table([[n] for n in range(5)]).sides) == 5


@pytest.mark.parametrize("sides", [[[1]], [[n] for n in range(6)], [[1, 2], [2, 3]], [[1], []]])
def test_other_numbers_and_anybody_twice_are_refused(sides: list[list[int]]) -> None:
    with pytest.raises(DrawError) as refused:
        reported_table(sides)
    assert refused.value.code is Reason.SIDES
