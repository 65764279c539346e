"""Every request has a number, a line, and a place in the metrics; its task carries the number on."""

import logging
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from canasta_site import tasks
from canasta_site.celery import begin_task, carry_request, end_task
from canasta_site.logs import request_id
from canasta_site.metrics import _own
from tests.tournaments.event import make_user

GIVEN = "0123-abc.DEF_x"


def counted(view: str, method: str, status: str) -> float:
    labels = {"view": view, "method": method, "status": status}
    return _own.get_sample_value("canasta_requests_total", labels) or 0.0


def lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [line for line in caplog.records if line.name == "canasta_site.requests"]


@pytest.mark.parametrize("given", ["", "short", "with blank in it", "x" * 65, 'quote"and\\n', GIVEN])
def test_an_answer_names_a_number_of_the_services_own(client: Client, given: str) -> None:
    """Nobody declared a proxy: what a visitor sends as a number counts for nothing."""
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert UUID(answer["X-Request-ID"]).hex == answer["X-Request-ID"] != given


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (GIVEN, True),
        ("x" * 8, True),
        ("x" * 64, True),
        ("x" * 7, False),
        ("x" * 65, False),
        ("a b c d e f", False),
    ],
)
def test_a_declared_proxys_number_is_taken_if_it_is_well_formed(
    client: Client, settings: Any, given: str, taken: bool
) -> None:
    settings.TRUSTED_PROXIES = 1
    assert (client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] == given) is taken


@pytest.mark.django_db
def test_a_request_is_one_line_with_the_number_it_answered(client: Client, caplog: Any) -> None:
    user = make_user()
    client.force_login(user)
    seen: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: seen.append(request_id.get())  # type: ignore[method-assign]
    logger = logging.getLogger("canasta_site.requests")
    logger.addHandler(handler)
    with caplog.at_level(logging.INFO):
        answer = client.get("/en/account/", {"secret": "query"})
    logger.removeHandler(handler)
    (line,) = lines(caplog)
    assert line.getMessage() == "GET /en/account/ 200"
    assert (line.view, line.status, line.user, line.address) == ("account", 200, user.pk, "127.0.0.1")  # type: ignore[attr-defined]
    assert seen == [answer["X-Request-ID"]]
    assert request_id.get() == ""


def test_what_watches_every_few_seconds_leaves_no_lines(client: Client, caplog: Any) -> None:
    with caplog.at_level(logging.INFO):
        client.get("/healthz")
    assert lines(caplog) == []


@pytest.mark.django_db
def test_requests_are_counted_by_view_method_and_status(client: Client) -> None:
    before = counted("-", "GET", "404"), counted("rules", "GET", "200"), counted("-", "other", "405")
    client.get("/en/nowhere/")
    client.get("/en/rules/")
    client.generic("BREW", "/healthz")
    after = counted("-", "GET", "404"), counted("rules", "GET", "200"), counted("-", "other", "405")
    assert [new - old for new, old in zip(after, before, strict=True)] == [1, 1, 1]
    assert _own.get_sample_value("canasta_request_seconds_count", {"view": "rules"})


def test_a_message_carries_the_number_and_its_task_logs_under_it(caplog: Any) -> None:
    headers: dict[str, Any] = {}
    carry_request(headers=headers)
    assert headers == {}
    before = request_id.set(GIVEN)
    carry_request(headers=headers)
    request_id.reset(before)
    assert headers == {"request_id": GIVEN}
    task = tasks.beat
    task.push_request(**headers)
    try:
        begin_task(task=task)
        assert request_id.get() == GIVEN
        with caplog.at_level(logging.INFO):
            end_task(task=task, task_id="1", args=(7,), state="SUCCESS")
    finally:
        task.pop_request()
    assert request_id.get() == ""
    assert caplog.records[-1].getMessage() == "canasta_site.beat(7,) SUCCESS"
