"""One event, one account for each role in it, and a request of theirs to any address."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.models import Scope
from accounts.services.tokens import create_token
from tests.tournaments.event import make_user
from tests.tournaments.replayed import replayed_log
from tournaments.models import MoveLog, Season, SeasonEvent

ROLES = (
    *("public", "stranger", "player", "scorer", "referee", "organiser", "manager"),
    *("everywhere", "administrator", "client"),
)
SIGN_IN = ("/accounts/login/", "/referee/login/")
REFUSED = {401, 403, 404, 405}


@dataclass
class World:
    """What the addresses name, and who asks."""

    log: MoveLog
    names: dict[str, Any]
    users: dict[str, Any]
    secrets: dict[str, str]
    client: Client = field(default_factory=Client)
    sessions: dict[str, str] = field(default_factory=dict)

    def ask(self, role: str, method: str, address: str, **sent: Any) -> Any:
        """The answer this role gets; whatever it changed is taken back."""
        headers = {}
        session = self._session(role)
        self.client.cookies.clear()
        if role in self.secrets:
            headers["Authorization"] = f"Token {self.secrets[role]}"
        elif session:
            self.client.cookies[settings.SESSION_COOKIE_NAME] = session
        with transaction.atomic():
            answer = getattr(self.client, method)(address, headers=headers, **sent)
            transaction.set_rollback(True)
        return answer

    def _session(self, role: str) -> str:
        """The session of a role that signs in on pages."""
        if role in self.users and role not in self.secrets and role not in self.sessions:
            self.client.force_login(self.users[role])
            self.sessions[role] = self.client.cookies[settings.SESSION_COOKIE_NAME].value
        return self.sessions.get(role, "")

    def send(self, role: str, address: str, body: str) -> Any:
        """The answer to a form that this role sends."""
        return self.ask(role, "post", address, data=body, content_type="application/x-www-form-urlencoded")

    def may(self, role: str, method: str, address: str) -> bool:
        """Whether this role is let in: not refused, and not sent to sign in."""
        answer = self.ask(role, method, address)
        assert answer.status_code < 500, address
        asked_to_sign_in = answer.status_code == 302 and any(way in answer["Location"] for way in SIGN_IN)
        return answer.status_code not in REFUSED and not asked_to_sign_in


def make_world() -> World:
    """A rejected log waits at the only table of a running event."""
    log = replayed_log("bad-meld-wilds-2")
    tournament = log.match.round.stage.tournament
    SeasonEvent.objects.create(
        season=Season.objects.create(slug="year", club=tournament.club, name="The year"),
        tournament=tournament,
    )
    users = {role: make_user(f"{role}@example.org") for role in ROLES if role != "public"}
    users["player"] = make_user("seated@example.org", player="p1a")
    for role, people in (("scorer", "scorers"), ("referee", "referees"), ("organiser", "organisers")):
        getattr(tournament, people).add(users[role])
    tournament.club.managers.add(users["manager"])
    for role, right in (("everywhere", "decide_results"), ("client", "submit_every_log")):
        users[role].user_permissions.add(Permission.objects.get(codename=right))
    users["everywhere"].is_staff = True
    users["everywhere"].save()
    users["administrator"].is_staff = users["administrator"].is_superuser = True
    users["administrator"].save()
    _token, secret = create_token(users["client"], "table", [Scope.SUBMIT, Scope.RESULTS, Scope.DIRECT])
    return World(log, _names(log), users, {"client": secret})


def _names(log: MoveLog) -> dict[str, Any]:
    """What stands for the parameters of addresses."""
    return {
        "uuid": log.match.uuid,
        "pk": log.pk,
        "slug": "spring",
        "number": 1,
        "round_number": 1,
        "entry": 1,
        "deal": 1,
        "move": 0,
        "code": "p1a",
        "club": "made-up",
        "season": "year",
        "other": "p2a",
        "year": 2026,
        "month": 2,
        "topic": "players",
        "app_label": "tournaments",
        "content_type_id": 1,
    }


@dataclass(frozen=True)
class Route:
    """An address of the service: its full name (or its pattern, where it has none), and an example."""

    name: str
    pattern: str

    def address(self, names: dict[str, Any]) -> str:
        known = {"object_id": self._row()} | names
        return "/" + PARAMETER.sub(lambda found: str(known.get(found[1], "none")), self.pattern)

    def _row(self) -> Any:
        """The first row of the model that a page of the referees' site is about, if any is stored."""
        about = self.name.removeprefix("admin:")
        models = (
            model
            for model in apps.get_models()
            if about.startswith(f"{model._meta.label_lower.replace('.', '_')}_")
        )
        return next((row.pk for model in models if (row := model._default_manager.first())), "none")


PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
UNNAMED = re.compile(r"\(\[\^/\]\+\)")
NAMED = re.compile(r"\(\?P<(\w+)>[^)]*\)")


def routes(resolver: Any = None, names: str = "", before: str = "") -> Iterator[Route]:
    """Every address of the URLconf in the active language."""
    for entry in (resolver or get_resolver()).url_patterns:
        pattern = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            inner = names + (f"{entry.namespace}:" if entry.namespace else "")
            yield from routes(entry, inner, pattern)
        else:
            readable = UNNAMED.sub("1", NAMED.sub(r"<\1>", pattern)).replace("^", "").replace("$", "")
            yield Route(names + entry.name if entry.name else readable, readable)
