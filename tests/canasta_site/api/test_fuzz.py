"""Whatever is sent to any operation, the answer is one that the API's description tells of.

Each case is sent as it was made up, and again about things that exist.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.conf import settings as django_settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import Scope
from accounts.services.tokens import create_token
from ratings.models import Club, Player
from tests.tournaments.event import NOW, make_event, make_user
from tests.tournaments.logs import log_of
from tournaments.services.adjustments import adjust
from tournaments.services.intake import submit_log

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 8

pytestmark = pytest.mark.django_db
api = schemathesis.openapi.from_path(str(Path(django_settings.BASE_DIR) / "docs" / "openapi.yaml"))
api.app = get_wsgi_application()


@pytest.fixture
def open_connection(db: None) -> Iterator[None]:
    """Keeps the end of a request from closing the connection, and with it the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def known(open_connection: None, settings: Any) -> dict[str, Any]:
    """Path parameters that lead somewhere, and an administrator's headers."""
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {
        "DEFAULT_THROTTLE_RATES": {"anon": "100000/min", "user": "100000/min"}
    }
    event = make_event(4, deals=None)
    event.results("1-2 2450:1980", "3-4 2000:2500")
    matches = event.round("1-3", "2-4")
    administrator = make_user(is_superuser=True)
    Club.objects.get().managers.add(administrator)
    document = log_of("match-classic-4-00", ["p1a", "p3a", "p1b", "p3b"])
    log = submit_log(matches[0].pk, document, administrator, NOW).log
    given = adjust(event.stage, event.entrants[0].pk, 100, "fair play", 1, None)
    secret = create_token(administrator, "program", list(Scope.values))[1]
    return {
        "headers": {"Authorization": f"Token {secret}"},
        "slug": "spring",
        "number": 1,
        "round_number": 1,
        "entry": 1,
        "adjustment": given.pk,
        "uuid": str(matches[0].uuid),
        "code": Player.objects.get(code="p1a").code,
        "other": "p2a",
        "id": log.pk,
    }


@api.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_answers_as_described(case: Any, known: dict[str, Any]) -> None:
    headers = known["headers"]
    case.validate_response(case.call(headers=headers), checks=CHECKS)
    if case.path_parameters:
        case.path_parameters |= {name: known[name] for name in case.path_parameters if name in known}
        case.validate_response(case.call(headers=headers), checks=CHECKS)
