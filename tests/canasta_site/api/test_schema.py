"""The committed description of the API is the one served, and says of every operation how it can refuse."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.test import Client

from canasta_site.api.schema import mend
from canasta_site.api.views import description

COMMITTED = Path(settings.BASE_DIR) / "docs" / "openapi.yaml"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return description()


def operations(schema: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_committed_description_is_the_one_served() -> None:
    served = yaml.safe_load(Client().get("/api/v1/schema").content)
    assert yaml.safe_load(COMMITTED.read_text()) == served, "renew docs/openapi.yaml: see CONTRIBUTING.md"


def test_it_is_openapi_31_in_english_whoever_asks() -> None:
    answer = Client().get("/api/v1/schema?format=json&lang=cs", headers={"Accept-Language": "cs"})
    assert answer.json()["openapi"].startswith("3.1")
    assert "* `scheduled` - waiting" in answer.content.decode()


def test_every_operation_tells_its_limits_and_refusals(schema: dict[str, Any]) -> None:
    for method, path, operation in operations(schema):
        statuses = set(operation["responses"])
        assert {"401", "404", "429"} <= statuses, path
        assert ("304" in statuses) == (method == "get"), path
        assert ({"400", "403", "409"} <= statuses) or method == "get", path
        assert operation["description"], path


def test_every_refusal_has_the_form_of_problem_details(schema: dict[str, Any]) -> None:
    for status, response in schema["components"]["responses"].items():
        assert list(response["content"]) == ["application/problem+json"], status
    for _method, path, operation in operations(schema):
        for status, response in operation["responses"].items():
            if status >= "400" and "$ref" not in response:
                assert "application/problem+json" in response["content"], path


def test_null_is_written_as_a_type() -> None:
    node = {"a": [{"type": "string", "nullable": True}], "b": {"type": "string", "nullable": False}}
    mend(node)
    assert node == {"a": [{"type": ["string", "null"]}], "b": {"type": "string"}}


def test_the_limits_of_a_database_are_not_described() -> None:
    node = {
        "a": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
        "b": {"type": "integer", "maximum": 9},
    }
    mend(node)
    assert node == {"a": {"type": "integer", "minimum": 0}, "b": {"type": "integer", "maximum": 9}}


def test_only_the_documentation_may_have_styles_of_its_own() -> None:
    def policy(path: str) -> dict[str, set[str]]:
        parts = Client().get(path)["Content-Security-Policy"].split(";")
        return {name: set(sources) for name, *sources in (part.split() for part in parts if part.strip())}

    relaxed, strict = policy("/api/v1/docs"), policy("/api/v1/schema")
    assert relaxed == strict | {"style-src": {"'self'", "'unsafe-inline'"}}
    assert strict["style-src"] == strict["script-src"] == {"'self'"}


@pytest.mark.django_db
def test_the_footer_leads_to_the_documentation() -> None:
    assert 'href="/api/v1/docs"' in Client().get("/en/").content.decode()
    assert "swagger-ui" in Client().get("/api/v1/docs").content.decode()
