"""A26 and what else comes out of spreadsheets: looked at first, stored once, never by half."""

import pytest

from ratings.models import Club, Player
from ratings.services.people import create_player
from tests.tournaments.event import Event, make_event
from tournaments.errors import InputError
from tournaments.models import Entrant
from tournaments.services.imports import Fate, read_sheet, store_sheet

pytestmark = pytest.mark.django_db
ROWS = [
    ("Anna Müller", "M01"),
    ("Known One", "K02"),
    ("Carl Made-up", "M03"),
    ("Dora Made-up", "M04"),
    ("Emil Made-up", "M05"),
    ("Fanny Made-up", "M06"),
    ("Known Two", "K07"),
    ("Gustav Made-up", "M08"),
    ("Dora Made-up", "M04"),
    ("Hana Made-up", "M10"),
    ("Ivan Made-up", "M11"),
    ("Julia Made-up", "M12"),
]
LIST = "\r\n".join(";".join(row) for row in [("name", "number"), *ROWS]).encode("latin-1")


@pytest.fixture
def event() -> Event:
    event = make_event(0, members=1)
    club = Club.objects.get(code="made-up")
    create_player("Known One", code="K02", club=club)
    create_player("Known Two", code="K07", club=club)
    return event


def test_a26_the_preview_counts_and_stores_nothing(event: Event) -> None:
    before = Player.objects.count()
    sheet = read_sheet(event.tournament, LIST)
    assert sheet.numbers == {"new": 9, "linked": 2, "error": 1}
    assert [line.number for line in sheet.lines if line.fate is Fate.ERROR] == [9]
    assert [line.number for line in sheet.lines if line.fate is Fate.LINKED] == [2, 7]
    assert "line 4" in sheet.lines[8].error
    assert (sheet.delimiter, sheet.encoding) == (";", "cp1250")
    assert Player.objects.count() == before
    assert not Entrant.objects.exists()


def test_a26_confirmed_twice_creates_nine_not_eighteen(event: Event) -> None:
    before = Player.objects.count()
    for _time in range(2):
        sheet = store_sheet(event.tournament.pk, LIST, "cp1250", ";", None)
    assert sheet.numbers == {"new": 0, "linked": 0, "error": 12}
    assert Player.objects.count() == before + 9
    assert Entrant.objects.count() == 11
    assert Player.objects.get(code="M01").name == "Anna Müller"


def test_a_pair_is_stored_whole_or_not_at_all() -> None:
    event = make_event(1)
    before = Player.objects.count()
    rows = "Nora Nová,Player p1a\nOta Nový,Pavla Nová\n,Radek Nový\n"
    sheet = store_sheet(event.tournament.pk, rows.encode(), "", "", None)
    assert [line.fate for line in sheet.lines] == [Fate.ERROR, Fate.NEW, Fate.ERROR]
    assert Player.objects.count() == before + 2
    assert not Player.objects.filter(name__in=["Nora Nová", "Radek Nový"]).exists()
    assert Entrant.objects.get(number=2).name == "Ota Nový – Pavla Nová"


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
def test_any_of_three_marks_and_of_the_usual_encodings(event: Event, mark: str, encoding: str) -> None:
    content = f"Jméno{mark}Číslo\nŘehoř Žluťoučký{mark}R1\n".encode(encoding)
    sheet = store_sheet(event.tournament.pk, content, "", "", None)
    assert sheet.numbers == {"new": 1, "linked": 0, "error": 0}
    assert Player.objects.get(code="R1").name == "Řehoř Žluťoučký"


def test_the_encoding_can_be_changed(event: Event) -> None:
    content = "Jürgen Ñ\n".encode("latin-1")
    assert read_sheet(event.tournament, content).lines[0].people[0].name != "Jürgen Ñ"
    assert read_sheet(event.tournament, content, "latin-1").lines[0].people[0].name == "Jürgen Ñ"
    with pytest.raises(InputError) as caught:
        read_sheet(event.tournament, content, "utf-8")
    assert caught.value.code == "bad-encoding"


def test_a_known_name_without_a_number_is_linked_and_two_of_a_name_are_asked_about(event: Event) -> None:
    club = Club.objects.get(code="made-up")
    line = read_sheet(event.tournament, b"known one\n").lines[0]
    assert (line.fate, line.people[0].by_name) == (Fate.LINKED, True)
    create_player("Known One", code="K99", club=club)
    line = read_sheet(event.tournament, b"known one\n").lines[0]
    assert line.fate is Fate.ERROR
    assert "give the number" in line.error


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"a" * 500_001, "too-large"),
        (b"a" * 140_000, "no-list"),
        (b"PK\x03\x04\x00\x00;B", "no-list"),
        (b"\xff\xfeA", "bad-encoding"),
    ],
)
def test_what_is_no_list_is_refused(event: Event, content: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_sheet(event.tournament, content)
    assert caught.value.code == code


def test_a_number_that_could_be_no_code_is_a_fault(event: Event) -> None:
    assert read_sheet(event.tournament, "Jan Nový;č. 5\n".encode()).lines[0].fate is Fate.ERROR


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_end_as_on_any_machine_and_a_sheet_saved_as_unicode_text_is_read(
    event: Event, end: str, encoding: str
) -> None:
    sheet = read_sheet(event.tournament, end.join(["Jiří Nový;N1", "Žofie Nová;N2", ""]).encode(encoding))
    assert [person.name for line in sheet.lines for person in line.people] == ["Jiří Nový", "Žofie Nová"]
    assert (sheet.numbers["new"], sheet.encoding) == (2, encoding)


@pytest.mark.parametrize(
    ("head", "numbers"),
    [("", [1, 4, 5]), ("\nname;number\n\n", [2, 5, 6])],
)
def test_lines_have_the_numbers_of_the_file_though_some_are_empty(
    event: Event, head: str, numbers: list[int]
) -> None:
    sheet = read_sheet(event.tournament, f"{head}Ota A;O1\n\n;;\nIva B;I1\nOta A;O1\n".encode())
    assert [line.number for line in sheet.lines] == numbers
    assert f"line {numbers[0]}" in sheet.lines[2].error
    assert sheet.headed is bool(head)


@pytest.mark.parametrize("head", ["Hráč 1;Hráč 2", "player 1;player 2", "Jméno;Spoluhráč", "name 1;name 2"])
def test_the_names_of_the_columns_are_no_pair(head: str) -> None:
    (line,) = read_sheet(make_event(0).tournament, f"{head}\nOta A;Iva B\n".encode()).lines
    assert [person.name for person in line.people] == ["Ota A", "Iva B"]


def test_a_pair_of_one_name_without_numbers_is_a_fault() -> None:
    event = make_event(0)
    (line,) = read_sheet(event.tournament, b"Jan Novak;Jan Novak\n").lines
    assert line.error == "Jan Novak stands twice in this line."
    (line,) = read_sheet(event.tournament, b"Jan Novak;Jan Novak;N1;N2\n").lines
    assert line.fate is Fate.NEW


@pytest.mark.parametrize(
    ("rows", "unread", "columns"),
    [
        ("Ota Nový;O1;;Pavla Nová\nIva Nová;I1;;\n", [["Pavla Nová"], []], []),
        ("name;club;number\nOta Nový;Brno;O1\nIva Nová;;I1;x;y\n", [[], ["x", "y"]], ["club"]),
        ("name;number\nOta Nový;O1\n", [[]], []),
    ],
)
def test_what_is_not_read_of_a_list_is_said(
    event: Event, rows: str, unread: list[list[str]], columns: list[str]
) -> None:
    sheet = read_sheet(event.tournament, rows.encode())
    assert [line.unread for line in sheet.lines] == unread
    assert sheet.unread == columns
    assert sheet.numbers["error"] == 0


def test_the_preview_counts_who_would_have_a_place_with_the_list(event: Event) -> None:
    assert read_sheet(event.tournament, LIST).total == 11
    store_sheet(event.tournament.pk, LIST, "", "", None)
    assert read_sheet(event.tournament, LIST).total == 11
    assert read_sheet(event.tournament, LIST + b"\r\nKarl New;M13").total == 12


def test_a_number_of_somebody_who_can_not_be_entered_is_a_fault_of_the_preview(event: Event) -> None:
    create_player("Made-up Guest", code="K99", demo=True)
    content = b"name;number\nSomebody Else;K99\nNina Made-up;M99\n"
    looked, stored = (
        read_sheet(event.tournament, content),
        store_sheet(event.tournament.pk, content, "", "", None),
    )
    assert looked.numbers == stored.numbers == {"new": 1, "linked": 0, "error": 1}
    assert looked.lines[0].error == "K99 is the number of a player who can't be entered here."
