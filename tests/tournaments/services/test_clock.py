"""The clock is started, paused and extended, for one table too; lateness is decided and taken back."""

from datetime import timedelta

import pytest

from ratings.models import RatedGame
from tests.tournaments.event import NOW, make_event
from tests.tournaments.logs import log_of
from tests.tournaments.replayed import SEATS
from tournaments.core.clock import Lateness
from tournaments.errors import InputError, TournamentError
from tournaments.models import GameRecord, Match
from tournaments.selectors.round_results import clock as clock_of
from tournaments.selectors.round_results import table_clock
from tournaments.selectors.sheets import terms_of
from tournaments.services import clock
from tournaments.services.decisions import Ruling, decide
from tournaments.services.intake import submit_log
from tournaments.services.referee import referee_log
from tournaments.services.reports import Report, report
from tournaments.stage_settings import clock_of as settings_of

pytestmark = pytest.mark.django_db


def minutes(number: int) -> timedelta:
    return timedelta(minutes=number)


@pytest.fixture
def match() -> Match:
    return make_event(4).round("1-2", "3-4")[0]


def test_a_pause_and_more_time_move_the_end_for_all(match: Match) -> None:
    clock.start(match.round_id, 60, None, NOW)
    clock.pause(match.round_id, None, NOW + minutes(10))
    clock.pause(match.round_id, None, NOW + minutes(12))
    clock.go_on(match.round_id, None, NOW + minutes(15))
    clock.go_on(match.round_id, None, NOW + minutes(16))
    round_ = clock.extend(match.round_id, 5, None)
    end = clock_of(round_, settings_of(round_.stage)).ends_at(NOW + minutes(20))
    assert end == NOW + minutes(60 + 5 + 5)


def test_one_table_alone_is_paused_and_extended(match: Match) -> None:
    round_ = clock.start(match.round_id, 60, None, NOW)
    clock.pause_table(match.pk, None, NOW + minutes(10))
    clock.table_goes_on(match.pk, None, NOW + minutes(13))
    own = clock.extend_table(match.pk, 5, None)
    settings = settings_of(round_.stage)
    assert table_clock(round_, own, settings).ends_at(NOW) == NOW + minutes(68)
    assert clock_of(round_, settings).ends_at(NOW) == NOW + minutes(60)


def test_time_that_was_added_is_taken_back_and_no_more_than_that(match: Match) -> None:
    clock.start(match.round_id, 60, None, NOW)
    clock.extend(match.round_id, 5, None)
    clock.extend_table(match.pk, 5, None)
    assert left(match, 0) == 70
    clock.shorten(match.round_id, 5, None)
    clock.shorten_table(match.pk, 5, None)
    assert left(match, 0) == 60
    for again in (
        lambda: clock.shorten(match.round_id, 5, None),
        lambda: clock.shorten_table(match.pk, 5, None),
    ):
        with pytest.raises(TournamentError) as refused:
            again()
        assert refused.value.code == "no-such-time"
    assert left(match, 0) == 60


def test_a_table_paused_before_and_during_a_pause_of_all_has_no_time_twice(match: Match) -> None:
    clock.start(match.round_id, 60, None, NOW)
    clock.pause_table(match.pk, None, NOW + minutes(10))
    clock.pause(match.round_id, None, NOW + minutes(12))
    clock.go_on(match.round_id, None, NOW + minutes(20))
    assert left(match, 25) == 50
    clock.pause(match.round_id, None, NOW + minutes(25))
    clock.table_goes_on(match.pk, None, NOW + minutes(30))
    assert left(match, 30) == 50
    clock.go_on(match.round_id, None, NOW + minutes(35))
    assert left(match, 36) == 49


def test_a_table_paused_while_all_are_paused_stands_where_all_stand(match: Match) -> None:
    clock.start(match.round_id, 60, None, NOW)
    clock.pause(match.round_id, None, NOW + minutes(10))
    clock.pause_table(match.pk, None, NOW + minutes(14))
    assert left(match, 15) == 50
    clock.go_on(match.round_id, None, NOW + minutes(20))
    assert left(match, 21) == 50
    clock.table_goes_on(match.pk, None, NOW + minutes(30))
    assert left(match, 31) == 49


def test_a_clock_that_begins_anew_does_so_at_every_table(match: Match) -> None:
    clock.extend_table(match.pk, 5, None)
    clock.start(match.round_id, 60, None, NOW)
    assert left(match, 0) == 65
    clock.pause_table(match.pk, None, NOW + minutes(10))
    clock.start(match.round_id, 60, None, NOW + minutes(20))
    assert left(match, 30) == 50


def left(match: Match, minute: int) -> int:
    """Minutes left at this table so many minutes after the start."""
    match = Match.objects.select_related("round__stage").get(pk=match.pk)
    of_table = table_clock(match.round, match, settings_of(match.round.stage))
    seconds = of_table.seconds_left(NOW + minutes(minute))
    assert seconds is not None
    return seconds // 60


def test_points_for_coming_late_stand_on_the_sheet_and_can_be_taken_back(match: Match) -> None:
    clock.rule_late(match.pk, 1, Lateness.POINTS, None, NOW)
    match.refresh_from_db()
    assert terms_of(match).start == (0, -100)
    clock.forgive_late(match.pk, 1, None)
    match.refresh_from_db()
    assert match.penalties == []


@pytest.mark.parametrize(("late", "off"), [(0, [-100, 0]), (1, [0, -100])])
def test_points_for_coming_late_are_off_the_result_of_a_log(late: int, off: list[int]) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    clock.rule_late(match.pk, late, Lateness.POINTS, None, NOW)
    log = submit_log(match.pk, log_of("match-classic-4-00", SEATS), None, NOW).log
    referee_log(log.pk)
    log.refresh_from_db()
    record = GameRecord.objects.get(match=match)
    assert record.totals == [points + less for points, less in zip(log.verdict["scores"], off, strict=True)]
    assert [sum(deal[side]["total"] for deal in record.deals) for side in (0, 1)] == log.verdict["scores"]


def test_who_does_not_come_has_not_shown_up(match: Match) -> None:
    clock.rule_late(match.pk, 1, Lateness.NO_SHOW, None, NOW)
    record = GameRecord.objects.get()
    assert (record.outcome, record.at_fault) == ("no_show", [False, True])


def test_after_a_report_no_points_are_written_before_it(match: Match) -> None:
    report(match.pk, Report(0, (2450, 1980)), None, NOW)
    with pytest.raises(TournamentError) as caught:
        clock.rule_late(match.pk, 1, Lateness.POINTS, None, NOW)
    assert caught.value.code == "already-reported"


def test_a_clock_of_no_minutes_is_refused(match: Match) -> None:
    with pytest.raises(InputError):
        clock.start(match.round_id, 0, None, NOW)


def test_a_clock_begun_anew_moves_the_games_of_the_round_in_the_ledger(match: Match) -> None:
    clock.start(match.round_id, 60, None, NOW)
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    assert RatedGame.objects.get().played_at == NOW
    clock.start(match.round_id, 60, None, NOW + minutes(90))
    assert RatedGame.objects.get().played_at == NOW + minutes(90)
