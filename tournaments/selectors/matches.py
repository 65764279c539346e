"""One match and its logs, as pages and the API show them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from tournaments.errors import NotAllowedError
from tournaments.models import (
    CLOSED,
    GameRecord,
    Match,
    MatchState,
    MoveLog,
    Round,
    RoundStatus,
    Seat,
    SideEntrant,
)
from tournaments.selectors.visibility import visible_tournaments


def played_at(match: Match) -> datetime:
    """When the match counts as played: its own date, else its round's, else the event's start."""
    round_ = match.round
    return match.played_at or round_.starts_at or round_.published_at or round_.stage.tournament.starts_at


def end_condition(match: Match) -> engine.Until:
    """Where this match ends: as set for it, else for its round, else for its stage, else by the rules."""
    round_, stage = match.round, match.round.stage
    if match.deals or match.until_points:
        return engine.Until(deals=match.deals, points=match.until_points)
    if round_.deals or stage.deals:
        return engine.Until(deals=round_.deals or stage.deals)
    return with_points(engine.Until(points=stage.until_points), engine.RULE_SETS[stage.tournament.rule_set])


def with_points(until: engine.Until, rules: engine.Rules) -> engine.Until:
    """The end condition with the rule set's own number of points filled in where it names none."""
    if until.deals is None and until.points is None:
        return engine.Until(points=rules.points)
    return until


def describe_end(until: engine.Until) -> str:
    """The end condition in words."""
    if until.deals is not None:
        return ngettext("after {number} deal", "after {number} deals", until.deals).format(number=until.deals)
    return _("at {number} points").format(number=until.points)


def with_entrants(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with the entrants of their sides: two queries for any number of them."""
    return matches.prefetch_related(
        "sides", Prefetch("sides__entrants", SideEntrant.objects.select_related("entrant").order_by("id"))
    )


def with_people(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with their event, record, entrants and seats: four queries for any number of them."""
    whole = matches.select_related("round__stage__tournament__club", "record")
    return with_entrants(whole).prefetch_related(
        Prefetch("sides__seats", Seat.objects.select_related("player").order_by("position"))
    )


def side_of_user(match: Match, user: Any) -> int | None:
    """The side this user sits on, None at other tables."""
    if not user.is_authenticated:
        return None
    return match.seats.filter(player__user_id=user.pk).values_list("side__number", flat=True).first()


def own_matches(round_: Round, user: Any) -> set[int]:
    """The matches of a round, mostly one or none, at which this user sits."""
    return set(round_.matches.filter(seats__player__user_id=user.pk).values_list("pk", flat=True))


def check_not_own_table(user: Any, match: Match) -> None:
    """Raises NotAllowedError `own-table` for an official who sits there: others decide that match."""
    if user.has_perm("tournaments.referee", match) and not user.has_perm("tournaments.decide_match", match):
        raise NotAllowedError(
            "own-table",
            _("At your own table you are only a player: report there; another referee or organiser decides."),
        )


def visible_match(user: Any, uuid: UUID) -> Match:
    """The match, for those who may see its event and draw; raises Http404 for others."""
    match = with_people(Match.objects.all()).filter(uuid=uuid).first()
    if match is None or not user.has_perm("tournaments.see", match.round.stage.tournament):
        raise Http404
    if match.round.status != RoundStatus.PUBLISHED and not user.has_perm(
        "tournaments.direct", match.round.stage.tournament
    ):
        raise Http404
    return match


def visible_matches(user: Any) -> QuerySet[Match]:
    """The published matches of the events this user may see."""
    events = visible_tournaments(user).order_by().values("pk")
    shown = Match.objects.filter(round__status=RoundStatus.PUBLISHED, round__stage__tournament__in=events)
    return with_people(shown)


def visible_log(user: Any, log_id: int) -> MoveLog:
    """The log with its match, without its text; raises Http404 where the match isn't to be seen."""
    log = MoveLog.objects.defer("text").filter(pk=log_id).select_related("match").first()
    if log is None:
        raise Http404
    log.match = visible_match(user, log.match.uuid)
    return log


def logs_of(match: Match) -> QuerySet[MoveLog]:
    """The match's logs in the order of submission, without their texts."""
    return match.logs.defer("text").order_by("pk")


def history_of(match: Match) -> list[Any]:
    """The latest versions of a match's official result, newest first; those of one taken back, too."""
    versions = GameRecord.history.filter(match=match).select_related("history_user")
    return list(versions.order_by("-history_id")[:20])


def matches_to_report(user: Any) -> QuerySet[Match]:
    """What of open events this user may report: published, without an official result, newest first."""
    event = "round__stage__tournament"
    mine = Q(seats__player__user=user)
    for role in ("organisers", "referees", "scorers", "club__managers"):
        mine |= Q(**{f"{event}__{role}": user})
    if user.has_perm("tournaments.decide_results"):
        mine = Q()
    waiting = Match.objects.filter(mine, round__status=RoundStatus.PUBLISHED).exclude(
        Q(state=MatchState.OFFICIAL) | Q(**{f"{event}__status__in": CLOSED})
    )
    return with_people(waiting.distinct().order_by("-round__published_at", "table"))
