"""Entrants are called in public as their players are shown, whenever that changes."""

from typing import Any

import pytest
from django.test import Client

from accounts.services.profile import erase
from ratings.models import Player
from ratings.services.merging import merge_players
from ratings.services.people import change, create_player
from tests.tournaments.event import make_event, make_user
from tournaments.models import Entrant
from tournaments.services.entries import cancel_entry, change_entrant, enter, replace_member

pytestmark = pytest.mark.django_db
HIDDEN = "N. N."  # the same in every language
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


def every_name(entrant: Entrant) -> set[str]:
    rows = Entrant.history.filter(id=entrant.pk)
    return {Entrant.objects.get(pk=entrant.pk).name, *rows.values_list("name", flat=True)}


def leave(code: str) -> None:
    user = make_user(f"{code}@example.org")
    change(Player.objects.get(code=code), why="claimed", user=user)
    erase(user)


def test_who_leaves_is_forgotten_in_cancelled_entries_and_those_they_were_replaced_in(
    entrant: Entrant,
) -> None:
    eva, ota = (Player.objects.get(code=code) for code in ("eva", "ota"))
    replaced = replace_member(entrant.pk, eva, create_player("Iva Nová"), None, "ill")
    cancelled = enter(entrant.tournament_id, [eva, create_player("Jan Cizí")], None)
    cancel_entry(cancelled.pk, None, "changed their minds")
    cancel_entry(replaced.pk, None, "no partner")
    leave("eva")
    assert not any("Vymyšlená" in name for name in every_name(replaced) | every_name(cancelled))
    assert any("Jan Cizí" in name for name in every_name(cancelled))
    assert ota.name in " ".join(every_name(replaced))


def test_a_cancelled_entry_is_named_as_its_players_are_shown(entrant: Entrant) -> None:
    cancel_entry(entrant.pk, None, "changed their minds")
    assert name_after(entrant, visibility="hidden") == f"{HIDDEN} – Ota Smyšlený"


def test_a_merged_record_is_named_as_the_one_that_stays_and_forgotten_with_it(entrant: Entrant) -> None:
    stays = create_player("Eva Vymyslená", code="eva-2")
    merge_players(Player.objects.get(code="eva"), stays, why="same person")
    assert Entrant.objects.get(pk=entrant.pk).name == "Eva Vymyslená – Ota Smyšlený"
    assert name_after(entrant, "eva-2", visibility="hidden") == f"{HIDDEN} – Ota Smyšlený"
    leave("eva-2")
    assert not any("Vymy" in name for name in every_name(entrant))
    assert not any("Vymy" in row.name for row in [*Player.objects.all(), *Player.history.all()])
