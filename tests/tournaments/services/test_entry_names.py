"""Entrants are called in public as their players are shown, whenever that changes."""

from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from accounts.services.profile import erase
from ratings.models import Player
from ratings.services.people import change, create_player
from tests.tournaments.event import make_event, make_user
from tournaments.models import Entrant
from tournaments.services.entries import change_entrant, enter

pytestmark = pytest.mark.django_db
with override("cs"):
    HIDDEN = Player().shown_name
PAGES = ("1/standings/", "1/standings.csv", "1/rounds/1/", "1/entrants/5/", "1/crosstable/")


@pytest.fixture
def entrant() -> Entrant:
    event = make_event(4, status="planned")
    people = [create_player(name, code=name[:3].lower()) for name in ("Eva Vymyšlená", "Ota Smyšlený")]
    return enter(event.tournament.pk, people, None)


def name_after(entrant: Entrant, code: str = "eva", **fields: Any) -> str:
    change(Player.objects.get(code=code), why="asked for it", **fields)
    return Entrant.objects.get(pk=entrant.pk).name


def test_a_player_who_hides_is_named_by_no_entrant_and_comes_back_by_name(entrant: Entrant) -> None:
    assert entrant.name == "Eva Vymyšlená – Ota Smyšlený"
    assert name_after(entrant, visibility="hidden") == f"{HIDDEN} – Ota Smyšlený"
    assert name_after(entrant, "ota", visibility="pseudonym", pseudonym="Sova") == f"{HIDDEN} – Sova"
    assert name_after(entrant, visibility="public") == "Eva Vymyšlená – Sova"


def test_a_minor_is_named_by_initial_and_a_new_surname_is_taken_over(entrant: Entrant) -> None:
    assert name_after(entrant, minor=True) == "Eva V. – Ota Smyšlený"
    assert name_after(entrant, "ota", name="Ota Nový") == "Eva V. – Ota Nový"


def test_a_name_of_its_own_stays_while_all_its_players_are_shown_by_name(entrant: Entrant) -> None:
    change_entrant(entrant.pk, None, name="Vymyšlená a spol.")
    assert name_after(entrant, "ota", name="Ota Nový") == "Vymyšlená a spol."
    assert name_after(entrant, visibility="pseudonym", pseudonym="Sova") == "Sova – Ota Nový"
    assert change_entrant(entrant.pk, None, name="Vymyšlená a spol.").name == "Sova – Ota Nový"


def test_nothing_is_written_for_a_change_that_shows_nowhere(entrant: Entrant) -> None:
    before = Entrant.history.count()
    name_after(entrant, club=entrant.tournament.club)
    assert Entrant.history.count() == before


def test_a_hidden_name_is_on_no_page_of_an_event(client: Client) -> None:
    event = make_event(4)
    hidden = Player.objects.get(code="p1a")
    event.entrants[0] = Entrant.objects.get(pk=event.entrants[0].pk)
    Entrant.objects.filter(pk=event.entrants[0].pk).update(name="Player p1a – Player p1b")
    event.results("1-2 2450:1980", "3-4 2000:2500")
    change(hidden, why="asked for it", visibility="hidden")
    pages = [f"/en/tournaments/spring/{page}".replace("entrants/5", "entrants/1") for page in PAGES]
    match = event.stage.rounds.get().matches.get(table=1)
    for page in [*pages, f"/en/matches/{match.uuid}/", f"/api/v1/matches/{match.uuid}"]:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert "Player p1b" in answer.content.decode(), page
        assert "Player p1a" not in answer.content.decode(), page


def test_who_leaves_is_forgotten_in_the_names_of_entrants_and_their_histories(entrant: Entrant) -> None:
    user = make_user("eva@example.org")
    change(Player.objects.get(code="eva"), why="claimed", user=user)
    erase(user)
    names = {Entrant.objects.get(pk=entrant.pk).name, *Entrant.history.values_list("name", flat=True)}
    assert not any("Vymyšlená" in name for name in names)
    assert any("Ota Smyšlený" in name for name in names)
