"""What other programs follow: results (Atom), events (iCalendar), the pages (sitemap, robots)."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings.models import Player
from ratings.selectors.players import found_players
from ratings.views.caching import conditional_page
from tournaments.figures import Figures
from tournaments.models import Match, Tournament, TournamentStatus
from tournaments.selectors.front import newest_results
from tournaments.selectors.visibility import visible_tournaments

RESULTS = 50
EVENTS = 500
LINE = 75
EVERYBODY = AnonymousUser()
PAGES = ["home", "tournaments:index", "calendar", "ratings:index", "ratings:clubs", "rules", "help"]
STATES = {TournamentStatus.CANCELLED: "CANCELLED", TournamentStatus.PLANNED: "TENTATIVE"}


class ResultsFeed(Feed):
    """The newest official results as an Atom feed."""

    feed_type = Atom1Feed
    title = gettext_lazy("Canasta: results")
    subtitle = gettext_lazy("The newest official results.")
    author_name = "Canasta"  # Atom wants somebody

    def link(self) -> str:
        return reverse("home")

    def items(self) -> list[Match]:
        return newest_results(EVERYBODY, RESULTS)

    def item_title(self, item: Match) -> str:
        sides = [" + ".join(row.entrant.name for row in side.entrants.all()) for side in item.sides.all()]
        totals = Figures.active().score(item.record.totals or ())
        return " ".join([" × ".join(sides), totals]).strip()

    def item_description(self, item: Match) -> str:
        said = _("{event}, round {round}, table {table}").format(
            event=item.round.stage.tournament.name, round=item.round.number, table=item.table
        )
        return escape(said)  # readers take it for HTML

    def item_link(self, item: Match) -> str:
        return reverse("tournaments:match", args=[item.uuid])

    def item_guid(self, item: Match) -> str:
        return f"urn:uuid:{item.uuid}"

    def item_pubdate(self, item: Match) -> datetime:
        return item.record.decided_at

    item_updateddate = item_pubdate


@conditional_page
def calendar(request: HttpRequest) -> HttpResponse:
    """The public events of the last year and to come, for calendars."""
    since = timezone.now() - timedelta(days=365)
    events = visible_tournaments(EVERYBODY).filter(starts_at__gte=since)[:EVENTS]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//canasta//events//EN", "X-WR-CALNAME:Canasta"]
    lines += [line for event in events for line in entry(request, event)]
    text = "".join(folded(line) for line in [*lines, "END:VCALENDAR"])
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def entry(request: HttpRequest, event: Tournament) -> list[str]:
    """An event as the lines of a VEVENT."""
    entrants = ngettext("{number} entrant", "{number} entrants", event.entered)  # type: ignore[attr-defined]
    about = f"{event.club.name}, {event.get_rule_set_display()}, " + entrants.format(number=event.entered)  # type: ignore[attr-defined]
    return [
        "BEGIN:VEVENT",
        f"UID:{event.slug}@{request.get_host().partition(':')[0]}",
        f"DTSTAMP:{stamp(event.created_at)}",
        f"DTSTART:{stamp(event.starts_at)}",
        f"SUMMARY:{escaped(event.name)}",
        f"DESCRIPTION:{escaped(about)}",
        *([f"LOCATION:{escaped(event.venue)}"] if event.venue else []),
        f"STATUS:{STATES.get(TournamentStatus(event.status), 'CONFIRMED')}",
        f"URL:{request.build_absolute_uri(event.get_absolute_url())}",
        "END:VEVENT",
    ]


def stamp(moment: datetime) -> str:
    """A moment as iCalendar writes it."""
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Text that can't end its line or its value."""
    for mark in ("\\", ";", ","):
        text = text.replace(mark, "\\" + mark)
    return "\\n".join(text.splitlines())


def folded(line: str) -> str:
    """A line in parts of at most 75 bytes, none of which splits a letter."""
    parts = [b""]
    for letter in line:
        if len(parts[-1]) + len(letter.encode()) > LINE:
            parts.append(b" ")
        parts[-1] += letter.encode()
    return "".join(part.decode() + "\r\n" for part in parts)


class Translated(Sitemap):
    """Pages that exist in every language."""

    i18n = True
    alternates = True
    limit = 5000


class PagesMap(Translated):
    """The pages that are always there."""

    def items(self) -> list[str]:
        return PAGES

    def location(self, item: str) -> str:
        return reverse(item)


class EventsMap(Translated):
    """The public events."""

    def items(self) -> QuerySet[Tournament]:
        return visible_tournaments(EVERYBODY)


class PlayersMap(Translated):
    """The players who may be shown."""

    def items(self) -> QuerySet[Player]:
        return found_players("")


SITEMAPS = {"pages": PagesMap, "events": EventsMap, "players": PlayersMap}


def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read: all that is of use to them."""
    closed = ["/api/", *(f"/{code}/{path}" for code, _name in settings.LANGUAGES for path in CLOSED)]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed), "", f"Sitemap: {sitemap_address()}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


CLOSED = ["account/", "accounts/", "referee/", "search/"]


def sitemap_address() -> str:
    """Where the list of pages is."""
    return settings.CANASTA_URL + reverse("sitemap")
