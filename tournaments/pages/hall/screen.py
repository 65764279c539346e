"""The hall's screen: the time left in large figures, the tables, results as they come."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from tournaments.core.clock import Phase, told_now
from tournaments.pages.fragments import fragment
from tournaments.selectors.round_results import round_results, table_clock
from tournaments.selectors.standings import stage_of
from tournaments.selectors.visibility import visible_tournament

RUNS = (Phase.RUNNING, Phase.WARNING, Phase.LAST_LAP)


def hall(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponseBase:
    """What everybody in the hall may see of a round; asked again every few seconds."""
    event = visible_tournament(request.user, slug)
    now = timezone.now()
    found = round_results(stage_of(event, number), round_number, now)
    left = found.clock.seconds_left(now)
    phase = found.clock.phase(now, found.settings)
    context = {
        "event": event,
        "stage": found.round.stage,
        "round": found.round,
        "found": found,
        "byes": found.round.byes.select_related("entrant").order_by("entrant__number"),
        "phase": phase,
        # A table that was given more time has an end of its own.
        "ends": {
            table.match.table: table_clock(found.round, table.match, found.settings).ends_at(now)
            for table in found.tables
        },
        "told": told_now(left, found.settings) if phase in RUNS else None,
        # Rounded up, so that the last minute shows 1 and not 0.
        "minutes": None if left is None else -(-max(left, 0) // 60),
    }
    if request.htmx:  # type: ignore[attr-defined]
        return fragment(request, "tournaments/hall/_screen.html", context)
    return render(request, "tournaments/hall/hall.html", context)
