"""Markup in every name and reason that people can type: no page obeys it."""

from typing import Any

import pytest
from django.db.models import CharField, Model, TextField
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Invitation
from ratings.models import Club, Player
from tests.canasta_site.roles.people import World, make_world, routes
from tests.tournaments.event import NOW
from tournaments.models import Adjustment, Entrant, GameRecord, Match, Note, Protest, Stage, Tournament
from tournaments.services.decisions import Ruling, decide
from tournaments.services.notes import leave_note

pytestmark = pytest.mark.django_db
EVIL = '"><img src=x onerror=alert(1)>'
OBEYED = b"<img src=x"


@pytest.fixture
def world() -> World:
    """The event of the roles, with markup wherever somebody can type text."""
    world = make_world()
    referee = world.users["everywhere"]
    match = world.log.match
    decide(match.pk, Ruling((500, 300)), referee, NOW)
    match.refresh_from_db()
    decide(match.pk, Ruling((500, 310)), referee, NOW, match.version, f"again {EVIL}", f"public {EVIL}")
    leave_note(match.pk, EVIL, referee, NOW)
    Protest.objects.create(match=match, side=1, text=EVIL, made_at=NOW)
    stage = match.round.stage
    Adjustment.objects.create(
        stage=stage,
        entrant=stage.tournament.entrants.order_by("number")[0],
        value=-100,
        reason=EVIL,
        by=referee,
    )
    Invitation.objects.create(
        email="x@example.org", token_digest="0", created_at=NOW, expires_at=NOW, club_code=EVIL[:40]
    )
    for row in (
        stage.tournament,
        stage,
        stage.tournament.club,
        *Player.objects.all(),
        *Entrant.objects.all(),
    ):
        spoil(row)
    for user in world.users.values():
        user.name = EVIL
        user.save()
    return world


def spoil(row: Model) -> None:
    """Markup in the fields that people fill in freely."""
    free: dict[type[Model], tuple[str, ...]] = {
        Tournament: ("name", "venue", "description"),
        Stage: ("name",),
        Club: ("name",),
        Player: ("name",),
        Entrant: ("name", "remark"),
    }
    for name in free[type(row)]:
        assert isinstance(row._meta.get_field(name), CharField | TextField)
        setattr(row, name, EVIL)
    row.because(EVIL).save()  # type: ignore[attr-defined]


def rows_of_the_site() -> list[str]:
    """The pages of single rows in the referees' site, with their histories."""
    rows: tuple[Any, ...] = (
        *(
            model.objects.first()
            for model in (Tournament, Match, GameRecord, Entrant, Note, Protest, Adjustment)
        ),
        *(model.objects.first() for model in (Club, Player)),
    )
    names = [(f"admin:{row._meta.app_label}_{row._meta.model_name}", row.pk) for row in rows]
    return [reverse(f"{name}_{page}", args=[pk]) for name, pk in names for page in ("change", "history")]


def test_no_page_obeys_what_somebody_typed(world: World) -> None:
    with override("en"):
        addresses = [route.address(world.names) for route in routes()] + rows_of_the_site()
    seen = 0
    for address in addresses:
        for role in ("public", "administrator"):
            answer = world.ask(role, "get", address)
            if not answer.get("Content-Type", "").startswith(("text/html", "image/svg")):
                continue
            html = b"".join(answer) if answer.streaming else answer.content
            assert OBEYED not in html, f"{role} {address}"
            seen += b"&lt;img src=x" in html
    # The pages did show it, as text.
    assert seen > 30
