"""Submitting a log over HTTP: who may, what is answered, what is bounded."""

import gzip
import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from knox.models import get_token_model

import engine
from accounts.models import Scope
from tests.tournaments.event import make_event, make_user
from tests.tournaments.logs import log_of
from tournaments.models import Match, MoveLog

pytestmark = pytest.mark.django_db
DOCUMENT = log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"])


@pytest.fixture
def match() -> Match:
    return make_event(2, deals=None).round("1-2")[0]


def token_for(user: Any, *scopes: str) -> str:
    return str(get_token_model().objects.create(user, name="program", scopes=list(scopes))[1])


def post(match: Match, body: bytes, token: str | None = None, **headers: str) -> Any:
    if token:
        headers["Authorization"] = f"Token {token}"
    return Client().post(
        f"/api/v1/matches/{match.uuid}/logs", body, content_type="application/json", headers=headers
    )


@pytest.fixture
def token(match: Match) -> str:
    return token_for(make_user(player="p1a"), Scope.SUBMIT)


def test_a_player_of_the_match_submits_a_log_and_is_told_where_to_look(match: Match, token: str) -> None:
    answer = post(match, DOCUMENT, token)
    log = MoveLog.objects.get()
    assert answer.status_code == 202
    assert answer["Location"] == f"/api/v1/logs/{log.pk}"
    assert answer.json()["state"] == "queued"
    assert Client().get(answer["Location"]).json()["sha256"] == log.sha256


def test_the_same_document_again_gives_the_same_body_with_200(match: Match, token: str) -> None:
    first, second = post(match, DOCUMENT, token), post(match, DOCUMENT, token)
    assert (second.status_code, second.json()) == (200, first.json())


def test_a_malformed_document_is_answered_with_its_verdict(match: Match, token: str) -> None:
    answer = post(match, b'{"format": "canasta-log/2"}', token)
    assert answer.status_code == 400
    assert answer.json() == engine.replay(b'{"format": "canasta-log/2"}').as_dict()
    assert not MoveLog.objects.exists()


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"null", b"[" * 100_000])
def test_any_bytes_get_a_verdict(match: Match, token: str, body: bytes) -> None:
    answer = post(match, body, token)
    assert (answer.status_code, answer.json()["rule"]) == (400, "json")


def test_a_byte_order_mark_is_refused_with_what_to_do_about_it(match: Match, token: str) -> None:
    answer = post(match, b"\xef\xbb\xbf" + DOCUMENT, token)
    assert (answer.status_code, answer.json()["rule"]) == (400, "json")
    assert "Save it as UTF-8 without one" in answer.json()["message"]


def test_a_document_over_four_megabytes_is_refused_as_such(match: Match, token: str) -> None:
    answer = post(match, DOCUMENT + b" " * 4_000_000, token)
    assert (answer.status_code, answer.json()["rule"]) == (400, "json")


def test_a_body_over_every_limit_is_refused_with_a_verdict_too(match: Match, token: str) -> None:
    answer = post(match, b" " * 14_000_000, token)
    assert (answer.status_code, answer.json()["rule"]) == (400, "json")


def test_a_compressed_document_is_stored_unpacked(match: Match, token: str) -> None:
    answer = post(match, gzip.compress(DOCUMENT), token, **{"Content-Encoding": "gzip"})
    assert answer.status_code == 202
    assert MoveLog.objects.get().text.encode() == DOCUMENT


def test_a_bomb_is_unpacked_no_further_than_the_limit(match: Match, token: str) -> None:
    bomb = gzip.compress(b" " * 200_000_000)
    answer = post(match, bomb, token, **{"Content-Encoding": "gzip"})
    assert (answer.status_code, answer.json()["rule"]) == (400, "json")


@pytest.mark.parametrize(("encoding", "code"), [("gzip", "gzip"), ("br", "content-encoding")])
def test_what_cannot_be_unpacked_says_so(match: Match, token: str, encoding: str, code: str) -> None:
    answer = post(match, gzip.compress(DOCUMENT)[:-20], token, **{"Content-Encoding": encoding})
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_log_of_other_people_is_a_conflict_with_its_own_code(match: Match, token: str) -> None:
    answer = post(match, log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "x"]), token)
    assert (answer.status_code, answer.json()["code"]) == (409, "log-players")
    assert answer["Content-Type"] == "application/problem+json"


def test_without_a_token_nothing_is_stored(match: Match) -> None:
    assert post(match, DOCUMENT).status_code == 401


@pytest.mark.parametrize("token", ["wrong", "č" * 20, "canasta_" + "a" * 64])
def test_a_wrong_token_is_refused(match: Match, token: str) -> None:
    assert post(match, DOCUMENT, token.encode().decode("latin-1")).status_code == 401


def test_a_token_without_the_scope_is_refused(match: Match) -> None:
    assert post(match, DOCUMENT, token_for(make_user(player="p1a"), Scope.RESULTS)).status_code == 403


def test_a_stranger_is_refused(match: Match) -> None:
    assert post(match, DOCUMENT, token_for(make_user(), Scope.SUBMIT)).status_code == 403


def test_an_organiser_may_submit(match: Match) -> None:
    user = make_user()
    match.round.stage.tournament.organisers.add(user)
    assert post(match, DOCUMENT, token_for(user, Scope.SUBMIT)).status_code == 202


def test_a_program_with_the_right_may_submit_for_every_match(match: Match) -> None:
    user = make_user()
    user.user_permissions.add(Permission.objects.get(codename="submit_every_log"))
    assert post(match, DOCUMENT, token_for(user, Scope.SUBMIT)).status_code == 202


def test_the_text_of_a_log_is_not_in_its_answer(match: Match, token: str) -> None:
    where = post(match, DOCUMENT, token)["Location"]
    assert "deck" not in json.dumps(Client().get(where).json())


def test_a_hidden_tournament_does_not_exist_for_strangers(match: Match, token: str) -> None:
    tournament = match.round.stage.tournament
    tournament.public = False
    tournament.because("test").save()
    stranger = token_for(make_user("other@example.org"), Scope.SUBMIT)
    assert post(match, DOCUMENT, stranger).status_code == 404
    assert Client().get(f"/api/v1/matches/{match.uuid}").status_code == 404


def test_the_match_tells_rules_end_and_seats(match: Match) -> None:
    answer = Client().get(f"/api/v1/matches/{match.uuid}").json()
    assert (answer["rules"], answer["until"], answer["state"]) == ("classic", {"points": 5000}, "scheduled")
    assert [[p["code"] for p in side["players"]] for side in answer["sides"]] == [
        ["p1a", "p1b"],
        ["p2a", "p2b"],
    ]


@pytest.mark.parametrize(
    ("sent_as", "status"),
    [("text/html", 202), ("", 202), ("application/octet-stream", 202), ("multipart/form-data", 415)],
)
def test_a_log_is_its_bytes_whatever_they_are_called_but_no_file_of_a_form(
    match: Match, token: str, sent_as: str, status: int
) -> None:
    where = f"/api/v1/matches/{match.uuid}/logs"
    answer = Client().generic("POST", where, DOCUMENT, sent_as, headers={"Authorization": f"Token {token}"})
    assert answer.status_code == status
    assert MoveLog.objects.exists() is (status == 202)


def test_a_verdict_is_told_from_problem_details_by_its_media_type(match: Match, token: str) -> None:
    broken, foreign = post(match, b"{}", token), post(match, DOCUMENT.replace(b"p1a", b"p9z"), token)
    assert (broken.status_code, broken["Content-Type"]) == (400, "application/json")
    assert broken.json()["verdict"] == "malformed"
    assert (foreign.status_code, foreign["Content-Type"]) == (409, "application/problem+json")
