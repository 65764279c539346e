"""A knockout after groups keeps those apart who have met in a group, also when somebody declined."""

import pytest

from tests.tournaments.event import NOW, Event, make_event
from tournaments.models import Stage, StageEntrant
from tournaments.services.draws import draw_round
from tournaments.services.stages import begin_stage

pytestmark = pytest.mark.django_db


def groups(format_: str = "round_robin") -> Event:
    """Groups 1 3 5 and 2 4 6 after a round; the second stage of four waits.

    18.09 VP for 2, 15.00 for 1, 12.00 for the byes 5 and 6, 5.00 for 3 and 1.91 for 4.
    """
    event = make_event(6, format=format_, draw={"groups": 2}, rounds_planned=1)
    for row in StageEntrant.objects.select_related("entrant"):
        row.group = "A" if row.entrant.number % 2 else "B"
        row.because("dealt").save()
    event.results("1-3 1000:0", "2-4 2000:0", "5", "6")
    Stage.objects.create(
        tournament=event.tournament, number=2, format="knockout", qualifiers=4, rounds_planned=None
    )
    return event


def first_round(event: Event, *declined: int) -> set[frozenset[int]]:
    final = event.tournament.stages.get(number=2)
    if declined:
        begin_stage(final.pk, None, [event.entrants[number - 1].pk for number in declined])
    return event.pairs(draw_round(final.pk, None, NOW, seed=1))


def test_the_winner_of_a_group_meets_the_second_of_the_other() -> None:
    # Seeds 2 (B), 1 (A), 5 (A), 6 (B): by seed 2 would meet 6, whom it knows from its group.
    assert first_round(groups()) == {frozenset({2, 5}), frozenset({1, 6})}


def test_whoever_moves_up_is_kept_apart_from_its_own_group_too() -> None:
    # 2 declines: 6 goes on as B's first and 4 as its second. Seeds 1 (A), 6 (B), 5 (A), 4 (B).
    assert first_round(groups(), 2) == {frozenset({1, 4}), frozenset({6, 5})}


def test_lines_that_never_met_are_not_kept_apart() -> None:
    # The same two lists as lines of a Mitchell: 2 meets 6, seed 1 the last.
    assert first_round(groups("mitchell")) == {frozenset({2, 6}), frozenset({1, 5})}
