"""The best of the standings go on to the next stage."""

import pytest

from tournaments.core.account import Account, Kind, Line
from tournaments.core.draws import DrawError, Reason
from tournaments.core.ranks import share_ranks
from tournaments.core.records import Entrant
from tournaments.core.rows import RemarkCode, Row, Table
from tournaments.core.stages import Cut, cut


def table(*groups: tuple[int, ...], name: str = "", top: int = 50, **gone: int) -> Table:
    """Standings of groups of equals, best first, a VP apart; `gone` is withdrawn after that round."""
    rows = []
    for entrant, rank in share_ranks(groups).items():
        who = Entrant(entrant, entrant, withdrawn_after=gone.get(f"n{entrant}"))
        line = Line(1, Kind.MATCH, 100 * (top - rank.place))
        rows.append(Row(Account(who, (line,)), rank))
    return Table(name, (), tuple(rows))


def test_the_best_go_on_in_the_order_of_the_standings() -> None:
    assert cut([table((3,), (1,), (2,), (4,))], 2) == Cut((3, 1))


def test_whoever_declined_or_withdrew_is_replaced_by_the_next() -> None:
    standing = [table((3,), (1,), (2,), (4,), (5,), n1=4)]
    assert cut(standing, 2) == Cut((3, 2), moved_up=(2,))
    assert cut(standing, 2, declined={3}) == Cut((2, 4), moved_up=(2, 4))


def test_a_rank_shared_across_the_line_is_named() -> None:
    assert cut([table((3,), (1, 2, 4))], 2) == Cut((3, 1), level_at_the_line=(1, 2, 4))
    assert cut([table((1, 2), (3,))], 2) == Cut((1, 2))


def test_the_unranked_do_not_go_on() -> None:
    out = Row(Account(Entrant(9, 9), ()), None, unranked=RemarkCode.DISQUALIFIED)
    ranked = table((3,), (1,))
    with_out = Table("", (), (out, *ranked.rows))
    assert cut([with_out], 2).qualified == (3, 1)


def test_of_groups_all_winners_are_seeded_before_the_seconds() -> None:
    groups = [table((1,), (2,), (3,), name="A"), table((4,), (5,), (6,), name="B", top=60)]
    assert cut(groups, 4).qualified == (4, 1, 5, 2)
    assert cut(groups, 3).qualified == (4, 1, 5)


def test_in_a_group_the_next_of_the_same_group_moves_up() -> None:
    groups = [table((1,), (2,), (3,), name="A"), table((4,), (5,), (6,), name="B", top=60)]
    assert cut(groups, 2, declined={4}) == Cut((5, 1), moved_up=(5,))


def test_with_too_few_left_there_is_no_cut() -> None:
    with pytest.raises(DrawError) as refused:
        cut([table((1,), (2,))], 2, declined={2})
    assert (refused.value.code, refused.value.params) == (Reason.TOO_FEW, {"entrants": 1, "needed": 2})
