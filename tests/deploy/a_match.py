"""Makes a match of an event in the database that the settings name; prints its id, seats and a token."""

import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "canasta_site.settings")
django.setup()

from accounts.services.tokens import create_token  # noqa: E402
from tests.tournaments.event import make_event, make_user  # noqa: E402

match = make_event(2, deals=None).round("1-2")[0]
referee = make_user("referee@example.org", is_superuser=True, is_staff=True)
seats = match.seats.order_by("position", "side__number").values_list("player__code", flat=True)
print(json.dumps([str(match.uuid), list(seats), create_token(referee, "test", ["submit"])[1]]))
