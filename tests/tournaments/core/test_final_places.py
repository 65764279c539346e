"""Who goes on to the next stage, who replaces whom, and the final places of an event of stages."""

from tests.tournaments.core.events import change, event, number
from tournaments.core.final_places import final_places
from tournaments.core.records import Format, StageRecord
from tournaments.core.stages import cut
from tournaments.core.standings import standings

SWISS = event("A-F 20-0, B-E 16-4, C-D 12-8")


def qualified(stage: StageRecord, size: int, away: str = "") -> list[str]:
    return names(stage, cut(standings(stage), size, [number(letter) for letter in away]).qualified)


def names(stage: StageRecord, ids: tuple[int, ...]) -> list[str]:
    by_id = {entrant.id: entrant.name for entrant in stage.entrants}
    return [by_id[entrant] for entrant in ids]


def test_the_best_go_on_in_the_order_shown() -> None:
    assert qualified(SWISS, 4) == ["A", "B", "C", "D"]


def test_a_withdrawn_pair_is_replaced_by_the_next() -> None:
    assert qualified(change(SWISS, "B", withdrawn_after=1), 4) == ["A", "C", "D", "E"]
    assert qualified(SWISS, 4, away="AD") == ["B", "C", "E", "F"]


def test_the_disqualified_never_go_on() -> None:
    assert qualified(change(SWISS, "A", disqualified_from=2), 2) == ["B", "C"]


def test_who_is_level_with_the_last_is_named() -> None:
    stage = event("A-B 14-6, C-D 14-6, E-F 14-6")
    chosen = cut(standings(stage), 2)
    assert names(stage, chosen.qualified) == ["A", "C"]
    assert names(stage, chosen.level_at_the_line) == ["A", "C", "E"]
    assert cut(standings(stage), 3).level_at_the_line == ()


def _groups() -> StageRecord:
    stage = event("A-B 14-6, C-D 20-0, E-F 12-8", format=Format.ROUND_ROBIN)
    for letter, group in zip("ABCDEF", "112233", strict=True):
        stage = change(stage, letter, group=group)
    return stage


def test_of_groups_all_firsts_go_before_all_seconds() -> None:
    assert qualified(_groups(), 4) == ["C", "A", "E", "F"]


def test_in_a_group_the_next_of_the_same_group_replaces() -> None:
    assert qualified(_groups(), 3, away="C") == ["A", "E", "D"]


def places(*stages: StageRecord) -> list[str]:
    return [
        f"{p.entrant.name} {p.rank or '-'} {p.stage}" for p in final_places([standings(s) for s in stages])
    ]


def test_the_last_stage_places_whoever_reached_it() -> None:
    cup = event("A-D 6-14, B-C 14-6", "D-B 14-6", format=Format.KNOCKOUT)
    assert places(SWISS, cup) == ["D 1 1", "B 2 1", "A 3= 1", "C 3= 1", "E 5 0", "F 6 0"]


def test_places_before_the_cup_are_those_of_the_first_stage() -> None:
    cup = event(entrants="ABCD", format=Format.KNOCKOUT)
    assert places(SWISS, cup) == ["A 1 0", "B 2 0", "C 3 0", "D 4 0", "E 5 0", "F 6 0"]


def test_a_replaced_pair_is_placed_by_the_first_stage() -> None:
    swiss = change(SWISS, "B", withdrawn_after=1)
    cup = event("A-E 14-6, C-D 14-6", "A-C 14-6", format=Format.KNOCKOUT)
    assert places(swiss, cup)[3:] == ["E 3= 1", "B 5 0", "F 6 0"]


def test_while_the_cup_runs_who_is_in_it_has_no_place_and_the_others_keep_theirs() -> None:
    cup = event("A-D 6-14, B-C 14-6", format=Format.KNOCKOUT)
    assert places(SWISS, cup) == ["B - 1", "D - 1", "A 3= 1", "C 3= 1", "E 5 0", "F 6 0"]


def test_equal_places_of_groups_are_shared_and_the_disqualified_come_last() -> None:
    assert places(_groups()) == ["A 1= 0", "C 1= 0", "E 1= 0", "B 4= 0", "D 4= 0", "F 4= 0"]
    assert places(change(SWISS, "A", disqualified_from=1))[-1] == "A - 0"
