"""The pages of errors: in the house's design, in both languages, and one without a database."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.utils.translation import override
from django.views.defaults import server_error

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
        response = server_error(RequestFactory().get("/en/"))
    assert FRAME in response.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_token_is_told_in_the_language_of_its_page() -> None:
    client = Client(enforce_csrf_checks=True)
    pages: dict[str, Any] = {"en": "The form has expired", "cs": "Platnost formuláře vypršela"}
    for language, words in pages.items():
        response = client.post(f"/{language}/accounts/login/", {"login": "a@example.org", "password": "x"})
        assert response.status_code == 403
        assert words in response.content.decode()
