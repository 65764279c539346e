"""An event goes from one site to another in a file: whole, checked, once, and saying no more than it may."""

import copy
import json
from functools import cache
from typing import Any

import pytest
from django.utils import translation

from ratings.models import Club, Player, RatedGame, RatingPool
from tests.tournaments.event import NOW, make_event, make_user
from tests.tournaments.eventful import another_site, eventful
from tournaments.core.drawing import check_draw
from tournaments.errors import TournamentError
from tournaments.event_reading import FileError
from tournaments.models import Entrant, GameRecord, Match, MoveLog, Round, Tournament
from tournaments.selectors.draws import drawn_tables
from tournaments.selectors.event_files import event_file, file_text
from tournaments.selectors.standings import StageStandings
from tournaments.services import decisions
from tournaments.services.event_imports import Choices, import_event, preview_event
from tournaments.services.event_people import Link, Who

pytestmark = pytest.mark.django_db
Document = dict[str, Any]


def packed(document: Document) -> bytes:
    return file_text(document).encode()


def imported(document: Document, choices: Choices | None = None) -> Tournament:
    found = import_event(packed(document), choices or Choices(), None, NOW)
    assert found.event is not None
    return found.event


def shown(event: Tournament) -> list[Any]:
    return [
        (
            table.group,
            [(row.rank, row.number, row.name, row.value, row.ties, row.remarks) for row in table.rows],
        )
        for stage in event.stages.all()
        for table in StageStandings(stage).shown()
    ]


@pytest.fixture
def document() -> Document:
    """The file of a small event that this site knows nothing of."""
    return copy.deepcopy(_document())


@pytest.fixture
def rich() -> Document:
    """The file of an event in which everything happened, whole, and of which this site knows nothing."""
    return copy.deepcopy(_rich()[0])


@cache
def _rich() -> tuple[Document, Document, list[Any], str]:
    """The whole file, the director's, the standings, and the secret of a table's link."""
    event = eventful().tournament
    link = Match.objects.exclude(link=None)[0].link
    found = (event_file(event, full=True), event_file(event), shown(event), link.nonce)
    another_site()
    return found


@cache
def _document() -> Document:
    event = make_event(4)
    event.results("1-2 2450:1980", "3-4 1000:500")
    made = event_file(event.tournament, full=True)
    another_site()
    return made


def test_an_imported_event_is_equal_to_the_exported_one(rich: Document) -> None:
    again = imported(rich)
    after = event_file(again, full=True)
    assert after == rich
    assert packed(after) == packed(rich)
    assert shown(again) == _rich()[2]


def test_it_is_equal_beside_other_events_and_players_too(rich: Document) -> None:
    other = make_event(3, slug="before")
    other.results("1-2 500:0", "3")
    assert event_file(imported(rich), full=True) == rich


def test_a_drawn_round_can_be_drawn_again_from_the_imported_file(rich: Document) -> None:
    make_event(1, slug="before")
    rounds = Round.objects.filter(stage__tournament=imported(rich))
    assert len(rounds) == 2
    for round_ in rounds:
        found = check_draw(round_.draw_input, int(round_.seed), round_.draw_hash, drawn_tables(round_))
        assert found.ok, found


def test_a_decision_made_elsewhere_can_be_taken_back_here(rich: Document) -> None:
    imported(rich)
    record = GameRecord.objects.get(totals=[1980, 2450])
    assert [entry.who for entry in record.history.order_by("version")][1:] == ["Anna Referee"]
    decisions.undo(record.match_id, None, record.decided_at, "After all.")
    record.refresh_from_db()
    assert record.totals == [2450, 1980]


def test_the_ratings_hear_of_the_games_unless_it_is_imported_as_unrated(document: Document) -> None:
    imported(document)
    assert RatedGame.objects.filter(not_rated="").count() == 2
    assert RatingPool.objects.filter(dirty_from__isnull=False).exists()
    another_site()
    event = imported(document, Choices(rated=False))
    assert not event.rated
    assert not RatedGame.objects.filter(not_rated="").exists()


def test_the_same_file_twice_is_one_event(document: Document) -> None:
    event = imported(document)
    for again in (
        document,
        document | {"event": document["event"] | {"uuid": str(Match.objects.all()[0].uuid)}},
    ):
        with pytest.raises(TournamentError) as caught:
            imported(again)
        assert (caught.value.code, caught.value.params) == ("already-here", {"slug": event.slug})
    assert Tournament.objects.count() == 1


def test_an_address_that_is_taken_is_made_anew(document: Document) -> None:
    make_event(0, slug="spring")
    assert imported(document).slug == "spring-event-2026-03-14"


def test_the_preview_says_what_would_be_stored_and_stores_nothing(document: Document) -> None:
    found = preview_event(packed(document), Choices(), None, NOW)
    assert (found.entrants, found.rounds, found.matches, found.official) == (4, 1, 2, 2)
    assert [person.link for person in found.people] == [Link.NEW] * 8
    assert found.clubs == ["Made-up club"]
    for model in (Tournament, Player, Club, Entrant, Match):
        assert not model.objects.exists()


def test_a_number_that_is_somebody_elses_here_is_asked_about(document: Document) -> None:
    club = Club.objects.create(code="here", name="Here")
    mine = Player.objects.create(code="p1a", name="Somebody Else", club=club)
    found = preview_event(packed(document), Choices(), None, NOW)
    assert [(person.code, person.known_as) for person in found.doubtful] == [("p1a", "Somebody Else")]
    with pytest.raises(TournamentError) as caught:
        imported(document)
    assert caught.value.code == "who-is-it"
    assert not Tournament.objects.exists()
    event = imported(document, Choices(people={"p1a": Who.OTHER}))
    assert event.members.get(player__name="Player p1a").player.code == "made-up-p1a"
    assert not mine.event_entries.exists()


def test_a_number_can_be_said_to_be_the_same_persons(document: Document) -> None:
    club = Club.objects.create(code="here", name="Here")
    mine = Player.objects.create(code="p1a", name="Somebody Else", club=club)
    event = imported(document, Choices(club, {"p1a": Who.SAME}))
    assert event.members.filter(player=mine).exists()
    assert event.club == club


def test_somebody_hidden_is_not_named_to_whoever_guesses_a_number(document: Document) -> None:
    make_event(0)
    other = Club.objects.create(code="other", name="Other")
    Player.objects.create(code="p1a", name="Secret Person", club=other, visibility="hidden")
    manager = make_user("manager@example.org")
    [doubtful] = preview_event(packed(document), Choices(), manager, NOW).doubtful
    assert doubtful.known_as == "hidden player"


def test_players_of_a_demonstration_are_nobody_elses(document: Document) -> None:
    Player.objects.create(code="p1a", name="Player p1a", demo=True)
    event = imported(document)
    assert not event.members.filter(player__demo=True).exists()


def test_a_director_exports_other_clubs_players_only_as_they_are_shown(rich: Document) -> None:
    event = imported(rich)
    club = Club.objects.get(code="elsewhere")
    player = Player.objects.get(code="p5b")
    player.club, player.visibility, player.pseudonym = club, "pseudonym", "Joker"
    player.because("test").save()
    people = {player["code"]: player for player in event_file(event)["players"]}
    assert people["p1a"]["name"] == "Player p1a"
    assert people["p5b"]["name"] == "Joker"
    assert people["p5b"]["withheld"]
    assert people["h1"]["name"] == ""
    text = file_text(event_file(event))
    assert "Hidden Helen" not in text
    assert "Player p5b" not in text
    assert "Hidden Helen" in file_text(event_file(event, full=True))


def test_a_report_by_somebody_hidden_does_not_name_them_either(rich: Document) -> None:
    event = imported(rich)
    user = make_user("helen@example.org", name="Hidden Helen", player="h1")
    GameRecord.history.update(history_user=user)
    assert "Hidden Helen" not in file_text(event_file(event))


def test_what_a_director_exported_comes_back_the_same(rich: Document) -> None:
    document = _rich()[1]
    people = {player["code"]: player for player in document["players"]}
    assert people["h1"]["name"] == ""
    assert event_file(imported(document)) == document


def test_no_account_and_no_private_link_stands_in_a_file(rich: Document) -> None:
    text = file_text(rich)
    assert "Anna Referee" in text
    for secret in ("anna@example.org", _rich()[3], "digest"):
        assert secret not in text


def _set(document: Document, path: str, value: Any) -> None:
    *way, last = path.split(".")
    at: Any = document
    for step in way:
        at = at[int(step)] if step.isdecimal() else at[step]
    if isinstance(at, list):
        at[int(last)] = value
    elif value is KeyError:
        del at[last]
    else:
        at[last] = value


MATCH = "stages.0.rounds.0.matches.0"
BAD = [
    ("format", "something-else", ""),
    ("version", 2, ""),
    ("event.name", KeyError, "event.name"),
    ("event.name", "x" * 121, "event.name"),
    ("event.name", "", "event.name"),
    ("event.name", "a\0b", ""),
    ("event.name", "a\ud800b", ""),
    ("event.starts_at", "yesterday", "event.starts_at"),
    ("event.starts_at", "0001-01-01T00:00:00+00:00", "event.starts_at"),
    ("event.starts_at", "2026-03-14T18:00:00", "event.starts_at"),
    ("event.rated", 1, "event.rated"),
    ("event.rule_set", "bridge", "event.rule_set"),
    ("event.capacity", 10**30, "event.capacity"),
    ("event.capacity", -1, "event.capacity"),
    ("event.surprise", 1, "event.surprise"),
    ("event.club", "nobody", "event.club"),
    ("players.0.code", "../x", "players[0].code"),
    ("players.0.visibility", "x", "players[0].visibility"),
    ("players.1.code", "p1a", ""),
    ("entrants.1.number", 1, ""),
    ("entrants.0.players.0", "nobody", "entrants[0].players"),
    ("entrants.0.players", ["p1a", "p1b", "p2a"], "entrants[0].players"),
    ("entrants.0.history.0.type", "?", "entrants[0].history[0].type"),
    ("entrants.0.history.0.at", 5, "entrants[0].history[0].at"),
    ("stages.0.scoring", {"table": 5}, "stages[0].scoring"),
    ("stages.0.scoring", {"method": "luck"}, "stages[0].scoring"),
    ("stages.0.clock", {"warnings": "often"}, "stages[0].clock"),
    ("stages.0.draw", {"forbidden": [[1]]}, "stages[0].draw"),
    ("stages.0.draw", {"anything": 1}, "stages[0].draw"),
    ("stages.0.draw", [], "stages[0].draw"),
    ("stages.0.entries.0.entrant", 77, "stages[0].entries[0].entrant"),
    ("stages.0.rounds.0.draw_input", "{}", "stages[0].rounds[0].draw_hash"),
    ("stages.0.rounds.0.draw_notes", {"tables": 1, "byes": {}, "idle": []}, "stages[0].rounds[0].draw_notes"),
    (f"{MATCH}.uuid", "x", "stages[0].rounds[0].matches[0].uuid"),
    (f"{MATCH}.sides", [[1]], "stages[0].rounds[0].matches[0].sides"),
    (f"{MATCH}.sides", [[1], [77]], "stages[0].rounds[0].matches[0].sides"),
    (f"{MATCH}.sides", [[1], [1]], ""),
    (f"{MATCH}.record", None, "stages[0].rounds[0].matches[0].record"),
    (f"{MATCH}.record.totals", [5], "stages[0].rounds[0].matches[0].record.totals"),
    (f"{MATCH}.record.totals", [2451, 1980], "stages[0]"),
    (f"{MATCH}.record.ranks", [2, 1], "stages[0].rounds[0].matches[0].record.ranks"),
    (f"{MATCH}.record.deals", [[{}, {}]], "stages[0].rounds[0].matches[0].record.deals"),
    (f"{MATCH}.record.sheet", 0, "stages[0].rounds[0].matches[0].record.sheet"),
    (f"{MATCH}.penalties", [-100], "stages[0].rounds[0].matches[0].penalties"),
    (f"{MATCH}.seats.0.player", "nobody", "stages[0].rounds[0].matches[0].seats[0].player"),
    (f"{MATCH}.seats.0.side", 5, "stages[0].rounds[0].matches[0].seats[0].side"),
    (f"{MATCH}.records_taken_back", [[5]], "stages[0].rounds[0].matches[0].records_taken_back[0][0].type"),
]


@pytest.mark.parametrize(("path", "value", "where"), BAD)
def test_a_bad_file_is_refused_where_it_is_bad_and_nothing_is_stored(
    document: Document, path: str, value: Any, where: str
) -> None:
    _set(document, path, value)
    content = json.dumps(document).encode()
    with pytest.raises(FileError) as caught:
        import_event(content, Choices(), None, NOW)
    assert caught.value.code == "bad-file"
    assert str(caught.value).startswith(where) or f"({where}" in str(caught.value)
    for model in (Tournament, Player, Club, Entrant, Match):
        assert not model.objects.exists()


@pytest.mark.parametrize(
    ("language", "path", "value", "said"),
    [
        ("en", f"{MATCH}.sides", [[1]], "Stage 1, round 1, match 1 (stages[0].rounds[0].matches[0].sides): "),
        (
            "cs",
            f"{MATCH}.sides",
            [[1]],
            "1. fáze, 1. kolo, 1. zápas (stages[0].rounds[0].matches[0].sides): ",
        ),
        ("en", "entrants.1.history.0.at", 5, "Entrant 2, change 1 (entrants[1].history[0].at): "),
        ("cs", f"{MATCH}.record.totals", [2451, 1980], "1. fáze (stages[0]): "),
        ("cs", f"{MATCH}.record.totals", [2451, 1980], "(1. kolo, stůl 1)"),
    ],
)
def test_the_place_of_a_fault_is_told_in_words_too(
    document: Document, language: str, path: str, value: Any, said: str
) -> None:
    _set(document, path, value)
    with pytest.raises(FileError) as caught, translation.override(language):
        import_event(json.dumps(document).encode(), Choices(), None, NOW)
    assert said in str(caught.value)


SUMS = [
    # 1200 + 1250 = 2450 and 1000 + 980 = 1980
    ([[1200, 1000], [1250, 980]], [], True),
    ([[1200, 1000], [1250, 985]], [], False),
    ([[1250, 980]], [], False),
    # The first side came late: 100 points were off its sheet before the first deal.
    ([[1300, 1000], [1250, 980]], [-100, 0], True),
    ([[1300, 1000], [1250, 980]], [], False),
    # The scores, with the 100 of the other side, were written on the wrong lines.
    ([[1300, 1000], [1250, 980]], [0, -100], True),
]


@pytest.mark.parametrize(("deals", "penalties", "right"), SUMS)
@pytest.mark.parametrize("where", ["record", "record.history.0"])
def test_deals_that_dont_add_up_are_refused_and_the_match_is_named(
    document: Document, where: str, deals: list[list[int]], penalties: list[int], right: bool
) -> None:
    _set(document, f"{MATCH}.{where}.deals", [[{"total": points} for points in deal] for deal in deals])
    _set(document, f"{MATCH}.penalties", penalties)
    if right:
        assert imported(document)
        return
    with pytest.raises(FileError, match=r"record.*deals\): the deals don't add up .*Round 1, table 1"):
        imported(document)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{",
        b"[" * 100_000,
        b'{"format": "canasta-event", "version": 1}',
        b'{"format": "canasta-event", "version": 1, "event": 1.5}',
        b'{"format": "canasta-event", "version": 1, "event": NaN}',
        b'{"format": "canasta-event", "version": 1, "event": {"name": ' + b"9" * 5000 + b"}}",
        b" " * 20_000_001,
    ],
)
def test_what_is_no_event_is_refused(content: bytes) -> None:
    with pytest.raises(FileError):
        preview_event(content, Choices(), None, NOW)


def log_of(document: Document) -> Document:
    """The only log in a file."""
    matches = [m for stage in document["stages"] for round_ in stage["rounds"] for m in round_["matches"]]
    [log] = [log for match in matches for log in match["logs"]]
    return log


def test_a_log_is_replayed_and_not_believed(rich: Document) -> None:
    log_of(rich).update(state="verified", verdict={"verdict": "verified"})
    with pytest.raises(FileError, match=r"logs\[0\].verdict"):
        imported(rich)


def test_a_log_with_another_text_is_not_the_one_that_was_sent(rich: Document) -> None:
    log_of(rich)["text"] += " "
    with pytest.raises(FileError, match=r"logs\[0\].sha256"):
        imported(rich)


def test_a_log_that_waited_for_a_worker_waits_again(rich: Document) -> None:
    log_of(rich).update(state="queued", verdict=None, replayed_at=None)
    event = imported(rich)
    log = MoveLog.objects.get()
    assert (log.state, log.next_at) == ("queued", NOW)
    MoveLog.objects.update(state="running")
    assert log_of(event_file(event))["state"] == "queued"


def test_a_log_that_a_referee_set_aside_waits_for_none_elsewhere(rich: Document) -> None:
    log_of(rich)["set_aside"] = True
    event = imported(rich)
    assert MoveLog.objects.get().set_aside
    assert log_of(event_file(event))["set_aside"] is True


def test_only_a_log_with_a_fault_can_be_set_aside(rich: Document) -> None:
    log_of(rich).update(state="queued", verdict=None, replayed_at=None, set_aside=True)
    with pytest.raises(FileError, match=r"logs\[0\].set_aside"):
        imported(rich)


def test_a_log_that_failed_and_was_set_aside_is_not_tried_again(rich: Document) -> None:
    log_of(rich).update(state="failed", verdict=None, set_aside=True)
    assert log_of(event_file(imported(rich)))["state"] == "failed"


def test_every_text_of_a_file_may_be_anything(document: Document) -> None:
    document["event"] |= {"name": "<b>=1+1</b>", "description": "</script>", "venue": "'; DROP TABLE"}
    assert imported(document).name == "<b>=1+1</b>"
