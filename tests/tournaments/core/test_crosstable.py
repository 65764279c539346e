"""The grid of results by round and by opponent."""

from tests.tournaments.core.events import change, event
from tournaments.core.crosstable import by_opponent, by_round
from tournaments.core.records import Adjustment, Format
from tournaments.core.standings import standings


def test_by_round_every_match_bye_and_missed_round_has_its_cell() -> None:
    stage = event("A-B 14-6, C bye", "A-C 10-10", adjustments=(Adjustment(1, 100, "award", 3),))
    grid = by_round(standings(stage)[0])
    assert grid.columns == (1, 2)
    cells = {
        r.row.entrant.name: [(n, *(line.kind.value for line in r.cells[n])) for n in (1, 2)]
        for r in grid.rows
    }
    assert cells == {
        "A": [(1, "match"), (2, "match")],
        "B": [(1, "match"), (2, "absent")],
        "C": [(1, "bye"), (2, "match")],
    }


def test_by_opponent_two_meetings_share_a_cell() -> None:
    grid = by_opponent(standings(event("A-B 14-6, C-D 12-8", "B-A 10-10, C-D 10-10"))[0])
    assert grid.columns == (1, 3, 4, 2)
    first = grid.rows[0]
    assert [line.value for line in first.cells[2]] == [1400, 1000]
    assert 3 not in first.cells


def test_results_that_left_the_standings_are_still_in_the_grid() -> None:
    stage = event("A-D 14-6, B-C 14-6", "D-C, A-B 12-8", format=Format.ROUND_ROBIN)
    grid = by_opponent(standings(change(stage, "D", withdrawn_after=1))[0])
    a = next(r for r in grid.rows if r.row.entrant.name == "A")
    assert [(line.kind.value, line.value) for line in a.cells[4]] == [("removed", None)]
