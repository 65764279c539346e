"""The referees' site: who enters, what they see, and that nothing is written or deleted past the services."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ratings.models import Player, RatedGame, RatingPool
from tests.tournaments.event import NOW, make_event, make_user
from tests.tournaments.replayed import replayed_log
from tournaments.admin import LookUpAdmin
from tournaments.models import GameRecord, Match, MoveLog, Note
from tournaments.services.decisions import Ruling, decide
from tournaments.services.notes import leave_note
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db
QUEUE = "/en/referee/"


@pytest.fixture
def everywhere(client: Client) -> Any:
    """A referee of all events, signed in."""
    user = make_user("everywhere@example.org", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="decide_results"))
    client.force_login(user)
    return user


def test_a_rejected_log_is_on_the_queue_with_the_way_to_its_unlawful_move(
    client: Client, everywhere: Any
) -> None:
    log = replayed_log("bad-meld-wilds-2")
    page = client.get(QUEUE).content.decode()
    assert "log rejected" in page
    assert "too many wild cards" in page
    assert f'href="/en/logs/{log.pk}/replay/fault/"' in page
    assert f'href="/en/matches/{log.match.uuid}/decide/?from=queue"' in page


def decide_page(client: Client, match: Match, **data: Any) -> Any:
    match.refresh_from_db()
    return client.post(f"/en/matches/{match.uuid}/decide/?from=queue", {"version": match.version, **data})


def test_the_completed_deals_of_a_rejected_log_count_with_three_taps(client: Client, everywhere: Any) -> None:
    log = replayed_log("bad-meld-wilds-2")
    page = client.get(f"/en/matches/{log.match.uuid}/decide/?from=queue").content.decode()
    form = re.search(
        r"<form(?:(?!</form>).)*The completed deals count: 10\u00a0:\u00a0825</button></form>",
        page,
        re.DOTALL,
    )
    assert form
    assert "Deal 2, move " in page
    czech = client.get(f"/cs/matches/{log.match.uuid}/decide/").content.decode()
    assert "Rozdání 2, krok " in czech
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    answer = client.post(
        f"/en/matches/{log.match.uuid}/decide/?from=queue", fields | {"reason": "Deal 2 is not counted."}
    )
    assert (answer.status_code, answer["Location"]) == (302, QUEUE)
    record = GameRecord.objects.get()
    assert (record.totals, record.decided_by) == ([10, 825], everywhere)
    assert RatedGame.objects.get().not_rated == ""
    assert "log rejected" not in client.get(QUEUE).content.decode()


def test_of_a_log_at_fault_in_its_first_deal_nothing_is_offered_to_count(
    client: Client, everywhere: Any
) -> None:
    log = replayed_log("bad-draw-first-1")
    page = client.get(f"/en/matches/{log.match.uuid}/decide/").content.decode()
    assert "Reject: this log does not count" in page
    assert "The completed deals count" not in page


def test_what_the_clock_proposes_leads_to_the_clock(client: Client, everywhere: Any) -> None:
    event = make_event(4)
    round_ = event.round("1-2", "3-4")[0].round
    round_.starts_at = timezone.now() - timedelta(minutes=6)
    round_.because("begun").save()
    page = client.get(QUEUE).content.decode()
    assert "Who comes now loses 100 points. 2 tables have no result yet." in page
    clock = "/en/tournaments/spring/1/rounds/1/clock/"
    assert f'href="{clock}"' in page
    sent = {"action": "late", "step": "points", "table": "1", "side": "1"}
    assert client.post(clock, sent).status_code == 302
    assert Match.objects.get(table=1).penalties == [0, -100]


def test_a_failed_log_is_replayed_again_for_a_reason(client: Client, everywhere: Any) -> None:
    log = replayed_log("bad-meld-wilds-2")
    log.state = "failed"
    log.because("our own fault").save()
    assert "could not be replayed" in client.get(QUEUE).content.decode()
    assert decide_page(client, log.match, action="replay", key=log.pk, reason="").status_code == 400
    assert decide_page(client, log.match, action="replay", key=log.pk, reason="Mended.").status_code == 302
    log.refresh_from_db()
    assert log.state == "queued"
    assert log.history.get(history_change_reason="Mended.").history_user == everywhere
    assert log.history.get(history_change_reason="The replay failed.").history_user is None
    assert decide_page(client, log.match, action="replay", key=log.pk, reason="Mended.").status_code == 409


def test_a_note_to_the_director_is_left_read_and_settled(client: Client, everywhere: Any) -> None:
    match = make_event(2).round("1-2")[0]
    decide_page(client, match, action="note", reason="New <b>cards</b>, please.")
    assert "New &lt;b&gt;cards&lt;/b&gt;, please." in client.get(QUEUE).content.decode()
    note = Note.objects.get()
    assert note.by == everywhere
    assert decide_page(client, match, action="settle", key=note.pk).status_code == 302
    assert "please" not in client.get(QUEUE).content.decode()
    assert decide_page(client, match, action="settle", key=note.pk).status_code == 409


def test_a_log_of_another_match_is_not_replayed_from_here(client: Client, everywhere: Any) -> None:
    log = replayed_log("bad-meld-wilds-2")
    other = make_event(2, slug="other").round("1-2")[0]
    log.state = "failed"
    log.because("our own fault").save()
    assert decide_page(client, other, action="replay", key=log.pk, reason="Mended.").status_code == 409
    note = leave_note(log.match_id, "Not yours.", everywhere, NOW)
    assert decide_page(client, other, action="settle", key=note.pk).status_code == 409


def test_ratings_that_cannot_be_computed_are_said(client: Client, everywhere: Any) -> None:
    event = make_event(2)
    event.result(event.round("1-2")[0], 2450, 1980)
    RatingPool.objects.filter(dirty_from__isnull=False).update(failures=3)
    assert "could not be computed" in client.get(QUEUE).content.decode()


# Who enters


def test_strangers_players_and_scorers_do_not_enter(client: Client) -> None:
    way = client.get(QUEUE, follow=True).redirect_chain
    assert way[-1][0].startswith("/en/accounts/login/")
    event = make_event(2)
    user = make_user(player="p1a")
    event.tournament.scorers.add(user)
    client.force_login(user)
    assert client.get(QUEUE, follow=True).status_code == 403


def test_a_referee_of_one_event_enters_and_sees_only_that_event(client: Client) -> None:
    mine, other = make_event(2), make_event(2, slug="other")
    matches = [event.round("1-2")[0] for event in (mine, other)]
    user = make_user()
    mine.tournament.referees.add(user)
    client.force_login(user)
    assert client.get(QUEUE).status_code == 200
    own, foreign = (reverse("admin:tournaments_match_change", args=[match.pk]) for match in matches)
    assert client.get(own).status_code == 200
    assert client.get(foreign).status_code == 302
    page = client.get(reverse("admin:tournaments_match_changelist")).content.decode()
    assert own in page
    assert foreign not in page
    assert client.get(reverse("admin:accounts_user_changelist")).status_code == 403


def test_at_their_own_table_they_are_told_that_somebody_else_decides(client: Client) -> None:
    event = make_event(2)
    match = event.round("1-2")[0]
    report(match.pk, Report(0, (2450, 1980)), None, NOW)
    report(match.pk, Report(1, (2450, 1880)), None, NOW)
    user = make_user(player="p1a")
    event.tournament.organisers.add(user)
    client.force_login(user)
    page = client.get(QUEUE).content.decode()
    assert "somebody else decides" in page
    assert "/decide/" not in page
    assert client.get(f"/en/matches/{match.uuid}/decide/").status_code == 403


# What can be done


def models_of_the_site() -> list[Any]:
    return list(admin.site._registry.values())


@pytest.mark.parametrize("each", models_of_the_site(), ids=lambda each: each.opts.label)
def test_nothing_can_be_deleted_and_events_are_only_read(rf: Any, each: Any) -> None:
    request = rf.get("/")
    request.user = make_user("admin@example.org", is_staff=True, is_superuser=True)
    assert not each.has_delete_permission(request)
    assert "delete_selected" not in each.get_actions(request)
    if isinstance(each, LookUpAdmin):
        assert not each.has_add_permission(request)
        assert not each.has_change_permission(request)


def test_a_form_sent_by_hand_changes_nothing(client: Client, everywhere: Any) -> None:
    log = replayed_log("bad-meld-wilds-2")
    for row in (log, log.match, log.match.round.stage.tournament):
        url = reverse(f"admin:tournaments_{row._meta.model_name}_change", args=[row.pk])
        assert client.post(url, {"state": "verified", "name": "Mine"}).status_code == 403
        assert client.post(url.replace("change", "delete"), {"post": "yes"}).status_code in {403, 404}
    assert MoveLog.objects.get().state == "rejected"


@pytest.mark.parametrize(
    ("term", "found"), [("p1a", 1), ("PLAYER P2B", 1), ("7", 0), ("1", 1), ("nobody", 0)]
)
def test_matches_are_found_by_player_round_and_table(
    client: Client, everywhere: Any, term: str, found: int
) -> None:
    match = make_event(2).round("1-2")[0]
    page = client.get(reverse("admin:tournaments_match_changelist"), {"q": term}).content.decode()
    assert page.count(f"/matches/{match.uuid}/decide/") == found


def test_the_history_says_who_when_what_and_why(client: Client, everywhere: Any) -> None:
    match = make_event(2).round("1-2")[0]
    decide(match.pk, Ruling((2450, 1980)), everywhere, NOW)
    match.refresh_from_db()
    decide(
        match.pk,
        Ruling((2450, 1880)),
        everywhere,
        NOW,
        match.version,
        "A bonus was missing.",
        "Added up again.",
    )
    record = GameRecord.objects.get()
    page = client.get(reverse("admin:tournaments_gamerecord_history", args=[record.pk])).content.decode()
    assert "A bonus was missing." in page
    assert "2,450 : 1,980 → 2,450 : 1,880" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "everywhere</td>" in page
    assert "everywhere@example.org" not in page, "addresses are nobody else's business"
    of_match = client.get(f"/cs/referee/tournaments/match/{match.pk}/history/").content.decode()
    assert "čeká → oficiální" in of_match
    public = client.get(f"/en/matches/{match.uuid}/").content.decode()
    assert "Added up again." in public
    assert "A bonus was missing." not in public


def test_an_old_version_is_shown_but_not_put_back(client: Client, everywhere: Any) -> None:
    match = make_event(2).round("1-2")[0]
    decide(match.pk, Ruling((2450, 1980)), everywhere, NOW)
    record = GameRecord.objects.get()
    old = record.history.first()
    url = reverse("admin:tournaments_gamerecord_simple_history", args=[record.pk, old.pk])
    assert "2,450\N{NO-BREAK SPACE}: 1,980" in client.get(url).content.decode()
    assert client.get(url.replace(f"/{old.pk}/", "/no-number/")).status_code == 404
    assert client.post(url, {"totals": "[1, 2]", "_save": "Revert"}).status_code == 403


def test_the_history_of_another_event_is_not_found(client: Client) -> None:
    mine, other = make_event(2), make_event(2, slug="other")
    match = other.round("1-2")[0]
    user = make_user()
    mine.tournament.referees.add(user)
    client.force_login(user)
    version = match.history.first()
    history = reverse("admin:tournaments_match_history", args=[match.pk])
    assert client.get(history).status_code == 404
    old = reverse("admin:tournaments_match_simple_history", args=[match.pk, version.pk])
    assert client.get(old).status_code == 404


def test_a_player_is_not_put_back_past_the_reason(client: Client) -> None:
    make_event(1)
    player = Player.objects.get(code="p1a")
    old = player.history.first()
    player.name = "Another name"
    player.because("married").save()
    client.force_login(make_user(is_staff=True, is_superuser=True))
    url = reverse("admin:ratings_player_simple_history", args=[player.pk, old.pk])
    sent = {"name": "Player p1a", "visibility": "public", "reason": "back"}
    assert client.post(url, sent).status_code == 403
    assert Player.objects.get(pk=player.pk).name == "Another name"


@pytest.mark.parametrize("model", [Player, RatingPool], ids=lambda model: model.__name__)
def test_a_referee_of_one_event_reads_no_old_version_of_what_they_may_not_see(
    client: Client, model: Any
) -> None:
    event = make_event(2)
    event.result(event.round("1-2")[0], 2450, 1980)
    user = make_user()
    event.tournament.referees.add(user)
    client.force_login(user)
    row = model.objects.first()
    name = f"admin:ratings_{model._meta.model_name}"
    old = reverse(f"{name}_simple_history", args=[row.pk, row.history.first().pk])
    for address in (old, reverse(f"{name}_history", args=[row.pk])):
        assert client.get(address).status_code == 403


def test_a_page_of_the_site_asks_once_whether_its_reader_may_enter(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    event = make_event(2)
    user = make_user()
    event.tournament.organisers.add(user)
    client.force_login(user)
    client.get(QUEUE)
    with django_assert_max_num_queries(15):
        client.get(reverse("admin:tournaments_match_changelist"))


def test_a_rejected_log_is_set_aside_and_taken_up_again(client: Client, everywhere: Any) -> None:
    log = replayed_log("bad-meld-wilds-2")
    page = client.get(f"/en/matches/{log.match.uuid}/decide/").content.decode()
    assert "Reject: this log does not count" in page
    assert decide_page(client, log.match, action="aside", key=log.pk, reason="").status_code == 400
    answer = decide_page(client, log.match, action="aside", key=log.pk, reason="Another evening.")
    assert (answer.status_code, answer["Location"]) == (302, QUEUE)
    assert "log rejected" not in client.get(QUEUE).content.decode()
    assert "does not count" in client.get(f"/en/logs/{log.pk}/").content.decode()
    decide_page(client, log.match, action="take-up", key=log.pk, reason="It is of this one.")
    assert "log rejected" in client.get(QUEUE).content.decode()


def test_a_result_taken_back_is_still_told(client: Client, everywhere: Any) -> None:
    match = make_event(2).round("1-2")[0]
    decide(match.pk, Ruling((2450, 1980)), everywhere, NOW)
    decide_page(client, match, action="undo", reason="The wrong table.", confirmed="1")
    page = client.get(f"/en/matches/{match.uuid}/decide/").content.decode()
    assert "taken back" in page
    assert "The wrong table." in page
    assert client.get(reverse("admin:tournaments_match_history", args=[match.pk])).status_code == 200
    decide_page(client, match, action="decide", outcome="played", total0=2450, total1=1880, reason="Right.")
    assert "Corrected" in client.get(f"/en/matches/{match.uuid}/").content.decode()


# Fields that a package names itself, and what is called the same in every language.
FOREIGN = {"digest", "token_key", "user", "created", "expiry", "id", "sha256", "uuid", "key", "token"}


@pytest.mark.parametrize("each", models_of_the_site(), ids=lambda each: each.opts.label)
def test_every_field_has_a_name_in_words(each: Any) -> None:
    fields = [field for field in each.opts.get_fields() if field.concrete and field.name not in FOREIGN]
    assert [field.name for field in fields if isinstance(field.verbose_name, str)] == []
