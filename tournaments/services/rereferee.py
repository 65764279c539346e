"""After a change of the rules' code: replay stored logs again, and show referees which verdicts changed.

An official result is never touched here: the log keeps its new verdict, and a note waits for a referee.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

import engine
from tournaments.models import GameRecord, LogState, MoveLog
from tournaments.services.checks import is_closed
from tournaments.services.notes import leave_note
from tournaments.services.referee import VERDICT_STATES, keep_in_history
from tournaments.services.results import lock_match, record_verified_log

REFEREED_AGAIN = gettext_noop("Refereed again by a newer version of the rules' code.")


@dataclass(frozen=True)
class Changed:
    """A log whose verdict is another now."""

    log: MoveLog
    verdict: engine.Verdict

    @property
    def before(self) -> str:
        return in_short(self.log.verdict or {})

    @property
    def now(self) -> str:
        return in_short(self.verdict.as_dict())


def in_short(verdict: dict[str, Any]) -> str:
    """A verdict in one line: how it ended, and the rule and place or the scores that make the difference."""
    where = [f"{name} {verdict[name]}" for name in ("deal", "move") if verdict["verdict"] == "rejected"]
    what = verdict.get("rule") or ":".join(map(str, verdict.get("scores", ())))
    return " ".join([str(verdict["verdict"]), str(what), *where])


def changed_verdicts(since: datetime, until: datetime | None, rule_set: str | None) -> Iterator[Changed]:
    """Replay every log submitted in this time (and played by these rules) that has a verdict."""
    logs = MoveLog.objects.filter(state__in=VERDICT_STATES.values(), submitted_at__gte=since)
    if until is not None:
        logs = logs.filter(submitted_at__lt=until)
    if rule_set is not None:
        logs = logs.filter(match__round__stage__tournament__rule_set=rule_set)
    for log in logs.order_by("pk").select_related("match").iterator(chunk_size=50):
        verdict = engine.replay(log.text)
        if verdict.as_dict() != log.verdict:
            yield Changed(log, verdict)


@transaction.atomic
def referee_again(changed: Changed, now: datetime) -> bool:
    """Store the new verdict and tell the referees. False if the log's verdict was changed meanwhile.

    A log that is verified only now makes the result official as any other would, where nothing is and the
    event is still open; everything else is left to whoever decides.
    """
    match = lock_match(changed.log.match_id)
    log = MoveLog.objects.select_for_update().defer("text").get(pk=changed.log.pk)
    if log.verdict != changed.log.verdict:
        return False
    keep_in_history(log)
    verdict = changed.verdict
    log.state = VERDICT_STATES[verdict.verdict]
    log.verdict = verdict.as_dict()
    log.evidence = {"case": verdict.case, "params": dict(verdict.params)}
    log.engine = engine.VERSION
    log.replayed_at = now
    log.because(REFEREED_AGAIN).save()
    decided = is_closed(match) or GameRecord.objects.filter(match=match).exists()
    if log.state == LogState.VERIFIED and not decided:
        record_verified_log(log, verdict, now)
    note = gettext("Log {log} was refereed again: {before} became {now}. An official result stands as it is.")
    leave_note(match.pk, note.format(log=log.pk, before=changed.before, now=changed.now), None, now)
    return True
