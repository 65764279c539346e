"""Histories in the referees' site that tell more than one row: a table's, and who came into an entrant."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from ratings.services.people import create_player
from tests.tournaments.event import NOW, make_event, make_user
from tournaments.models import GameRecord
from tournaments.services.decisions import Ruling, decide, undo
from tournaments.services.entries import change_entrant, replace_member
from tournaments.services.notes import leave_note
from tournaments.services.presence import miss_next_round, play_next_round, withdraw
from tournaments.services.protests import answer_protest, protest
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db
SCORE = "2,450 : 1,980"


def lines(client: Client, address: str) -> list[str]:
    """The text of each line of a history, the newest first."""
    page = client.get(address)
    assert page.status_code == 200
    rows = page.content.decode().split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def test_the_history_of_a_table_tells_its_reports_results_and_words(client: Client) -> None:
    referee = make_user("referee@example.org", is_staff=True, is_superuser=True, name="Rita Rozhodčí")
    client.force_login(referee)
    match = make_event(2).round("1-2")[0]
    report(match.pk, Report(0, (2450, 1980)), None, NOW)
    decide(match.pk, Ruling((2450, 1980)), referee, NOW, reason="Both agree.")
    protest(match.pk, 1, "A bonus is missing.", None, NOW)
    decide(match.pk, Ruling((2450, 2080)), referee, NOW, reason="Added up again.")
    leave_note(match.pk, "New cards, please.", referee, NOW)
    told = lines(client, f"/en/referee/tournaments/match/{match.pk}/history/")
    assert len([line for line in told if "Seat: Created" in line and "Player: – → Player p" in line]) == 4
    (first,) = [line for line in told if "Game record: Created" in line]
    assert "Rita Rozhodčí" in first
    assert SCORE in first
    (corrected,) = [line for line in told if f"{SCORE} → 2,450 : 2,080" in line]
    assert "Game record: Changed Added up again." in corrected
    assert any("Score sheet: Created" in line and SCORE in line for line in told)
    assert any("Protest: Created" in line and "A bonus is missing." in line for line in told)
    assert any("Note to the director: Created" in line and "New cards, please." in line for line in told)
    assert any("Match: Changed" in line and "→ official" in line for line in told)


def test_times_points_and_people_are_told_as_people_write_them(client: Client) -> None:
    referee = make_user("referee@example.org", is_staff=True, is_superuser=True, name="Rita Rozhodčí")
    client.force_login(referee)
    match = make_event(2).round("1-2")[0]
    match.penalties = [-100, 0]
    match.because("late").save()
    report(
        match.pk,
        Report(
            0, (2450, 1980), deals=[[{"total": 1250}, {"total": 980}], [{"total": 1200}, {"total": 1000}]]
        ),
        None,
        NOW,
    )
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    protest(match.pk, 1, "A bonus is missing.", None, NOW)
    decide(match.pk, Ruling((2450, 2080)), referee, NOW + timedelta(hours=1), reason="Added up again.")
    answer_protest(match.pk, match.protests.get().pk, "Granted.", referee, NOW)
    told = " ".join(lines(client, f"/cs/referee/tournaments/match/{match.pk}/history/"))
    for raw in ("+00:00", "pk=None", "[", "{", "Deleted"):
        assert raw not in told
    assert "Srážky: – → −100 : 0" in told
    assert "Odpověděl: – → Rita Rozhodčí" in told


def test_a_result_that_was_taken_back_is_told_and_leads_nowhere(client: Client) -> None:
    referee = make_user("referee@example.org", is_staff=True, is_superuser=True)
    client.force_login(referee)
    match = make_event(2).round("1-2")[0]
    decide(match.pk, Ruling((2450, 1980)), referee, NOW)
    record = GameRecord.objects.get()
    match.refresh_from_db()
    undo(match.pk, referee, NOW, "The wrong table.", match.version)
    address = f"/en/referee/tournaments/match/{match.pk}/history/"
    told = lines(client, address)
    assert any("Game record: Deleted The wrong table." in line for line in told), told
    page = client.get(address).content.decode()
    assert f"gamerecord/{record.pk}/" not in page
    for link in re.findall(r'href="(/en/referee/tournaments/[a-z]+/\d+/history/\d+/)"', page):
        assert client.get(link).status_code == 200


def test_a_pair_with_a_name_of_its_own_tells_who_was_replaced(client: Client) -> None:
    director = make_user("director@example.org", is_staff=True, is_superuser=True, name="Dana Dohnalová")
    client.force_login(director)
    event = make_event(2, status="planned")
    entrant = event.entrants[0]
    change_entrant(entrant.pk, director, name="The Blues")
    out = entrant.members.get(position=0).player
    replace_member(entrant.pk, out, create_player("Iva Nová", code="iva"), director, "ill")
    address = f"/en/referee/tournaments/entrant/{entrant.pk}/history/"
    newest = lines(client, address)[0]
    assert "Dana Dohnalová Entrant: Changed ill " in newest
    assert "Player: Player p1a (p1a) → Iva Nová (iva)" in newest
    assert entrant.history.first().history_change_reason == "p1a → iva: ill"


def test_a_reason_that_looks_like_a_change_of_strangers_stays_as_it_was_typed(client: Client) -> None:
    client.force_login(make_user("director@example.org", is_staff=True, is_superuser=True))
    event = make_event(2, status="planned")
    create_player("Iva Nová", code="iva")
    entrant = event.entrants[0]
    entrant.remark = "by the window"
    entrant.because("p1a → iva: ill").save()
    newest = lines(client, f"/en/referee/tournaments/entrant/{entrant.pk}/history/")[0]
    assert "p1a → iva: ill" in newest
    assert "Iva Nová" not in newest


def test_values_are_told_in_the_language_of_the_page(client: Client) -> None:
    director = make_user("director@example.org", is_staff=True, is_superuser=True)
    client.force_login(director)
    match = make_event(2).round("1-2")[0]
    match.postponed, match.deals = True, 3
    match.because("ill").save()
    address = f"/cs/referee/tournaments/match/{match.pk}/history/"
    newest = lines(client, address)[0]
    assert "Odloženo: ne → ano" in newest
    assert "Rozdání: – → 3" in newest
    version = client.get(f"{address}{match.history.first().pk}/").content.decode()
    assert "<dt>odloženo</dt><dd>ano</dd>" in version
    assert "True" not in version


def test_the_history_of_an_entrant_tells_its_absences_and_its_leaving(client: Client) -> None:
    director = make_user("director@example.org", is_staff=True, is_superuser=True, name="Dana Dohnalová")
    client.force_login(director)
    event = make_event(4)
    entrant = event.entrants[0]
    miss_next_round(entrant.pk, director)
    play_next_round(entrant.pk, director)
    withdraw(entrant.pk, director, "moved away", NOW)
    told = lines(client, f"/en/referee/tournaments/entrant/{entrant.pk}/history/")
    assert "Fáze: – →" in " ".join(lines(client, f"/cs/referee/tournaments/entrant/{entrant.pk}/history/"))
    assert any(
        "Dana Dohnalová Entry in a stage: Changed moved away Withdrawn after round: – → 0" in line
        for line in told
    ), told
    assert any("Dana Dohnalová Absence: Deleted Plays the round after all." in line for line in told)
    assert any("Absence: Created Misses a round. Round: – → 1" in line for line in told)
