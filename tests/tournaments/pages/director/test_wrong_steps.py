"""What a director may do wrong: each step is refused with a reason, and nothing of it is stored."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ratings.services.people import create_player
from tests.tournaments.event import NOW, Event, make_event, make_user
from tests.tournaments.pages.director.test_events import create, filled
from tournaments.models import Absence, Entrant, EntryStatus, Round, RoundStatus, Stage, Tournament
from tournaments.services import draws, entries

pytestmark = pytest.mark.django_db
DESK = "/en/tournaments/spring/direct/"
ROUNDS, ENTRANTS, SETTINGS = DESK + "stages/1/", DESK + "entrants/", DESK + "settings/"


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(make_user("director@example.org"))
    return client


def direct(client: Client, event: Event) -> Event:
    user = client.get("/en/").wsgi_request.user
    event.tournament.organisers.add(user)
    event.tournament.club.managers.add(user)
    return event


def press(client: Client, action: str, page: str = ROUNDS, **data: Any) -> Any:
    return client.post(page, {"action": action, **data}, follow=True)


def refused(answer: Any, code: str, words: str) -> bool:
    """Whether the page says that nothing was changed, and why."""
    page = answer.content.decode()
    assert answer.context["refusal"].code == code
    return answer.status_code == 409 and "Nothing was changed." in page and words in page


def test_a_double_click_on_draw_is_one_draft(director: Client) -> None:
    event = direct(director, make_event(4))
    press(director, "draw")
    assert press(director, "draw").status_code == 200
    assert list(event.stage.rounds.values_list("number", "status")) == [(1, "draft")]


def test_the_second_of_two_windows_publishes_nothing(director: Client) -> None:
    event = direct(director, make_event(4))
    seen = draws.draw_round(event.stage.pk, None, NOW).draw_hash
    assert press(director, "publish", drawn=seen).status_code == 200
    second = press(director, "publish", drawn=seen)
    assert refused(second, "draw-gone", "published or discarded meanwhile")
    assert event.stage.rounds.count() == 1


@pytest.mark.parametrize("action", ["publish", "discard", "swap", "rest", "lock:1", "bye"])
def test_a_draft_drawn_anew_in_another_window_is_looked_at_first(director: Client, action: str) -> None:
    event = direct(director, make_event(5))
    seen = draws.draw_round(event.stage.pk, None, NOW, seed=1).draw_hash
    fresh = draws.draw_round(event.stage.pk, None, NOW, seed=2)
    tables = event.pairs(fresh)
    answer = press(director, action, drawn=seen, one=event.entrants[0].pk, other=event.entrants[4].pk)
    assert refused(answer, "draft-changed", "Look at it again.")
    draft = event.stage.rounds.get()
    assert (draft.status, draft.draw_hash) == (RoundStatus.DRAFT, fresh.draw_hash)
    assert event.pairs(draft) == tables
    assert not draft.matches.filter(locked=True).exists()
    page = director.get(ROUNDS).content.decode()
    assert page.count(f'name="drawn" value="{fresh.draw_hash}"') == page.count('name="drawn"') == 6


def test_who_enters_while_a_draft_waits_makes_it_outdated(director: Client) -> None:
    event = direct(director, make_event(4))
    press(director, "draw")
    club = event.tournament.club
    late = [create_player(name, code=name, club=club) for name in ("late-a", "late-b")]
    entries.enter(event.tournament.pk, late, None)
    assert "have changed since this draft was drawn" in director.get(ROUNDS).content.decode()
    press(director, "draw")
    assert {5} < set().union(*event.pairs(event.stage.rounds.get()))


def test_an_event_is_not_finished_with_a_draft(director: Client) -> None:
    event = direct(director, make_event(4))
    event.results("1-2 2000:1000", "3-4 2000:1000")
    press(director, "draw")
    answer = press(director, "finish", SETTINGS, reason="The evening is over.")
    assert refused(answer, "draft-waits", "Publish or discard the draft first.")
    event.tournament.refresh_from_db()
    assert event.tournament.status == "running"


def test_an_event_is_not_finished_with_results_missing_and_the_tables_are_named(director: Client) -> None:
    event = direct(director, make_event(4))
    event.result(event.round("1-2", "3-4")[0], 2000, 1000)
    answer = press(director, "finish", SETTINGS, reason="The evening is over.")
    assert refused(answer, "results-missing", "(round/table 1/2). Enter them first.")


@pytest.mark.parametrize(
    ("page", "action"),
    [
        (ROUNDS, "draw"),
        (ENTRANTS, "seed-by-lot"),
        (ENTRANTS, "admit:5"),
        (f"{ENTRANTS}1/", "withdraw"),
        (f"{ENTRANTS}1/", "come-back"),
        (f"{ENTRANTS}1/", "absent"),
        (f"{ENTRANTS}1/", "present"),
        (f"{ENTRANTS}1/", "replace"),
    ],
)
def test_in_a_finished_event_nobody_comes_or_goes(director: Client, page: str, action: str) -> None:
    event = direct(director, make_event(4))
    event.results("1-2 2000:1000", "3-4 2000:1000")
    club = event.tournament.club
    late = [create_player(name, code=name, club=club) for name in ("late-a", "late-b")]
    waiting = entries.enter(event.tournament.pk, late, None, status=EntryStatus.WAITING)
    press(director, "finish", SETTINGS, reason="The evening is over.")
    before = list(Entrant.objects.order_by("pk").values())
    answer = press(director, action, page, out="p1a", name1="Somebody New", choice1="new")
    assert refused(answer, "tournament-closed", "This tournament is closed. Reopen it first.")
    assert list(Entrant.objects.order_by("pk").values()) == before
    assert not Absence.objects.exists()
    assert not event.stage.entries.filter(withdrawn_after__isnull=False).exists()
    waiting.refresh_from_db()
    assert waiting.status == EntryStatus.WAITING


def test_the_draft_of_a_cancelled_event_stays_as_it_is(director: Client) -> None:
    event = direct(director, make_event(4))
    press(director, "draw")
    press(director, "cancel", SETTINGS, reason="Nobody comes.")
    for action in ("publish", "lock:1", "rest", "discard"):
        assert refused(press(director, action), "tournament-closed", "Reopen it first.")
    assert event.stage.rounds.get().status == RoundStatus.DRAFT


def test_a_cancelled_event_asks_for_no_results_and_says_to_all_that_it_is_cancelled(director: Client) -> None:
    event = direct(director, make_event(4))
    press(director, "draw")
    press(director, "publish")
    press(director, "cancel", SETTINGS, reason="Nobody comes.")
    page = director.get(ROUNDS).content.decode()
    assert "State: cancelled. Nothing more is drawn in this event." in page
    assert "Enter the results" not in page
    assert "Take the draw back" not in page
    assert refused(press(director, "unpublish:1"), "tournament-closed", "Reopen it first.")
    assert event.stage.rounds.get().status == RoundStatus.PUBLISHED
    page = director.get("/en/tournaments/spring/").content.decode()
    assert "This event is cancelled." in page
    assert '<table class="table figures">' not in page
    assert "Nothing is played yet." not in page


@pytest.mark.parametrize(
    "path",
    [
        "",
        "1/standings/",
        "1/crosstable/",
        "1/rounds/1/",
        "1/rounds/1/hall/",
        "1/rounds/1/slips/",
        "1/rounds/1/wall/",
        "find/?q=player",
        "sign-up/",
        "match",
        "decide",
        "1/entrants/1/",
        "1/rounds/1/blank-sheets/",
        "1/rounds/1/clock/",
        "1/rounds/1/results/",
    ],
)
def test_every_page_of_a_cancelled_event_says_so_and_sends_nobody_to_a_table(
    director: Client, path: str
) -> None:
    event = direct(director, make_event(4, sign_up=True))
    match = event.round("1-2", "3-4")[0]
    of_match = {"match": "", "decide": "decide/"}
    base = f"/en/matches/{match.uuid}/" if path in of_match else "/en/tournaments/spring/"
    address = base + of_match.get(path, path)
    assert "This event is cancelled." not in director.get(address).content.decode()
    press(director, "cancel", SETTINGS, reason="Nobody comes.")
    page = director.get(address).content.decode()
    assert page.count("This event is cancelled.") == 1
    assert "find" not in path or "Table 1" not in page


def test_pairs_are_not_copied_into_an_event_of_single_players(director: Client) -> None:
    direct(director, make_event(3))
    answer = create(director, "?copy=spring", name="Again", entrants="1", entry_kind="single")
    assert answer.status_code == 400
    assert "Create the event without entrants." in answer.content.decode()
    assert Tournament.objects.count() == 1


def test_a_pair_that_lost_a_player_is_not_copied(director: Client) -> None:
    event = direct(director, make_event(3))
    gone = event.entrants[1].members.get(position=1)
    gone.player.merged_into = event.entrants[0].members.get(position=0).player
    gone.player.because("test").save()
    assert create(director, "?copy=spring", name="Again", entrants="1").status_code == 200
    copy = Tournament.objects.exclude(pk=event.tournament.pk).get()
    assert copy.members.filter(player__code__in=["p1a", "p1b", "p3a", "p3b"]).count() == 4
    assert copy.entrants.count() == 2


def test_a_copy_has_the_second_stage_as_it_was_and_the_same_days_to_sign_up(director: Client) -> None:
    event = direct(director, make_event(3, sign_up=True, sign_up_closes_at=NOW - timedelta(days=2)))
    final = Stage(tournament=event.tournament, number=2, format="knockout", deals=4, qualifiers=2)
    one, two, _three = (entrant.pk for entrant in event.entrants)
    final.draw = {"third_place": False, "forbidden": [[one, two]]}
    final.tie_breaks, final.rounds_planned = ["wins"], None
    final.save()
    create(director, "?copy=spring", name="Again")
    copy = Tournament.objects.exclude(pk=event.tournament.pk).get()
    second = copy.stages.get(number=2)
    assert (second.qualifiers, second.deals, second.tie_breaks) == (2, 4, ["wins"])
    again = [copy.entrants.get(number=number).pk for number in (1, 2)]
    assert second.draw == {"third_place": False, "forbidden": [again]}
    assert copy.starts_at - copy.sign_up_closes_at == timedelta(days=2)


def test_a_larger_capacity_lets_who_waits_move_up_in_order(director: Client) -> None:
    event = direct(director, make_event(0, status="planned", capacity=2))
    club = event.tournament.club
    for number in range(4):
        two = [create_player(f"Q{number}{seat}", code=f"q{number}{seat}", club=club) for seat in "ab"]
        status = EntryStatus.ENTERED if number < 2 else EntryStatus.WAITING
        entries.enter(event.tournament.pk, two, None, status=status)
    page = director.get(SETTINGS).content.decode()
    answer = director.post(SETTINGS, filled(page, capacity="3", action="save"), follow=True)
    assert answer.status_code == 200
    statuses = event.tournament.entrants.order_by("number").values_list("status", flat=True)
    assert list(statuses) == ["entered", "entered", "entered", "waiting"]


def test_new_partners_each_round_are_for_single_players(director: Client) -> None:
    event = direct(director, make_event(4, status="planned"))
    answer = create(director, name="Rotating", **{"stage-format": "individual"})
    assert answer.status_code == 400
    assert "single players enter, not pairs" in answer.content.decode()
    assert Tournament.objects.count() == 1
    Stage.objects.update(status="planned")
    page = director.get(SETTINGS).content.decode()
    changed = filled(page, **{"stage1-format": "individual", "action": "save"})
    assert refused(director.post(SETTINGS, changed), "bad-settings", "single players enter, not pairs")
    event.stage.refresh_from_db()
    assert event.stage.format == "swiss"


@pytest.mark.parametrize("field", ["starts_at", "sign_up_closes_at"])
@pytest.mark.parametrize("year", ["0001", "9999"])
def test_a_year_at_the_end_of_the_calendar_is_a_slip(director: Client, field: str, year: str) -> None:
    direct(director, make_event(2))
    answer = create(director, name="Never", **{field: f"{year}-01-01T00:00"})
    assert answer.status_code == 400
    assert "Choose a year from 1900 to 2199." in answer.content.decode()
    assert Round.objects.count() == 0
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    "number", ["9" * 19, "9" * 5000, "٣", "²"], ids=["too large", "endless", "not of ours", "a power"]
)
def test_a_number_that_no_table_can_have_is_refused(director: Client, number: str) -> None:
    event = direct(director, make_event(5))
    drawn = draws.draw_round(event.stage.pk, None, NOW).draw_hash
    locked = set(event.stage.rounds.get().matches.values_list("table", "locked"))
    for action in (f"lock:{number}", f"unlock:{number}", "swap", "bye", "deals"):
        said = {"drawn": drawn, "one": number, "other": number, "entrant": number, "deals": number}
        assert press(director, action, **said).status_code in (400, 409), action
    assert set(event.stage.rounds.get().matches.values_list("table", "locked")) == locked
    assert press(director, f"check:{number}", page=ENTRANTS).status_code in (400, 409)
    assert press(director, f"leave:{number}", page=SETTINGS).status_code in (400, 409)
    assert press(director, "discard", drawn=drawn).status_code == 200
    assert director.get(ROUNDS, {"without": number}).status_code == 200
    tables = reverse("tournaments:vp-tables", args=[event.tournament.club.code])
    assert director.get(tables, {"table": number}).status_code == 200
    assert director.post(tables, {"rows": "* 20", "action": f"delete:{number}"}).status_code == 302
    match = event.round("1-2", "3-4")[0]
    for said in (
        {"action": "decide", "version": number},
        {"action": "accept", "version": "1", "sheet": number},
        {"action": "answer", "version": "1", "protest": number},
        {"action": "replay", "version": "1", "key": number, "reason": "why"},
    ):
        assert director.post(f"/en/matches/{match.uuid}/decide/", said).status_code in (400, 404, 409), said
    results = "/en/tournaments/spring/1/rounds/1/results/"
    assert director.post(results, {"action": "take-back", "adjustment": number}).status_code in (400, 409)
