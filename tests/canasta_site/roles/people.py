"""One event, one account for each role in it, and a request of theirs to any address."""

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.apps import apps
from django.contrib.auth.models import AnonymousUser, Permission
from django.db import transaction
from django.http import HttpRequest
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.models import Invitation, Scope
from accounts.services.tokens import create_token
from ratings.models import Club, OfficialList, Pair, Player, RatedGame, RatingPool, RatingReplay
from ratings.services.folding import fold_pool
from tests.tournaments.event import NOW, Event, make_event, make_user
from tests.tournaments.replayed import replayed_log
from tournaments.models import Adjustment, Entrant, EntrantMember, MoveLog, Season, SeasonEvent, StageEntrant
from tournaments.services.decisions import Ruling, decide
from tournaments.services.notes import leave_note
from tournaments.services.protests import protest
from tournaments.services.reports import Report, report
from webhooks.models import Delivery, Endpoint

ROLES = (
    *("public", "stranger", "player", "scorer", "referee", "organiser", "manager"),
    *("everywhere", "administrator", "client", "neighbour"),
)
"""`neighbour` has every role in another event, and plays, referees and manages there."""
SIGN_IN = ("/accounts/login/", "/referee/login/")
REFUSED = {401, 403, 404, 405}
SITE = "/en/referee/"
ROLE = "tests.role"
"""Under this name a request says who makes it, for `World.who_asks`."""


@dataclass
class World:
    """What the addresses name, and who asks."""

    log: MoveLog
    names: dict[str, Any]
    users: dict[str, Any]
    secrets: dict[str, str]
    clients: dict[str, Client] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)

    def address(self, route: "Route") -> str:
        """An example of the address: looked up once, whoever asks for it."""
        if route.pattern not in self.addresses:
            self.addresses[route.pattern] = route.address(self.names)
        return self.addresses[route.pattern]

    def ask(self, role: str, method: str, address: str, **sent: Any) -> Any:
        """The answer this role gets; whatever it changed is taken back."""
        client = self.client(role)
        kept = {name: cookie.value for name, cookie in client.cookies.items()}
        with transaction.atomic():
            answer = getattr(client, method)(address, **sent)
            transaction.set_rollback(True)
        client.cookies.clear()
        client.cookies.load(kept)
        return answer

    def who_asks(self, request: HttpRequest) -> Any:
        """The account behind a request, without a session to look it up by."""
        user = self.users.get(request.META[ROLE])
        return AnonymousUser() if user is None or request.META[ROLE] in self.secrets else copy(user)

    def send(self, role: str, address: str, body: str) -> Any:
        """The answer to a form that this role sends."""
        return self.ask(role, "post", address, data=body, content_type="application/x-www-form-urlencoded")

    def client(self, role: str) -> Client:
        """The browser, or the program, of a role."""
        if role not in self.clients:
            client = self.clients[role] = Client(**{ROLE: role})
            if role in self.secrets:
                client.defaults["HTTP_AUTHORIZATION"] = f"Token {self.secrets[role]}"
            elif role in self.users:
                client.force_login(self.users[role])
        return self.clients[role]

    def may(self, role: str, method: str, address: str) -> bool:
        """Whether this role is let in: not refused, sent to sign in, or sent away from a row."""
        answer = self.ask(role, method, address)
        assert answer.status_code < 500, address
        if answer.status_code == 302:
            to = answer["Location"]
            return not any(way in to for way in SIGN_IN) and not (to == SITE and address.startswith(SITE))
        return answer.status_code not in REFUSED


def make_world() -> World:
    """A rejected log waits at the only table of a running event's first round; the second is decided."""
    log = replayed_log("bad-meld-wilds-2")
    tournament = log.match.round.stage.tournament
    SeasonEvent.objects.create(
        season=Season.objects.create(slug="year", club=tournament.club, name="The year"),
        tournament=tournament,
    )
    users = {role: make_user(f"{role}@example.org") for role in ROLES if role != "public"}
    users["player"] = make_user("seated@example.org", player="p1a")
    _give_roles(users["scorer"], tournament.scorers)
    _give_roles(users["referee"], tournament.referees)
    _give_roles(users["organiser"], tournament.organisers)
    _give_roles(users["manager"], tournament.club.managers)
    for role, right in (("everywhere", "decide_results"), ("client", "submit_every_log")):
        users[role].user_permissions.add(Permission.objects.get(codename=right))
    users["everywhere"].is_staff = True
    users["administrator"].is_staff = users["administrator"].is_superuser = True
    users["everywhere"].save()
    users["administrator"].save()
    rows_of_every_kind(log, users["everywhere"])
    _make_neighbourhood(users["neighbour"])
    _token, secret = create_token(users["client"], "table", [Scope.SUBMIT, Scope.RESULTS, Scope.DIRECT])
    return World(log, _names(log), users, {"client": secret})


def _give_roles(user: Any, *people: Any) -> None:
    for each in people:
        each.add(user)


def rows_of_every_kind(log: MoveLog, by: Any) -> None:
    """At least one row of every model that the referees' site shows, of this log's event where it has one."""
    stage = log.match.round.stage
    entrants = list(stage.tournament.entrants.order_by("number"))
    (decided,) = Event(stage.tournament, stage, entrants).round("1-2")
    report(decided.pk, Report(0, (2450, 1980)), None, NOW)
    decide(decided.pk, Ruling((2450, 1980)), by, NOW)
    protest(decided.pk, 1, "Added up wrongly.", None, NOW)
    leave_note(log.match_id, "Cards, please.", by, NOW)
    award = Adjustment(stage=stage, entrant=entrants[0], value=-100, reason="Late.", by=by)
    award.because("Late.", by).save()
    invitation = Invitation(email="new@example.org", invited_by=by, created_at=NOW, expires_at=NOW)
    invitation.save()
    partners = Player.objects.filter(code__in=["p1a", "p1b"]).order_by("pk")
    Pair(player_a=partners[0], player_b=partners[1]).because("They enter together.").save()
    fold_pool(RatingPool.objects.get(dirty_from__isnull=False).pk, NOW)
    pool = RatingPool.objects.filter(entries__isnull=False).distinct().get()
    RatingReplay.objects.create(
        pool=pool, at=NOW, why="Corrected.", games=1, players_moved=4, largest_move=1, seconds=1
    )
    told = Endpoint.objects.create(name="Told", url="https://told.example/", kinds=["result"])
    Delivery.objects.create(endpoint=told, kind="result", key="1", body="{}", made_at=NOW)
    OfficialList.objects.create(pool=pool, month=date(2026, 2, 1), as_of=NOW, published_at=NOW, sha256="0")


def _make_neighbourhood(user: Any) -> None:
    """Another club with an event where this user has every role and sits at the only table."""
    club = Club.objects.create(code="next-door", name="Next door")
    event = make_event(0, slug="other")
    event.tournament.club = club
    event.tournament.because("next door").save()
    for number in (1, 2):
        entrant = Entrant.objects.create(tournament=event.tournament, number=number, name=f"Guests {number}")
        StageEntrant.objects.create(stage=event.stage, entrant=entrant)
        player = Player.objects.create(
            code=f"n{number}", name=f"Guest {number}", club=club, user=user if number == 1 else None
        )
        EntrantMember.objects.create(tournament=event.tournament, entrant=entrant, player=player, position=0)
        event.entrants.append(entrant)
    event.round("1-2")
    tournament = event.tournament
    _give_roles(user, tournament.scorers, tournament.referees, tournament.organisers, club.managers)


def _names(log: MoveLog) -> dict[str, Any]:
    """What stands for the parameters of addresses."""
    return {
        "uuid": log.match.uuid,
        "pk": log.pk,
        "slug": "spring",
        "number": 1,
        "round_number": 1,
        "entry": 1,
        "adjustment": Adjustment.objects.values_list("pk", flat=True).get(),
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


def _names_of(route: str) -> dict[str, Any]:
    """What stands for parameters that mean something else in the addresses of this name."""
    if route in {"tournaments:vp-tables", "ratings:club"}:
        return {"code": "made-up"}
    if route.partition(":")[0] in {"ratings", "ratings-api"}:
        return {
            "slug": RatingPool.objects.filter(entries__isnull=False).distinct().get().slug,
            "uuid": RatedGame.objects.order_by("pk").values_list("uuid", flat=True)[0],
        }
    if route == "invitation-withdraw":
        return {"pk": Invitation.objects.order_by("pk").values_list("pk", flat=True)[0]}
    return {}


@dataclass(frozen=True)
class Route:
    """An address of the service: its full name (or its pattern, where it has none), and an example."""

    name: str
    pattern: str

    def address(self, names: dict[str, Any]) -> str:
        known = self._row() | names | _names_of(self.name)
        return "/" + PARAMETER.sub(lambda found: str(known.get(found[1], "none")), self.pattern)

    def _row(self) -> dict[str, Any]:
        """The first row, and its newest state, of the model that a page of the referees' site is about."""
        app, _, about = self.name.removeprefix("admin:").partition("_")
        model = apps.all_models.get(app, {}).get(about.partition("_")[0])
        row = model._default_manager.order_by("pk").first() if model else None
        if row is None:
            return {}
        past = row.history.first() if hasattr(row, "history") else None
        return {"object_id": row.pk, "history_id": getattr(past, "pk", "none")}


PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
UNNAMED = "([^/]+)"
NAMED = re.compile(r"\(\?P<(\w+)>[^)]*\)")


def routes(resolver: Any = None, names: str = "", before: str = "") -> Iterator[Route]:
    """Every address of the URLconf in the active language."""
    for entry in (resolver or get_resolver()).url_patterns:
        pattern = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            inner = names + (f"{entry.namespace}:" if entry.namespace else "")
            yield from routes(entry, inner, pattern)
        else:
            named = NAMED.sub(r"<\1>", pattern)
            named = named.replace(UNNAMED, "<object_id>", 1).replace(UNNAMED, "<history_id>", 1)
            readable = named.replace("^", "").replace("$", "")
            yield Route(names + entry.name if entry.name else readable, readable)
