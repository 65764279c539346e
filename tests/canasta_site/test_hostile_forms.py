"""Every form of every page filled in with nonsense: the answer is a page or a refusal, never a failure."""

import random
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urljoin

import pytest
from django.utils.translation import override

from tests.canasta_site.roles.people import World, make_world, routes
from tests.tournaments.event import NOW
from tournaments.models import TableLink
from tournaments.selectors.links import link_address
from tournaments.services.links import issue_links

pytestmark = pytest.mark.django_db
HOSTILE = (
    *("", " ", "\x00", "a\x00b", "0", "-1", "9" * 40, "1e9", "NaN", "Infinity", "1.5", "٣", "²", "½"),
    *("2026-02-30", "0001-01-01", "9999-12-31T23:59", "2026-13-01T25:61", "24:00", "None", "null", "true"),
    *(
        "'; --",
        '"><script>alert(1)</script>',
        "{{ 7 * 7 }}",
        "%s%n{0}",
        "../../etc/passwd",
        "[]",
        "{}",
        "[[[",
    ),
    *("x" * 10_000, "\u202e\U0001d54f\ufeff", "a@b", "p1a", "3 2450 1980", b"\xff\xfe", "\r\n\r\n"),
)


class Forms(HTMLParser):
    """The forms of a page that are sent by POST: where to, and their fields with a value each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = known.get("method", "").lower() == "post"
            if self.inside:
                self.forms.append((known.get("action", ""), {}))
        elif self.inside and tag in ("input", "select", "textarea", "button") and "name" in known:
            self.forms[-1][1].setdefault(known["name"], known.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"


def pages(world: World) -> Iterator[str]:
    """Every address, and the private link of the table."""
    issue_links(world.log.match.round, NOW)
    link = TableLink.objects.select_related("match").get(match=world.log.match)
    yield link_address(link).removeprefix("http://127.0.0.1:8000")
    with override("en"):
        yield from dict.fromkeys(route.address(world.names) for route in routes())


def fillings(fields: dict[str, str], chance: random.Random) -> Iterator[dict[str, Any]]:
    """A field with nonsense among sensible ones, three times; then everywhere, then nothing at all."""
    for name in chance.sample([*fields], min(3, len(fields))):
        yield fields | {name: chance.choice(HOSTILE)}
    yield {name: chance.choice(HOSTILE) for name in fields}
    yield {name: value if name == "action" else chance.choice(HOSTILE) for name, value in fields.items()}
    yield {name: [value, *chance.sample(HOSTILE, 2)] for name, value in fields.items()}
    yield {}


LONG = [pytest.param("administrator", seed, marks=pytest.mark.slow) for seed in (1, 2)]


@pytest.mark.parametrize(("role", "seed"), [("player", 1), *LONG])
def test_nonsense_in_a_form_is_refused(role: str, seed: int) -> None:
    world = make_world()
    world.client(role).raise_request_exception = False
    chance = random.Random(seed)
    seen, failed = 0, []
    for address in pages(world):
        page = world.ask(role, "get", address)
        for action, fields in Forms(page.content.decode(errors="replace")).forms if html(page) else ():
            target = urljoin(address, action)
            for filling in fillings(fields, chance):
                seen += 1
                if world.send(role, target, urlencode(filling, doseq=True)).status_code >= 500:
                    failed.append(f"{target} {filling}")
    assert failed == []
    assert seen > 100


def html(answer: Any) -> bool:
    return not answer.streaming and answer.get("Content-Type", "").startswith("text/html")
