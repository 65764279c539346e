"""Who leaves, is barred or is replaced: nothing played changes, and no open match holds up the next draw."""

import pytest

from ratings.models import RatedGame
from tests.tournaments.event import NOW, Event, make_event
from tournaments.core.standings import standings
from tournaments.errors import TournamentError
from tournaments.models import Match, MatchState
from tournaments.selectors.records import stage_record
from tournaments.services import draws, presence

pytestmark = pytest.mark.django_db
TABLE = {"table": "vp-3-deals"}


def values(event: Event) -> dict[int, int]:
    """VP in hundredths by entry number."""
    tables = standings(stage_record(event.stage))
    return {row.entrant.number: row.value for table in tables for row in table.rows}


def test_who_leaves_at_once_loses_the_open_match_as_a_no_show() -> None:
    event = make_event(4, scoring=TABLE, deals=3)
    event.results("1-2 2400:2000", "3-4 2400:2000")
    match, _other = event.round("1-3", "2-4")
    presence.withdraw(event.entrants[0].pk, None, "ill", NOW, at_once=True)
    match.refresh_from_db()
    assert match.state == MatchState.OFFICIAL
    assert (match.record.outcome, match.record.at_fault, match.record.ranks) == (
        "no_show",
        [True, False],
        [2, 1],
    )
    # 14 + 0 and 14 + 14.
    assert (values(event)[1], values(event)[3]) == (1400, 2800)


def test_the_next_draw_is_not_held_up_by_who_left_at_once() -> None:
    event = make_event(4)
    match, other = event.round("1-2", "3-4")
    event.result(other, 2400, 2000)
    presence.withdraw(event.entrants[0].pk, None, "ill", NOW, at_once=True)
    draft = draws.draw_round(event.stage.pk, None, NOW)
    assert draft.number == 2
    assert match.side_entrants.count() == 2


def test_the_ratings_know_of_a_match_lost_by_leaving() -> None:
    event = make_event(4)
    match, _other = event.round("1-2", "3-4")
    presence.withdraw(event.entrants[0].pk, None, "ill", NOW, at_once=True)
    assert RatedGame.objects.get(uuid=match.uuid).outcome == "no_show"


def test_who_leaves_after_the_round_still_plays_it() -> None:
    event = make_event(4)
    match, _other = event.round("1-2", "3-4")
    presence.withdraw(event.entrants[0].pk, None, "last bus", NOW)
    match.refresh_from_db()
    assert match.state == MatchState.SCHEDULED
    assert event.stage.entries.get(entrant=event.entrants[0]).withdrawn_after == 1


def test_leaving_at_once_waits_for_the_decision_about_a_reported_result() -> None:
    event = make_event(4)
    match, _other = event.round("1-2", "3-4")
    match.state = MatchState.REPORTED
    match.because("test").save()
    with pytest.raises(TournamentError) as caught:
        presence.withdraw(event.entrants[0].pk, None, "ill", NOW, at_once=True)
    assert caught.value.code == "result-reported"
    assert event.stage.entries.get(entrant=event.entrants[0]).withdrawn_after is None


def test_in_a_round_robin_leaving_is_a_forfeit_and_later_tables_are_settled_when_published() -> None:
    event = make_event(4, format="round_robin", rounds_planned=None, scoring=TABLE)
    for _round in (1, 2):
        round_ = draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
        for match in round_.matches.all():
            event.result(match, 2400, 2000)
    presence.withdraw(event.entrants[0].pk, None, "moves away", NOW)
    last = draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    lost = last.matches.get(side_entrants__entrant=event.entrants[0])
    assert lost.state == MatchState.OFFICIAL
    assert lost.record.outcome == "forfeit"
    assert Match.objects.filter(round=last, state=MatchState.SCHEDULED).count() == 1


def test_the_matches_of_a_disqualified_entrant_are_no_shows_from_that_round_on() -> None:
    event = make_event(4, scoring=TABLE)
    event.results("1-2 2400:2000", "3-4 2400:2000")
    match, _other = event.round("1-3", "2-4")
    event.result(match, 2400, 2000)
    presence.disqualify(event.entrants[0].pk, None, "cheated", NOW, from_this_round=True)
    match.refresh_from_db()
    assert (match.record.outcome, match.record.at_fault) == ("no_show", [True, False])
    first = Match.objects.get(round__number=1, table=1)
    assert first.record.outcome == "played"
    assert values(event)[1] == 1400


def test_disqualified_from_the_next_round_on_the_current_one_stands() -> None:
    event = make_event(4)
    match, _other = event.round("1-2", "3-4")
    event.result(match, 2400, 2000)
    entrant = presence.disqualify(event.entrants[0].pk, None, "cheated", NOW)
    match.refresh_from_db()
    assert match.record.outcome == "played"
    assert entrant.disqualified
    assert not presence.reinstate(entrant.pk, None, "a mistake").disqualified
    assert event.stage.entries.get(entrant=entrant).disqualified_from is None


def test_settling_twice_changes_nothing_more() -> None:
    event = make_event(4)
    match, _other = event.round("1-2", "3-4")
    presence.withdraw(event.entrants[0].pk, None, "ill", NOW, at_once=True)
    match.refresh_from_db()
    version = match.record.version
    presence.disqualify(event.entrants[2].pk, None, "cheated", NOW)
    match.record.refresh_from_db()
    assert match.record.version == version


def test_a10_coming_back_misses_only_rounds_without_a_seat() -> None:
    event = make_event(5, scoring=TABLE)
    event.results("1-2 2400:2000", "3-4 2400:2000", "5")
    leaver = event.entrants[0]
    for number, tables in ((2, ("2-3", "4-5")), (3, ("2-4", "3-5"))):
        presence.withdraw(leaver.pk, None, "leaves", NOW)
        event.results(*(f"{table} 2400:2000" for table in tables))
        presence.come_back(leaver.pk, None, "is back")
        assert leaver.absences.filter(round_number=number, announced=True).exists()
    # 14 of round 1, and 0 for each round missed; E's only bye stays the only one.
    assert values(event)[1] == 1400


def test_nobody_is_seated_twice_in_a_round_as_a_substitute() -> None:
    event = make_event(4)
    match, other = event.round("1-2", "3-4")
    out = match.seats.get(player__code="p1a").player
    into = other.seats.get(player__code="p3a").player
    with pytest.raises(TournamentError) as caught:
        presence.substitute(match.pk, out, into, None, "ill")
    assert caught.value.code == "already-seated"
    with pytest.raises(TournamentError) as caught:
        presence.substitute(match.pk, into, out, None, "ill")
    assert caught.value.code == "not-seated"
