"""Faults are reported only where the administrator said so, with the request, without secrets or persons."""

import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from canasta_site import reporting
from canasta_site.logs import request_id

DSN = "https://key@collector.example/1"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What would go out, instead of going out."""
    reports: list[Any] = []

    class Kept(Transport):
        def capture_envelope(self, envelope: Envelope) -> None:
            reports.append(envelope.get_event())

    begin = sentry_sdk.init
    monkeypatch.setattr(sentry_sdk, "init", lambda **options: begin(transport=Kept, **options))
    yield reports
    begin()


def test_nothing_is_reported_without_an_address(sent: list[Any]) -> None:
    assert not reporting.start("")
    sentry_sdk.capture_message("never")
    assert sent == []


def test_without_the_package_it_is_said_and_the_service_runs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    assert not reporting.start(DSN)
    assert "not installed" in caplog.text


def test_a_report_has_the_request_and_no_secret_or_person(sent: list[Any]) -> None:
    assert reporting.start(DSN)
    before = request_id.set("0123456789abcdef")
    try:
        password = "a long pass phrase"
        raise RuntimeError(f"no such link: /t/abc-DEF_1 {len(password)}")
    except RuntimeError as error:
        sentry_sdk.capture_exception(error)
    finally:
        request_id.reset(before)
    (report,) = sent
    assert report["exception"]["values"][0]["value"] == "no such link: /t/… 18"
    assert report["tags"]["request_id"] == "0123456789abcdef"
    assert "abc-DEF_1" not in repr(report)
    assert "'password'" not in repr(report)


def test_a_fault_of_a_page_is_not_reported_again_by_the_line_of_its_request(sent: list[Any]) -> None:
    assert reporting.start(DSN)
    logging.getLogger("canasta_site.requests").error("GET / 500")
    assert sent == []
    logging.getLogger("canasta_site.sweeper").error("The sweep failed")
    assert len(sent) == 1


def test_no_address_of_a_person_is_reported() -> None:
    event = {"exception": {"values": [{"value": "{'eva.mala@mail.example.org': (550, b'unknown')}"}]}}
    scrubbed = reporting.scrub(event, {})
    assert scrubbed["exception"]["values"][0]["value"] == "{'…': (550, b'unknown')}"


def test_of_a_request_only_method_and_address_are_told() -> None:
    event = {
        "request": {
            "method": "POST",
            "url": "https://canasta.example/t/abc-DEF_1",
            "headers": {"Cookie": "session=abc"},
            "cookies": {"session": "abc"},
            "data": {"password": "x"},
            "query_string": "a=b",
        },
        "user": {"email": "referee@example.org"},
        "extra": {"address": "192.0.2.7", "user": 7, "status": 500},
    }
    scrubbed = reporting.scrub(event, {})
    assert scrubbed["extra"] == {"status": 500}
    assert scrubbed["request"] == {"method": "POST", "url": "https://canasta.example/t/…"}
    assert "user" not in scrubbed
