"""Public tables of an event: standings after any round, an entrant's sum, the crosstable, a round, files."""

from collections.abc import Iterable
from dataclasses import asdict

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.core.records import Format
from tournaments.figures import Figures
from tournaments.pages.csv_files import csv_response
from tournaments.pages.kept import kept_event_page
from tournaments.selectors.crosstables import crosstable_of
from tournaments.selectors.events import published_round
from tournaments.selectors.result_lines import result_lines
from tournaments.selectors.standings import StageStandings, stage_of, stages_of
from tournaments.selectors.visibility import visible_tournament


def _after(request: HttpRequest) -> int | None:
    """The round asked for by `?after=`; anything that is no number is not there."""
    asked = request.GET.get("after", "")
    if not asked:
        return None
    if not asked.isdecimal() or not asked.isascii() or len(asked) > 4:
        raise Http404
    return int(asked)


@kept_event_page
def standings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The standings of a stage, now or after a round."""
    event = visible_tournament(request.user, slug)
    table = StageStandings(stage_of(event, number), _after(request))
    context = {
        "event": event,
        "stage": table.stage,
        "stages": stages_of(event),
        "tables": table.shown(),
        "entrants": table.entry_list,
        "rounds": table.rounds,
        "after": table.after_round,
    }
    return render(request, "tournaments/standings.html", context)


def standings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The standings as CSV, safe to open in a spreadsheet."""
    stage = stage_of(visible_tournament(request.user, slug), number)
    shown = StageStandings(stage, _after(request), Figures.of_files()).shown()
    figures = [shown[0].value_head, *shown[0].heads] if shown else [_("VP")]
    heads = [_("Rank"), _("Number"), _("Entrant"), *figures, _("Remarks")]
    lines: list[Iterable[object]] = [[_("Group"), *heads]]
    for part in shown:
        for row in part.rows:
            lines.append([part.group, row.rank, row.number, row.name, row.value, *row.ties, row.remarks])
    return csv_response(f"{slug}-{number}.csv", lines)


def results_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The results of all rounds as CSV."""
    event = visible_tournament(request.user, slug)
    return csv_response(f"{slug}-results.csv", result_lines(event))


@kept_event_page
def standings_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The standings as JSON, with the words and figures of the page."""
    table = StageStandings(stage_of(visible_tournament(request.user, slug), number), _after(request))
    return JsonResponse({"after": table.after_round, "tables": [asdict(part) for part in table.shown()]})


@kept_event_page
def entrant(request: HttpRequest, slug: str, number: int, entry: int) -> HttpResponse:
    """One entrant's way through a stage: how its VP and each tie-break add up."""
    event = visible_tournament(request.user, slug)
    table = StageStandings(stage_of(event, number), _after(request))
    context = {"event": event, "stage": table.stage, "sum": table.explain(entry), "after": table.after_round}
    return render(request, "tournaments/entrant.html", context)


@kept_event_page
def crosstable(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who did what against whom, or round by round."""
    event = visible_tournament(request.user, slug)
    stage = stage_of(event, number)
    if stage.format == Format.KNOCKOUT:
        return redirect("tournaments:bracket", slug, stage.number)
    context = {"event": event, "stage": stage, "stages": stages_of(event), "grids": crosstable_of(stage)}
    return render(request, "tournaments/crosstable.html", context)


@kept_event_page
def round_page(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponse:
    """One published round: its tables with results, by table or by name."""
    event = visible_tournament(request.user, slug)
    stage = stage_of(event, number)
    found = published_round(stage, round_number, seats=False)
    context = {
        "event": event,
        "stage": stage,
        "stages": stages_of(event),
        "round": found.round,
        "rounds": found.numbers,
        "by_name": found.by_name() if request.GET.get("order") == "name" else None,
        "may_type": request.user.has_perm("tournaments.type_result", event),
    }
    return render(request, "tournaments/round.html", context)
