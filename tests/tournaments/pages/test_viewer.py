"""The replay viewer's pages: what they show, where they lead, what they hide."""

import re
from typing import Any

import pytest
from django.test import Client

from ratings.models import Player, Visibility
from tests.tournaments.replayed import replayed_log
from tournaments.models import MoveLog

pytestmark = pytest.mark.django_db


@pytest.fixture
def rejected() -> MoveLog:
    return replayed_log("bad-meld-wilds-2")


@pytest.fixture
def verified() -> MoveLog:
    return replayed_log("match-classic-4-00")


def page(client: Client, log: MoveLog, path: str, language: str = "en") -> str:
    answer = client.get(f"/{language}/logs/{log.pk}/replay/{path}", follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def link(html: str, rel: str) -> str | None:
    found = re.search(rf'href="([^"#]+)#table" rel="{rel}"', html)
    return found and found[1]


def test_previous_and_next_lead_one_move_on(client: Client, verified: MoveLog) -> None:
    base = f"/en/logs/{verified.pk}/replay"
    html = page(client, verified, "1/1/")
    assert (link(html, "prev"), link(html, "next")) == (f"{base}/1/0/", f"{base}/1/2/")
    first = page(client, verified, "")
    assert "Deal 1, move 0" in first
    assert (link(first, "prev"), link(first, "first")) == (None, None)
    last = page(client, verified, link(first, "last").removeprefix(base + "/"))
    assert link(last, "next") is None


def test_the_unlawful_move_is_shown_with_its_rule(client: Client, rejected: MoveLog) -> None:
    html = page(client, rejected, "fault/")
    assert "Deal 2, move 45" in html
    assert "This move is unlawful." in html
    assert "meld of sevens" in html
    assert "too many wild cards" in html
    assert 'href="/en/rules/#meld-wilds"' in html
    assert "příliš mnoho divokých karet" in page(client, rejected, "fault/", "cs")
    before = page(client, rejected, "2/44/")
    assert "too many wild cards" not in before
    assert "Go to the unlawful move" in before


def test_hidden_hands_show_no_card(client: Client, rejected: MoveLog) -> None:
    html = page(client, rejected, "1/0/")
    sides = html[html.index("board-sides") :]
    assert sides.count("a card face down") == 4
    assert " of hearts" not in sides.split('class="seat"', 1)[1]


def test_open_hands_show_every_card(client: Client, verified: MoveLog) -> None:
    html = page(client, verified, "1/0/")
    sides = html[html.index("board-sides") :]
    threes = len(re.findall(r"three of (?:hearts|diamonds)", sides))
    assert "a card face down" not in sides
    # Four hands of eleven, and the red threes that were replaced.
    assert sides.count('class="playing-card"') == 44 + threes


def test_the_end_of_a_deal_shows_its_score_sheet(client: Client, verified: MoveLog) -> None:
    base = f"/en/logs/{verified.pk}/replay/"
    last = page(client, verified, link(page(client, verified, ""), "last").removeprefix(base))
    table = last[last.index("<table") : last.index("</table>")]
    total = table[table.index("Total") :]
    assert "5,745" in total
    assert "3,285" in total
    assert "Natural canastas" in table
    assert "Score of the deal" not in page(client, verified, "1/3/")


def test_a_number_typed_leads_to_the_nearest_move(client: Client, verified: MoveLog) -> None:
    answer = client.get(f"/en/logs/{verified.pk}/replay/", {"deal": "1", "move": "7"})
    assert answer["Location"] == f"/en/logs/{verified.pk}/replay/1/7/#table"
    assert (
        client.get(f"/en/logs/{verified.pk}/replay/", {"deal": "x", "move": "-1"}, follow=True).status_code
        == 200
    )
    assert client.get(f"/en/logs/{verified.pk}/replay/99/0/").status_code == 404


def test_a_hidden_player_has_no_name_here(client: Client, verified: MoveLog) -> None:
    player = Player.objects.get(code="p1a")
    player.visibility = Visibility.HIDDEN
    player.because("asked for it").save()
    html = page(client, verified, "1/5/")
    assert "Player p1a" not in html
    assert "hidden player" in html


def test_a_log_of_a_hidden_event_is_not_found(client: Client, verified: MoveLog) -> None:
    event = verified.match.round.stage.tournament
    event.public = False
    event.because("not ready").save()
    assert client.get(f"/en/logs/{verified.pk}/replay/1/0/").status_code == 404


def test_log_and_match_lead_to_the_replay(client: Client, rejected: MoveLog) -> None:
    for path in (f"/en/logs/{rejected.pk}/", f"/en/matches/{rejected.match.uuid}/"):
        assert f'href="/en/logs/{rejected.pk}/replay/"' in client.get(path).content.decode()


def test_a_later_step_needs_no_more_queries(
    client: Client, verified: MoveLog, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(8):
        client.get(f"/en/logs/{verified.pk}/replay/1/1/")
    with django_assert_num_queries(8):
        client.get(f"/en/logs/{verified.pk}/replay/2/40/")
