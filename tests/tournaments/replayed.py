"""Matches of two sides with a replayed log, for the tests of the viewer and of the referees' site."""

import json

from tests.tournaments.event import NOW, make_event
from tests.tournaments.logs import CASES, log_of
from tournaments.models import MoveLog
from tournaments.services.intake import submit_log
from tournaments.services.referee import referee_log

SEATS = ["p1a", "p2a", "p1b", "p2b"]


def replayed_log(case: str, slug: str = "spring") -> MoveLog:
    """The log of an engine case of two or four players as the only one of its match, refereed."""
    document = json.loads((CASES / f"{case}.json").read_text())
    players = SEATS[: len(document["players"])]
    deals = document.get("until", {}).get("deals")
    event = make_event(2, len(players) // 2, deals=deals, rule_set=document["rules"], slug=slug)
    match = event.round("1-2")[0]
    log = submit_log(match.pk, log_of(case, players), None, NOW).log
    referee_log(log.pk)
    return MoveLog.objects.get(pk=log.pk)
