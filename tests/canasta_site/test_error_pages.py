"""The pages of errors: in the house's design, in both languages, and one without a database."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.template import loader
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.utils.translation import override

from canasta_site.faults import failed
from canasta_site.urls import urlpatterns as site_urls

FRAME = '<header class="site-head">'


def raising(error: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


urlpatterns = [
    path("403", raising(PermissionDenied())),
    path("400", raising(SuspiciousOperation())),
    path("500", raising(RuntimeError("a secret in the message"))),
    *site_urls,
]


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize(
    ("address", "status", "language", "words"),
    [
        ("/en/nowhere", 404, "en", "This page is not here"),
        ("/cs/nikde", 404, "cs", "Tato stránka tu není"),
        ("/403", 403, "en", "You may not do this"),
        ("/403", 403, "cs", "Tohle nesmíte"),
        ("/400", 400, "en", "This request can&#x27;t be read"),
        ("/400", 400, "cs", "Tomuto požadavku nerozumíme"),
        ("/500", 500, "en", "Something went wrong here"),
        ("/500", 500, "cs", "Něco se u nás pokazilo"),
    ],
)
def test_an_error_has_its_page_in_both_languages(
    address: str, status: int, language: str, words: str
) -> None:
    client = Client(raise_request_exception=False, headers={"accept-language": language})
    response = client.get(address)
    text = response.content.decode()
    assert response.status_code == status
    assert words.replace("&#x27;", "'") in text.replace("&#x27;", "'")
    assert FRAME in text
    assert "a secret" not in text


def test_the_page_of_our_own_mistakes_needs_no_database() -> None:
    # Without the mark of pytest-django any query here fails.
    with override("en"):
        response = failed(RequestFactory().get("/en/"))
    assert FRAME in response.content.decode()


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "405", "429", "500", "503"])
@pytest.mark.parametrize("language", ["en", "cs"])
def test_each_says_its_status_what_happened_and_what_to_do_and_is_not_searched(
    name: str, language: str
) -> None:
    with override(language):
        text = loader.get_template(f"{name}.html").render()
    heading = re.findall("<h1>(.+)</h1>", text)
    assert re.findall("<title>(.+) · Canasta</title>", text) == heading
    assert re.search(f'<p class="meta">{name[:3]}</p>', text)
    assert re.search('<p class="lead">.+</p>', text)
    assert '<meta name="robots" content="noindex">' in text
    assert f'<a class="button" href="/{language}/">' in text


@pytest.mark.django_db
def test_a_form_without_its_token_is_told_in_the_language_of_its_page() -> None:
    client = Client(enforce_csrf_checks=True)
    pages: dict[str, Any] = {"en": "The form has expired", "cs": "Platnost formuláře vypršela"}
    for language, words in pages.items():
        response = client.post(f"/{language}/accounts/login/", {"login": "a@example.org", "password": "x"})
        assert response.status_code == 403
        assert words in response.content.decode()


def unreachable(*_: Any) -> Any:
    raise OperationalError("connection to server at 127.0.0.1 failed: the database system is starting up")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("en", "Back in a moment"), ("cs", "Za okamžik jsme zpátky")]
)
def test_while_the_database_is_away_a_page_says_when_to_come_again(language: str, words: str) -> None:
    client = Client(raise_request_exception=False, headers={"accept-language": language})
    for path_of_a_page in (f"/{language}/tournaments/", f"/{language}/account/", f"/{language}/ratings/"):
        client.cookies["session"] = "a-session-that-has-to-be-looked-up"
        with connection.execute_wrapper(unreachable):
            response = client.get(path_of_a_page)
        assert (response.status_code, response["Retry-After"]) == (503, "10")
        assert response["Cache-Control"] == "no-store"
        assert words in response.content.decode()
        assert FRAME in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
def test_while_the_database_is_away_a_program_is_told_so(method: str) -> None:
    client = Client(raise_request_exception=False, headers={"authorization": "Token canasta_0123456789"})
    with connection.execute_wrapper(unreachable):
        response = getattr(client, method)("/api/v1/tournaments", content_type="application/json")
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert response["Content-Type"] == "application/problem+json"
    told = {name: response.json()[name] for name in ("title", "status", "code")}
    assert told == {"title": "Service Unavailable", "status": 503, "code": "unavailable"}


class ReadOnlyError(Exception):
    sqlstate = "25006"


@pytest.mark.parametrize(
    ("error", "cause", "status"),
    [
        (InterfaceError("the connection is closed"), None, 503),
        (InternalError("cannot execute INSERT in a read-only transaction"), ReadOnlyError(), 503),
        (InternalError("current transaction is aborted"), None, 500),
        (UnreadablePostError("the sender is too slow"), None, 400),
        (RuntimeError("a secret in the message"), None, 500),
    ],
)
def test_only_what_waiting_mends_is_worth_asking_again(
    error: Exception, cause: Exception | None, status: int
) -> None:
    request = RequestFactory().get("/api/v1/tournaments")
    try:
        raise error from cause
    except Exception:
        response = failed(request)
    assert response.status_code == status
    assert response.has_header("Retry-After") is (status == 503)
    assert b"secret" not in response.content
