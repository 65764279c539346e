"""Draws through the services: refused with a reason and nothing stored, or drafted, changed and published."""

import json
from typing import Any

import pytest
from django.utils import translation

from tests.tournaments.event import NOW, Event, make_event
from tournaments.core.drawing import check_draw
from tournaments.core.draws import Relaxation
from tournaments.errors import TournamentError
from tournaments.models import Match, Round, RoundStatus
from tournaments.services import drafts, draws, presence

pytestmark = pytest.mark.django_db
TABLE = {"table": "vp-3-deals"}


def refused(code: str, *args: Any, **kwargs: Any) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        draws.draw_round(*args, **kwargs)
    assert caught.value.code == code
    return caught.value


def drawn(event: Event, **options: Any) -> set[frozenset[int]]:
    return event.pairs(draws.draw_round(event.stage.pk, None, NOW, **options))


def pairs(*tables: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(table) for table in tables}


def a08() -> Event:
    """Pairs A to G are 1 to 7; A08's two rounds give A30 D25 F21 C19 B18 E17 G14."""
    event = make_event(7, scoring=TABLE)
    event.results("1-2 2700:2000", "3-4 2300:2000", "5-6 2100:2000", "7")
    event.results("1-3 2400:2000", "2-5 2400:2000", "4-7 3100:2000", "6")
    return event


def test_a08_the_unlocked_draw_gives_the_bye_to_the_lowest_without_one() -> None:
    assert drawn(a08()) == pairs((5,), (1, 4), (6, 3), (2, 7))


def test_a08_with_the_bye_locked_the_rest_is_paired_round_it_and_there_is_one_bye() -> None:
    event = a08()
    draft = draws.draw_round(event.stage.pk, None, NOW)
    draft = drafts.set_bye_lock(draft.pk, event.entrants[1].pk, None, NOW)
    assert event.pairs(draft) == pairs((2,), (1, 4), (6, 3), (5, 7))
    assert drawn(event) == pairs((2,), (1, 4), (6, 3), (5, 7))


def a04(**options: Any) -> Event:
    """Everybody has met everybody: A40 B33 C27 D20."""
    event = make_event(4, scoring=TABLE, draw=options)
    event.results("1-2 2400:2000", "3-4 2300:2000")
    event.results("1-3 2400:2000", "2-4 2600:2000")
    event.results("1-4 2200:2000", "2-3 2200:2000")
    return event


def test_a04_no_legal_round_is_left_and_nothing_is_stored() -> None:
    event = a04(rematches="never")
    with translation.override("en"):
        error = refused("every_opponent_used", event.stage.pk, None, NOW)
    assert "every opponent used" in str(error)
    assert error.relax == (Relaxation.REMATCHES,)  # type: ignore[attr-defined]
    assert Round.objects.count() == 3
    assert Match.objects.count() == 6


def test_a04_with_fewest_rematches_the_repeats_are_flagged() -> None:
    event = a04()
    draft = draws.draw_round(event.stage.pk, None, NOW)
    assert event.pairs(draft) == pairs((1, 2), (3, 4))
    assert {flag for note in draft.draw_notes["tables"].values() for flag in note["flags"]} == {"repeat"}


def test_a_rule_can_be_relaxed_for_one_round() -> None:
    event = a04(rematches="never")
    assert len(drawn(event, relaxed=[Relaxation.REMATCHES])) == 2


def test_a14_a_round_with_results_missing_is_not_drawn_and_names_the_tables() -> None:
    event = make_event(6)
    matches = event.round("1-2", "3-4", "5-6")
    for match in matches[:2]:
        event.result(match, 2450, 1980)
    error = refused("results-missing", event.stage.pk, None, NOW)
    assert "1/3" in str(error)
    assert Round.objects.count() == 1
    matches[2].postponed = True
    matches[2].because("test").save()
    assert draws.draw_round(event.stage.pk, None, NOW).number == 2


def test_a_bracket_that_waits_is_not_advised_to_postpone_a_match() -> None:
    event = make_event(4, format="knockout", rounds_planned=None)
    event.round("1-4", "2-3")
    with translation.override("en"):
        error = refused("results-missing", event.stage.pk, None, NOW)
    assert "(round/table 1/1, 1/2). Enter them: the bracket goes on when" in str(error)


def test_a10_leaving_and_coming_back_is_an_absence_and_no_bye() -> None:
    event = make_event(5, scoring=TABLE)
    event.results("1-2 2450:1980", "3-4 2450:1980", "5")
    leaver = event.entrants[0]
    presence.withdraw(leaver.pk, None, "leaves", NOW)
    event.results("2-3 2450:1980", "4-5 2450:1980")
    presence.come_back(leaver.pk, None, "is back")
    assert list(leaver.absences.values_list("round_number", flat=True)) == [2]
    draft = draws.draw_round(event.stage.pk, None, NOW)
    candidate = next(c for c in json.loads(draft.draw_input)["candidates"] if c["id"] == leaver.pk)
    assert (candidate["byes"], candidate["present"]) == (0, True)


def test_a_published_draw_can_be_drawn_again_from_what_is_stored() -> None:
    event = a08()
    draft = draws.draw_round(event.stage.pk, None, NOW)
    round_ = draws.publish(draft.pk, None, NOW)
    tables = [
        [side.entrants.values_list("entrant", flat=True) for side in match.sides.all()]
        for match in round_.matches.all()
    ]
    tables += [[[bye.entrant_id]] for bye in round_.byes.all()]
    assert check_draw(round_.draw_input, int(round_.seed), round_.draw_hash, tables).ok


def test_two_swapped_entrants_change_places_and_all_other_tables_stay() -> None:
    event = a08()
    draft = draws.draw_round(event.stage.pk, None, NOW)
    draft = drafts.swap(draft.pk, event.entrants[3].pk, event.entrants[2].pk, None, NOW)
    assert event.pairs(draft) == pairs((5,), (1, 3), (6, 4), (2, 7))
    assert sorted(draft.matches.filter(locked=True).values_list("table", flat=True)) == [1, 2]


def test_a_swap_with_the_bye_holder_locks_the_new_bye() -> None:
    event = a08()
    draft = draws.draw_round(event.stage.pk, None, NOW)
    draft = drafts.swap(draft.pk, event.entrants[4].pk, event.entrants[6].pk, None, NOW)
    assert event.pairs(draft) == pairs((7,), (1, 4), (6, 3), (2, 5))
    assert draft.byes.get().locked


def test_a_locked_table_stays_when_the_round_is_drawn_again() -> None:
    event = a08()
    draft = draws.draw_round(event.stage.pk, None, NOW)
    draft = drafts.swap(draft.pk, event.entrants[3].pk, event.entrants[2].pk, None, NOW)
    assert frozenset((1, 3)) in drawn(event)
    for table in draft.matches.values_list("table", flat=True):
        drafts.set_lock(draft.pk, table, False, None)
    assert frozenset((1, 4)) in drawn(event)


def test_a_draft_is_no_round_before_it_is_published() -> None:
    event = a08()
    draws.draw_round(event.stage.pk, None, NOW)
    draft = draws.draw_round(event.stage.pk, None, NOW)
    assert draft.number == 3
    assert Round.objects.count() == 3


def test_a_published_round_is_taken_back_only_while_nothing_was_reported() -> None:
    event = a08()
    round_ = draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    assert draws.unpublish(round_.pk, None).status == RoundStatus.DRAFT
    draws.publish(round_.pk, None, NOW)
    event.result(round_.matches.first(), 2450, 1980)  # type: ignore[arg-type]
    with translation.override("en"), pytest.raises(TournamentError, match="reported") as caught:
        draws.unpublish(round_.pk, None)
    assert caught.value.code == "already-played"


def test_all_planned_rounds_are_enough() -> None:
    event = make_event(4, rounds_planned=1)
    event.results("1-2 2450:1980", "3-4 2450:1980")
    refused("stage-over", event.stage.pk, None, NOW)


def test_an_open_event_has_no_draw() -> None:
    refused("not_drawn", make_event(4, format="open", rounds_planned=None).stage.pk, None, NOW)
