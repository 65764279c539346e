"""Two versions of a match: the difference names the deal, the side and the item."""

import copy
import json
from datetime import timedelta

import pytest
from django.utils import translation

import engine
from tests.tournaments.event import NOW, make_event
from tests.tournaments.replayed import SEATS, replayed_log
from tournaments.models import GameRecord, Match, SheetState
from tournaments.selectors.comparisons import comparisons_of, log_lines
from tournaments.services.intake import submit_log
from tournaments.services.referee import referee_log
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db
ONE = [[{"total": 1200}, {"total": 1000}], [{"total": 1250}, {"total": 980}]]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def lines(match: Match) -> list[list[tuple[object, ...]]]:
    return [
        [(line.deal, line.side, line.item, line.one, line.other) for line in comparison.lines]
        for comparison in comparisons_of(match)
    ]


def test_a_log_and_a_sheet_of_the_same_match_are_compared_item_by_item() -> None:
    log = replayed_log("match-classic-4-00")
    played = log_lines(log.text, log.sides)
    sheet = copy.deepcopy(played)
    sheet[0][1]["hand"] += 20
    sheet[0][1]["total"] -= 20
    totals = tuple(sum(deal[side]["total"] for deal in sheet) for side in (0, 1))
    report(log.match_id, Report(1, totals, sheet), None, NOW)
    [comparison] = comparisons_of(log.match)
    assert (comparison.one, comparison.other) == ("Move log", "Sheet")
    hand, total = played[0][1]["hand"], played[0][1]["total"]
    assert lines(log.match)[0] == [
        (1, "Pair 2", "Left in hand", f"{hand:,}", f"{hand + 20:,}"),
        (1, "Pair 2", "Points of the deal", f"{total:,}", f"{total - 20:,}"),
    ]


def test_two_verified_logs_of_other_deals_are_compared_deal_by_deal() -> None:
    match = make_event(2, deals=1).round("1-2")[0]
    for seed in (7, 8):
        played = engine.play_match(engine.CLASSIC, 4, seed, engine.Until(deals=1), codes=SEATS)
        log = submit_log(match.pk, json.dumps(played).encode(), None, NOW).log
        referee_log(log.pk)
    one, other = match.logs.filter(state="verified").order_by("pk")
    [comparison] = comparisons_of(match)
    assert (comparison.one, comparison.other) == (f"Move log {one.pk}", f"Move log {other.pk}")
    assert (1, "Pair 1", "Points of the deal") in [line[:3] for line in lines(match)[0]]


def test_two_sheets_that_contradict_each_other_are_compared_deal_by_deal() -> None:
    match = make_event(2, deals=2).round("1-2")[0]
    report(match.pk, Report(0, (2450, 1980), ONE), None, NOW)
    assert comparisons_of(match) == []
    report(match.pk, Report(1, (2450, 1985), [ONE[0], [{"total": 1250}, {"total": 985}]]), None, NOW)
    [comparison] = comparisons_of(match)
    assert (comparison.one, comparison.other) == ("Pair 1", "Pair 2")
    assert lines(match) == [[(2, "Pair 2", "Points of the deal", "980", "985")]]


def test_thousands_are_set_apart_and_a_minus_is_one() -> None:
    match = make_event(2, deals=1).round("1-2")[0]
    report(match.pk, Report(0, (2450, -150), [[{"total": 2450}, {"total": -150}]]), None, NOW)
    report(match.pk, Report(1, (12540, -1500), [[{"total": 12540}, {"total": -1500}]]), None, NOW)
    assert [line[3:] for line in lines(match)[0]] == [("2,450", "12,540"), ("−150", "−1,500")]


def test_a_deal_that_one_sheet_lacks_is_named() -> None:
    match = make_event(2, deals=2).round("1-2")[0]
    report(match.pk, Report(0, (2450, 1980), ONE), None, NOW)
    report(match.pk, Report(1, (1200, 1000), ONE[:1]), None, NOW)
    assert lines(match) == [[(2, "", "The whole deal", "there", "missing")]]


def test_the_record_is_compared_with_what_contradicts_it() -> None:
    match = make_event(2, deals=2).round("1-2")[0]
    report(match.pk, Report(0, (2450, 1980), ONE), None, NOW)
    report(match.pk, Report(1, (2450, 1980)), None, NOW)
    report(match.pk, Report(1, (2450, 1985), [ONE[0], [{"total": 1250}, {"total": 985}]]), None, NOW)
    [comparison] = comparisons_of(match)
    assert (comparison.one, comparison.other) == ("recorded", "Pair 2")
    assert lines(match) == [[(2, "Pair 2", "Points of the deal", "980", "985")]]


def test_two_versions_of_one_side_are_told_apart_by_their_time() -> None:
    match = make_event(2, deals=2).round("1-2")[0]
    report(match.pk, Report(1, (2450, 1980), ONE), None, NOW)
    report(match.pk, Report(0, (2450, 1980)), None, NOW)
    other = [ONE[0], [{"total": 1250}, {"total": 985}]]
    report(match.pk, Report(1, (2450, 1985), other), None, NOW + timedelta(minutes=2))
    GameRecord.objects.all().delete()
    match.sheets.update(state=SheetState.OPEN)
    [comparison] = comparisons_of(match)
    assert (comparison.one, comparison.other) == ("Pair 2, 19:00", "Pair 2, 19:02")
