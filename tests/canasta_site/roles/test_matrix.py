"""Every address and method against every role, by the table in matrix.txt; and what nobody sees of others."""

from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from django.utils.translation import override

from tests.canasta_site.roles.people import ROLES, Route, World, make_world, routes

pytestmark = pytest.mark.django_db

SIGNED = {"stranger", "player", "scorer", "referee", "organiser", "manager", "everywhere", "administrator"}
DIRECTS = {"organiser", "manager", "administrator"}
DECIDES = DIRECTS | {"referee", "everywhere"}
TYPES = DECIDES | {"scorer"}
WORDS = {
    "all": set(ROLES),
    "nobody": set(),
    "client": {"client"},
    "signed": SIGNED,
    "reports": TYPES | {"player"},
    "types": TYPES,
    "decides": DECIDES,
    "directs": DIRECTS,
    "makes": {"manager", "administrator"},
    "invites": {"manager", "everywhere", "administrator"},
    "admin": {"administrator"},
}
# Pages whose answer depends on whose rows they name; here it is only asked that they fail for nobody.
THEIRS = "theirs"
ASKED_OF_THEIRS = {"public", "referee", "administrator"}
TABLE = [
    line.split()
    for line in (Path(__file__).parent / "matrix.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


def line_of(route: Route) -> list[str] | None:
    return next((line for line in TABLE if fnmatchcase(route.name, line[0])), None)


def allowed(words: str) -> set[str]:
    return set().union(*(WORDS[word] for word in words.split("+")))


@pytest.fixture
def world() -> World:
    return make_world()


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
        line = line_of(route)
        assert line is not None
        for method, words in zip(("get", "post"), line[1:], strict=True):
            if words == THEIRS and role not in ASKED_OF_THEIRS:
                continue
            let_in = world.may(role, method, route.address(world.names))
            if words != THEIRS and let_in != (role in allowed(words)):
                wrong.append(f"{method} {route.name}: {'let in' if let_in else 'refused'}")
    assert wrong == []


OF_THE_EVENT = "/spring/ /matches/ /logs/"


@pytest.mark.parametrize("role", ["public", "stranger", "client"])
def test_nothing_of_a_hidden_event_is_shown_to_strangers(world: World, role: str) -> None:
    event = world.log.match.round.stage.tournament
    event.public = False
    event.because("not ready").save()
    addresses = [route.address(world.names) for route in all_routes()]
    inside = [each for each in addresses if any(part in each for part in OF_THE_EVENT.split())]
    assert len(inside) > 30
    for address in inside:
        for method in ("get", "post"):
            assert not world.may(role, method, address), f"{method} {address}"
