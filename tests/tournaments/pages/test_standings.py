"""Standings as everybody reads them: before anything is played, and by what a match is worth."""

import re

import pytest
from django.test import Client

from tests.tournaments.event import Event, make_event
from tournaments.models import Stage, StageEntrant

pytestmark = pytest.mark.django_db
STANDINGS = "/tournaments/spring/1/standings/"


def listed(page: str) -> list[str]:
    return re.findall(r"<li>(Pair \d)</li>", page)


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Nothing is played yet."), ("cs", "Zatím se nic neodehrálo.")]
)
@pytest.mark.parametrize("path", ["/tournaments/spring/", STANDINGS])
def test_before_anything_is_played_entrants_are_listed_by_seed_and_nobody_is_first(
    client: Client, language: str, sentence: str, path: str
) -> None:
    event = make_event(3)
    StageEntrant.objects.filter(entrant=event.entrants[1]).update(seed=1)
    (match,) = event.round("1-2", "3")
    page = client.get(f"/{language}{path}").content.decode()
    assert listed(page) == ["Pair 2", "Pair 1", "Pair 3"]
    assert sentence in page
    assert "1=" not in page
    event.result(match, 2500, 2000)
    page = client.get(f"/{language}{path}").content.decode()
    assert listed(page) == []
    assert sentence not in page


@pytest.mark.parametrize("path", ["/en/tournaments/spring/", f"/en{STANDINGS}"])
def test_who_is_entered_is_listed_before_the_first_draw(client: Client, path: str) -> None:
    event = make_event(3, status="planned")
    Stage.objects.update(status="planned")
    StageEntrant.objects.all().delete()
    event.tournament.entrants.filter(number=3).update(seed=1)
    event.tournament.entrants.filter(number=2).update(status="waiting")
    assert listed(client.get(path).content.decode()) == ["Pair 3", "Pair 1"]


def test_a_later_stage_lists_nobody_before_it_begins(client: Client) -> None:
    event = make_event(2)
    event.results("1-2 2500:2000")
    Stage.objects.create(tournament=event.tournament, number=2, format="knockout")
    page = client.get("/en/tournaments/spring/2/standings/").content.decode()
    assert listed(page) == []
    assert "Nothing is drawn yet." in page


def two_rounds(**stage: object) -> Event:
    event = make_event(2, **stage)
    event.results("1-2 2500:2000")
    event.results("1-2 2450:1980")
    return event


@pytest.mark.parametrize(
    ("method", "head", "tie", "first"),
    [
        ("vp", "VP", "VP soupeřů", "25,45"),
        ("points", "Body", "body soupeřů", "4 950"),
        ("wins", "Zápasové body", "body soupeřů", "4"),
    ],
)
def test_the_head_of_the_sum_says_what_is_added_up(
    client: Client, method: str, head: str, tie: str, first: str
) -> None:
    two_rounds(scoring={"method": method})
    pages = {
        path: client.get(f"/cs/tournaments/spring/{path}").content.decode().replace("\xa0", " ")
        for path in ("1/standings/", "1/rounds/2/wall/", "1/crosstable/", "1/entrants/1/")
    }
    heads = [re.findall(r"<th[^>]*>([^<]*)</th>|<dt>([^<]*)</dt>", page) for page in pages.values()]
    assert all(head in {a or b for a, b in found} for found in heads)
    assert all(("VP" in page) == (method == "vp") for page in pages.values())
    assert f"<td>{first}</td>" in pages["1/standings/"]
    assert tie in pages["1/standings/"]
    table = client.get("/cs/tournaments/spring/1/standings.csv").content.decode("utf-8-sig")
    assert f";{head};" in table.splitlines()[0]


def test_results_as_a_file_say_vp_only_where_there_are_any(client: Client) -> None:
    two_rounds(scoring={"method": "points"})
    head = client.get("/en/tournaments/spring/results.csv").content.decode("utf-8-sig").splitlines()[0]
    assert "Counted 1" in head
    assert "VP" not in head


def test_an_open_event_ranks_by_the_average_and_explains_the_total(client: Client) -> None:
    two_rounds(format="open", scoring={"method": "points"}, draw={"minimum": 2})
    standings = client.get(f"/en{STANDINGS}").content.decode()
    assert ">Average</th>" in standings
    assert "<td>2,475.00</td>" in standings
    page = client.get("/en/tournaments/spring/1/entrants/1/").content.decode()
    assert 'data-label="Points" class="num">2,500\u00a0:\u00a02,000<' in page
    assert 'data-label="Counted" class="num">2,500.00<' in page
    assert "<strong>4,950.00</strong>" in page


def test_an_empty_crosstable_says_that_nothing_is_drawn(client: Client) -> None:
    event = make_event(2)
    address = "/en/tournaments/spring/1/crosstable/"
    page = client.get(address).content.decode()
    assert "Nothing is drawn yet." in page
    assert "In brackets" not in page
    event.round("1-2")
    assert "Nothing is drawn yet." not in client.get(address).content.decode()
