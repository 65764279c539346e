"""Cases of the specification that need draws, results and standings of the database together."""

import json
from typing import Any

import pytest
from django.test import Client

from ratings.models import RatedGame
from tests.tournaments.event import NOW, Event, make_event
from tournaments.core.records import Outcome
from tournaments.core.standings import standings
from tournaments.models import Match, MatchState, Stage, StageEntrant
from tournaments.selectors.draws import missing_results
from tournaments.selectors.records import stage_record
from tournaments.services import draws, stages
from tournaments.services.decisions import set_postponed

pytestmark = pytest.mark.django_db
TABLE = {"table": "vp-3-deals"}


def values(event: Event) -> dict[int, int]:
    """VP by entry number."""
    (table,) = standings(stage_record(event.stage))
    return {row.entrant.number: row.value // 100 for row in table.rows}


def labels(stage: Stage) -> dict[int, str]:
    """Ranks as written, by entry number."""
    return {row.entrant.number: row.label for table in standings(stage_record(stage)) for row in table.rows}


def drawn(event: Event, **options: Any) -> set[frozenset[int]]:
    return event.pairs(draws.draw_round(event.stage.pk, None, NOW, **options))


def pairs(*tables: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(table) for table in tables}


def test_a01_the_second_bye_goes_to_the_lowest_without_one() -> None:
    event = make_event(5, scoring=TABLE)
    event.results("1-2 2400:2000", "3-4 2300:2000", "5")
    event.results("1-5 2200:2000", "2-3 2600:2000", "4")
    assert values(event) == {1: 26, 2: 21, 5: 20, 4: 19, 3: 18}
    assert drawn(event) == pairs((3,), (1, 4), (2, 5))


def test_a06_a_bye_counts_from_publishing_on_and_is_shown_but_is_no_game(client: Client) -> None:
    event = make_event(5, scoring=TABLE)
    event.results("1-2 2400:2000", "3-4 2300:2000", "5")
    draft = draws.draw_round(event.stage.pk, None, NOW)
    (holder,) = (bye.entrant for bye in draft.byes.all())
    before = values(event)[holder.number]
    games = RatedGame.objects.count()
    draws.publish(draft.pk, None, NOW)
    assert values(event)[holder.number] == before + 12
    assert RatedGame.objects.count() == games
    (table,) = standings(stage_record(event.stage))
    account = next(row.account for row in table.rows if row.entrant.number == holder.number)
    assert account.played == 1
    page = client.get("/en/tournaments/spring/").content.decode()
    assert "bye (round 2)" in page


def test_a07_a_bye_of_half_the_value_still_bars_a_second_one() -> None:
    event = make_event(7, scoring=TABLE | {"bye": 600})
    event.results("1-2 2400:2000", "3-4 2300:2000", "5-6 2100:2000", "7")
    assert values(event)[7] == 6
    draft = draws.draw_round(event.stage.pk, None, NOW)
    lowest = sorted(values(event).items(), key=lambda item: (item[1], -item[0]))
    assert [bye.entrant.number for bye in draft.byes.all()] == [next(n for n, _vp in lowest if n != 7)]


def test_a14_a_postponed_match_is_level_for_the_draw_and_nothing_in_the_standings() -> None:
    event = make_event(6, scoring=TABLE)
    one, two, three = event.round("1-2", "3-4", "5-6")
    event.result(one, 2400, 2000)
    event.result(two, 2300, 2000)
    three.state = MatchState.REPORTED
    three.because("a sheet nobody confirmed").save()
    assert [match.table for match in missing_results(event.stage)] == [3]
    set_postponed(three.pk, True, None)
    draft = draws.draw_round(event.stage.pk, None, NOW)
    scores = {c["number"]: c["score"] for c in json.loads(draft.draw_input)["candidates"]}
    assert (scores[5], scores[6]) == (1000, 1000)
    assert (values(event)[5], values(event)[6]) == (0, 0)


def test_a19_direct_encounter_knows_nothing_of_the_knockout_after_it() -> None:
    event = make_event(4, scoring=TABLE, rounds_planned=2)
    event.results("1-3 2200:2000", "2-4 2400:2000")
    event.results("1-2 2100:2000", "3-4 2000:2000")
    assert (values(event)[1], values(event)[2]) == (23, 23)
    assert (labels(event.stage)[1], labels(event.stage)[2]) == ("1", "2")
    final = Stage.objects.create(
        tournament=event.tournament, number=2, format="knockout", qualifiers=2, rounds_planned=None
    )
    stages.begin_stage(final.pk, None)
    (match,) = draws.publish(draws.draw_round(final.pk, None, NOW).pk, None, NOW).matches.all()
    win(event, match, 2)
    assert (labels(final)[2], labels(final)[1]) == ("1", "2")
    assert (labels(event.stage)[1], labels(event.stage)[2]) == ("1", "2")


def knockout() -> tuple[Event, list[Match]]:
    """Eight seeded pairs: quarterfinals 1–8, 4–5, 2–7, 3–6 in slots 1 to 4."""
    event = make_event(8, format="knockout", rounds_planned=None)
    for entry in StageEntrant.objects.all():
        entry.seed = entry.entrant.number
        entry.because("test").save()
    return event, publish(event)


def publish(event: Event) -> list[Match]:
    round_ = draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    return list(round_.matches.order_by("bracket", "slot"))


def numbers(match: Match) -> list[int]:
    return list(match.side_entrants.order_by("side__number").values_list("entrant__number", flat=True))


def win(event: Event, match: Match, number: int) -> None:
    event.result(match, *(2400 if own == number else 2000 for own in numbers(match)))


def test_a24a_a_knockout_of_eight_places_the_four_quarterfinal_losers_fifth() -> None:
    event, quarters = knockout()
    for match in quarters:
        win(event, match, min(numbers(match)))
    for match in publish(event):
        win(event, match, min(numbers(match)))
    for match in publish(event):
        win(event, match, min(numbers(match)))
    assert labels(event.stage) == {1: "1", 2: "2", 3: "3", 4: "4", 5: "5=", 6: "5=", 7: "5=", 8: "5="}


def test_a24b_a_slot_with_nobody_in_it_is_a_walkover_and_no_rated_win() -> None:
    event, quarters = knockout()
    for match in quarters:
        if set(numbers(match)) == {4, 5}:
            event.result(match, outcome="no_show", at_fault=(True, True))
        else:
            win(event, match, min(numbers(match)))
    semifinals = publish(event)
    assert [set(numbers(match)) for match in semifinals] == [{2, 3}]
    rated = RatedGame.objects.count()
    win(event, semifinals[0], 2)
    assert RatedGame.objects.count() == rated + 1
    (final,) = publish(event)
    assert set(numbers(final)) == {1, 2}
    win(event, final, 1)
    assert labels(event.stage) == {
        1: "1",
        2: "2",
        3: "3",
        6: "4=",
        7: "4=",
        8: "4=",
        4: "7=",
        5: "7=",
    }
    absent = next(match for match in quarters if set(numbers(match)) == {4, 5})
    absent.refresh_from_db()
    assert absent.record.outcome == Outcome.NO_SHOW
