"""The director's page of an open event, where no table is drawn."""

import re

import pytest
from django.test import Client

from tests.tournaments.event import make_event
from tests.tournaments.pages.director.test_rounds import PAGE, direct, director, press

__all__ = ["director"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("rule_set", "members", "sides"),
    [("classic", 2, 2), ("classic", 1, 2), ("ten-thousand", 2, 3), ("ten-thousand", 1, 5)],
)
def test_an_open_event_asks_for_no_more_sides_than_its_game_has(
    director: Client, rule_set: str, members: int, sides: int
) -> None:
    direct(make_event(6, members, format="open", rule_set=rule_set))
    page = director.get(PAGE).content.decode()
    assert [f">Side {number}" in page for number in range(1, 7)] == [
        number <= sides for number in range(1, 7)
    ]


def test_a_refused_table_of_an_open_event_keeps_who_was_chosen(director: Client) -> None:
    event = direct(make_event(6, 1, format="open"))
    one, other, third = (str(entrant.pk) for entrant in event.entrants[:3])
    page = press(director, "report", side1a=one, side2a=other, side2b=third).content.decode()
    assert "Classic Canasta is played by two players" in page
    assert re.findall(r'value="(\d+)" selected', page) == [one, other, third]


def test_nobody_sits_at_one_table_twice_and_a_side_may_be_one_player(director: Client) -> None:
    event = direct(make_event(6, 1, format="open"))
    one = str(event.entrants[0].pk)
    page = press(director, "report", side1a=one, side2a=one).content.decode()
    assert f"{event.entrants[0].name} can&#x27;t sit at one table twice." in page
    assert page.count('<option value="">without a partner</option>') == 2
    assert not event.stage.rounds.exists()


@pytest.mark.parametrize("status", ["finished", "archived", "cancelled"])
def test_a_closed_open_event_asks_for_no_more_games(director: Client, status: str) -> None:
    direct(make_event(4, format="open", status=status))
    page = director.get(PAGE).content.decode()
    assert "A game was played" not in page
    assert "No more games are reported in this event." in page
    assert "Round 1" not in page


def test_an_open_event_speaks_of_games_not_of_rounds(director: Client) -> None:
    event = direct(make_event(4, format="open", rounds_planned=4))
    event.results("1-2 2450:1980")
    match = event.stage.rounds.get().matches.get()
    public = ["", "1/standings/", "1/entrants/1/", "1/rounds/1/", "1/rounds/1/results/", "1/rounds/1/hall/"]
    pages = [f"/en/tournaments/spring/{path}" for path in public]
    for address in [*pages, PAGE, f"/en/matches/{match.uuid}/"]:
        page = director.get(address).content.decode()
        main = re.sub(r"<[^>]*>", " ", page[page.index("<main") : page.index("</main")])
        assert re.findall(r"[Rr]ound \d|After round|Rounds\s+4", main) == [], address
    assert ">Games</a>" in director.get(pages[0]).content.decode()
    assert "Game 1" in director.get(pages[2]).content.decode()
