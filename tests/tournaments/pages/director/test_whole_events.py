"""Every kind of event from its creation to the final table, through the pages that a director uses.

At every table the side with the lowest entry number wins, so who comes where is known beforehand.
"""

import re
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest
from django.test import Client

from ratings.models import Club
from tests.tournaments.event import make_user
from tests.tournaments.pages.director.test_events import create
from tournaments.models import Match, MatchState, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client) -> Client:
    user = make_user("director@example.org")
    Club.objects.create(code="made-up", name="Made-up club").managers.add(user)
    client.force_login(user)
    return client


class Evening:
    """An event and the director who runs it."""

    def __init__(self, client: Client, query: str, entrants: int, **fields: Any) -> None:
        self.client = client
        assert create(client, query, name="Evening", **fields).status_code == 200
        self.event = Tournament.objects.get()
        self.desk = f"/en/tournaments/{self.event.slug}/direct/"
        size = {"pair": "ab", "single": "a"}[self.event.entry_kind]
        lines = "\n".join(";".join(f"No {n}{x}" for x in size) for n in range(1, entrants + 1))
        self.post(self.desk + "import/", action="confirm", text=lines)
        assert self.event.entrants.count() == entrants

    def post(self, page: str, **data: Any) -> None:
        answer = self.client.post(page, data)
        assert answer.status_code == 302, answer.context["refusal"]

    def press(self, action: str, stage: int = 1) -> None:
        self.post(f"{self.desk}stages/{stage}/", action=action)

    def round(self, stage: int = 1, first: str = "draw") -> list[Match]:
        """Draw, publish, and type the results."""
        self.press(first, stage)
        self.press("publish", stage)
        round_ = self.event.stages.get(number=stage).rounds.order_by("-number")[0]
        page = f"/en/tournaments/{self.event.slug}/{stage}/rounds/{round_.number}/results/"
        matches = list(round_.matches.filter(state=MatchState.SCHEDULED).order_by("table"))
        for match in matches:
            won = 0 if min(numbers(match)[0]) < min(numbers(match)[1]) else 1
            totals = (2500, 2000) if won == 0 else (2000, 2500)
            self.post(page, action="type", line=f"{match.table} {totals[0]} {totals[1]}")
        return matches

    def play(self, stage: int = 1, first: str = "draw") -> list[list[Match]]:
        """Rounds until the page says that all are drawn."""
        rounds = [self.round(stage, first)]
        while "All rounds are drawn" not in self.client.get(f"{self.desk}stages/{stage}/").content.decode():
            assert len(rounds) < 20
            rounds.append(self.round(stage))
        return rounds

    def finish(self) -> None:
        self.post(self.desk + "settings/", action="finish", reason="The evening is over.")
        self.event.refresh_from_db()
        assert self.event.status == "finished"

    def ranks(self, stage: int = 1) -> list[tuple[str, int]]:
        """Ranks and entry numbers as the public table shows them."""
        address = f"/en/tournaments/{self.event.slug}/{stage}/standings.json"
        tables = Client().get(address).json()["tables"]
        return [(row["rank"], row["number"]) for table in tables for row in table["rows"]]


def numbers(match: Match) -> list[list[int]]:
    """The entry numbers of each side."""
    return [
        sorted(row.entrant.number for row in side.entrants.select_related("entrant"))
        for side in match.sides.order_by("number")
    ]


def met(rounds: list[list[Match]]) -> Counter[tuple[int, ...]]:
    """How often each two entrants met."""
    tables = [numbers(match) for matches in rounds for match in matches]
    return Counter(tuple(sorted((*one, *other))) for one, other in tables)


def listed(*numbers: int) -> list[tuple[str, int]]:
    return [(str(rank), number) for rank, number in enumerate(numbers, start=1)]


def test_a_club_evening(director: Client) -> None:
    evening = Evening(director, "", 8)
    assert len(evening.play()) == 4
    evening.finish()
    assert evening.ranks()[0] == ("1", 1)


def test_a_weekend_with_a_knockout_of_the_best_four(director: Client) -> None:
    evening = Evening(director, "?preset=weekend", 8, **{"stage-rounds_planned": "3"})
    swiss = evening.play()
    assert len(swiss) == 3
    assert max(met(swiss).values()) == 1
    seeds = [number for _rank, number in evening.ranks()[:4]]
    semifinals, finals = evening.play(2, "begin")
    assert {tuple(sorted(a + b)) for a, b in map(numbers, semifinals)} == {
        tuple(sorted((seeds[0], seeds[3]))),
        tuple(sorted((seeds[1], seeds[2]))),
    }
    assert len(finals) == 2
    assert "Final ranking" not in Client().get(f"/en/tournaments/{evening.event.slug}/").content.decode()
    evening.finish()
    assert [rank for rank, _number in evening.ranks(2)] == ["1", "2", "3", "4"]
    assert evening.ranks(2)[0] == ("1", 1)
    page = Client().get(f"/en/tournaments/{evening.event.slug}/").content.decode()
    ranking = re.search(r'<h2 id="final-ranking">.*?</section>', page, re.DOTALL)
    assert ranking is not None
    lines = re.findall(r'<td class="num">(.*?)</td>.*?/entrants/(\d+)/">', ranking[0])
    assert [(rank, int(number)) for rank, number in lines] == evening.ranks(2) + evening.ranks()[4:]


def test_a_league_in_which_all_meet_twice(director: Client) -> None:
    evening = Evening(director, "?preset=league", 4)
    rounds = evening.play()
    assert len(rounds) == 6
    assert met(rounds) == Counter(dict.fromkeys(combinations(range(1, 5), 2), 2))
    evening.finish()
    assert evening.ranks() == listed(1, 2, 3, 4)


def test_groups_and_then_a_knockout_of_their_best(director: Client) -> None:
    final = {"final-final": "on", "final-qualifiers": "4"}
    fields = {"stage-format": "round_robin", "stage-rounds_planned": "", "stage-groups": "2"}
    evening = Evening(director, "", 8, **fields, **final)
    rounds = evening.play()
    assert len(rounds) == 3
    groups = [set(pair) for pair in met(rounds)]
    assert all(pair <= {1, 4, 5, 8} or pair <= {2, 3, 6, 7} for pair in groups)
    assert evening.ranks() == listed(1, 4, 5, 8) + listed(2, 3, 6, 7)
    public = f"/en/tournaments/{evening.event.slug}/1/"
    for page in (f"{public}standings/", f"{public}crosstable/", f"{evening.desk}stages/2/"):
        assert "Group B" in director.get(page).content.decode(), page
    semifinals, _finals = evening.play(2, "begin")
    assert not set(met([semifinals])) & {(1, 4), (2, 3)}
    evening.finish()
    assert evening.ranks(2) == listed(1, 2, 3, 4)


def test_a_danish_swiss(director: Client) -> None:
    evening = Evening(director, "", 4, **{"stage-rematches": "danish"})
    rounds = [set(met([matches])) for matches in evening.play()]
    assert all(not before & after for before, after in pairwise(rounds))
    assert max(Counter(pair for pairs in rounds for pair in pairs).values()) == 2
    evening.finish()
    assert evening.ranks()[0] == ("1", 1)


def test_a_cup_with_third_place_and_second_chance(director: Client) -> None:
    evening = Evening(director, "?preset=cup", 8, **{"stage-second_chance": "on"})
    rounds = evening.play()
    # Four quarter-finals; two semifinals and two of the second chance; final, third place, second final.
    assert [len(matches) for matches in rounds] == [4, 4, 3]
    evening.finish()
    assert evening.ranks()[:5] == listed(1, 2, 3, 4, 5)
    page = Client().get(f"/en/tournaments/{evening.event.slug}/1/bracket/").content.decode()
    assert page.count('<svg class="bracket') == 3


def test_a_mitchell_evening_with_a_ranking_for_each_line(director: Client) -> None:
    evening = Evening(director, "?preset=mitchell", 10)
    rounds = evening.play()
    assert len(rounds) == 5
    lines = Stage.objects.get().entries.values_list("group", "entrant__number")
    north = {number for group, number in lines if group == min(group for group, _number in lines)}
    assert len(north) == 5
    pairs = met(rounds)
    assert len(pairs) == 25
    assert all(len(north & set(pair)) == 1 for pair in pairs)
    evening.finish()
    page = Client().get(f"/en/tournaments/{evening.event.slug}/standings/").content.decode()
    assert re.findall(r"<caption>([^<]*)", page) == ["North–South", "East–West"]
    assert [rank.rstrip("=") for rank, _number in evening.ranks()].count("1") >= 2


def test_a_draw_of_a_mitchell_says_who_sits_and_who_moves(director: Client) -> None:
    evening = Evening(director, "?preset=mitchell", 4)
    said = "The side named first sits North–South and keeps its table; the other sits East–West and moves on."
    evening.press("draw")
    assert said in director.get(f"{evening.desk}stages/1/").content.decode()
    evening.press("publish")
    for page in ("", "1/rounds/1/", "1/rounds/1/wall/"):
        assert said in director.get(f"/en/tournaments/{evening.event.slug}/{page}").content.decode(), page
    for match in Match.objects.all():
        entrants = [side.entrants.get().entrant for side in match.sides.order_by("number")]
        assert [entrant.stages.get().group for entrant in entrants] == ["NS", "EW"]


def test_single_players_by_the_whist_schedule(director: Client) -> None:
    evening = Evening(director, "?preset=individual", 8)
    rounds = evening.play()
    partners = Counter(tuple(side) for matches in rounds for match in matches for side in numbers(match))
    assert partners == Counter(dict.fromkeys(combinations(range(1, 9), 2), 1))
    evening.finish()
    assert evening.ranks()[0] == ("1", 1)


@pytest.mark.parametrize("players", [10, 11])
def test_single_players_of_a_number_without_a_schedule(director: Client, players: int) -> None:
    evening = Evening(director, "?preset=individual", players)
    rounds = evening.play()
    assert [len(matches) for matches in rounds] == [2] * 7
    partners = Counter(tuple(side) for matches in rounds for match in matches for side in numbers(match))
    assert max(partners.values()) == 1
    seats = Counter(n for matches in rounds for match in matches for side in numbers(match) for n in side)
    assert max(seats.values()) - min(seats.values()) <= 1
    evening.finish()
    assert len(evening.ranks()) == players


def test_single_players_by_standing(director: Client) -> None:
    fields = {"stage-by_standing": "on", "stage-rounds_planned": "3"}
    evening = Evening(director, "?preset=individual", 8, **fields)
    evening.round()
    order = [number for _rank, number in evening.ranks()]
    second = {tuple(tuple(side) for side in numbers(match)) for match in evening.round()}
    fours = [order[:4], order[4:]]
    assert second == {(tuple(sorted((a, c))), tuple(sorted((b, d)))) for a, b, c, d in fours}
    evening.round()
    evening.finish()
    assert len(evening.ranks()) == 8


def test_an_open_ladder(director: Client) -> None:
    evening = Evening(director, "?preset=ladder", 3, **{"stage-minimum": "2"})
    keys = list(evening.event.entrants.order_by("number").values_list("pk", flat=True))
    for one, other in combinations(keys, 2):
        evening.post(f"{evening.desk}stages/1/", action="report", side1a=one, side2a=other)
        match = Match.objects.get(state=MatchState.SCHEDULED)
        results = f"/en/tournaments/{evening.event.slug}/1/rounds/{match.round.number}/results/"
        evening.post(results, action="type", line=f"{match.table} 2500 2000")
    evening.finish()
    assert evening.ranks() == listed(1, 2, 3)
