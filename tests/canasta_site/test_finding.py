"""Finding things: search, the list's filters, the calendar, help, and what other programs follow."""

from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from canasta_site.feeds import escaped, folded
from ratings.models import Club, Player, Visibility
from ratings.services.people import change
from tests.tournaments.event import Event, make_event

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def event() -> Event:
    event = make_event(2, starts_at=timezone.now() + timedelta(days=2), status="planned", venue="Hall, left")
    event.tournament.name = "Spring cup"
    event.tournament.because("test").save()
    return event


def get(path: str, **query: str) -> str:
    answer = Client().get(path, query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_search_finds_players_events_and_clubs_by_words(event: Event) -> None:
    assert "Player p1a" in get("/en/search/", q="p1a")
    assert "Spring cup" in get("/en/search/", q="CUP spring")
    assert "Made-up club" in get("/en/search/", q="made-up")
    assert "Nothing is called “whist”" in get("/en/search/", q="whist\0")


def test_search_finds_nobody_hidden_and_no_hidden_event(event: Event) -> None:
    change(Player.objects.get(code="p1a"), why="asked", visibility=Visibility.HIDDEN)
    event.tournament.public = False
    event.tournament.because("test").save()
    assert "ratings/players/p1a" not in get("/en/search/", q="player")
    assert "Spring cup" not in get("/en/search/", q="spring")


def test_the_front_page_has_a_search(event: Event) -> None:
    assert 'action="/en/search/"' in get("/en/")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"status": "planned"}, True),
        ({"status": "finished"}, False),
        ({"club": "made-up"}, True),
        ({"club": "other"}, False),
        ({"rules": "ten-thousand"}, False),
        ({"q": "cup"}, True),
        ({"q": "league"}, False),
        ({"since": "2199-01-01"}, False),
        ({"until": "1901-01-01"}, False),
        ({"since": "nonsense", "until": "9999-12-31", "status": "x"}, True),
    ],
)
def test_the_list_shows_what_is_wanted(event: Event, query: dict[str, str], found: bool) -> None:
    Club.objects.create(code="other", name="Other club")
    assert ("Spring cup" in get("/en/tournaments/", **query)) is found


def test_the_calendar_shows_what_comes_by_month(event: Event) -> None:
    make_event(2, slug="past", starts_at=datetime(2020, 5, 1, tzinfo=UTC), status="planned")
    page = get("/en/calendar/")
    assert "Spring cup" in page
    assert "/tournaments/past/" not in page
    assert timezone.localdate(event.tournament.starts_at).strftime("%B %Y") in page


def test_a_month_of_the_calendar_is_a_table_of_weeks_with_its_events(event: Event) -> None:
    make_event(2, slug="past", starts_at=datetime(2024, 2, 29, 18, tzinfo=UTC), status="finished")
    make_event(2, slug="off", starts_at=datetime(2024, 2, 28, 18, tzinfo=UTC), status="cancelled")
    page = get("/en/calendar/", month="2024-02")
    assert page.count("<tr>") == 1 + 5
    assert page.count('class="outside"') == 3 + 3  # Monday 29 January to Sunday 3 March
    assert '<td class="busy"><time datetime="2024-02-29">29</time><a href="/en/tournaments/past/"' in page
    assert "/tournaments/off/" not in page
    assert "Spring cup" not in page
    assert 'href="?month=2024-01"' in page
    assert 'href="?month=2024-03"' in page


@pytest.mark.parametrize("month", ["x", "2024-13", "1999-12", "2024-2", "2024-02-01", "٢٠٢٤-02"])
def test_a_month_that_is_none_is_not_found(event: Event, month: str) -> None:
    assert Client().get("/en/calendar/", {"month": month}).status_code == 404


def test_the_calendar_file_can_be_subscribed(event: Event) -> None:
    text = get("/en/calendar.ics")
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert "SUMMARY:Spring cup\r\n" in text
    assert "LOCATION:Hall\\, left\r\n" in text
    assert f"DTSTART:{event.tournament.starts_at.astimezone(UTC):%Y%m%dT%H%M%SZ}" in text
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == 1


def test_a_line_of_a_calendar_is_folded_between_letters_and_escaped() -> None:
    assert folded("ž" * 50) == "ž" * 37 + "\r\n " + "ž" * 13 + "\r\n"
    assert escaped("a;b,c\\d\nEND:VEVENT") == "a\\;b\\,c\\\\d\\nEND:VEVENT"


def test_results_are_followed_as_a_feed(event: Event) -> None:
    event.results("1-2 2450:1980")
    feed = ElementTree.fromstring(get("/en/results.atom"))
    (entry,) = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Pair 1 × Pair 2 2,450\u00a0:\u00a01,980"
    assert entry.findtext(f"{ATOM}summary") == "Spring cup, round 1, table 1"
    event.tournament.public = False
    event.tournament.because("test").save()
    assert "Pair 1" not in get("/en/results.atom")


def test_the_feed_has_an_author_and_no_markup_of_a_name(event: Event) -> None:
    event.tournament.name = "Cup & <b>Saucer</b>"
    event.tournament.because("test").save()
    event.results("1-2 2450:1980")
    feed = ElementTree.fromstring(get("/en/results.atom"))
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Canasta"
    (summary,) = feed.iter(f"{ATOM}summary")
    assert summary.get("type") == "html"
    assert summary.text == "Cup &amp; &lt;b&gt;Saucer&lt;/b&gt;, round 1, table 1"


@pytest.mark.parametrize("path", ["/en/results.atom", "/en/calendar.ics"])
def test_what_is_followed_is_sent_again_only_when_it_changed(event: Event, path: str) -> None:
    event.results("1-2 2450:1980")
    read = Client().get(path)["ETag"]
    assert Client().get(path, headers={"If-None-Match": read}).status_code == 304


def test_the_feed_needs_the_same_queries_whatever_its_length(
    event: Event, django_assert_num_queries: Any
) -> None:
    event.results("1-2 2450:1980")
    with django_assert_num_queries(20, exact=False) as few:
        get("/en/results.atom")
    event.results("1-2 2450:1980")
    with django_assert_num_queries(len(few)):
        get("/en/results.atom")


def test_the_sitemap_lists_public_pages_in_every_language(event: Event) -> None:
    change(Player.objects.get(code="p1a"), why="asked", visibility=Visibility.HIDDEN)
    text = get("/sitemap.xml")
    for path in (
        "/cs/tournaments/spring/",
        "/en/tournaments/spring/",
        "/cs/help/",
        "/en/ratings/players/p1b/",
    ):
        assert f"{path}</loc>" in text
    assert "p1a" not in text
    assert 'hreflang="cs"' in text


def test_robots_are_told_what_is_closed_and_where_the_sitemap_is() -> None:
    text = get("/robots.txt")
    assert "Disallow: /en/account/\n" in text
    assert "/sitemap.xml" in text


@pytest.mark.parametrize("topic", ["players", "directors", "referees"])
def test_there_is_help_in_both_languages(topic: str) -> None:
    english, czech = get(f"/en/help/{topic}/"), get(f"/cs/help/{topic}/")
    assert "<h2>" in english
    assert english.count("<h2>") == czech.count("<h2>")
    assert f"/en/help/{topic}/" in get("/en/help/")


def test_there_is_no_other_help() -> None:
    assert Client().get("/en/help/nothing/").status_code == 404


def test_a_page_names_itself_and_its_translations(event: Event) -> None:
    cache.clear()
    page = get("/en/tournaments/spring/", page="2")
    assert '<link rel="canonical" href="http://127.0.0.1:8000/en/tournaments/spring/">' in page
    assert 'hreflang="cs" href="http://127.0.0.1:8000/cs/tournaments/spring/?page=2"' in page
    assert '<meta property="og:title" content="Spring cup · Canasta">' in page


@pytest.mark.parametrize(
    "path", ["/en/", "/cs/calendar/", "/en/ratings/", "/en/help/players/", "/en/tournaments/spring/"]
)
def test_every_public_page_says_what_it_is_where_links_are_shared(event: Event, path: str) -> None:
    page = get(path)
    title = page.partition("<title>")[2].partition("</title>")[0]
    assert f'<meta property="og:title" content="{title}">' in page
    assert page.count('property="og:description"') == page.count('property="og:url"') == 1
    assert 'property="og:image" content="http://127.0.0.1:8000/static/share.png"' in page


def test_a_title_is_escaped_once(event: Event) -> None:
    event.tournament.name = 'Kings & "Queens"'
    event.tournament.because("test").save()
    assert 'property="og:title" content="Kings &amp; &quot;Queens&quot; · Canasta"' in get(
        "/en/tournaments/spring/"
    )
