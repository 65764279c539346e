"""An event as files: who gets them, what stands in them, and the way back in."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from ratings.models import Club, Player
from tests.tournaments.event import Event, make_event, make_user
from tests.tournaments.eventful import another_site
from tournaments.models import Entrant, Tournament
from tournaments.selectors.event_files import event_file, file_text
from tournaments.services.event_imports import MOST_STAGES
from tournaments.services.imports import read_sheet, store_sheet

pytestmark = pytest.mark.django_db
IMPORT = "/en/tournaments/import/"


@pytest.fixture
def event() -> Event:
    event = make_event(4, scoring={"table": "vp-3-deals"})
    event.results("1-2 2450:1980", "3-4 1000:500")
    return event


def manager_of(client: Client, *codes: str) -> Any:
    user = make_user("manager@example.org")
    for code in codes:
        Club.objects.get_or_create(code=code, defaults={"name": code})[0].managers.add(user)
    client.force_login(user)
    return user


def rows(answer: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def send(client: Client, content: bytes, **more: str) -> Any:
    return client.post(IMPORT, {"file": SimpleUploadedFile("event.json", content), **more})


def test_the_results_as_csv_have_points_and_vp(client: Client, event: Event) -> None:
    head, first, second = rows(client.get("/en/tournaments/spring/results.csv"))
    assert head[3:9] == ["Side 1", "Side 2", "Points 1", "Points 2", "VP 1", "VP 2"]
    # 470 more is worth 14–6, 500 more too.
    assert first == [
        "1",
        "1",
        "1",
        "Pair 1",
        "Pair 2",
        "2450",
        "1980",
        "14.00",
        "6.00",
        "",
        "",
        "official",
        "played",
        "",
    ]
    assert second[3:9] == ["Pair 3", "Pair 4", "1000", "500", "14.00", "6.00"]


def test_no_cell_of_a_file_is_a_formula(client: Client, event: Event) -> None:
    Entrant.objects.filter(number=1).update(name='=HYPERLINK("x")')
    Player.objects.filter(code="p1a").update(name="+1")
    manager_of(client, "made-up")
    results = rows(client.get("/en/tournaments/spring/results.csv"))
    players = rows(client.get("/en/tournaments/spring/direct/players.csv"))
    assert results[1][3] == '\'=HYPERLINK("x")'
    assert players[1][1] == '\'=HYPERLINK("x")'
    assert players[1][5] == "'+1"


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("members", [1, 2])
def test_the_list_of_players_comes_back_as_it_was_taken_along(
    client: Client, language: str, members: int
) -> None:
    make_event(3, members=members)
    Player.objects.filter(code="p2a").update(name="=1+1 Nový")
    manager_of(client, "made-up")
    content = client.get(f"/{language}/tournaments/spring/direct/players.csv").content
    other = make_event(0, members=members, slug="autumn")
    for text in (content, content.decode("utf-8-sig").replace(",", ";").encode("cp1250")):
        sheet = read_sheet(other.tournament, text)
        assert sheet.numbers == {"new": 0, "linked": 3, "error": 0}
    sheet = store_sheet(other.tournament.pk, content, "", "", None)
    assert sheet.numbers == {"new": 0, "linked": 3, "error": 0}
    again = client.get(f"/{language}/tournaments/autumn/direct/players.csv").content.decode("utf-8-sig")
    codes = [f"p{number}{'ab'[position]}" for number in (1, 2, 3) for position in range(members)]
    assert [code for code in codes if code in again] == codes
    assert "=1+1 Nový" in [person.name for line in sheet.lines for person in line.people]


def test_an_entry_of_one_player_is_no_pair() -> None:
    rows = "No.;Number;Name\n1;a1;Ota Nový\n1;a2;Iva Nová\n2;a3;Jan Novák\n"
    sheet = read_sheet(make_event(0).tournament, rows.encode())
    assert [(line.number, line.error) for line in sheet.lines] == [
        (1, ""),
        (3, "This entry has not two players."),
    ]


@pytest.mark.parametrize(("language", "mark"), [("cs", ";"), ("en", ",")])
def test_cells_are_parted_as_spreadsheets_of_the_language_expect(
    client: Client, event: Event, language: str, mark: str
) -> None:
    for path in ("results.csv", "1/standings.csv"):
        text = client.get(f"/{language}/tournaments/spring/{path}").content.decode("utf-8-sig")
        lines = list(csv.reader(io.StringIO(text), delimiter=mark))
        assert {len(line) for line in lines} == {len(lines[0])} != {1}
        assert ("14,00" if language == "cs" else "14.00") in lines[1]


def test_the_players_are_named_as_the_director_knows_them(client: Client, event: Event) -> None:
    other = Club.objects.create(code="other", name="Other")
    player = Player.objects.get(code="p1a")
    player.club, player.visibility = other, "hidden"
    player.because("test").save()
    manager_of(client, "made-up")
    found = rows(client.get("/en/tournaments/spring/direct/players.csv"))
    assert len(found) == 9
    assert found[1][4:7] == ["p1a", "", "Other"]
    assert found[2][4:7] == ["p1b", "Player p1b", "Made-up club"]


def test_an_exported_event_is_looked_at_and_then_imported(client: Client, event: Event) -> None:
    manager_of(client, "made-up")
    content = client.get("/en/tournaments/spring/direct/event.json").content
    another_site()
    manager = make_user("there@example.org")
    Club.objects.create(code="there", name="There").managers.add(manager)
    client.force_login(manager)
    page = send(client, content).content.decode()
    assert "Spring event → There" in page
    assert not Tournament.objects.exists()
    kept = page.split('name="content" value="')[1].split('"')[0]
    answer = client.post(IMPORT, {"content": kept, "action": "confirm"})
    assert answer.status_code == 302
    imported = Tournament.objects.get()
    assert (imported.club.code, list(imported.organisers.all())) == ("there", [manager])
    again = client.post(IMPORT, {"content": kept, "action": "confirm"})
    assert again.status_code == 409
    assert Tournament.objects.count() == 1


def test_an_event_comes_to_its_own_club_unless_another_is_chosen(client: Client, event: Event) -> None:
    content = file_text(event_file(event.tournament)).encode()
    another_site()
    manager = manager_of(client, "a-first")
    own = Club.objects.create(code=event.tournament.club.code, name="Own, and last")
    own.managers.add(manager)
    first = Club.objects.get(code="a-first")
    assert '<option value="">the one in the file' in client.get(IMPORT).content.decode()
    page = send(client, content).content.decode()
    assert "Spring event → Own, and last" in page
    assert f'<option value="{own.pk}" selected>' in page
    assert f"Spring event → {first}" in send(client, content, club=str(first.pk)).content.decode()


def test_a_doubtful_player_is_asked_about_on_the_page(client: Client, event: Event) -> None:
    content = file_text(event_file(event.tournament)).encode()
    another_site()
    manager_of(client, "there")
    Player.objects.create(code="p1a", name="Somebody Else")
    assert 'name="who:p1a"' in send(client, content).content.decode()
    refused = send(client, content, action="confirm")
    assert refused.status_code == 409
    assert "Player p1a (p1a)" in refused.content.decode()
    assert send(client, content, action="confirm", **{"who:p1a": "other"}).status_code == 302


def test_nobody_imports_into_a_club_they_do_not_manage(client: Client, event: Event) -> None:
    content = file_text(event_file(event.tournament)).encode()
    another_site()
    other = Club.objects.create(code="other", name="Other")
    manager_of(client, "mine")
    assert send(client, content, action="confirm", club=str(other.pk)).status_code == 302
    assert Tournament.objects.get().club.code == "mine"


@pytest.mark.parametrize("content", [b"", b"{}", b"\x00\xff", b'{"format": "canasta-event", "version": 9}'])
def test_another_file_is_refused_in_words(client: Client, content: bytes) -> None:
    manager_of(client, "mine")
    answer = send(client, content)
    assert answer.status_code == 400
    assert "Nothing was changed." in answer.content.decode()


def test_a_tampered_preview_is_refused(client: Client) -> None:
    manager_of(client, "mine")
    for kept in ("", "%%%", "AAAA"):
        assert client.post(IMPORT, {"content": kept, "action": "confirm"}).status_code == 400


def test_an_event_has_a_bounded_number_of_stages(client: Client, event: Event) -> None:
    document = event_file(event.tournament)
    stage = document["stages"][0] | {"rounds": []}
    document["stages"] = [stage | {"number": number} for number in range(1, MOST_STAGES + 2)]
    another_site()
    manager_of(client, "mine")
    assert send(client, file_text(document).encode()).status_code == 400


def test_the_commands_write_look_at_and_store_an_event(
    event: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    call_command("export_event", "spring", str(file))
    call_command("export_event", "spring", "--as-director")
    assert json.loads(capsys.readouterr().out)["event"]["slug"] == "spring"
    assert json.loads(file.read_text()) == event_file(event.tournament, full=True)
    another_site()
    call_command("import_event", str(file), "--check")
    assert "4 entrants, 1 rounds, 2 of 2 results official" in capsys.readouterr().out
    assert not Tournament.objects.exists()
    call_command("import_event", str(file))
    assert "Stored as spring." in capsys.readouterr().out
    with pytest.raises(CommandError, match="here already"):
        call_command("import_event", str(file))
    with pytest.raises(CommandError):
        call_command("import_event", str(tmp_path / "missing.json"))
    with pytest.raises(CommandError, match="no event"):
        call_command("export_event", "nothing")
