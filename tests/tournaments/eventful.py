"""An event in which everything happened that a file has to carry, and a site that knows nothing of it."""

from datetime import timedelta
from typing import Any

from ratings.models import Club, LedgerChange, Player, RatedGame, RatedSeat, RatingEntry
from ratings.services.people import create_player
from tests.tournaments.event import NOW, Event, make_event, make_user
from tests.tournaments.logs import log_of
from tournaments.core.records import Outcome
from tournaments.models import Match, MatchState, Tournament
from tournaments.services import (
    adjustments,
    clock,
    corrections,
    decisions,
    draws,
    event_settings,
    notes,
    presence,
    protests,
)
from tournaments.services.decisions import Ruling
from tournaments.services.forgetting import forget_events
from tournaments.services.intake import submit_log
from tournaments.services.referee import referee_log
from tournaments.services.reports import Report, report

SHEET = [[{"total": 1200}, {"total": 1000}], [{"total": 1250}, {"total": 980}]]


def eventful() -> Event:
    """Five pairs over two drawn rounds; a third is a draft."""
    event = make_event(5, scoring={"table": "vp-3-deals"}, draw={"clubmates": "never"}, rule_set="classic")
    referee = make_user("anna@example.org", name="Anna Referee")
    event.tournament.referees.add(referee)
    event_settings.forbid(event.tournament.pk, event.entrants[0].pk, event.entrants[1].pk, referee)
    _first_round(event, referee)
    presence.miss_next_round(event.entrants[4].pk, referee)
    second = draws.publish(draws.draw_round(event.stage.pk, referee, NOW, seed=7).pk, referee, NOW)
    one, other = second.matches.order_by("table")
    clock.start(second.pk, 60, referee, NOW)
    players = [seat.player.code for seat in one.seats.order_by("position", "side__number")]
    log = submit_log(one.pk, log_of("bad-meld-wilds-2", players, until={"deals": 3}), referee, NOW).log
    referee_log(log.pk)
    presence.substitute(other.pk, other.seats.all()[0].player, _stranger(), referee, "Went home.")
    decisions.set_postponed(other.pk, True, referee)
    protests_of(one, referee)
    presence.withdraw(event.entrants[3].pk, referee, "Flu.", NOW)
    draws.draw_round(event.stage.pk, referee, NOW, seed=9)
    event.tournament.refresh_from_db()
    return event


def _stranger() -> Player:
    club = Club.objects.create(code="elsewhere", name="Elsewhere")
    return create_player("Hidden Helen", code="h1", club=club, visibility="hidden")


def _first_round(event: Event, referee: Any) -> None:
    first = draws.publish(draws.draw_round(event.stage.pk, None, NOW, seed=5).pk, None, NOW)
    one, other = first.matches.order_by("table")
    clock.rule_late(other.pk, 1, clock.Lateness.POINTS, referee, NOW)
    report(one.pk, Report(0, (2450, 1980), SHEET), None, NOW)
    report(one.pk, Report(1, (2450, 1985)), None, NOW)
    decisions.decide(one.pk, Ruling((2450, 1980)), referee, NOW, reason="The sheet says so.")
    corrections.wrong_lines(one.pk, referee, NOW, "Written on the wrong lines.")
    decisions.decide(other.pk, Ruling((1000, 900)), referee, NOW)
    decisions.undo(other.pk, referee, NOW, "Another table.")
    fault = Ruling(None, Outcome.NO_SHOW, frozenset({1}))
    decisions.decide(other.pk, fault, referee, NOW, public_reason="Nobody came.")
    adjustments.adjust(event.stage, event.entrants[0].pk, -100, "Phones.", 1, referee)
    gone = adjustments.adjust(event.stage, event.entrants[1].pk, 300, "By mistake.", 1, referee)
    adjustments.take_back_adjustment(event.stage, gone.pk, referee)


def protests_of(match: Match, referee: Any) -> None:
    """A result protested against, and a note about it."""
    decisions.decide(match.pk, Ruling((500, 300)), referee, NOW)
    made = protests.protest(match.pk, 1, "Our sheet says 350.", None, NOW + timedelta(minutes=1))
    protests.answer_protest(match.pk, made.pk, "It does not.", referee, NOW + timedelta(minutes=2))
    notes.leave_note(match.pk, "Look at it.", referee, NOW)
    assert Match.objects.get(pk=match.pk).state == MatchState.OFFICIAL


def another_site() -> None:
    """Everything is as on a site that has never heard of the event, its clubs and its players."""
    forget_events(Tournament.objects.all())
    for model in (RatingEntry, RatedSeat, RatedGame, LedgerChange):
        model.objects.all().delete()
    for people in (Player, Club):
        people.objects.all().delete()
