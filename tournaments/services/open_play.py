"""An open event: games are reported when they are played, at tables that no draw made."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

import engine
from ratings.models import RuleSet
from tournaments.core.draws import DrawError
from tournaments.core.formats.open_play import reported_table
from tournaments.core.records import Format
from tournaments.draw_sentences import refusal
from tournaments.errors import TournamentError
from tournaments.models import (
    Entrant,
    EntrantMember,
    Match,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    TournamentStatus,
)
from tournaments.services.draws import lock_stage
from tournaments.services.events import check_open
from tournaments.services.seating import Seating, seat_round
from tournaments.services.stages import start_stage

if TYPE_CHECKING:
    from accounts.models import User

PLAYED_BY = {
    RuleSet.CLASSIC: gettext_lazy("Classic Canasta is played by two players, or by two pairs."),
    RuleSet.TEN_THOUSAND: gettext_lazy(
        "Ten Thousand is played by two, three or five players alone, or by two or three pairs."
    ),
}
REPORTED = gettext_noop("A game was reported.")


@transaction.atomic
def report_game(
    stage_id: int, sides: Sequence[Sequence[Entrant]], by: "User | None", played_at: datetime
) -> Match:
    """A match of these sides, played at that time, which now waits for its log or its result.

    Raises TournamentError: `not-open` (the stage is drawn), `tournament-closed`, `sides` (no separate sides
    such as the rules know), `not-entered` (somebody of another event).
    """
    stage = lock_stage(stage_id)
    if stage.format != Format.OPEN:
        raise TournamentError("not-open", _("The tables of this event are made by a draw."))
    check_open(stage.tournament)
    seated = [entrant for side in sides for entrant in side]
    twice = next((one for place, one in enumerate(seated) if one in seated[:place]), None)
    if twice is not None:
        raise TournamentError("sides", _("{name} can't sit at one table twice.").format(name=twice.name))
    try:
        reported_table([[entrant.pk for entrant in side] for side in sides])
    except DrawError as error:
        raise TournamentError(str(error.code), refusal(error, stage)) from error
    if any(entrant.tournament_id != stage.tournament_id for side in sides for entrant in side):
        raise TournamentError("not-entered", _("Somebody of these is not entered in this event."))
    _check_seats(stage.tournament.rule_set, sides)
    round_ = _round_of(stage, by, played_at)
    last = round_.matches.aggregate(last=Max("table"))["last"] or 0
    (match,) = seat_round(round_, [Seating(last + 1, sides, {"played_at": played_at})])
    return match


def _check_seats(rule_set: str, sides: Sequence[Sequence[Entrant]]) -> None:
    """Refuse a table at which this game can't be played: too many sides, or a pair against single players."""
    players = [EntrantMember.objects.filter(entrant__in=side).count() for side in sides]
    table = engine.RULE_SETS[rule_set].tables.get(sum(players))
    if table is None or table.sides != len(players) or len(set(players)) > 1:
        raise TournamentError("sides", str(PLAYED_BY[RuleSet(rule_set)]))


def _round_of(stage: Stage, by: "User | None", now: datetime) -> Round:
    """The one round that holds the games of an open stage, made with the first of them."""
    if stage.status == StageStatus.PLANNED:
        start_stage(stage, by)
    round_ = stage.rounds.first()
    if round_ is None:
        round_ = Round(stage=stage, number=1, status=RoundStatus.PUBLISHED, published_at=now)
        round_.because(REPORTED, by).save()
        if stage.tournament.status == TournamentStatus.PLANNED:
            stage.tournament.status = TournamentStatus.RUNNING
            stage.tournament.because(REPORTED, by).save()
    return round_
