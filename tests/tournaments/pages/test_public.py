"""The public pages of an event: what they show, in both languages, with a fixed number of queries."""

import csv
import gzip
import io
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.tournaments.event import NOW, Event, make_event, make_user
from tests.tournaments.logs import log_of
from tournaments.core.clock import Lateness
from tournaments.core.records import Outcome
from tournaments.models import LogState, Match, MoveLog
from tournaments.services import clock
from tournaments.services.decisions import Ruling, decide, set_postponed
from tournaments.services.intake import submit_log
from tournaments.services.referee import referee_log

pytestmark = pytest.mark.django_db


def played(event: Event, *tables: str) -> list[Match]:
    """A round whose every table has a verified log."""
    matches = event.round(*tables)
    for match in matches:
        seats = list(match.seats.order_by("position", "side__number").values_list("player__code", flat=True))
        referee_log(submit_log(match.pk, log_of("match-classic-4-00", seats), None, NOW).log.pk)
    return matches


@pytest.mark.parametrize("language", ["cs", "en"])
def test_the_event_shows_standings_rounds_and_results(client: Client, language: str) -> None:
    event = make_event(4, deals=None)
    played(event, "1-2", "3-4")
    page = client.get(f"/{language}/tournaments/spring/").content.decode()
    # 5745 : 3285 differ by 2460: 19.08 : 0.92 on the curve, and 19.08 are the losers' opponents' VP.
    assert page.count("19,08" if language == "cs" else "19.08") == 4
    assert "Pair 1" in page
    assert "1=" in page


@pytest.mark.parametrize(("role", "led"), [("scorers", True), ("referees", True), (None, False)])
def test_who_types_results_is_led_to_where_they_are_typed(
    client: Client, role: str | None, led: bool
) -> None:
    event, user = make_event(2), make_user()
    event.round("1-2")
    if role:
        getattr(event.tournament, role).add(user)
    client.force_login(user)
    for address in ("", "1/rounds/1/"):
        page = client.get(f"/en/tournaments/spring/{address}").content.decode()
        assert ('href="/en/tournaments/spring/1/rounds/1/results/"' in page) is led


def test_the_match_shows_its_result_and_its_log(client: Client) -> None:
    (match,) = played(make_event(2, deals=None), "1-2")
    page = client.get(f"/en/matches/{match.uuid}/").content.decode()
    assert "5,745" in page
    assert "verified" in page
    assert "Every move follows the rules." in page


def test_the_round_says_that_a_match_with_points_was_given_up(client: Client) -> None:
    event = make_event(4)
    given_up, played_out = event.round("1-2", "3-4")
    event.result(given_up, 900, 1500, outcome="forfeit", at_fault=(False, True))
    event.result(played_out, 900, 1500)
    for address in ("", "1/rounds/1/"):
        page = client.get(f"/en/tournaments/spring/{address}").content.decode()
        assert page.count('<span class="badge badge-rejected">forfeit</span>') == 1
        assert '<span class="badge badge-rejected">played</span>' not in page


def test_the_sum_says_that_a_match_was_given_up_or_abandoned(client: Client) -> None:
    event = make_event(4)
    given_up, abandoned = event.round("1-2", "3-4")
    event.result(given_up, 900, 1500, outcome="forfeit", at_fault=(False, True))
    event.result(abandoned, 900, 1500, outcome="abandoned", at_fault=(True, False))
    for number, what in ((1, "forfeit"), (2, "forfeit"), (3, "abandoned")):
        page = client.get(f"/en/tournaments/spring/1/entrants/{number}/").content.decode()
        assert f">{what}<" in page
        assert ">match<" not in page


@pytest.mark.parametrize(
    ("ruling", "ranks"),
    [
        (Ruling((3000, 1000)), ["1", "2"]),
        (Ruling(None, Outcome.FORFEIT, frozenset({0})), ["2", "1"]),
        (Ruling(None, Outcome.VOID), ["–", "–"]),
        (Ruling(None, Outcome.NO_SHOW, frozenset({0, 1})), ["–", "–"]),
    ],
)
def test_nobody_is_first_in_a_match_that_nobody_won(client: Client, ruling: Ruling, ranks: list[str]) -> None:
    (match,) = make_event(2).round("1-2")
    decide(match.pk, ruling, None, NOW)
    page = client.get(f"/en/matches/{match.uuid}/").content.decode()
    assert re.findall(r'data-label="Rank" class="num">([^ <]*)', page) == ranks


@pytest.mark.parametrize(
    ("language", "late", "said"),
    [
        ("en", "late −100: Pair 2", "The points for coming late are part of the result."),
        ("cs", "pozdě: −100: Pair 2", "Srážka za pozdní příchod je ve výsledku započtena."),
    ],
)
def test_everybody_sees_what_coming_late_took_off_a_result(
    client: Client, language: str, late: str, said: str
) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    clock.rule_late(match.pk, 1, Lateness.POINTS, None, NOW)
    seats = ["p1a", "p2a", "p1b", "p2b"]
    log = submit_log(match.pk, log_of("match-classic-4-00", seats), None, NOW).log
    referee_log(log.pk)
    page = client.get(f"/{language}/matches/{match.uuid}/").content.decode()
    assert late in page
    assert said in page
    for path in ("rounds/1/", "entrants/1/", "entrants/2/"):
        assert late in client.get(f"/{language}/tournaments/spring/1/{path}").content.decode()


def test_what_coming_late_took_off_stands_in_the_file_and_in_the_api(client: Client) -> None:
    match, other = make_event(4).round("1-2", "3-4")
    set_postponed(other.pk, True, None)
    clock.rule_late(match.pk, 1, Lateness.POINTS, None, NOW)
    decide(match.pk, Ruling((1000, 400)), None, NOW)
    file = client.get("/en/tournaments/spring/results.csv").content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(file)))
    assert [(line["Points 2"], line["Late 1"], line["Late 2"], line["State"]) for line in lines] == [
        ("400", "", "-100", "official"),
        ("", "", "", "waiting, postponed"),
    ]
    told = client.get(f"/api/v1/matches/{match.uuid}").json()
    assert (told["penalties"], told["record"]["totals"]) == ([0, -100], [1000, 400])
    assert client.get(f"/api/v1/matches/{other.uuid}").json()["penalties"] == []


def test_who_did_not_come_at_all_lost_no_points_for_coming_late(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    clock.rule_late(match.pk, 1, Lateness.POINTS, None, NOW)
    clock.rule_late(match.pk, 1, Lateness.NO_SHOW, None, NOW)
    assert "late −100" not in client.get(f"/en/matches/{match.uuid}/").content.decode()


def test_the_log_page_names_rule_deal_and_move_counted_from_one(client: Client) -> None:
    match = make_event(2, deals=3).round("1-2")[0]
    document = log_of("bad-meld-wilds-2", ["p1a", "p2a", "p1b", "p2b"])
    log = submit_log(match.pk, document, None, NOW).log
    referee_log(log.pk)
    page = client.get(f"/en/logs/{log.pk}/").content.decode()
    facts = page[page.index("<dl") : page.index("</dl>")]
    assert "<code>meld-wilds</code>" in facts
    assert "<dt>Deal</dt><dd>2</dd>" in facts
    assert "<dt>Move</dt><dd>45</dd>" in facts


def test_the_languageless_address_of_a_match_leads_to_its_page(client: Client) -> None:
    match = make_event(2).round("1-2")[0]
    answer = client.get(f"/m/{match.uuid}", follow=True)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "tournaments/",
        "tournaments/spring/",
        "tournaments/spring/standings/",
        "tournaments/spring/1/crosstable/",
        "tournaments/spring/1/entrants/1/",
        "tournaments/spring/1/rounds/1/",
        "tournaments/spring/1/rounds/1/?order=name",
        "matches/{uuid}/",
    ],
)
def test_more_rows_need_no_more_queries(
    client: Client, path: str, django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    small = make_event(2, deals=None)
    (match,) = played(small, "1-2")
    client.get("/cs/")  # what is cached for all pages is cached now
    with django_assert_max_num_queries(20) as few:
        assert client.get("/cs/" + path.format(uuid=match.uuid)).status_code == 200
    large = make_event(8, deals=None, slug="large")
    (match, *_), _ = played(large, "1-2", "3-4", "5-6", "7-8"), played(large, "1-3", "2-4", "5-7", "6-8")
    for number in range(3):
        make_event(2, slug=f"other-{number}")
    with django_assert_num_queries(len(few)):
        client.get("/cs/" + path.replace("spring", "large").format(uuid=match.uuid))


def test_standings_that_were_not_kept_take_twelve_queries(
    client: Client, django_assert_num_queries: Any
) -> None:
    make_event(4).results("1-2 2450:1980", "3-4 2450:1980")
    with django_assert_num_queries(12):
        client.get("/en/tournaments/spring/standings/")


def test_a_hidden_event_is_there_for_its_organiser_only(client: Client) -> None:
    event = make_event(2, public=False)
    assert client.get("/cs/tournaments/spring/").status_code == 404
    assert b"spring" not in client.get("/cs/tournaments/").content
    user = make_user()
    event.tournament.organisers.add(user)
    client.force_login(user)
    assert client.get("/cs/tournaments/spring/").status_code == 200
    assert b"spring" in client.get("/cs/tournaments/").content


def test_no_tournament_at_all_is_not_one_that_was_not_found(client: Client) -> None:
    assert "There is no tournament yet." in client.get("/en/tournaments/").content.decode()
    assert "There is no such tournament." in client.get("/en/tournaments/?q=spring").content.decode()


def submit_page(client: Client, match: Match, **data: Any) -> Any:
    return client.post(f"/en/matches/{match.uuid}/submit/", data)


def test_a_player_pastes_a_log_and_is_led_to_its_page(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    client.force_login(make_user(player="p1a"))
    document = log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"]).decode()
    answer = submit_page(client, match, text=document)
    log = match.logs.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/en/logs/{log.pk}/")
    assert log.text == document
    assert log.submitted_at <= timezone.now()


def test_a_file_may_be_compressed(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    client.force_login(make_user(player="p1a"))
    archive = gzip.compress(log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"]))
    broken = submit_page(client, match, file=SimpleUploadedFile("log.json.gz", archive[:-20]))
    assert (broken.status_code, "breaks off" in broken.content.decode()) == (400, True)
    bomb = submit_page(
        client, match, file=SimpleUploadedFile("log.json.gz", gzip.compress(b" " * 50_000_000))
    )
    assert (bomb.status_code, "too large" in bomb.content.decode()) == (400, True)
    submit_page(client, match, file=SimpleUploadedFile("log.json.gz", archive))
    assert match.logs.get().text.encode() == gzip.decompress(archive)


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "one of the two"), ("{", "JSON"), ('{"format": "canasta-log/1"}', "classic")],
)
def test_what_is_wrong_is_said_and_the_text_is_still_there(client: Client, text: str, message: str) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    client.force_login(make_user(player="p1a"))
    answer = submit_page(client, match, text=text)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert message in page
    assert text.replace('"', "&quot;") in page


def test_a_pasted_log_and_its_file_are_one_submission(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    client.force_login(make_user(player="p1a"))
    log = json.loads(log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"]))
    text = json.dumps(log, indent=1) + "\n"
    submit_page(client, match, file=SimpleUploadedFile("log.json", text.encode()))
    # As every browser sends the lines of a text area.
    submit_page(client, match, text=text.replace("\n", "\r\n"))
    assert match.logs.get().text == text


def test_an_empty_file_is_called_that_and_not_a_missing_one(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    client.force_login(make_user(player="p1a"))
    page = submit_page(client, match, file=SimpleUploadedFile("log.json", b"")).content.decode()
    assert "The submitted file is empty." in page
    assert "one of the two" not in page


def test_the_log_says_which_side_gave_up(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    log = submit_log(match.pk, log_of("tiny-forfeit-totals", ["p1a", "p2a", "p1b", "p2b"]), None, NOW).log
    referee_log(log.pk)
    # In this case the player in the third seat gives up: p1b.
    assert "<dt>Gave up</dt><dd>Pair 1</dd>" in client.get(f"/en/logs/{log.pk}/").content.decode()
    assert "<dt>Vzdali</dt><dd>Pair 1</dd>" in client.get(f"/cs/logs/{log.pk}/").content.decode()


def test_a_stranger_may_not_submit(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    client.force_login(make_user())
    assert submit_page(client, match, text="{}").status_code == 403


def test_one_of_two_fields_is_not_called_optional(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    client.force_login(make_user(player="p1a"))
    page = client.get(f"/en/matches/{match.uuid}/submit/").content.decode()
    assert "or the log as text" in page
    assert "(optional)" not in page


def test_a_log_that_failed_is_said_to_be_with_a_referee(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    document = log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"])
    log = submit_log(match.pk, document, None, NOW).log
    said = "The fault is the service&#x27;s, not the log&#x27;s: a referee has it replayed"
    assert said not in client.get(match.get_absolute_url()).content.decode()
    MoveLog.objects.filter(pk=log.pk).update(state=LogState.FAILED)
    assert said in client.get(match.get_absolute_url()).content.decode()
    assert said in client.get(log.get_absolute_url()).content.decode()
    client.force_login(make_user("referee@example.org", is_staff=True, is_superuser=True))
    page = f"/en/tournaments/spring/1/rounds/{match.round.number}/results/"
    assert "a log waits for the referee" in client.get(page).content.decode()
    MoveLog.objects.filter(pk=log.pk).update(set_aside=True)
    assert said not in client.get(match.get_absolute_url()).content.decode()
    assert "a log waits for the referee" not in client.get(page).content.decode()


def test_a_rejected_log_waits_for_a_referee_until_its_match_is_official(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    seats = ["p1a", "p2a", "p1b", "p2b"]
    rejected = submit_log(match.pk, log_of("bad-meld-wilds-2", seats, until=None), None, NOW).log
    referee_log(rejected.pk)
    said = "A referee looks at this log."
    pages = [rejected.get_absolute_url(), match.get_absolute_url()]
    assert all(said in client.get(page).content.decode() for page in pages)
    referee_log(submit_log(match.pk, log_of("match-classic-4-00", seats), None, NOW).log.pk)
    assert not any(said in client.get(page).content.decode() for page in pages)


def test_a_log_says_points_and_place_as_the_match_does(client: Client) -> None:
    (match,) = played(make_event(2, deals=None), "1-2")
    log = match.logs.get()
    english = client.get(f"/en/logs/{log.pk}/").content.decode()
    czech = client.get(f"/cs/logs/{log.pk}/").content.decode()
    assert "<dt>Points</dt><dd>5,745\u00a0:\u00a03,285</dd>" in english
    assert ">Round 1, table 1</a>" in english
    assert czech.count(">1. kolo, stůl 1</a>") == 2
    assert "Kolo 1" not in czech


def test_a_league_names_opponents_above_the_columns_and_a_swiss_event_in_brackets(client: Client) -> None:
    make_event(2, format="round_robin").results("1-2 2450:1980")
    make_event(2, slug="swiss").results("1-2 2450:1980")
    league = client.get("/en/tournaments/spring/1/crosstable/").content.decode()
    swiss = client.get("/en/tournaments/swiss/1/crosstable/").content.decode()
    assert "<small>(2)</small>" not in league
    assert "Above the columns" in league
    assert "<small>(2)</small>" in swiss
    assert "In brackets" in swiss


def test_english_writes_the_day_first_and_24_hours(client: Client) -> None:
    make_event(2)  # on 14 March 2026 at 18:00 UTC, which is 19:00 in Prague
    assert "14 March 2026, 19:00</time>" in client.get("/en/tournaments/spring/").content.decode()
    assert "14. března 2026 19:00</time>" in client.get("/cs/tournaments/spring/").content.decode()


def test_an_event_tells_its_rules_in_words(client: Client) -> None:
    make_event(2, deals=3, rounds_planned=4)
    page = client.get("/en/tournaments/spring/").content.decode()
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert facts == {
        "Format": "Swiss",
        "Rounds": "4",
        "A match ends": "after 3 deals",
        "A match is worth": "victory points: the difference, 20 shared out",
        "Tie-breaks": "direct encounter, opponents&#x27; VP, difference, wins",
    }


def test_a_bracket_has_no_number_of_rounds_and_no_tie_breaks(client: Client) -> None:
    make_event(2, format="knockout", deals=None, until_points=None)
    page = client.get("/en/tournaments/spring/").content.decode()
    assert re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page) == [
        ("Format", "knockout"),
        ("A match ends", "at 5000 points"),
    ]
