"""The sheet of a table by its private link: typed, added up, reported, confirmed, and no other table."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.event import NOW, Event, make_user
from tournaments.models import GameRecord, Match, MatchState, ScoreSheet, TableLink
from tournaments.selectors.links import link_address
from tournaments.services import draws
from tournaments.services.corrections import wrong_lines
from tournaments.services.decisions import set_deals
from tournaments.services.links import issue_links, renew_link, revoke_links
from tournaments.services.protests import answer_protest

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}


def path_of(match: Match) -> str:
    return link_address(TableLink.objects.select_related("match").get(match=match)).removeprefix(
        "http://127.0.0.1:8000"
    )


def get(match: Match, query: str = "", **headers: str) -> Any:
    return Client(headers=ENGLISH | headers).get(path_of(match) + query)


def post(match: Match, action: str, side: int = 0, htmx: str = "", **data: Any) -> Any:
    """What the table's page answers; `htmx` is the part of the page that is to be replaced."""
    headers = ENGLISH | ({"HX-Request": "true", "HX-Target": htmx} if htmx else {})
    return Client(headers=headers, enforce_csrf_checks=True).post(
        path_of(match), {"action": action, "side": side, **data}, follow=True
    )


DEAL = {
    "d0s0card_points": "340",
    "d0s0natural": "1",
    "d0s0mixed": "1",
    "d0s0red_threes": "2",
    "d0s0out": "plain",
    "d0s0hand": "20",
    "d0s1card_points": "120",
    "d0s1hand": "85",
}


def test_who_comes_by_the_link_is_asked_which_side_they_are(match: Match) -> None:
    page = get(match).content.decode()
    assert "Who are you?" in page
    assert 'href="' + path_of(match) + '?side=1"' in page


def test_a_side_reports_and_the_other_confirms_what_it_saw(match: Match) -> None:
    page = post(match, "report", **DEAL).content.decode()
    assert "You reported" in page
    assert "Hand over to Pair 2" in page
    page = get(match, "?side=1").content.decode()
    assert "Pair 1 reported" in page
    assert "1,420\u00a0:\u00a035" in page
    assert "Pair 2: <strong>35</strong>" in page
    page = post(match, "confirm", side=1, totals="1420 35").content.decode()
    assert "The result is official" in page
    record = GameRecord.objects.get()
    assert (record.totals, record.canastas, record.decided_by) == ([1420, 35], [2, 0], None)


def test_a_double_submit_is_harmless(match: Match) -> None:
    post(match, "report", **DEAL)
    assert "You reported" in post(match, "report", **DEAL).content.decode()
    assert ScoreSheet.objects.count() == 1


def test_what_a_side_typed_is_forgotten_once_it_confirmed(match: Match) -> None:
    post(match, "report", **DEAL)
    assert "data-forget" not in get(match, "?side=1").content.decode()
    page = post(match, "confirm", side=1, totals="1420 35").content.decode()
    assert f'data-forget="sheet-{match.uuid}-1"' in page


def test_a_different_entry_shows_both_versions(match: Match) -> None:
    post(match, "report", **DEAL)
    page = get(match, "?side=1&again=1").content.decode()
    assert re.search(r'name="d0s1hand" value="85"', page)
    page = post(match, "report", side=1, **(DEAL | {"d0s1hand": "80"})).content.decode()
    assert "A referee decides" in page
    assert "1,420\u00a0:\u00a035" in page
    assert "1,420\u00a0:\u00a040" in page
    assert "Where they differ" in page
    assert "Two different results were reported." in page
    assert '<td class="num" data-label="Pair 2">80</td>' in page
    match.refresh_from_db()
    assert match.state == MatchState.DISPUTED


def test_who_confirmed_a_result_is_told_that_it_was_corrected(match: Match) -> None:
    post(match, "report", **DEAL)
    post(match, "confirm", side=1, totals="1420 35")
    assert "was corrected" not in get(match, "?side=1").content.decode()
    wrong_lines(match.pk, None, NOW, "Written on the wrong lines.")
    page = get(match, "?side=1").content.decode()
    assert "35\u00a0:\u00a01,420" in page
    assert "This result was corrected." in page


def test_a_sheet_that_cannot_be_is_shown_again_with_the_fault_at_its_cell(match: Match) -> None:
    answer = post(match, "report", **(DEAL | {"d0s0hand": "23"}))
    page = answer.content.decode()
    assert answer.status_code == 400
    assert re.search(r'id="e-d0s0hand">Points are multiples of 5; 23 is not.<', page)
    assert 'name="d0s0hand" value="23"' in page
    assert not ScoreSheet.objects.exists()


def test_in_a_dispute_each_side_can_send_its_own_points(match: Match) -> None:
    post(match, "report", **DEAL | {"d0s0card_points": "80"}, flagged="1")
    link = f'{path_of(match)}?side=1&amp;again=1">We have other points'
    assert link in get(match, "?side=1").content.decode()
    assert 'name="d0s1card_points"' in get(match, "?side=1&again=1").content.decode()
    page = post(match, "report", side=1, **DEAL).content.decode()
    assert "A referee decides" in page
    assert sorted(match.sheets.values_list("side", flat=True)) == [0, 1]
    assert Match.objects.get(pk=match.pk).state == MatchState.DISPUTED


def test_a_flagged_sheet_can_be_put_before_the_referee(match: Match) -> None:
    flagged = DEAL | {"d0s0card_points": "80"}
    page = post(match, "report", flagged="1", **flagged).content.decode()
    assert "A referee decides" in page
    assert "<li><b>Pair 1</b> · Deal 1: " in page
    assert "The sheet that was reported can't be right." in page
    assert "Two different results" not in page
    assert [fault["code"] for fault in ScoreSheet.objects.get().faults] == ["points-low"]


def test_a_match_that_time_ended_is_reported_once_the_director_has_said_so(event: Event) -> None:
    match = event.round("1-2", deals=3)[0]
    issue_links(match.round, NOW)
    answer = post(match, "report", **DEAL)
    assert answer.status_code == 400
    assert "The match has 3 deals; filled in: 1. Did time end it?" in answer.content.decode()
    assert 'name="flagged"' in answer.content.decode()
    set_deals(match.pk, 1, None)
    assert "You reported" in post(match, "report", **DEAL).content.decode()


def test_adding_up_works_without_javascript_and_stores_nothing(match: Match) -> None:
    page = post(match, "check", **DEAL).content.decode()
    assert "<main" in page
    assert "1,420" in page
    assert "Pair 1 would win." in page
    assert "19.00" in page
    assert not ScoreSheet.objects.exists()


def test_a_button_that_adds_up_gets_the_whole_page(match: Match) -> None:
    page = post(match, "check", htmx="main", **DEAL).content.decode()
    assert "<main" in page
    assert "1,420" in page


TOTALS = {"mode": "totals", "d0s0total": "1420", "d0s1total": "35"}


def test_a_report_of_points_alone_is_contradicted_and_mended_by_points_alone(match: Match) -> None:
    post(match, "report", **TOTALS)
    page = get(match, "?side=1&again=1").content.decode()
    assert 'name="d0s0total" value="1420"' in page
    assert 'name="d0s0card_points"' not in page
    assert 'name="d0s0card_points"' in get(match, "?side=1&mode=&again=1").content.decode()
    page = post(match, "take-back").content.decode()
    assert 'name="d0s1total" value="35"' in page


def test_a_deal_that_is_on_the_page_already_is_not_added_again(match: Match) -> None:
    page = post(match, "check", htmx="sums", shown="2", **DEAL).content.decode()
    assert 'id="shown" name="shown" value="2"' in page
    assert "fieldset" not in page


def test_while_typing_only_figures_come(match: Match) -> None:
    page = post(match, "check", htmx="sums", shown="1", **DEAL).content.decode()
    assert "<main" not in page
    assert "<input" not in page.replace('<input type="hidden" id="shown"', "")
    assert '<div class="cell-wrong" id="e-d0s0hand" hx-swap-oob="true"></div>' in page


def test_a_new_deal_appears_when_the_last_one_is_filled_in(event: Event) -> None:
    event.stage.deals = None
    event.stage.because("t").save()
    match = event.round("1-2")[0]
    issue_links(match.round, NOW)
    page = post(match, "check", htmx="sums", shown="1", **DEAL).content.decode()
    assert page.count('hx-swap-oob="beforeend:#deals"') == 1
    assert 'name="d1s0card_points"' in page
    assert 'name="d0s0card_points"' not in page


def test_the_language_is_the_browsers_own(match: Match) -> None:
    assert (
        '<html lang="cs">' in Client(headers={"Accept-Language": "cs"}).get(path_of(match)).content.decode()
    )
    assert '<html lang="en">' in get(match).content.decode()


def test_nothing_tells_others_of_the_link(match: Match) -> None:
    answer = get(match)
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "no-store" in answer["Cache-Control"]
    token = path_of(match).rsplit("/", 1)[1]
    assert len(token) == 22
    assert token not in str(TableLink.objects.values_list("nonce", "digest").get(match=match))


def test_a_link_opens_no_other_table(event: Event, match: Match) -> None:
    other = Match.objects.get(table=2)
    post(match, "report", table=other.table, uuid=str(other.uuid), sheet=1, **DEAL)
    assert ScoreSheet.objects.get().match == match
    page = get(match, f"?side=0&match={other.pk}").content.decode()
    assert "Pair 3" not in page


@pytest.mark.parametrize("how", ["next draw", "closed", "revoked", "renewed"])
def test_a_link_ends(event: Event, match: Match, how: str) -> None:
    path = path_of(match)
    if how == "next draw":
        for each in match.round.matches.all():
            event.result(each, 2450, 1980)
        draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    elif how == "closed":
        event.tournament.status = "finished"
        event.tournament.because("t").save()
    elif how == "revoked":
        revoke_links([match], NOW)
    else:
        renew_link(match, NOW)
        assert get(match).status_code == 200
    client = Client(headers=ENGLISH)
    for answer in (client.get(path), client.post(path, {"action": "report", "side": 0, **DEAL})):
        assert answer.status_code == (404 if how == "renewed" else 410)
        assert answer["Referrer-Policy"] == "strict-origin"
        assert b"Pair 1" not in answer.content
        assert (b"The director ended it." in answer.content) == (how == "revoked")
        assert (b"round, which is over" in answer.content) == (how in {"next draw", "closed"})
    assert not ScoreSheet.objects.exists()


def test_the_link_stands_on_slips_and_nowhere_else(event: Event, match: Match) -> None:
    """Not in public pages, the director's, the API or any file; nor in title and head of its own page."""
    director = Client(headers=ENGLISH)
    director.force_login(make_user("director@example.org", is_staff=True, is_superuser=True))
    post(match, "report", **DEAL)
    post(match, "confirm", side=1, totals="1420 35")
    token = path_of(match).rsplit("/", 1)[1]
    shown, hidden = "/en/tournaments/spring/", f"/en/matches/{match.uuid}/"
    for path in (
        *(shown, shown + "standings/", shown + "1/rounds/1/", shown + "find/?q=p1", shown + "results.csv"),
        *(shown + f"1/rounds/1/{page}/" for page in ("results", "hall", "clock", "wall", "blank-sheets")),
        *(shown + f"direct/{page}" for page in ("stages/1/", "settings/", "event.json", "players.csv")),
        *(hidden, hidden + "decide/", hidden + "sheet/", "/en/results.atom", "/sitemap.xml"),
        *(f"/api/v1/matches/{match.uuid}", "/api/v1/tournaments/spring/1/rounds/1", "/api/v1/matches"),
        f"/en/referee/tournaments/match/{match.pk}/history/",
    ):
        answer = director.get(path)
        assert answer.status_code == 200, path
        said = b"".join(answer) if answer.streaming else answer.content
        assert token.encode() not in said, path
    head, body = get(match, "?side=0").content.decode().split("</head>")
    assert token not in head
    assert token not in re.sub(rf'(action|href|hx-post|value)="/t/{token}', "", body)
    assert token in director.get(shown + "1/rounds/1/slips/").content.decode()


def test_publishing_a_draw_issues_its_links(event: Event) -> None:
    round_ = draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    assert TableLink.objects.filter(match__round=round_).count() == 2


def test_guessing_is_slowed_down(match: Match) -> None:
    client = Client()
    for _ in range(30):
        assert client.get("/t/AAAAAAAAAAAAAAAAAAAAAA").status_code == 404
    assert client.get("/t/AAAAAAAAAAAAAAAAAAAAAA").status_code == 429
    assert client.get(path_of(match)).status_code == 200


def test_a_player_signs_in_instead_and_is_of_their_own_side(match: Match) -> None:
    client = Client(headers=ENGLISH)
    address = f"/en/matches/{match.uuid}/sheet/"
    assert client.get(address).status_code == 302
    client.force_login(make_user("ana@example.org", player="p2a"))
    page = client.get(address + "?side=0").content.decode()
    assert "You are <strong>Pair 2</strong>" in page
    client.post(address, {"action": "report", "side": "0", **DEAL})
    assert ScoreSheet.objects.get().side == 1
    client.force_login(make_user("eva@example.org", player="p3a"))
    assert client.get(address).status_code == 403


def test_a_protest_reaches_the_referee_until_its_deadline(event: Event, match: Match, settings: Any) -> None:
    post(match, "report", **DEAL)
    post(match, "confirm", side=1, totals="1420 35")
    assert "Protest (until" in get(match, "?side=1").content.decode()
    post(match, "protest", side=1, text="The red threes were ours.")
    assert match.protests.get().text == "The red threes were ours."
    page = get(match, "?side=1").content.decode()
    assert "The red threes were ours." in page
    assert "The referee has it" in page
    assert "The red threes were ours." not in get(match, "?side=0").content.decode()
    event.tournament.protest_minutes = 0
    event.tournament.because("t").save()
    late = post(match, "protest", side=1, text="And the aces.")
    assert late.status_code == 409
    page = late.content.decode()
    assert "The time for protests is over. Speak to the referee." in page
    assert "The result is official" in page
    assert "Report the result" not in page
    assert match.protests.count() == 1
    answer_protest(match.pk, match.protests.get().pk, "We counted them again.", None, NOW)
    page = get(match, "?side=1").content.decode()
    assert "We counted them again." in page
    assert "The referee has it" not in page


def test_a_report_is_taken_back_on_the_page_to_be_mended(match: Match) -> None:
    post(match, "report", **DEAL)
    page = post(match, "take-back").content.decode()
    assert 'name="d0s0hand" value="20"' in page
    assert 'name="d0s0hand" value=""' in get(match, "?side=1").content.decode()
    match.refresh_from_db()
    assert match.state == MatchState.SCHEDULED


def test_only_the_points_of_each_deal(event: Event, match: Match) -> None:
    page = get(match, "?side=0&mode=totals").content.decode()
    assert 'name="d0s0total"' in page
    assert "d0s0card_points" not in page
    post(match, "report", mode="totals", d0s0total="1420", d0s1total="35")
    assert ScoreSheet.objects.get().deals == [[{"total": 1420}, {"total": 35}]]
    event.stage.totals_only = True
    event.stage.because("t").save()
    for address in ("?side=0", "?side=0&mode=totals&again=1"):
        page = get(match, address).content.decode()
        assert "d0s0card_points" not in page
        assert "Cards and canastas" not in page


def test_find_my_table_by_the_beginning_of_a_name(event: Event, match: Match) -> None:
    client = Client()
    page = client.get("/en/tournaments/spring/find/?q=play p3").content.decode()
    assert "Player p3a" in page
    assert "Player p3b" in page
    assert "Table 2" in page
    assert "Player p1a" not in page
    assert "Nobody of this name" in client.get("/en/tournaments/spring/find/?q=zz").content.decode()
    assert path_of(match) not in page


def test_what_was_taken_back_meanwhile_cannot_be_confirmed(match: Match) -> None:
    post(match, "report", **DEAL)
    post(match, "take-back")
    answer = post(match, "confirm", side=1, totals="1420 35")
    assert answer.status_code == 409
    assert "took its report back meanwhile" in answer.content.decode()
    match.refresh_from_db()
    assert match.state == MatchState.SCHEDULED
