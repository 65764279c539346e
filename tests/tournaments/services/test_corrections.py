"""Wrong lines and swapped seats are two things (A18); a preview says what changes and keeps nothing."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from ratings.display import shown
from ratings.models import LedgerChange, PlayerRating, RatedGame, RatingPool
from ratings.services import dry_runs, fold_pool
from tests.tournaments.event import NOW, Event, make_event
from tournaments.core.clock import Lateness
from tournaments.errors import InputError
from tournaments.models import GameRecord, Match
from tournaments.selectors.standings import StageStandings
from tournaments.services import clock, draws
from tournaments.services.corrections import correct_date, preview, swap_seats, wrong_lines
from tournaments.services.decisions import Ruling, decide, undo
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(2, scoring={"table": "vp-3-deals"}, rounds_planned=None)


@pytest.fixture
def match(event: Event) -> Match:
    """A18: A (side 0) 2300, B (side 1) 1900."""
    match = event.round("1-2")[0]
    report(match.pk, Report(0, (2300, 1900), [[{"total": 2300}, {"total": 1900}]]), None, NOW)
    report(match.pk, Report(1, (2300, 1900)), None, NOW)
    return match


def seated(match: Match) -> list[int]:
    rows = match.side_entrants.order_by("side__number")
    return list(rows.values_list("entrant__number", flat=True))


def values(event: Event) -> dict[int, int]:
    return {row.entrant.number: row.value for row in StageStandings(event.stage).tables[0].rows}


def rated(match: Match) -> list[tuple[int, str]]:
    seats = RatedGame.objects.get(uuid=match.uuid).seats.order_by("side", "player__code")
    return list(seats.values_list("side", "player__code"))


def test_a18_swapping_seats_never_swaps_results(event: Event, match: Match) -> None:
    swap_seats(match.pk, None)
    assert seated(match) == [2, 1]
    record = GameRecord.objects.get()
    assert (record.totals, record.ranks) == ([1900, 2300], [2, 1])
    assert record.deals == [[{"total": 1900}, {"total": 2300}]]
    assert values(event) == {1: 1400, 2: 600}
    sheet = match.sheets.get()
    assert (sheet.side, sheet.countersigned_by_side, sheet.totals) == (1, 0, [1900, 2300])
    assert rated(match)[0] == (0, "p2a")
    assert RatedGame.objects.get().ranks == [2, 1]


def test_a18_points_for_coming_late_stay_with_who_came_late(event: Event) -> None:
    match = event.round("1-2")[0]
    clock.rule_late(match.pk, 1, Lateness.POINTS, None, NOW)
    swap_seats(match.pk, None)
    match.refresh_from_db()
    assert (seated(match), match.penalties) == ([2, 1], [-100, 0])


def test_a18_after_the_swap_the_next_draw_reads_a_as_the_winner(event: Event, match: Match) -> None:
    swap_seats(match.pk, None)
    draft = draws.draw_round(event.stage.pk, None, NOW)
    drawn = {c["number"]: (c["place"], c["score"]) for c in json.loads(draft.draw_input)["candidates"]}
    assert drawn == {1: (1, 1400), 2: (2, 600)}


def test_a18_scores_on_the_wrong_lines_change_owners(event: Event, match: Match) -> None:
    wrong_lines(match.pk, None, NOW, "written on the wrong lines")
    assert seated(match) == [1, 2]
    record = GameRecord.objects.get()
    assert (record.totals, record.ranks, record.corrected) == ([1900, 2300], [2, 1], True)
    assert values(event) == {1: 600, 2: 1400}


@pytest.mark.parametrize("swaps", [1, 2])
def test_a_decision_taken_back_after_seats_were_swapped_gives_everybody_their_own_points(
    event: Event, match: Match, swaps: int
) -> None:
    decide(match.pk, Ruling((1900, 2300)), None, NOW, reason="misread")
    for _swap in range(swaps):
        swap_seats(match.pk, None, reason="they sat the other way round")
    assert values(event) == {1: 600, 2: 1400}
    undo(match.pk, None, NOW, "it was right before")
    assert values(event) == {1: 1400, 2: 600}
    turned = slice(None, None, -1 if swaps == 1 else 1)
    record = GameRecord.objects.get()
    assert record.totals == [2300, 1900][turned]
    assert record.deals == [[{"total": 2300}, {"total": 1900}][turned]]
    assert record.sheet == match.sheets.get()


def test_wrong_lines_need_a_reason(match: Match) -> None:
    with pytest.raises(InputError) as caught:
        wrong_lines(match.pk, None, NOW, " ")
    assert caught.value.code == "reason-required"


def test_a_sheet_reported_before_the_seats_were_swapped_is_confirmed_after(event: Event) -> None:
    match = event.round("1-2")[0]
    report(match.pk, Report(0, (2300, 1900)), None, NOW)
    swap_seats(match.pk, None)
    report(match.pk, Report(0, (1900, 2300)), None, NOW)
    assert GameRecord.objects.get().totals == [1900, 2300]
    assert values(event) == {1: 1400, 2: 600}


def test_a_preview_names_the_rows_that_change_and_changes_nothing(event: Event, match: Match) -> None:
    found = preview(event.stage, lambda: decide(match.pk, Ruling((2300, 2300)), None, NOW, reason="r"))
    assert {(c.before.number, c.before.rank, c.after.rank) for c in found.rows} == {
        (1, "1", "1="),
        (2, "2", "1="),
    }
    assert GameRecord.objects.get().totals == [2300, 1900]
    match.refresh_from_db()
    assert match.version == 3


def folded() -> dict[str, int]:
    """Every player's shown rating once nothing waits to be folded."""
    for pool in RatingPool.objects.all():
        fold_pool(pool.pk, NOW)
    return {row.player.code: shown(row.mu) for row in PlayerRating.objects.select_related("player")}


def test_a_preview_names_every_rating_before_and_after_and_moves_none(event: Event, match: Match) -> None:
    before = folded()
    found = preview(event.stage, lambda: wrong_lines(match.pk, None, NOW, "turned round"))
    assert found.ratings is not None
    # Four newcomers: who lost instead of winning ends where the losers are now, and the other way round.
    winner, loser = before["p1a"], before["p2a"]
    assert winner > 1500 > loser
    assert {(move.player.code, move.before, move.after) for move in found.ratings} == {
        *((code, winner, loser) for code in ("p1a", "p1b")),
        *((code, loser, winner) for code in ("p2a", "p2b")),
    }
    assert folded() == before
    wrong_lines(match.pk, None, NOW, "turned round")
    assert folded() == {move.player.code: move.after for move in found.ratings}


def test_a_preview_with_too_many_games_after_it_says_no_ratings(
    event: Event, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dry_runs, "MOST_GAMES", 0)
    assert preview(event.stage, lambda: wrong_lines(match.pk, None, NOW, "turned round")).ratings is None


def test_a_corrected_date_moves_the_game_in_the_ratings_and_needs_a_reason(match: Match) -> None:
    earlier = NOW - timedelta(days=2)
    with pytest.raises(InputError) as refused:
        correct_date(match.pk, earlier, None, NOW)
    assert refused.value.code == "reason-required"
    assert RatedGame.objects.get().played_at == NOW
    correct_date(match.pk, earlier, None, NOW, reason="played on Thursday")
    assert RatedGame.objects.get().played_at == earlier
    assert list(LedgerChange.objects.values_list("why", flat=True)) == ["played on Thursday"]


@pytest.mark.parametrize("when", [NOW + timedelta(seconds=1), datetime(1938, 12, 31, tzinfo=UTC)])
def test_a_date_at_which_nobody_can_have_played_is_refused(match: Match, when: datetime) -> None:
    with pytest.raises(InputError) as refused:
        correct_date(match.pk, when, None, NOW, reason="a slip of the finger")
    assert refused.value.code == "date"
    assert RatedGame.objects.get().played_at == NOW


def test_the_reason_of_a_correction_is_told_to_the_ratings(match: Match) -> None:
    decide(match.pk, Ruling((1900, 2300)), None, NOW, reason="the sheet was read wrongly")
    assert list(LedgerChange.objects.values_list("why", flat=True)) == ["the sheet was read wrongly"]
