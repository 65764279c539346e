"""The hall's screen for everybody, the clock for referees."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localtime

from tests.tournaments.event import Event, make_event, make_user
from tournaments.models import GameRecord
from tournaments.services import clock
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db
ROUND = "/en/tournaments/spring/1/rounds/1/"


@pytest.fixture
def event() -> Event:
    event = make_event(4)
    event.round("1-2", "3-4")
    return event


@pytest.fixture
def referee(client: Client, event: Event) -> Client:
    user = make_user("referee@example.org")
    event.tournament.referees.add(user)
    client.force_login(user)
    return client


def started(event: Event, minutes_ago: float) -> None:
    round_ = event.stage.rounds.get()
    clock.start(round_.pk, 60, None, timezone.now() - timedelta(minutes=minutes_ago))


@pytest.mark.parametrize(
    ("minutes_ago", "said"), [(9.5, "51 minutes left"), (57.5, "last lap: no new deal"), (61, "Time is up")]
)
def test_the_screen_says_how_much_time_is_left(
    client: Client, event: Event, minutes_ago: float, said: str
) -> None:
    started(event, minutes_ago)
    assert said in client.get(ROUND + "hall/").content.decode()


def test_time_ends_all_tables_that_have_not_reported_at_once(referee: Client, event: Event) -> None:
    one, _other = event.stage.rounds.get().matches.order_by("table")
    report(one.pk, Report(0, (2450, 1980)), None, timezone.now())
    referee.post(ROUND + "clock/", {"action": "deals-all", "deals": "2"})
    assert [match.deals for match in event.stage.rounds.get().matches.order_by("table")] == [None, 2]
    assert referee.post(ROUND + "clock/", {"action": "deals-all", "deals": "0"}).status_code == 400


def test_the_screen_tells_a_table_with_a_time_of_its_own(client: Client, event: Event) -> None:
    started(event, 10)
    one, other = event.stage.rounds.get().matches.order_by("table")
    ends = localtime(timezone.now() + timedelta(minutes=55)).strftime("%H:%M")
    assert "Ends at" not in client.get(ROUND + "hall/").content.decode()
    clock.extend_table(one.pk, 5, None)
    clock.pause_table(other.pk, None, timezone.now())
    page = client.get(ROUND + "hall/").content.decode()
    assert f'<span class="badge">Ends at {ends}</span>' in page
    assert page.count('<span class="badge badge-late">paused</span>') == 1


def test_the_screen_and_the_round_say_that_a_match_was_abandoned(client: Client, event: Event) -> None:
    event.result(event.stage.rounds.get().matches.get(table=1), 900, 1500, outcome="abandoned")
    organiser = make_user("organiser@example.org")
    event.tournament.organisers.add(organiser)
    client.force_login(organiser)
    for page in ("hall/", "results/"):
        text = client.get(ROUND + page).content.decode()
        assert text.count('<span class="badge badge-rejected">abandoned</span>') == 1


def test_a_warning_is_told_while_the_clock_runs(client: Client, event: Event) -> None:
    started(event, 50.5)
    assert "10 minutes to go" in client.get(ROUND + "hall/").content.decode()
    clock.pause(event.stage.rounds.get().pk, None, timezone.now())
    assert "10 minutes to go" not in client.get(ROUND + "hall/").content.decode()


def test_the_clock_says_from_when_on_coming_late_costs(referee: Client, event: Event) -> None:
    started(event, 2)
    begun = event.stage.rounds.get().starts_at
    page = referee.get(ROUND + "clock/").content.decode()
    after, gone = (localtime(begun + timedelta(minutes=each)).strftime("%H:%M") for each in (5, 10))
    assert f"Who comes after {after} loses 100 points; who is not here after {gone}" in page
    started(event, 7)
    assert "Who comes now loses 100 points" in referee.get(ROUND + "clock/").content.decode()


def test_the_deals_of_a_table_that_time_ended_are_set_beside_its_clock(referee: Client, event: Event) -> None:
    referee.post(ROUND + "clock/", {"action": "deals", "table": "2", "deals": "2"})
    one, other = event.stage.rounds.get().matches.order_by("table")
    assert (one.deals, other.deals) == (None, 2)
    assert referee.post(ROUND + "clock/", {"action": "deals", "table": "2", "deals": "x"}).status_code == 400


def test_results_come_as_they_are_official_and_unchanged_polls_get_304(client: Client, event: Event) -> None:
    first = client.get(ROUND + "hall/", headers={"HX-Request": "true"})
    again = {"HX-Request": "true", "If-None-Match": first["ETag"]}
    assert client.get(ROUND + "hall/", headers=again).status_code == 304
    event.result(event.stage.rounds.get().matches.get(table=1), 2450, 1980)
    assert "2,450\u00a0:\u00a01,980" in client.get(ROUND + "hall/", headers=again).content.decode()


def test_the_clock_is_run_by_buttons(referee: Client, event: Event) -> None:
    page = ROUND + "clock/"
    referee.post(page, {"action": "start", "minutes": "45"})
    round_ = event.stage.rounds.get()
    assert (round_.length_minutes, round_.extra_seconds) == (45, 0)
    referee.post(page, {"action": "extend", "minutes": "5"})
    referee.post(page, {"action": "extend-table", "table": "2", "minutes": "5"})
    round_.refresh_from_db()
    assert round_.extra_seconds == round_.matches.get(table=2).extra_seconds == 300
    assert referee.get(page).content.decode().count("5 minutes less") == 2
    referee.post(page, {"action": "shorten", "minutes": "5"})
    referee.post(page, {"action": "shorten-table", "table": "2", "minutes": "5"})
    round_.refresh_from_db()
    assert round_.extra_seconds == round_.matches.get(table=2).extra_seconds == 0
    assert "5 minutes less" not in referee.get(page).content.decode()
    assert referee.post(page, {"action": "shorten", "minutes": "5"}).status_code == 409
    assert referee.post(page, {"action": "start", "minutes": "x"}).status_code == 400


def test_lateness_is_proposed_by_the_clock_and_decided_by_a_referee(referee: Client, event: Event) -> None:
    page = ROUND + "clock/"
    started(event, 3)
    assert "late: −100" not in referee.get(page).content.decode()
    started(event, 6)
    text = referee.get(page).content.decode()
    assert "Who comes now loses 100 points." in text
    assert "no-show" not in text
    referee.post(page, {"action": "late", "step": "points", "table": "1", "side": "0"})
    assert "−100" in referee.get(page).content.decode()
    referee.post(page, {"action": "forgive", "table": "1", "side": "0"})
    started(event, 11)
    assert "no-show" in referee.get(page).content.decode()
    referee.post(page, {"action": "late", "step": "no_show", "table": "1", "side": "0"})
    assert GameRecord.objects.get().at_fault == [True, False]


def test_players_do_not_run_the_clock(client: Client, event: Event) -> None:
    client.force_login(make_user(player="p1a"))
    assert client.get(ROUND + "clock/").status_code == 403


def test_a_table_that_is_done_shows_its_result_beside_the_clock_and_no_buttons(
    referee: Client, event: Event
) -> None:
    started(event, 12)
    page = referee.get(ROUND + "clock/").content.decode()
    assert page.count('value="pause-table"') == 2
    assert f'href="{ROUND}results/"' in page
    referee.post(ROUND + "clock/", {"action": "late", "table": 1, "side": 0, "step": "no_show"})
    page = referee.get(ROUND + "clock/").content.decode()
    assert page.count('value="pause-table"') == 1
    assert "<span>no-show</span>" in page
    absent = event.stage.rounds.get().matches.get(table=1)
    assert f'<a href="/en/matches/{absent.uuid}/decide/">Table 1</a>' in page
    assert page.count('<span class="badge badge-rejected">no-show</span>') == 1


def test_who_gave_up_a_match_is_named_so_beside_the_clock(referee: Client, event: Event) -> None:
    match = event.stage.rounds.get().matches.get(table=1)
    event.result(match, 900, 1500, outcome="abandoned", at_fault=(True, False))
    page = referee.get(ROUND + "clock/").content.decode()
    assert page.count('<span class="badge badge-rejected">abandoned</span>') == 1


def test_no_table_of_a_round_without_a_clock_is_stopped_or_given_time(referee: Client) -> None:
    page = referee.get(ROUND + "clock/").content.decode()
    assert "This round has no clock." in page
    assert "5 minutes more" not in page
    assert "Pause" not in page


def test_ones_own_table_leads_a_playing_director_to_no_decision(client: Client, event: Event) -> None:
    user = make_user(player="p1a")
    event.tournament.organisers.add(user)
    client.force_login(user)
    page = client.get(ROUND + "clock/").content.decode()
    assert page.count("/decide/") == 1
    assert "Table 1" in page


def test_the_screen_shows_who_has_a_bye(client: Client) -> None:
    event = make_event(3, slug="three")
    event.round("1-2", "3")
    page = client.get("/en/tournaments/three/1/rounds/1/hall/").content.decode()
    assert "<h2>Bye</h2><p>Pair 3</p>" in page
