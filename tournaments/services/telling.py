"""What webhooks are told of public events: a verdict, an official result, a published round."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.urls import reverse

from tournaments.models import GameRecord, Match, MoveLog, Round
from webhooks.models import Kind
from webhooks.services import announce

Told = dict[str, Any]


def tell_verdict(log: MoveLog, now: datetime) -> None:
    """A log was refereed."""

    def told() -> Told:
        url = reverse("api:log", args=[log.pk])
        return {"log": log.pk, "url": url, "match": str(log.match.uuid), "state": str(log.state)}

    announce(Kind.VERDICT, f"log:{log.pk}:{now.isoformat()}", _public(lambda: log.match.round, told), now)


def tell_result(match: Match, record: GameRecord, now: datetime) -> None:
    """A result became official, or was corrected."""

    def told() -> Told:
        url = reverse("api:match", args=[match.uuid])
        result = {"version": record.version, "outcome": record.outcome, "totals": record.totals}
        return {"match": str(match.uuid), "url": url, "table": match.table} | result

    key = f"result:{match.uuid}:{record.version}:{now.isoformat()}"
    announce(Kind.RESULT, key, _public(lambda: match.round, told), now)


def tell_round(round_: Round, now: datetime) -> None:
    """A round was published."""

    def told() -> Told:
        stage = round_.stage
        url = reverse("api:round", args=[stage.tournament.slug, stage.number, round_.number])
        return {"url": url, "draw_hash": round_.draw_hash}

    announce(Kind.ROUND, f"round:{round_.pk}:{now.isoformat()}", _public(lambda: round_, told), now)


def _public(found: Callable[[], Round], told: Callable[[], Told]) -> Callable[[], Told | None]:
    """What is told, with its place; nothing where the event isn't public."""

    def data() -> Told | None:
        round_ = found()
        stage = round_.stage
        place = {"tournament": stage.tournament.slug, "stage": stage.number, "round": round_.number}
        return told() | place if stage.tournament.public else None

    return data
