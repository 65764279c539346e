"""A director's program: entries, draws, games of an open event; each needs the scope and the right."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import Scope
from accounts.services.tokens import create_token
from ratings.models import Club, Player, Visibility
from ratings.services.people import change
from tests.tournaments.event import Event, make_event, make_user
from tournaments.models import Entrant, Match, Round, Stage

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/spring"


class Program:
    """A client with a token of these scopes."""

    def __init__(self, user: Any, *scopes: str) -> None:
        self.headers = {"Authorization": f"Token {create_token(user, 'program', scopes)[1]}"}

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return Client().generic(
            method,
            path,
            body if isinstance(body, str) else json.dumps({} if body is None else body),
            "application/json",
            headers=self.headers | headers,
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("POST", path, body, **headers)


@pytest.fixture
def event() -> Event:
    event = make_event(4)
    for letter in "xyz":
        Player.objects.create(code=f"new-{letter}", name=f"Player {letter}", club=event.tournament.club)
    return event


@pytest.fixture
def director(event: Event) -> Program:
    user = make_user("director@example.org")
    event.tournament.organisers.add(user)
    return Program(user, Scope.DIRECT)


def test_entrants_are_listed_by_number_without_hidden_players(event: Event) -> None:
    change(Player.objects.get(code="p2a"), why="asked", visibility=Visibility.HIDDEN)
    answer = Client().get(EVENT + "/entries?limit=3").json()
    assert [entry["number"] for entry in answer["results"]] == [1, 2, 3]
    assert [player["code"] for player in answer["results"][1]["players"]] == ["p2b"]
    assert Client().get(answer["next"]).json()["results"][0]["number"] == 4
    assert Client().get(EVENT + "/entries/4").json()["name"] == "Pair 4"
    assert Client().get(EVENT + "/entries/5").status_code == 404


def test_a_director_enters_a_pair_and_is_told_where_it_is(director: Program) -> None:
    answer = director.post(EVENT + "/entries", {"players": ["new-x", "new-y"]})
    assert (answer.status_code, answer["Location"]) == (201, EVENT + "/entries/5")
    assert Client().get(answer["Location"]).json() == answer.json()
    assert answer.json()["name"] == "Player x – Player y"


def test_the_same_key_enters_once_and_answers_twice(director: Program) -> None:
    body = {"players": ["new-x", "new-y"]}
    first, second = (director.post(EVENT + "/entries", body, **{"Idempotency-Key": "k1"}) for _ in range(2))
    assert (second.status_code, second.json(), second["Location"]) == (201, first.json(), first["Location"])
    assert Entrant.objects.count() == 5


def test_a_key_of_another_request_is_refused(director: Program) -> None:
    director.post(EVENT + "/entries", {"players": ["new-x", "new-y"]}, **{"Idempotency-Key": "k1"})
    answer = director.post(EVENT + "/entries", {"players": ["new-x", "new-z"]}, **{"Idempotency-Key": "k1"})
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency-key-reused")


def test_a_refused_request_leaves_its_key_free(director: Program) -> None:
    refused = director.post(EVENT + "/entries", {"players": ["new-x"]}, **{"Idempotency-Key": "k1"})
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong-number")
    body = {"players": ["new-x", "new-y"]}
    assert director.post(EVENT + "/entries", body, **{"Idempotency-Key": "k1"}).status_code == 201


@pytest.mark.parametrize("key", ["", "a b", "ž", "k" * 101])
def test_a_key_that_cannot_be_kept_is_bad_input(director: Program, key: str) -> None:
    headers = {"Idempotency-Key": key.encode().decode("latin-1")}
    answer = director.post(EVENT + "/entries", {"players": ["new-x", "new-y"]}, **headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency-key")


def test_two_users_may_have_the_same_key(event: Event, director: Program) -> None:
    other = make_user("other@example.org")
    event.tournament.organisers.add(other)
    key = {"Idempotency-Key": "k1"}
    assert director.post(EVENT + "/entries", {"players": ["new-x", "new-y"]}, **key).status_code == 201
    answer = Program(other, Scope.DIRECT).post(EVENT + "/entries", {"players": ["new-z", "new-x"]}, **key)
    assert answer.json()["code"] == "already-entered"


@pytest.mark.parametrize(
    "body",
    [
        [],
        None,
        {"players": "new-x"},
        {"players": []},
        {"players": ["new-x", "nobody"]},
        {"players": ["new-x", "\x00"]},
        {"players": ["new-x", "\ud800"]},
        {"players": ["new-x", "new-y"], "seed": 10**30},
        {"players": ["new-x", "new-y"], "name": "\x00"},
        {"players": ["new-x", "new-y"], "name": "\ud800"},
    ],
)
def test_what_is_no_entry_is_bad_input(director: Program, body: Any) -> None:
    answer = director.post(EVENT + "/entries", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert Entrant.objects.count() == 4


WRITES = [
    ("POST", "/entries", {"players": ["new-x", "new-y"]}),
    ("POST", "/entries/2/check-in", None),
    ("POST", "/entries/2/withdraw", {"reason": "ill"}),
    ("POST", "/entries/2/return", {"reason": "well"}),
    ("GET", "/1/draft", None),
    ("POST", "/1/draft", {}),
    ("DELETE", "/1/draft", None),
    ("POST", "/1/draft/publish", None),
]


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_what_directs_needs_a_token_its_scope_and_the_right(
    event: Event, director: Program, method: str, path: str, body: Any
) -> None:
    assert Client().generic(method, EVENT + path, content_type="application/json").status_code == 401
    stranger = Program(make_user("stranger@example.org"), Scope.DIRECT)
    assert stranger.send(method, EVENT + path, body).status_code == 403
    lesser = Program(event.tournament.organisers.get(), Scope.SUBMIT, Scope.RESULTS)
    answer = lesser.send(method, EVENT + path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")


def test_an_invisible_event_is_not_found_rather_than_refused(event: Event) -> None:
    event.tournament.public = False
    event.tournament.because("test").save()
    stranger = Program(make_user("stranger@example.org"), Scope.DIRECT)
    for method, path, body in WRITES:
        assert stranger.send(method, EVENT + path, body).status_code == 404


def test_a_round_is_drafted_looked_at_and_published(director: Program) -> None:
    drafted = director.post(EVENT + "/1/draft", {"seed": 7, "deals": 4})
    assert drafted.status_code == 200
    assert len(drafted.json()["matches"]) == 2
    assert Client().get("/api/v1/matches").json()["results"] == []
    assert director.send("GET", EVENT + "/1/draft").json() == drafted.json()
    published = director.post(EVENT + "/1/draft/publish")
    assert (published.json()["status"], published.json()["deals"]) == ("published", 4)
    assert published.json()["draw_hash"] == drafted.json()["draw_hash"]
    assert Client().get(EVENT + "/1/rounds/1").json() == published.json()
    assert len(Client().get("/api/v1/matches").json()["results"]) == 2


def test_a_bye_stands_in_the_round(event: Event, director: Program) -> None:
    director.post(EVENT + "/entries", {"players": ["new-x", "new-y"]})
    drafted = director.post(EVENT + "/1/draft", {}).json()
    assert (len(drafted["matches"]), len(drafted["byes"])) == (2, 1)


def test_a_draft_thrown_away_is_gone(director: Program) -> None:
    director.post(EVENT + "/1/draft", {})
    assert director.send("DELETE", EVENT + "/1/draft").status_code == 204
    assert director.send("GET", EVENT + "/1/draft").status_code == 404
    assert director.send("DELETE", EVENT + "/1/draft").status_code == 404
    assert director.post(EVENT + "/1/draft/publish").status_code == 404
    assert not Round.objects.exists()


def test_results_that_miss_are_a_conflict(event: Event, director: Program) -> None:
    event.round("1-2", "3-4")
    answer = director.post(EVENT + "/1/draft", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "results-missing")


@pytest.mark.parametrize(
    "body",
    [
        {"seed": 2**48},
        {"seed": -1},
        {"deals": 0},
        {"deals": 51},
        {"relaxed": ["all"]},
        {"relaxed": 1},
        {"seed": "x"},
    ],
)
def test_a_draw_that_cannot_be_meant_is_bad_input(director: Program, body: Any) -> None:
    assert director.post(EVENT + "/1/draft", body).status_code == 400


def test_an_entrant_is_checked_in_leaves_and_comes_back(event: Event, director: Program) -> None:
    entry = EVENT + "/entries/2"
    assert director.post(entry + "/check-in").json()["checked_in"] is True
    assert director.post(entry + "/check-in", {"present": False}).json()["checked_in"] is False
    assert director.post(entry + "/withdraw", {"reason": "ill"}).json()["withdrawn"] is True
    place = event.stage.entries.get(entrant__number=2)
    assert place.withdrawn_after == 0
    assert director.post(entry + "/return", {"reason": "well again"}).json()["withdrawn"] is False
    place.refresh_from_db()
    assert place.withdrawn_after is None
    assert director.post(entry + "/withdraw").json()["errors"][0]["field"] == "reason"


def test_whoever_is_in_a_draft_cannot_leave(director: Program) -> None:
    director.post(EVENT + "/1/draft", {})
    answer = director.post(EVENT + "/entries/2/withdraw", {"reason": "ill"})
    assert (answer.status_code, answer.json()["code"]) == (409, "in-a-draft")


@pytest.fixture
def table(event: Event) -> Program:
    """An online table of an open event."""
    event.stage.format = "open"
    event.stage.because("test").save()
    scorer = make_user("table@example.org")
    event.tournament.scorers.add(scorer)
    return Program(scorer, Scope.SUBMIT)


def test_a_game_of_an_open_event_gets_its_match_once(table: Program) -> None:
    body = {"sides": [[1], [3]]}
    first, second = (table.post(EVENT + "/1/games", body, **{"Idempotency-Key": "g1"}) for _ in range(2))
    assert (first.status_code, second.json()) == (201, first.json())
    assert [side["players"][0]["code"] for side in first.json()["sides"]] == ["p1a", "p3a"]
    assert Client().get(first["Location"]).json() == first.json()
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("sides", "status", "code"),
    [
        ([[1], [9]], 400, "invalid"),
        ([[1]], 400, "invalid"),
        ([[1], [10**30]], 400, "invalid"),
        ([[1], [1]], 409, "sides"),
    ],
)
def test_a_game_of_nobody_is_refused(table: Program, sides: Any, status: int, code: str) -> None:
    answer = table.post(EVENT + "/1/games", {"sides": sides})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Match.objects.count() == 0


def test_a_drawn_event_takes_no_games(event: Event, director: Program) -> None:
    program = Program(event.tournament.organisers.get(), Scope.SUBMIT)
    answer = program.post(EVENT + "/1/games", {"sides": [[1], [2]]})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-open")


def test_a_player_is_registered_by_a_manager_of_the_club_only(event: Event) -> None:
    manager = make_user("manager@example.org")
    Club.objects.get(code="made-up").managers.add(manager)
    Club.objects.create(code="other", name="Other club")
    program, players = Program(manager, Scope.DIRECT), "/api/v1/ratings/players"
    made = program.post(players, {"name": "Nová Hráčka", "club": "made-up"}, **{"Idempotency-Key": "p1"})
    again = program.post(players, {"name": "Nová Hráčka", "club": "made-up"}, **{"Idempotency-Key": "p1"})
    assert (made.status_code, again.json()) == (201, made.json())
    assert Client().get(made["Location"]).json()["name"] == "Nová Hráčka"
    assert program.post(players, {"name": "A", "club": "other"}).status_code == 403
    assert program.post(players, {"name": "A", "club": "none"}).status_code == 400
    taken = program.post(players, {"name": "A", "club": "made-up", "code": "p1a"})
    assert (taken.status_code, taken.json()["code"]) == (409, "taken")
    assert Client().post(players, {}, content_type="application/json").status_code == 401


def test_a_draw_that_cannot_be_tells_what_to_relax_and_is_made_so(event: Event, director: Program) -> None:
    event.results("1-2 2450:1980", "3-4 2450:1980")
    event.results("1-3 2450:1980", "2-4 2450:1980")
    event.results("1-4 2450:1980", "2-3 2450:1980")
    Stage.objects.update(draw={"rematches": "never"})
    refused = director.post(EVENT + "/1/draft", {})
    assert (refused.status_code, refused.json()["relax"]) == (409, ["rematches"])
    assert director.post(EVENT + "/1/draft", {"relaxed": refused.json()["relax"][:1]}).status_code == 200


def test_a_draft_asked_for_twice_with_one_key_is_one_draw(director: Program) -> None:
    draws = [director.post(EVENT + "/1/draft", {}, **{"Idempotency-Key": key}).json() for key in "aab"]
    assert draws[0] == draws[1]
    assert draws[0]["draw_hash"] != draws[2]["draw_hash"]


def test_only_the_draft_that_was_read_is_published(director: Program) -> None:
    director.post(EVENT + "/1/draft", {})
    read = director.send("GET", EVENT + "/1/draft")["ETag"]
    director.post(EVENT + "/1/draft", {})
    assert director.post(EVENT + "/1/draft/publish", **{"If-Match": read}).status_code == 412
    again = director.send("GET", EVENT + "/1/draft")["ETag"]
    assert director.post(EVENT + "/1/draft/publish", **{"If-Match": again}).status_code == 200


@pytest.mark.parametrize("held", ["2-of-somebody-else", "", "none"])
def test_an_if_match_that_is_no_etag_publishes_nothing(director: Program, held: str) -> None:
    director.post(EVENT + "/1/draft", {})
    answer = director.post(EVENT + "/1/draft/publish", **{"If-Match": held})
    assert (answer.status_code, answer.json()["code"]) == (400, "if-match")
    assert Round.objects.get().status == "draft"


def test_a_player_of_the_demonstration_is_not_said_to_be_unknown(event: Event, director: Program) -> None:
    Player.objects.create(code="demo-01", name="Anna", demo=True)
    errors = director.post(EVENT + "/entries", {"players": ["demo-01", "no-one"]}).json()["errors"]
    assert [error["detail"] for error in errors] == [
        "demo-01 can't play here: the demonstration's players play in its events, and nobody else.",
        "Nobody has the code no-one.",
    ]
