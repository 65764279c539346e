"""The calendar: a month as a table of weeks, its events as a list, and what comes later."""

from calendar import Calendar
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR

from ratings.editions import PEOPLE
from ratings.views.caching import kept_page
from tournaments.models import Tournament
from tournaments.selectors.listing import coming_events, events_of_days
from tournaments.watched import EVENTS

YEARS = range(2000, 2100)


@dataclass(frozen=True)
class Day:
    """A day of a month's weeks with its events; days of the months around show none."""

    date: date
    inside: bool
    today: bool
    events: list[Tournament]


@kept_page(PEOPLE, EVENTS, minutely=True)
def calendar(request: HttpRequest) -> HttpResponse:
    """A month, the present one if none is asked for; below the present one, what comes after it."""
    today = timezone.localdate()
    first = month_asked(request.GET.get("month", "")) or today.replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    events = list(events_of_days(request.user, first, following - timedelta(days=1)))
    later = [] if first != today.replace(day=1) else by_month(request.user, following)
    context = {
        "month": first,
        "weekdays": [(WEEKDAYS_ABBR[day], WEEKDAYS[day]) for day in range(7)],
        "weeks": weeks_of(first, today, events),
        "events": events,
        "previous": (first - timedelta(days=1)).replace(day=1),
        "following": following,
        "later": later,
    }
    return render(request, "calendar.html", context)


def month_asked(text: str) -> date | None:
    """The first day of the month asked for, such as 2026-05; raises Http404 for anything else."""
    if not text:
        return None
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise Http404 from error
    if first.year not in YEARS:
        raise Http404
    return first


def weeks_of(first: date, today: date, events: list[Tournament]) -> list[list[Day]]:
    """The weeks of a month, from Monday to Sunday."""
    on: dict[date, list[Tournament]] = defaultdict(list)
    for event in events:
        on[timezone.localdate(event.starts_at)].append(event)
    weeks = Calendar().monthdatescalendar(first.year, first.month)
    return [[Day(day, day.month == first.month, day == today, on[day]) for day in week] for week in weeks]


def by_month(user: Any, since: date) -> list[tuple[date, list[Tournament]]]:
    """The planned events from a day on, month by month."""
    events = [e for e in coming_events(user, timezone.now()) if timezone.localdate(e.starts_at) >= since]
    months = groupby(events, key=lambda event: timezone.localdate(event.starts_at).replace(day=1))
    return [(month, list(group)) for month, group in months]
