"""What the draw is told about the past: meetings, partners, byes, who is there, which tables are open."""

from dataclasses import replace

from tournaments.core.history import history, unresolved
from tournaments.core.records import (
    Absence,
    Entrant,
    Format,
    MatchRecord,
    Outcome,
    RoundRecord,
    SideRecord,
    StageRecord,
)


def match(table: int, *sides: tuple[int, ...], official: bool = True) -> MatchRecord:
    return MatchRecord(table, table, tuple(SideRecord(side) for side in sides), official=official)


def stage(*rounds: RoundRecord, entrants: int = 5) -> StageRecord:
    return StageRecord(Format.SWISS, tuple(Entrant(n, n) for n in range(1, entrants + 1)), rounds)


def test_opponents_are_counted_and_the_last_round_is_known() -> None:
    record = stage(
        RoundRecord(1, (match(1, (1,), (2,)), match(2, (3,), (4,))), byes=(5,)),
        RoundRecord(2, (match(1, (1,), (2,)), match(2, (3,), (5,))), byes=(4,)),
    )
    past = history(record)
    assert past[1].opponents == {2: 2}
    assert past[3].opponents == {4: 1, 5: 1}
    assert past[3].last_opponents == {5}
    assert past[4].last_opponents == frozenset()
    assert [past[n].byes for n in (1, 4, 5)] == [0, 1, 1]


def test_only_rounds_before_the_asked_one_count() -> None:
    record = stage(RoundRecord(1, (match(1, (1,), (2,)),)), RoundRecord(2, (match(1, (1,), (3,)),)))
    assert history(record, before_round=2)[1].opponents == {2: 1}
    assert history(record, before_round=1)[1].opponents == {}


def test_a_draft_is_no_past() -> None:
    record = stage(RoundRecord(1, (match(1, (1,), (2,)),), byes=(3,), published=False))
    assert history(record)[1].opponents == {}
    assert history(record)[3].byes == 0


def test_partners_and_both_opponents_of_single_players_are_known() -> None:
    past = history(stage(RoundRecord(1, (match(1, (1, 2), (3, 4)),))))
    assert past[1].partners == {2: 1}
    assert past[1].opponents == {3: 1, 4: 1}


def test_a_no_show_is_no_meeting() -> None:
    absent = replace(match(1, (1,), (2,)), outcome=Outcome.NO_SHOW)
    assert history(stage(RoundRecord(1, (absent,))))[1].opponents == {}


def test_absent_withdrawn_late_and_barred_entrants_are_not_present() -> None:
    entrants = (
        Entrant(1, 4),
        Entrant(2, 3, withdrawn_after=1),
        Entrant(3, 2, joined_round=3),
        Entrant(4, 1, disqualified_from=2),
        Entrant(5, 5),
    )
    record = StageRecord(Format.SWISS, entrants, absences=(Absence(5, 2),))
    assert [e.id for e in record.present(1)] == [4, 2, 1, 5]
    assert [e.id for e in record.present(2)] == [1]
    assert [e.id for e in record.present(3)] == [3, 1, 5]


def test_a_late_entrant_is_new_in_its_first_round_only_and_nobody_is_in_round_one() -> None:
    late = Entrant(1, 1, joined_round=3)
    assert [late.joins_late_in(n) for n in (2, 3, 4)] == [False, True, False]
    assert not Entrant(2, 2).joins_late_in(1)


def test_the_next_draw_waits_for_tables_without_a_result_unless_postponed() -> None:
    waiting = match(3, (1,), (2,), official=False)
    assert unresolved(stage(RoundRecord(1, (waiting, match(4, (3,), (4,)))))) == ((1, 3),)
    assert unresolved(stage(RoundRecord(1, (replace(waiting, postponed=True),)))) == ()
