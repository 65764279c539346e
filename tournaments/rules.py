"""Who may do what, as predicates in one place: pages, API and admin all ask here.

At their own table everybody is only a player: who sits there decides nothing about that match.
"""

from typing import Any

import rules

from ratings.models import Club
from ratings.rules import is_administrator
from tournaments.models import Match, Tournament


def _tournament(thing: Any) -> Tournament | None:
    if isinstance(thing, Tournament):
        return thing
    if isinstance(thing, Match):
        return thing.round.stage.tournament
    return None


@rules.predicate
def manages_club(user: Any, thing: Any) -> bool:
    tournament = _tournament(thing)
    club = tournament.club if tournament else thing
    return isinstance(club, Club) and club.managers.filter(pk=user.pk).exists()


@rules.predicate
def manages_any_club(user: Any) -> bool:
    return bool(user.managed_clubs.exists())


@rules.predicate
def is_organiser(user: Any, thing: Any) -> bool:
    tournament = _tournament(thing)
    return tournament is not None and tournament.organisers.filter(pk=user.pk).exists()


@rules.predicate
def is_referee(user: Any, thing: Any) -> bool:
    """A referee of all events, or of this one."""
    tournament = _tournament(thing)
    if user.has_perm("tournaments.decide_results"):
        return True
    return tournament is not None and tournament.referees.filter(pk=user.pk).exists()


@rules.predicate
def is_scorer(user: Any, thing: Any) -> bool:
    tournament = _tournament(thing)
    return tournament is not None and tournament.scorers.filter(pk=user.pk).exists()


@rules.predicate
def sits_here(user: Any, match: Any) -> bool:
    return isinstance(match, Match) and match.seats.filter(player__user_id=user.pk).exists()


@rules.predicate
def is_api_client(user: Any) -> bool:
    """A program that was given the right to submit logs of every match."""
    return bool(user.has_perm("tournaments.submit_every_log"))


@rules.predicate
def is_public(user: Any, tournament: Any) -> bool:
    return isinstance(tournament, Tournament) and tournament.public


directs = is_administrator | is_organiser | manages_club
decides = directs | is_referee
types_results = decides | is_scorer

rules.add_perm("tournaments.create_event", rules.is_authenticated & (is_administrator | manages_any_club))
rules.add_perm("tournaments.manage_seasons", rules.is_authenticated & (is_administrator | manages_club))
rules.add_perm("tournaments.see", is_public | (rules.is_authenticated & types_results))
rules.add_perm("tournaments.direct", rules.is_authenticated & directs)
rules.add_perm("tournaments.referee", rules.is_authenticated & decides)
rules.add_perm("tournaments.decide_match", rules.is_authenticated & decides & ~sits_here)
rules.add_perm("tournaments.type_result", rules.is_authenticated & types_results & ~sits_here)
rules.add_perm("tournaments.report_result", rules.is_authenticated & (sits_here | types_results))
rules.add_perm("tournaments.report_game", rules.is_authenticated & (types_results | is_api_client))
rules.add_perm("tournaments.submit_log", rules.is_authenticated & (sits_here | types_results | is_api_client))
