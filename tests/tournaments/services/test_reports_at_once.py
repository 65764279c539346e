"""Two phones and two directors at the same moment, on PostgreSQL (A15): one result, and the other is told."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tests.tournaments.at_once import at_once
from tests.tournaments.event import NOW, make_event
from tournaments.models import GameRecord, Match, MatchState, ScoreSheet
from tournaments.services.decisions import Ruling, decide
from tournaments.services.reports import Answer, Report, report

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


def saying(match: Match, side: int, *totals: int) -> Callable[[], str]:
    return lambda: report(match.pk, Report(side, totals), None, NOW).answer


def deciding(match: Match, version: int, *totals: int) -> Callable[[], str]:
    return lambda: "decided" if decide(match.pk, Ruling(totals), None, NOW, version, "r") else ""


def test_two_phones_at_once_fifty_times_are_one_result_each_with_version_1() -> None:
    event = make_event(2, rounds_planned=None)
    for _ in range(50):
        match = event.round("1-2")[0]
        assert sorted(at_once([saying(match, 0, 2450, 1980), saying(match, 1, 2450, 1980)])) == [
            Answer.COUNTERSIGNED,
            Answer.REPORTED,
        ]
        assert GameRecord.objects.get(match=match).version == 1
    assert ScoreSheet.objects.count() == 50


def test_two_directors_at_once_one_decides_and_the_other_is_told() -> None:
    match = make_event(2).round("1-2")[0]
    report(match.pk, Report(0, (2450, 1980)), None, NOW)
    report(match.pk, Report(1, (2450, 1880)), None, NOW)
    match.refresh_from_db()
    works = [deciding(match, match.version, 2450, 1980), deciding(match, match.version, 2450, 1880)]
    assert sorted(at_once(works)) == ["changed-meanwhile", "decided"]
    assert GameRecord.objects.get().version == 1


def test_two_hundred_reports_over_twenty_tables_from_eight_clients_lose_nothing() -> None:
    event = make_event(40)
    matches = event.round(*(f"{n}-{n + 1}" for n in range(1, 41, 2)))
    # Even tables agree, odd ones contradict each other; everybody sends five times.
    works = [
        saying(match, side, 2450, 1980 - 100 * (side * (number % 2)))
        for number, match in enumerate(matches)
        for side in (0, 1)
        for _ in range(5)
    ]
    Random(5).shuffle(works)
    answers = at_once([lambda part=works[i::8]: ",".join(work() for work in part) for i in range(8)])
    counted = Counter(",".join(answers).split(","))
    assert counted == {"reported": 20, "countersigned": 10, "disputed": 10, "nothing-new": 160}
    assert Counter(Match.objects.values_list("state", flat=True)) == {
        MatchState.OFFICIAL: 10,
        MatchState.DISPUTED: 10,
    }
    assert GameRecord.objects.count() == 10
    assert ScoreSheet.objects.count() == 30
