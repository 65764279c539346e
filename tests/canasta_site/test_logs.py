"""No log shows the secret of a table's private link."""

import logging

from canasta_site.logs import MaskTableLinks


def test_the_secret_in_an_address_is_masked() -> None:
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "%s: %s", ("Gone", "/t/abc-DEF_1?x"), None
    )
    assert MaskTableLinks().filter(record)
    assert record.getMessage() == "Gone: /t/…?x"


def test_other_messages_stay_as_they_are() -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 0, "a %s", ("/tournaments/",), None)
    MaskTableLinks().filter(record)
    assert (record.msg, record.args) == ("a %s", ("/tournaments/",))
