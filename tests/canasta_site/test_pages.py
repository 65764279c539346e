"""The site's own pages answer in both languages."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["cs", "en"])
def test_home_answers_in_the_language_of_its_address(client: Client, language: str) -> None:
    response = client.get(f"/{language}/")
    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.content.decode()


def test_the_health_check_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
