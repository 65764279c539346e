"""An administrator makes a token from the command line."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import ApiToken
from tests.tournaments.event import make_user

pytestmark = pytest.mark.django_db


def test_the_token_is_printed_alone_and_submits_logs() -> None:
    make_user("ana@example.org")
    said = StringIO()
    call_command("api_token", "Ana@example.org", stdout=said)
    assert said.getvalue().startswith("canasta_")
    assert ApiToken.objects.get().scopes == ["submit"]


def test_a_stranger_gets_none() -> None:
    with pytest.raises(CommandError, match="no user"):
        call_command("api_token", "nobody@example.org")
