"""A move log comes in: read, checked against its match, stored word for word, queued for a worker."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

import engine
from tournaments.errors import InputError, TournamentError
from tournaments.models import CLOSED, Match, MoveLog, RoundStatus
from tournaments.selectors.matches import describe_end, end_condition, with_points
from tournaments.sentences import sentence_with_place
from tournaments.services.queue import publish
from tournaments.services.results import lock_match

if TYPE_CHECKING:
    from accounts.models import User

# With a broker of its own the message is on its way; the sweep looks only for those that got lost.
FIRST_SWEEP = timedelta(seconds=10)


class MalformedLogError(InputError):
    """The document is no move log; `verdict` says why."""

    def __init__(self, verdict: engine.Verdict) -> None:
        super().__init__(str(verdict.rule), sentence_with_place(verdict))
        self.verdict = verdict


@dataclass(frozen=True)
class Submission:
    """The stored log, and whether this call stored it (False: the same document was there already)."""

    log: MoveLog
    created: bool


def submit_log(match_id: int, document: bytes, user: "User | None", now: datetime) -> Submission:
    """Store a log for a match and queue its replay; the same document again is the same submission.

    Raises MalformedLogError where the document can't be read, and TournamentError with one of the codes
    `log-rules`, `log-until`, `log-players`, `log-seating`, `round-not-published` and `tournament-closed`.
    """
    try:
        log = engine.read_log(document)
    except engine.LogError as error:
        raise MalformedLogError(engine.replay(document)) from error
    digest = hashlib.sha256(document).hexdigest()
    with transaction.atomic():
        match = lock_match(match_id)
        stored = MoveLog.objects.filter(match=match, sha256=digest).order_by().first()
        if stored is not None:
            return Submission(stored, created=False)
        _check_open(match)
        sides = _check_belongs(match, log)
        stored = MoveLog.objects.create(
            match=match,
            text=document.decode(),
            sha256=digest,
            sides=sides,
            forfeit_side=None if log.forfeit is None else sides[log.forfeit % len(sides)],
            submitted_by=user,
            submitted_at=now,
            next_at=now if settings.EMBEDDED else now + FIRST_SWEEP,
        )
        publish("tournaments.referee_log", stored.pk)
    return Submission(stored, created=True)


def _check_open(match: Match) -> None:
    if match.round.status != RoundStatus.PUBLISHED:
        raise TournamentError(
            "round-not-published", _("The draw of this round is not published yet; send the log once it is.")
        )
    if match.round.stage.tournament.status in CLOSED:
        raise TournamentError(
            "tournament-closed",
            _("This tournament is closed. Only a referee can still change its results, with a reason."),
        )


def _check_belongs(match: Match, log: engine.Log) -> list[int]:
    """Check rule set, end condition, players and seating; return the match's side of each side of the log."""
    tournament = match.round.stage.tournament
    if log.rules.code != tournament.rule_set:
        raise TournamentError(
            "log-rules",
            _("The log was played by the rules “{log}”; this tournament plays “{own}”.").format(
                log=log.rules.code, own=tournament.rule_set
            ),
        )
    _check_until(match, log)
    seats = dict(match.seats.order_by().values_list("player__code", "side__number"))
    if set(log.players) != set(seats):
        raise TournamentError(
            "log-players",
            _("The log names {log}; at this table sit {own}.").format(
                log=", ".join(map(engine.excerpt, log.players)), own=", ".join(sorted(seats))
            ),
        )
    count = len(set(seats.values()))
    sides = [seats[code] for code in log.players]
    if len(log.players) % count or any(sides[i] != sides[i % count] for i in range(len(sides))):
        raise TournamentError(
            "log-seating", _("Partners sit opposite each other: in this log's seats they do not.")
        )
    if len(set(sides[:count])) != count:
        raise TournamentError("log-seating", _("In this log's seats two sides are mixed up."))
    return sides[:count]


def _check_until(match: Match, log: engine.Log) -> None:
    """The log must end where its match does."""
    own, given = end_condition(match), with_points(log.until, log.rules)
    if given != own:
        raise TournamentError(
            "log-until",
            _("This match ends {own}; the log's end condition is {log}.").format(
                own=describe_end(own), log=describe_end(given)
            ),
        )
