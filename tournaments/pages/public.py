"""What everybody may look at: events, matches, logs."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ratings.editions import PEOPLE
from ratings.views.caching import kept_page
from tournaments.core.records import Format
from tournaments.forms.listing import ListForm
from tournaments.pages.kept import kept_event_page
from tournaments.selectors.brackets import pictures_of
from tournaments.selectors.event_rules import rules_of
from tournaments.selectors.events import published_round
from tournaments.selectors.final_ranking import final_ranking
from tournaments.selectors.listing import listed_events
from tournaments.selectors.matches import describe_end, end_condition, logs_of, visible_log, visible_match
from tournaments.selectors.seasons import seasons_with
from tournaments.selectors.standings import StageStandings, stage_of, stages_of
from tournaments.selectors.visibility import visible_tournament
from tournaments.sentences import sentence_of_log
from tournaments.watched import EVENTS

EVENTS_A_PAGE = 30
BEST = 20  # rows of each table of the standings on the event's first page


@kept_page(PEOPLE, EVENTS)
def index(request: HttpRequest) -> HttpResponse:
    """The events, newest first, or those that are wanted."""
    form = ListForm(request.GET)
    wanted = listed_events(request.user, form.wanted())
    return render(
        request,
        "tournaments/index.html",
        {
            "form": form,
            "events": Paginator(wanted, EVENTS_A_PAGE).get_page(request.GET.get("page")),
            "may_create": request.user.has_perm("tournaments.create_event"),
        },
    )


@kept_event_page
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One event: what it is, its newest round, its standings and its rules in words."""
    event = visible_tournament(request.user, slug)
    context: dict[str, Any] = {
        "event": event,
        "stages": stages_of(event),
        "seasons": seasons_with(event),
        "rules": rules_of(event),
        "ranking": final_ranking(event),
    }
    context["may_direct"] = request.user.has_perm("tournaments.direct", event)
    context["may_type"] = request.user.has_perm("tournaments.type_result", event)
    if context["stages"]:
        table = StageStandings(stage_of(event, None))
        shown = table.shown()
        best = [replace(part, rows=part.rows[:BEST]) for part in shown]
        entered = sum(len(part.rows) for part in shown)
        more = entered > sum(len(part.rows) for part in best)
        context |= {"stage": table.stage, "tables": best, "entered": entered, "more": more}
        context["entrants"] = table.entry_list
        if table.rounds:
            context["round"] = published_round(table.stage, seats=False).round
            if table.stage.format == Format.KNOCKOUT:
                context["pictures"] = pictures_of(table.stage)
    return render(request, "tournaments/tournament.html", context)


def match(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """One match: who sat where, its result, its logs."""
    found = visible_match(request.user, uuid)
    logs = [(log, sentence_of_log(log)) for log in logs_of(found)]
    return render(
        request,
        "tournaments/match.html",
        {
            "match": found,
            "event": found.round.stage.tournament,
            "record": getattr(found, "record", None),
            "logs": logs,
            "until": describe_end(end_condition(found)),
            "may_submit": request.user.has_perm("tournaments.submit_log", found),
            "may_report": request.user.has_perm("tournaments.report_result", found),
            "may_decide": request.user.has_perm("tournaments.decide_match", found),
        },
    )


def match_link(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """The address of a match without a language leads to the page in the visitor's own."""
    return redirect("tournaments:match", uuid=uuid)


def log(request: HttpRequest, pk: int) -> HttpResponse:
    """One submitted log: where it is, and its verdict with the rule, the deal and the move."""
    found = visible_log(request.user, pk)
    return render(
        request,
        "tournaments/log.html",
        {
            "log": found,
            "match": found.match,
            "event": found.match.round.stage.tournament,
            "sentence": sentence_of_log(found),
        },
    )
