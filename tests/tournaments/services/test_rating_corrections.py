"""Whatever officials correct, in whatever order: the ledger folded on is the ledger folded from the start."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ratings.errors import RatingError
from ratings.models import Player, RatingPool
from ratings.selectors.checking import compare
from ratings.services.folding import rebuild
from ratings.services.merging import merge_players, unmerge_player
from ratings.services.people import change
from tests.ratings.club import fold_all, lines, standings
from tests.tournaments.event import NOW, Event, make_event
from tournaments.core.records import Outcome
from tournaments.errors import TournamentError
from tournaments.models import Match
from tournaments.services import clock, corrections, decisions, presence
from tournaments.services.event_settings import change_event

WHY = "a correction"
LOSSES = (Outcome.FORFEIT, Outcome.NO_SHOW)


def player(number: int) -> Player:
    return Player.objects.order_by("code")[number % Player.objects.count()]


def rule(match: Match, number: int, outcome: Outcome) -> None:
    fault = frozenset({number % 2}) if outcome in LOSSES else frozenset()
    totals = None if outcome in {Outcome.NO_SHOW, Outcome.VOID} else (2000, 1900 + 50 * (number % 5))
    decisions.decide(match.pk, decisions.Ruling(totals, outcome, fault), None, NOW, reason=WHY)


def turn_rated(match: Match, _number: int) -> None:
    event = match.round.stage.tournament
    change_event(event.pk, None, {"rated": not event.rated}, {})


def merge_or_part(_match: Match, number: int) -> None:
    one = player(number)
    if one.merged_into_id:
        unmerge_player(one, why=WHY)
    else:
        merge_players(one, player(number // 5 + 1), why=WHY)


def turn_guest(_match: Match, number: int) -> None:
    one = player(number)
    change(one, why=WHY, is_guest=not one.is_guest)


ACTS: dict[str, Callable[[Match, int], Any]] = {
    "result": lambda match, number: rule(match, number, Outcome.PLAYED),
    "forfeit": lambda match, number: rule(match, number, Outcome.FORFEIT),
    "no-show": lambda match, number: rule(match, number, Outcome.NO_SHOW),
    "void": lambda match, number: rule(match, number, Outcome.VOID),
    "undo": lambda match, number: decisions.undo(match.pk, None, NOW, WHY),
    "lines": lambda match, number: corrections.wrong_lines(match.pk, None, NOW, WHY),
    "seats": lambda match, number: corrections.swap_seats(match.pk, None, reason=WHY),
    "date": lambda match, number: corrections.correct_date(
        match.pk, NOW + timedelta(days=number - 10), None, NOW + timedelta(days=9), reason=WHY
    ),
    "clock": lambda match, number: clock.start(match.round_id, 60, None, NOW + timedelta(hours=number)),
    "substitute": lambda match, number: presence.substitute(
        match.pk, match.seats.order_by("pk")[number % 4].player, player(number // 4), None, WHY
    ),
    "rated": turn_rated,
    "merge": merge_or_part,
    "guest": turn_guest,
}
STEPS = st.lists(
    st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 5), st.integers(0, 20), st.booleans()),
    max_size=12,
)


def play() -> list[Match]:
    for slug in ("first", "second"):
        event: Event = make_event(4, slug=slug)
        event.results("1-2 2450:1980", "3-4 2000:2500")
        event.round("1-3")
    return list(Match.objects.order_by("pk"))


class Corrections(TestCase):
    """Sequences of corrections through the services, folded now and then."""

    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(STEPS)
    def test_folding_on_gives_what_folding_from_the_start_gives(
        self, steps: list[tuple[str, int, int, bool]]
    ) -> None:
        matches = play()
        for act, match, number, folded in steps:
            try:
                ACTS[act](Match.objects.get(pk=matches[match].pk), number)
            except (TournamentError, RatingError):
                continue
            if folded:
                fold_all()
        fold_all()
        found = lines(), standings()
        for pool in RatingPool.objects.all():
            assert compare(pool).agrees
            rebuild(pool, why="proof", now=NOW)
        assert (lines(), standings()) == found


@pytest.mark.django_db
def test_a_game_that_is_rated_no_more_and_then_moved_leaves_no_line_behind() -> None:
    match = play()[0]
    ACTS["clock"](match, 0)
    fold_all()
    ACTS["guest"](match, 0)
    ACTS["date"](match, 0)
    fold_all()
    assert all(compare(pool).agrees for pool in RatingPool.objects.all())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("there", "back"),
    [
        ("void", "undo"),
        ("forfeit", "undo"),
        ("rated", "rated"),
        ("guest", "guest"),
        ("seats", "seats"),
        ("lines", "lines"),
    ],
)
def test_a_correction_taken_back_restores_the_ledger(there: str, back: str) -> None:
    match = play()[0]
    fold_all()
    before = lines(), standings()
    for act in (there, back):
        ACTS[act](Match.objects.get(pk=match.pk), 0)
        fold_all()
        if act == there and there != back:
            assert (lines(), standings()) != before
    assert (lines(), standings()) == before
