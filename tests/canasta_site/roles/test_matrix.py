"""Every address and method against every role, by the table in matrix.txt; and what nobody sees of others."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.contrib import auth
from django.db import transaction
from django.template.backends.django import Template
from django.utils.translation import override

from tests.canasta_site.roles.people import ROLES, Route, World, make_world, routes

pytestmark = pytest.mark.django_db

DIRECTS = {"organiser", "manager", "administrator"}
DECIDES = DIRECTS | {"referee", "everywhere"}
TYPES = DECIDES | {"scorer"}
WORDS = {
    "all": set(ROLES),
    "nobody": set(),
    "client": {"client"},
    "signed": set(ROLES) - {"public", "client"},
    "reports": TYPES | {"player"},
    "types": TYPES,
    "decides": DECIDES,
    "directs": DIRECTS,
    "enters": DECIDES | {"neighbour"},
    "keeps": {"manager", "administrator"},
    "makes": {"manager", "administrator", "neighbour"},
    "invites": {"manager", "everywhere", "administrator", "neighbour"},
    "admin": {"administrator"},
}
# Whether somebody is let in on what all or nobody may do is asked of these; on all else, of every role.
FEW = {"all": {"public", "client", "administrator"}, "nobody": {"organiser", "client", "administrator"}}
MORE_METHODS = ("put", "patch", "delete")
API = ("api:", "ratings-api:")
TABLE = [
    line.split()
    for line in (Path(__file__).parent / "matrix.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


def line_of(route: Route) -> list[str] | None:
    return next((line for line in TABLE if fnmatchcase(route.name, line[0])), None)


def words_of(route: Route) -> dict[str, str]:
    """Who may use each method of an address, in the table's words."""
    line = line_of(route)
    assert line is not None
    _name, reading, sending, *taking = line
    others = dict.fromkeys(MORE_METHODS, "nobody") | dict(zip(["delete"], taking, strict=False))
    return {"get": reading, "post": sending} | others


def allowed(words: str) -> set[str]:
    return set().union(*(WORDS[word] for word in words.split("+")))


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all tests here: each takes back what it changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(made: World, monkeypatch: pytest.MonkeyPatch, settings: Any) -> World:
    """Pages are not drawn here, nor sessions read, which would take most
    of the time: test_injection.py does both for every address."""
    settings.STAFF_IDLE_MINUTES = 0
    monkeypatch.setattr(Template, "render", lambda *_template, **_context: "")
    monkeypatch.setattr(auth, "get_user", made.who_asks)
    return made


@cache
def all_routes() -> list[Route]:
    with override("en"):
        return list(routes())


def test_every_address_has_its_line() -> None:
    assert [route.name for route in all_routes() if line_of(route) is None] == []


def test_no_line_is_about_nothing() -> None:
    used = {line[0] for route in all_routes() if (line := line_of(route))}
    assert [line[0] for line in TABLE if line[0] not in used] == []


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_let_in_where_the_table_says_so(world: World, role: str) -> None:
    wrong = []
    for route in all_routes():
        address = world.address(route)
        for method, words in words_of(route).items():
            if method in MORE_METHODS and not route.name.startswith(API):
                continue
            if role in FEW.get(words, ROLES) and world.may(role, method, address) != (role in allowed(words)):
                wrong.append(f"{method} {address}: {'refused' if role in allowed(words) else 'let in'}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("role", ["public", "administrator"])
def test_pages_know_no_other_method(world: World, role: str) -> None:
    for route in all_routes():
        address = world.address(route)
        for method in (*MORE_METHODS, "options"):
            if not address.startswith("/api/"):
                assert world.ask(role, method, address).status_code == 405, f"{method} {address}"


@pytest.mark.parametrize("role", ["public", "neighbour"])
def test_only_the_head_is_no_way_past_the_door(world: World, role: str) -> None:
    for route in all_routes():
        reading = words_of(route)["get"]
        address = world.address(route)
        if role not in allowed(reading):
            assert not world.may(role, "head", address), address


def test_asking_the_api_for_its_methods_tells_nothing_of_a_row(world: World) -> None:
    for route in all_routes():
        if route.name.startswith(API):
            answer = world.ask("public", "options", world.address(route))
            assert b"Pair 1" not in answer.content
            assert b"Player p1a" not in answer.content


OF_THE_EVENT = ("/spring/", "/matches/", "/logs/")


@pytest.mark.parametrize("role", ["public", "stranger", "client", "neighbour"])
def test_nothing_of_a_hidden_event_is_shown_to_strangers(world: World, role: str) -> None:
    event = world.log.match.round.stage.tournament
    event.public = False
    event.because("not ready").save()
    addresses = [world.address(route) for route in all_routes()]
    inside = [each for each in addresses if any(part in each for part in OF_THE_EVENT)]
    assert len(inside) > 30
    for address in inside:
        for method in ("get", "post"):
            assert not world.may(role, method, address), f"{method} {address}"
