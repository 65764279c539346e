"""The page of a bracket: drawn as SVG, told as a table, enlarged by links, the same for every reader."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.event import NOW, Event, make_event
from tournaments.services import draws

pytestmark = pytest.mark.django_db
PAGE = "/en/tournaments/spring/1/bracket/"


def cup(pairs: int = 4, *results: tuple[int, int], **draw: bool) -> Event:
    """A knockout whose first round is published and has these results, table by table."""
    event = make_event(pairs, format="knockout", rounds_planned=None, draw=draw)
    for number, entrant in enumerate(event.entrants, start=1):
        event.stage.entries.filter(entrant=entrant).update(seed=number)
    round_ = draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    for match, totals in zip(round_.matches.order_by("table"), results, strict=False):
        event.result(match, *totals)
    return event


def test_each_match_is_drawn_with_names_points_and_a_link(client: Client) -> None:
    event = cup(4, (1000, 500))
    page = client.get(PAGE).content.decode()
    drawing = page[page.index('<svg class="bracket') :]
    drawing = drawing[: drawing.index("</svg>")]
    first = event.stage.rounds.get().matches.get(table=1)
    assert f'<a href="{first.get_absolute_url()}">' in drawing
    assert "1,000" in drawing
    assert re.search(r'class="bracket-name bracket-won"[^>]*>Pair 1<', drawing)
    assert "<title>Pair 2 × Pair 3, not decided yet</title>" in drawing
    assert "<title>Pair 1 × ?, to come</title>" in drawing
    assert "Semifinals" in drawing
    assert "Final" in drawing


def test_the_same_stands_in_a_table(client: Client) -> None:
    cup(3, (500, 1000))
    page = client.get(PAGE).content.decode()
    table = re.sub(r"<[^>]+>", "|", page[page.index("as-list") :])
    rows = [re.sub(r"\|+", "|", line).strip("|") for line in table.splitlines() if "×" in line]
    assert any("Pair 2 × Pair 3|Semifinals|500&nbsp;:&nbsp;1,000|Pair 3" in row for row in rows)
    assert any("Pair 1 × bye|Semifinals|bye|Pair 1" in row for row in rows)
    assert "|Match|Round|Points|Winner|" in re.sub(r"\|+", "|", table)


def test_a_link_enlarges_the_drawing(client: Client) -> None:
    cup(4)
    assert 'width="632" height="200"' in client.get(PAGE).content.decode()
    assert 'width="948" height="300"' in client.get(PAGE + "?zoom=150").content.decode()
    assert "bracket-fit" in client.get(PAGE + "?zoom=fit").content.decode()
    assert client.get(PAGE + "?zoom=9").status_code == 404


def test_a_knockout_has_a_bracket_where_others_have_a_crosstable(client: Client) -> None:
    cup(4)
    assert client.get("/en/tournaments/spring/1/crosstable/")["Location"] == PAGE
    page = client.get("/en/tournaments/spring/").content.decode()
    assert '<svg class="bracket' in page
    assert "/1/crosstable/" not in page
    make_event(4, slug="swiss")
    assert client.get("/en/tournaments/swiss/1/bracket/").status_code == 404


def test_a_draft_is_not_shown(client: Client) -> None:
    event = make_event(4, format="knockout", rounds_planned=None)
    draws.draw_round(event.stage.pk, None, NOW)
    assert "Pair 1" not in client.get(PAGE).content.decode()


def test_a_bigger_bracket_needs_no_more_queries(client: Client, django_assert_num_queries: Any) -> None:
    cup(16)
    with django_assert_num_queries(11):
        client.get(PAGE)


def test_the_standings_of_a_knockout_say_what_the_rank_goes_by(client: Client) -> None:
    cup(4, (1000, 500))
    text = "The rank is how far an entrant came in the bracket"
    assert text in client.get("/en/tournaments/spring/1/standings/").content.decode()
    event = make_event(2, slug="swiss")
    event.results("1-2 2500:2000")
    assert text not in client.get(f"/en/tournaments/swiss/{event.stage.number}/standings/").content.decode()
