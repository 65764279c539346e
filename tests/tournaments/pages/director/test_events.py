"""An event is made on one page, copied, changed as far as it may be, and deleted."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ratings.models import Club
from tests.tournaments.event import NOW, Event, make_event, make_user
from tournaments.core.records import Method, VpStep
from tournaments.forms.presets import PRESETS
from tournaments.models import EntryStatus, Stage, StageStatus, Tournament, VpTable
from tournaments.selectors.draws import forbidden_names
from tournaments.services import draws
from tournaments.services.event_settings import forbid
from tournaments.services.vp_tables import save_table
from tournaments.stage_settings import clock_of, draw_options_of, scoring_of

pytestmark = pytest.mark.django_db
NEW = "/en/tournaments/new/"
SETTINGS = "/en/tournaments/spring/direct/settings/"


@pytest.fixture
def club() -> Club:
    return Club.objects.create(code="made-up", name="Made-up club")


@pytest.fixture
def manager(client: Client, club: Club) -> Client:
    user = make_user("manager@example.org")
    club.managers.add(user)
    client.force_login(user)
    return client


def filled(page: str, **changes: Any) -> dict[str, Any]:
    """What a browser would send for the forms of a page: every field as it is shown, with some changed."""
    main = page[page.index("<main") : page.index("</main>")]
    values: dict[str, Any] = {}
    for tag in re.findall(r"<input [^>]*>", main):
        kind = re.search(r'type="([a-z-]+)"', tag)
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and kind and kind[1] == "checkbox":
            if " checked" in tag:
                values[name[1]] = "on"
        elif name and name[1] not in ("csrfmiddlewaretoken", "reason", "email"):
            values[name[1]] = value[1] if value else ""
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', main, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        first = re.search(r'<option value="([^"]*)"', options)
        values[name] = chosen[1] if chosen else first[1] if first else ""
    return values | changes


def create(client: Client, query: str = "", **changes: Any) -> Any:
    page = client.get(NEW + query).content.decode()
    return client.post(NEW + query, filled(page, **changes), follow=True)


def test_a_name_is_all_a_club_evening_needs(manager: Client) -> None:
    answer = create(manager, name="March evening")
    event = Tournament.objects.get()
    stage = event.stages.get()
    assert answer.redirect_chain[-1][0] == f"/en/tournaments/{event.slug}/direct/entrants/"
    assert (event.entry_kind, event.rule_set, event.rated, event.public) == ("pair", "classic", True, True)
    assert (stage.format, stage.rounds_planned, stage.deals) == ("swiss", 4, 3)
    assert scoring_of(stage).table == "vp-curve"
    assert [user.email for user in event.organisers.all()] == ["manager@example.org"]


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_makes_an_event_as_it_says(manager: Client, key: str) -> None:
    create(manager, f"?preset={key}", name="Some event")
    preset = PRESETS[key]
    first, *rest = Tournament.objects.get().stages.order_by("number")
    assert first.format == preset.stage.get("format", "swiss")
    assert first.rounds_planned == preset.stage.get("rounds_planned", 4)
    assert [stage.format for stage in rest] == (["knockout"] if preset.final else [])


def test_every_field_is_explained_where_it_is_set(manager: Client) -> None:
    page = manager.get(NEW).content.decode()
    form = page[page.index('id="event"') :]
    assert form.count('class="field-help"') > 35
    assert "What decides between those who are level" in form


def test_an_administrator_without_a_club_is_led_to_making_one(admin_client: Client) -> None:
    page = admin_client.get(NEW).content.decode()
    assert "there is none yet" in page
    assert 'href="/en/referee/ratings/club/add/"' in page
    assert "Own VP tables" not in page
    Club.objects.create(code="made-up", name="Made-up club")
    assert "there is none yet" not in admin_client.get(NEW).content.decode()


def test_a_wrong_field_is_marked_and_nothing_is_made(manager: Client) -> None:
    page = manager.get(NEW).content.decode()
    wrong = filled(page, name="", **{"stage-deals": "3", "stage-until_points": "5000"})
    answer = manager.post(NEW, wrong)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "one of the two" in text
    assert text.count('aria-invalid="true"') == 2
    assert not Tournament.objects.exists()


def test_own_values_are_stored_in_hundredths(manager: Client) -> None:
    create(
        manager, name="E", **{"stage-bye": "11.5", "stage-announced_absence": "10", "stage-method": "wins"}
    )
    scoring = scoring_of(Stage.objects.get())
    assert (scoring.method, scoring.bye, scoring.announced_absence) == (Method.WINS, 1150, 1000)
    assert scoring.no_show is None


def test_an_own_table_is_copied_into_the_stage(manager: Client, club: Club) -> None:
    table = save_table(club, "Gentle", [VpStep(100, 1000, 1000), VpStep(None, 1200, 800)], None)
    create(manager, name="E", **{"stage-table": f"own:{table.pk}"})
    VpTable.objects.all().delete()
    scoring = scoring_of(Stage.objects.get())
    assert scoring.table == "Gentle"
    assert scoring.steps == (VpStep(100, 1000, 1000), VpStep(None, 1200, 800))


def test_an_earlier_event_is_copied_with_its_entrants_to_a_day_to_come(manager: Client) -> None:
    event = make_event(3, rounds_planned=5, scoring={"table": "vp-3-deals"}, draw={"clubmates": "never"})
    answer = create(manager, "?copy=spring", name="Again", entrants="1")
    assert answer.status_code == 200
    copy = Tournament.objects.exclude(pk=event.tournament.pk).get()
    stage = copy.stages.get()
    assert (stage.rounds_planned, scoring_of(stage).table) == (5, "vp-3-deals")
    assert draw_options_of(stage).clubmates == "never"
    assert copy.starts_at > timezone.now()
    assert timezone.localtime(copy.starts_at).hour == timezone.localtime(NOW).hour
    assert copy.members.count() == 6


def kept_apart(event: Tournament) -> list[set[str]]:
    """The codes of the players of every two who must not meet, all of this event."""
    pairs = [(pair.one, pair.other) for pair in forbidden_names(event)]
    assert {each.tournament for pair in pairs for each in pair} <= {event}
    return [
        {code for each in pair for code in each.members.values_list("player__code", flat=True)}
        for pair in pairs
    ]


@pytest.mark.parametrize("again", [True, False])
def test_who_must_not_meet_is_copied_with_the_entrants_and_not_without(manager: Client, again: bool) -> None:
    event = make_event(4)
    one, _two, other, gone = event.entrants
    forbid(event.tournament.pk, one.pk, other.pk, None)
    forbid(event.tournament.pk, one.pk, gone.pk, None)
    gone.status = EntryStatus.WAITING
    gone.because("test").save()
    create(manager, "?copy=spring", name="Again", entrants="1" if again else "")
    copy = Tournament.objects.exclude(pk=event.tournament.pk).get()
    assert kept_apart(copy) == ([{"p1a", "p1b", "p3a", "p3b"}] if again else [])
    assert copy.stages.get().draw.get("forbidden", []) == [
        [pair.one.pk, pair.other.pk] for pair in forbidden_names(copy)
    ]


@pytest.mark.parametrize(("sent", "shown"), [("Finals", "Finals"), ("", "Knockout")])
def test_one_of_several_stages_is_told_by_its_name(manager: Client, sent: str, shown: str) -> None:
    event = make_event(4)
    later = Stage(tournament=event.tournament, number=2, format="knockout", qualifiers=2, rounds_planned=None)
    later.because("Made for a test.").save()
    assert save(manager, **{"stage1-name": "Groups", "stage2-name": sent}).status_code == 200
    assert [stage.name for stage in event.tournament.stages.order_by("number")] == ["Groups", sent]
    page = manager.get("/en/tournaments/spring/").content.decode()
    assert "Groups: standings" in page
    assert f"{shown}: standings".lower() in page.lower()


def test_the_only_stage_is_asked_for_no_name(manager: Client) -> None:
    make_event(4)
    assert 'name="stage1-name"' not in manager.get(SETTINGS).content.decode()


def test_only_club_managers_create_and_only_for_their_club(client: Client, club: Club) -> None:
    client.force_login(make_user())
    assert client.get(NEW).status_code == 403
    assert b"New tournament" not in client.get("/en/tournaments/").content


def test_a_manager_finds_the_button_and_no_other_club(manager: Client) -> None:
    other = Club.objects.create(code="other", name="Other club")
    assert b"New tournament" in manager.get("/en/tournaments/").content
    page = manager.get(NEW).content.decode()
    assert "Other club" not in page
    answer = manager.post(NEW, filled(page, name="E", club=str(other.pk)))
    assert answer.status_code == 400


@pytest.fixture
def running(manager: Client) -> Event:
    event = make_event(4, scoring={"table": "vp-3-deals"})
    draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    return event


def save(client: Client, **changes: Any) -> Any:
    page = client.get(SETTINGS).content.decode()
    return client.post(SETTINGS, filled(page, action="save", **changes), follow=True)


def test_saving_without_a_change_changes_nothing(manager: Client, running: Event) -> None:
    before = running.tournament.history.count(), running.stage.history.count()
    assert save(manager).status_code == 200
    assert (running.tournament.history.count(), running.stage.history.count()) == before


def test_place_rounds_and_deals_can_change_while_it_runs(manager: Client, running: Event) -> None:
    save(manager, venue="Upstairs", **{"stage1-rounds_planned": "6", "stage1-deals": "4"})
    running.tournament.refresh_from_db()
    running.stage.refresh_from_db()
    assert running.tournament.venue == "Upstairs"
    assert (running.stage.rounds_planned, running.stage.deals) == (6, 4)
    # The round that is played keeps the number of deals it was published with.
    assert running.stage.rounds.get().deals == 3


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rule_set": "ten-thousand"}, "The rules stay as they are"),
        ({"entry_kind": "single"}, "once somebody is entered"),
        ({"stage1-format": "knockout"}, "its schedule stays"),
        ({"stage1-legs": "2"}, "its schedule stays"),
        ({"stage1-deals": "", "stage1-until_points": "5000"}, "How matches of this stage end"),
    ],
)
def test_what_was_played_hangs_on_stays(
    manager: Client, running: Event, changes: dict[str, str], reason: str
) -> None:
    answer = save(manager, **({"venue": "Elsewhere"} | changes))
    assert answer.status_code == 409
    assert reason in answer.content.decode()
    running.tournament.refresh_from_db()
    assert running.tournament.venue == ""


def test_how_many_go_on_can_change_until_the_later_stage_begins(manager: Client, running: Event) -> None:
    later = Stage(tournament=running.tournament, number=2, format="knockout", qualifiers=4)
    later.because("Made for a test.").save()
    assert save(manager, **{"stage2-qualifiers": "2"}).status_code == 200
    later.refresh_from_db()
    assert later.qualifiers == 2
    assert save(manager, **{"stage2-qualifiers": "1"}).status_code == 400
    later.status = StageStatus.RUNNING
    later.because("Made for a test.").save()
    refused = save(manager, **{"stage2-qualifiers": "3"})
    assert (refused.status_code, "This stage has begun" in refused.content.decode()) == (409, True)
    later.refresh_from_db()
    assert later.qualifiers == 2


def test_scoring_is_fixed_by_the_first_official_result(manager: Client, running: Event) -> None:
    assert save(manager, **{"stage1-table": "vp-4-deals"}).status_code == 200
    running.result(running.stage.rounds.get().matches.first(), 2400, 2000)  # type: ignore[arg-type]
    assert save(manager, **{"stage1-table": "vp-3-deals"}).status_code == 409
    running.stage.refresh_from_db()
    assert scoring_of(running.stage).table == "vp-4-deals"


def test_rounds_that_are_drawn_stay_planned(manager: Client, running: Event) -> None:
    for match in running.stage.rounds.get().matches.all():
        running.result(match, 2400, 2000)
    draws.publish(draws.draw_round(running.stage.pk, None, NOW).pk, None, NOW)
    answer = save(manager, **{"stage1-rounds_planned": "1"})
    assert "2 rounds are drawn already" in answer.content.decode()


def step(client: Client, action: str, **data: Any) -> Any:
    return client.post(SETTINGS, {"action": action, **data}, follow=True)


def test_an_event_is_finished_reopened_and_archived_with_a_reason(manager: Client) -> None:
    event = make_event(2)
    assert step(manager, "finish").status_code == 409  # no reason given
    for action, status in (("finish", "finished"), ("reopen", "planned")):
        step(manager, action, reason="test")
        event.tournament.refresh_from_db()
        assert event.tournament.status == status
    event.tournament.status = "finished"
    event.tournament.because("test").save()
    step(manager, "archive", reason="test")
    event.tournament.refresh_from_db()
    assert event.tournament.status == "archived"


def test_an_event_with_a_result_is_neither_cancelled_nor_deleted(manager: Client, running: Event) -> None:
    running.result(running.stage.rounds.get().matches.first(), 2400, 2000)  # type: ignore[arg-type]
    assert step(manager, "delete").status_code == 409
    assert step(manager, "cancel", reason="snow").status_code == 409
    assert Tournament.objects.filter(pk=running.tournament.pk).exists()


def test_an_event_without_results_is_deleted_with_its_draws(manager: Client, running: Event) -> None:
    assert step(manager, "delete").status_code == 200
    assert not Tournament.objects.exists()


def test_a_co_organiser_is_named_by_e_mail_and_may_direct(manager: Client, client: Client) -> None:
    event = make_event(2)
    other = make_user("other@example.org")
    assert not other.has_perm("tournaments.direct", event.tournament)
    step(manager, "add-official", role="organisers", email="Other@Example.org")
    assert other.has_perm("tournaments.direct", event.tournament)
    assert step(manager, f"remove-official:organisers:{other.pk}").status_code == 409  # the last one
    step(manager, "add-official", role="organisers", email="manager@example.org")
    step(manager, f"remove-official:organisers:{other.pk}")
    assert not other.has_perm("tournaments.direct", event.tournament)


def test_an_unknown_address_or_role_is_refused(manager: Client) -> None:
    make_event(2)
    assert step(manager, "add-official", role="scorers", email="nobody@example.org").status_code == 409
    assert step(manager, "add-official", role="kings", email="manager@example.org").status_code == 400


def test_a_table_is_tried_on_the_past_results_of_the_club(manager: Client) -> None:
    event = make_event(4)
    event.results("1-2 2450:1980", "3-4 2400:2400")  # differences 470 and 0
    page = "/en/clubs/made-up/vp-tables/"
    answer = manager.post(page, {"action": "preview", "name": "Gentle", "rows": "100 10\n* 12.5"})
    cells = re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", answer.content.decode().split("<tbody>")[1])
    assert cells == ["100", "10.00", "10.00", "1", "50", "more", "12.50", "7.50", "1", "50"]
    assert not VpTable.objects.exists()
    manager.post(page, {"action": "save", "name": "Gentle", "rows": "100 10\n* 12,5"})
    assert VpTable.objects.get().steps == [
        {"up_to": 100, "winner": 1000, "loser": 1000},
        {"up_to": None, "winner": 1250, "loser": 750},
    ]


def test_a_table_is_made_from_the_settings_of_an_event_and_chosen_there(manager: Client) -> None:
    event = make_event(4, status="planned")
    page = "/en/clubs/made-up/vp-tables/"
    assert page in manager.get(SETTINGS).content.decode()
    name = f"Gentle {'x' * 80}"
    manager.post(page, {"action": "save", "name": name, "rows": "100 10\n* 12.5"})
    table = VpTable.objects.get()
    assert table.name == name[:60]
    form = filled(manager.get(SETTINGS).content.decode(), action="save")
    manager.post(SETTINGS, form | {"stage1-table": f"own:{table.pk}"})
    event.results("1-2 2100:2000", "3-4 2105:2000")
    rows = Client().get("/en/tournaments/spring/1/standings.json").json()["tables"][0]["rows"]
    assert [row["value"] for row in rows] == ["12.50", "10.00", "10.00", "7.50"]


@pytest.mark.parametrize(
    ("rows", "status", "reason"),
    [("100 ten", 400, "Line 1"), ("100 10\n200 12", 409, "last row"), ("100 10\n50 11\n* 20", 409, "Row 2")],
)
def test_a_table_that_can_not_be_is_refused_with_its_row(
    manager: Client, rows: str, status: int, reason: str
) -> None:
    answer = manager.post("/en/clubs/made-up/vp-tables/", {"action": "save", "name": "X", "rows": rows})
    assert answer.status_code == status
    assert reason in answer.content.decode()
    assert not VpTable.objects.exists()


def test_clock_lateness_sheets_and_protests_are_set_by_the_director(manager: Client) -> None:
    event = make_event(0)
    page = manager.get(SETTINGS).content.decode()
    changes = {
        "protest_minutes": "45",
        "stage1-totals_only": "on",
        "stage1-minutes": "75",
        "stage1-warnings": "10; 15",
        "stage1-late_points": "200",
        "stage1-no_show_after": "20",
    }
    answer = manager.post(SETTINGS, filled(page, action="save", **changes))
    assert answer.status_code == 302
    event.tournament.refresh_from_db()
    event.stage.refresh_from_db()
    assert (event.tournament.protest_minutes, event.stage.totals_only) == (45, True)
    clock = clock_of(event.stage)
    assert (clock.minutes, clock.warnings, clock.last_lap) == (75, (15, 10), 5)
    assert (clock.late_after, clock.late_points, clock.no_show_after) == (5, 200, 20)
    shown = filled(manager.get(SETTINGS).content.decode())
    assert (shown["stage1-minutes"], shown["stage1-warnings"], shown["stage1-totals_only"]) == (
        "75",
        "15, 10",
        "on",
    )


@pytest.mark.parametrize(("typed", "warnings"), [("", ()), ("15,10,10", (15, 10)), (" 20 5 ", (20, 5))])
def test_warnings_are_written_one_after_the_other(
    manager: Client, typed: str, warnings: tuple[int, ...]
) -> None:
    event = make_event(0)
    page = manager.get(SETTINGS).content.decode()
    assert (
        manager.post(SETTINGS, filled(page, action="save", **{"stage1-warnings": typed})).status_code == 302
    )
    event.stage.refresh_from_db()
    assert clock_of(event.stage).warnings == warnings


@pytest.mark.parametrize("typed", ["often", "10, -5", "0", "1441", "1 2 3 4 5 6"])
def test_warnings_that_cannot_be_are_refused(manager: Client, typed: str) -> None:
    make_event(0)
    page = manager.get(SETTINGS).content.decode()
    answer = manager.post(SETTINGS, filled(page, action="save", **{"stage1-warnings": typed}))
    assert answer.status_code == 400
    assert answer.context["stage_forms"][0].errors.keys() == {"warnings"}


def test_points_for_coming_late_are_a_multiple_of_5(manager: Client) -> None:
    make_event(0)
    page = manager.get(SETTINGS).content.decode()
    answer = manager.post(SETTINGS, filled(page, action="save", **{"stage1-late_points": "99"}))
    assert "Points are a multiple of 5." in answer.content.decode()
