"""How far a match may still be reported and protested: whether its round is the one being played."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import GameRecord, Match, Round, RoundStatus, TournamentStatus

OVER = (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED, TournamentStatus.CANCELLED)


def live(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those whose round is under way: published, no later draw of the event published, the event open."""
    later_stage = Q(stage__number__gt=OuterRef("round__stage__number"))
    later_round = Q(stage=OuterRef("round__stage"), number__gt=OuterRef("round__number"))
    later = Round.objects.filter(
        later_stage | later_round,
        stage__tournament=OuterRef("round__stage__tournament"),
        status=RoundStatus.PUBLISHED,
    )
    return matches.filter(round__status=RoundStatus.PUBLISHED).exclude(
        Q(round__stage__tournament__status__in=OVER) | Exists(later)
    )


def is_live(match: Match) -> bool:
    """Whether this match's round is under way."""
    return live(Match.objects.filter(pk=match.pk)).exists()


def protest_until(match: Match, record: GameRecord) -> datetime:
    """The deadline for protests: so many minutes after the result became official."""
    return record.decided_at + timedelta(minutes=match.round.stage.tournament.protest_minutes)
