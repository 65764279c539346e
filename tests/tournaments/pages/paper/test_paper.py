"""Printed pages: slips only for those who take results, blank sheets, wall charts."""

from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from ratings.models import Player
from ratings.services.people import change
from tests.tournaments.event import Event, make_event, make_user
from tournaments.models import Stage, TableLink
from tournaments.services.links import revoke_links

pytestmark = pytest.mark.django_db
ROUND = "/en/tournaments/spring/1/rounds/"


@pytest.fixture
def event() -> Event:
    event = make_event(5, scoring={"table": "vp-3-deals"}, deals=3)
    event.results("1-2 2450:1980", "3-4 2450:1980", "5")
    return event


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    user = make_user("director@example.org")
    event.tournament.organisers.add(user)
    client.force_login(user)
    return client


def test_slips_show_each_tables_link_as_a_code_and_in_letters(director: Client) -> None:
    page = director.get(ROUND + "1/slips/").content.decode()
    assert "Make the links of 2 tables" in page
    answer = director.post(ROUND + "1/slips/", follow=True)
    page = answer.content.decode()
    assert page.count("<svg") >= 2
    assert page.count("http://127.0.0.1:8000/t/") == 2
    assert answer["Referrer-Policy"] == "strict-origin"
    assert director.get(ROUND + "1/slips/").content.decode().count("http://127.0.0.1:8000/t/") == 2


@pytest.mark.parametrize(
    ("address", "said"),
    [("http://127.0.0.1:8000", 1), ("http://localhost", 1), ("http://192.0.2.7:8000", 0)],
)
def test_links_that_no_phone_can_open_are_said_to_be_so(
    director: Client, settings: Any, address: str, said: int
) -> None:
    settings.CANASTA_URL = address
    assert director.get(ROUND + "1/slips/").content.decode().count("No phone can open these links") == said


def test_a_revoked_link_is_printed_no_more(director: Client, event: Event) -> None:
    director.post(ROUND + "1/slips/")
    revoke_links([TableLink.objects.first().match], event.tournament.starts_at)  # type: ignore[union-attr]
    page = director.get(ROUND + "1/slips/").content.decode()
    assert page.count("http://127.0.0.1:8000/t/") == 1
    assert "Make the link of 1 table" in page


def test_a_link_that_works_no_more_is_made_anew_and_the_others_stay(director: Client, event: Event) -> None:
    director.post(ROUND + "1/slips/")
    one, other = TableLink.objects.order_by("match__table")
    revoke_links([one.match], event.tournament.starts_at)
    director.post(ROUND + "1/slips/")
    assert not TableLink.objects.filter(digest=one.digest).exists()
    assert TableLink.objects.get(match=other.match).digest == other.digest
    TableLink.objects.update(digest=F("nonce"))  # as if made with another secret key
    assert "Make the links of 2 tables" in director.get(ROUND + "1/slips/").content.decode()
    director.post(ROUND + "1/slips/")
    assert director.get(ROUND + "1/slips/").content.decode().count("http://127.0.0.1:8000/t/") == 2


@pytest.mark.parametrize("page", ["slips", "blank-sheets"])
def test_players_print_no_slips(client: Client, event: Event, page: str) -> None:
    client.force_login(make_user(player="p1a"))
    assert client.get(f"{ROUND}1/{page}/").status_code == 403


def test_a_blank_sheet_has_a_group_of_rows_a_deal(director: Client) -> None:
    page = director.get(ROUND + "1/blank-sheets/").content.decode()
    assert page.count('<section class="page">') == 2
    assert page.count('scope="rowgroup"') == 6


def test_each_deal_of_a_blank_sheet_has_a_row_for_its_points(director: Client, event: Event) -> None:
    page = director.get(ROUND + "1/blank-sheets/").content.decode()
    assert page.count("Points of the deal") == 6
    # Card points, natural and mixed canastas, red threes, going out, the hand, and the sum.
    assert page.count('rowspan="7"') == 6
    Stage.objects.update(totals_only=True)
    page = director.get(ROUND + "1/blank-sheets/").content.decode()
    assert page.count("Points of the deal") == 6
    assert page.count('rowspan="1"') == 6


def test_the_wall_chart_has_tables_names_and_the_standings_before_the_round(
    client: Client, event: Event
) -> None:
    event.round("1-3", "5-4", "2")
    page = client.get(ROUND + "2/wall/").content.decode()
    assert page.count('<section class="page wall">') == 3
    assert "14.00" in page
    assert client.get(ROUND + "1/wall/").content.decode().count('<section class="page wall">') == 2


def test_a_hidden_player_finds_the_own_name_on_the_slip_alone(director: Client) -> None:
    change(Player.objects.get(code="p1a"), why="asked for it", visibility="hidden")
    director.post(ROUND + "1/slips/")
    assert "Player p1a" in director.get(ROUND + "1/slips/").content.decode()
    assert "Player p1a" not in director.get(ROUND + "1/wall/").content.decode()
