"""What every answer of the API carries: an ETag, the limit's headers, problem details for every refusal."""

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from canasta_site.api.middleware import ApiAnswers
from tests.tournaments.event import make_event, make_user

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/spring"


@pytest.fixture
def event() -> Any:
    return make_event(2)


def test_an_unchanged_answer_is_a_304_and_a_changed_one_is_not(event: Any) -> None:
    first = Client().get(EVENT)
    again = Client().get(EVENT, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    event.tournament.name = "Another name"
    event.tournament.because("test").save()
    assert Client().get(EVENT, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_answers_are_kept_by_the_asker_alone_and_asked_about_again(event: Any) -> None:
    assert Client().get(EVENT)["Cache-Control"] == "private, no-cache"


def test_pages_are_none_of_its_business() -> None:
    assert "RateLimit" not in Client().get("/en/")


def limited(settings: Any, **rates: str) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}


def test_the_limit_counts_down_and_then_says_how_long_to_wait(event: Any, settings: Any) -> None:
    limited(settings, anon="2/day", user="5/day")
    answers = [Client().get(EVENT) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert [answer["RateLimit"].split(";t=")[0] for answer in answers] == [
        '"anon";r=1',
        '"anon";r=0',
        '"anon";r=0',
    ]
    assert answers[0]["RateLimit-Policy"] == '"anon";q=2;w=86400'
    assert 0 < int(answers[2]["Retry-After"]) <= 86400
    assert answers[2].json()["code"] == "throttled"


def test_a_user_has_a_limit_of_their_own(event: Any, settings: Any) -> None:
    limited(settings, anon="1/day", user="2/day")
    client = Client()
    client.force_login(make_user())
    assert Client().get(EVENT).status_code == 200
    assert [client.get(EVENT).status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize(
    "path",
    ["nothing", "tournaments/spring/", "ratings/players/%00", "logs/" + "9" * 30, "a%0Ab", "matches/x"],
)
def test_where_nothing_is_the_refusal_has_its_form_too(path: str) -> None:
    answer = Client().get("/api/v1/" + path)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["title"] == "Not Found"


def test_a_refusal_is_json_where_csv_was_asked_for() -> None:
    answer = Client().get("/api/v1/ratings/players/nobody?format=csv")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "query",
    [
        "matches?cursor=%00",
        "matches?cursor=cD1hYmM=",
        "tournaments?cursor=cD1hYmM=",
        "ratings/players?cursor=cj0xJnA9JTAw",
        "matches?round=" + "9" * 40,
        "matches?player=%00",
        "ratings/players?q=%00",
        "tournaments?since=0000-00-00",
    ],
)
def test_nonsense_in_a_query_is_refused_or_finds_nothing(event: Any, query: str) -> None:
    assert Client().get("/api/v1/" + query).status_code in {200, 400, 404}


@pytest.mark.parametrize(
    "body", ["{", "[" * 100_000, '{"totals": NaN}', '{"totals": 1' + "0" * 5000 + "}", "\ufeff{}"]
)
def test_a_body_that_is_no_json_is_a_bad_request(event: Any, body: str) -> None:
    event.round("1-2")
    client = Client()
    client.force_login(make_user(player="p1a"))
    match = client.get("/api/v1/matches").json()["results"][0]["uuid"]
    answer = client.post(f"/api/v1/matches/{match}/results", body, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def test_a_body_of_another_media_type_is_refused_as_such(event: Any) -> None:
    event.round("1-2")
    client = Client()
    client.force_login(make_user(player="p1a"))
    match = client.get("/api/v1/matches").json()["results"][0]["uuid"]
    answer = client.post(f"/api/v1/matches/{match}/results", {"totals": 1}, content_type="text/plain")
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("asked", "detail"),
    [
        (None, "Give a number."),
        ("*", "Give a number."),
        ("de, *;q=0.5", "Give a number."),
        ("en", "Give a number."),
        ("cs", "Zadejte číslo."),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "Zadejte číslo."),
    ],
)
def test_programs_are_spoken_to_in_english_unless_they_ask_for_czech(
    event: Any, asked: str, detail: str
) -> None:
    headers = {"Accept-Language": asked} if asked else {}
    answer = Client().get(EVENT + "/1/standings?after=x", headers=headers).json()
    assert answer["errors"][0]["detail"] == detail
    assert Client().get("/")["Location"] == "/cs/"


@pytest.mark.parametrize("status", [200, 401])
def test_the_rest_of_a_body_is_read_so_that_the_answer_arrives(rf: RequestFactory, status: int) -> None:
    request = rf.post("/api/v1/matches", b" " * 5_000_000, content_type="application/json")

    def refuse(request: HttpRequest) -> HttpResponse:
        request.read(1_000)
        return HttpResponse(status=status)

    assert ApiAnswers(refuse)(request).status_code == status
    assert request.read(1) == b""


@pytest.mark.parametrize(
    ("header", "advice"),
    [
        (None, "Send a token, in the header “Authorization: Token canasta_…”."),
        ("Bearer canasta_made_up", "Send a token, in the header “Authorization: Token canasta_…”."),
        ("Token canasta_made_up", "No such token is in force: it is wrong, has ended or was revoked."),
        ("Token", "No such token is in force: it is wrong, has ended or was revoked."),
    ],
)
def test_whoever_sends_no_good_token_is_told_how_to_send_one(
    event: Any, header: str | None, advice: str
) -> None:
    headers = {"Authorization": header} if header else {}
    answer = Client().post(EVENT + "/entries", headers=headers, content_type="application/json")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Token")
    assert answer.json()["detail"].startswith(advice)


@pytest.mark.parametrize(
    ("query", "advice"),
    [
        ("matches?cursor=made-up", "This cursor leads nowhere."),
        ("tournaments/", "This is no address of the API"),
    ],
)
def test_what_is_not_found_is_told_from_what_was_misspelt(event: Any, query: str, advice: str) -> None:
    answer = Client().get("/api/v1/" + query)
    assert answer.status_code == 404
    assert answer.json()["detail"].startswith(advice)


def test_a_word_that_no_list_knows_is_refused_with_those_it_knows(event: Any) -> None:
    answer = Client().get("/api/v1/tournaments?status=made-up")
    assert answer.status_code == 400
    assert answer.json()["errors"] == [
        {
            "field": "status",
            "code": "invalid_choice",
            "detail": "Give one of these: planned, running, finished, archived, cancelled.",
        }
    ]


@pytest.mark.parametrize("path", [EVENT, "/api/v1/matches", "/api/v1/nowhere"])
def test_head_names_the_same_state_as_get(event: Any, path: str) -> None:
    assert Client().head(path)["ETag"] == Client().get(path)["ETag"]


@pytest.mark.parametrize("limit", ["abc", "-5", "0", "2.5", "٣"])
@pytest.mark.parametrize("path", ["matches", "ratings/players"])
def test_a_length_that_is_none_is_refused_and_one_too_large_shortened(
    event: Any, path: str, limit: str
) -> None:
    answer = Client().get("/api/v1/" + path, {"limit": limit})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "limit")
    assert Client().get("/api/v1/" + path, {"limit": "9" * 30}).status_code == 200


@pytest.mark.parametrize("cursor", ["%%%", "\0", "eD0x"])
def test_a_cursor_that_names_no_place_is_not_the_beginning(event: Any, cursor: str) -> None:
    assert Client().get("/api/v1/matches", {"cursor": cursor}).status_code == 404
    assert Client().get("/api/v1/matches", {"cursor": ""}).status_code == 200


def test_a_form_that_nobody_speaks_is_not_acceptable_rather_than_not_there(event: Any) -> None:
    answer = Client().get(EVENT, {"format": "xml"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


def test_refusals_say_what_to_do_and_not_the_words_of_the_framework(event: Any) -> None:
    client = Client()
    client.force_login(make_user())
    answers = [
        client.get("/api/v1/tournaments/nowhere"),
        client.post(EVENT + "/entries", {}, content_type="application/json"),
        client.put(EVENT, {}, content_type="application/json"),
    ]
    assert [(answer.status_code, answer.json()["detail"]) for answer in answers] == [
        (404, "There is nothing at this address, or nothing for you to see."),
        (
            403,
            "Your account may not do this here: it takes a part in it, as its player, organiser or referee. "
            "docs/api.md says who may; an organiser or administrator can give you that part.",
        ),
        (405, "This address takes only the methods in the header “Allow”."),
    ]


def test_a_body_larger_than_anything_meant_can_be_is_refused_as_such(event: Any, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
    client = Client(headers={"accept-language": "cs"})
    client.force_login(make_user(is_superuser=True))
    answer = client.post(EVENT + "/entries", " " * 2_000_001, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (413, "application/problem+json")
    assert (answer.json()["code"], answer.json()["detail"]) == (
        "too-large",
        "To, co jste poslali, je příliš velké; smí to mít nejvýše 2 MB.",
    )


def test_what_the_framework_says_of_a_body_is_czech_for_who_asks_for_it(event: Any) -> None:
    client = Client(headers={"accept-language": "cs"})
    client.force_login(make_user(is_superuser=True))
    told = [
        client.post(EVENT + "/entries", body, content_type="application/json").json()["detail"]
        for body in ("{", "[]", '{"players": []}', '{"players": [["p1a"]]}', '{"players": "p1a"}')
    ]
    told += [
        client.post(EVENT + "/entries/1/check-in", {"present": 7}, content_type="application/json").json()[
            "detail"
        ]
    ]
    assert told == [
        "Tělo nelze přečíst jako JSON v UTF-8: "
        "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        "Má tu být objekt JSON, ne list.",
        "players: Má jich být nejméně 1.",
        "players.0: Má tu být text.",
        "players: Má tu být seznam, ne str.",
        "present: Má tu být true nebo false.",
    ]
