"""A season over several events: its table, its files, and how a club's managers and directors change it."""

import json
from typing import Any

import pytest
from django.test import Client

from ratings.models import Club, Player
from tests.tournaments.event import Event, make_event, make_user
from tournaments.errors import TournamentError
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.services import seasons
from tournaments.services.presence import substitute

pytestmark = pytest.mark.django_db
FIRST = ("1-2 1000:0", "3-4 500:0")
SECOND = ("1-2 0:1000", "3-4 500:0")


def closed(slug: str, *results: str, pairs: int = 4, **fields: Any) -> Event:
    """A finished event of one round."""
    event = make_event(pairs, slug=slug, **fields)
    event.results(*results)
    Tournament.objects.filter(pk=event.tournament.pk).update(status="finished")
    return event


def make_season(*events: Event, best: int | None = None) -> Season:
    season = seasons.create_season(Club.objects.get(code="made-up"), "Year 2026", best, None)
    for event in events:
        seasons.put_in(season.pk, event.tournament.pk, None)
    return season


def rows(client: Client, slug: str = "year-2026") -> list[str]:
    """The table as lines: rank, player, total, events."""
    table = json.loads(client.get(f"/en/seasons/{slug}/table.json").content)
    return [f"{row['rank']} {row['player']} {row['total']} {row['events']}" for row in table["rows"]]


def test_the_season_adds_up_what_each_event_left_behind(client: Client) -> None:
    # 15.00 and 12.80 VP won, 7.20 and 5.00 lost: first to fourth, worth 100, 66.67, 33.33 and 0.
    make_season(closed("one", *FIRST), closed("two", *SECOND))
    assert rows(client) == [
        "1= p3a 133.34 2",
        "1= p3b 133.34 2",
        "3= p1a 100.00 2",
        "3= p1b 100.00 2",
        "3= p2a 100.00 2",
        "3= p2b 100.00 2",
        "7= p4a 66.66 2",
        "7= p4b 66.66 2",
    ]


def test_only_the_best_results_count_and_the_others_stand_in_brackets(client: Client) -> None:
    make_season(closed("one", *FIRST), closed("two", *SECOND), best=1)
    assert rows(client)[:4] == ["1= p1a 100.00 2", "1= p1b 100.00 2", "1= p2a 100.00 2", "1= p2b 100.00 2"]
    page = client.get("/cs/seasons/year-2026/").content.decode()
    assert page.count("(0,00)") == 4
    lines = client.get("/en/seasons/year-2026/table.csv").content.decode().splitlines()
    assert lines[0] == "\ufeffRank,Player,Total,Events,Spring event (2026-03-14),Spring event (2026-03-14)"
    assert lines[1] == "1=,Player p1a,100.00,2,100.00,[0.00]"


def test_a_result_is_the_players_own_whoever_the_partner_was(client: Client) -> None:
    one, two = closed("one", *FIRST), make_event(4, slug="two")
    members = [two.entrants[0].members.get(position=0), two.entrants[3].members.get(position=0)]
    two.tournament.members.filter(pk__in=[member.pk for member in members]).delete()
    for member, other in zip(members, reversed(members), strict=True):
        member.entrant.members.create(tournament=two.tournament, player=other.player, position=0)
    two.results(*FIRST)
    Tournament.objects.update(status="finished")
    make_season(one, two)
    # Now p4a wins with p1b, and p1a comes third with p4b, as p4a did before.
    assert rows(client)[0] == "1 p1b 200.00 2"
    assert {"4= p1a 133.33 2", "4= p4a 133.33 2", "6 p4b 66.66 2"} <= set(rows(client))


def test_who_never_sat_at_a_table_brings_home_nothing(client: Client) -> None:
    event = make_event(2, slug="one")
    (match,) = event.round("1-2")
    guest = Player.objects.create(code="guest", name="Guest")
    substitute(match.pk, Player.objects.get(code="p1b"), guest, None, "ill")
    event.result(match, 1000, 0)
    Tournament.objects.update(status="finished")
    make_season(event)
    assert rows(client) == ["1 p1a 100.00 1", "2= p2a 0.00 1", "2= p2b 0.00 1"]


def test_an_event_counts_once_it_is_finished(client: Client) -> None:
    running = make_event(4, slug="one")
    running.results(*FIRST)
    make_season(running)
    page = client.get("/en/seasons/year-2026/").content.decode()
    assert "No event of this season is finished yet." in page
    assert "Spring event" in page
    assert rows(client) == []


def test_an_event_that_is_not_public_neither_counts_nor_shows(client: Client) -> None:
    event = closed("one", *FIRST, public=False)
    make_season(event)
    assert "Spring event" not in client.get("/en/seasons/year-2026/").content.decode()
    assert rows(client) == []


def test_a_merged_player_has_one_line(client: Client) -> None:
    event = closed("one", *FIRST)
    kept = Player.objects.create(code="kept", name="Kept")
    Player.objects.filter(code="p1a").update(merged_into=kept)
    make_season(event)
    assert "1= kept 100.00 1" in rows(client)
    assert not any("p1a" in row for row in rows(client))


def test_a_hidden_player_is_not_named(client: Client) -> None:
    event = closed("one", *FIRST)
    player = Player.objects.get(code="p1a")
    player.visibility = "hidden"
    player.because("asked").save()
    make_season(event)
    for path in ("", "table.csv", "table.json"):
        page = client.get(f"/en/seasons/year-2026/{path}").content.decode()
        assert "p1a" not in page
        assert "hidden player" in page


def test_more_events_need_no_more_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    make_season(*(closed(f"e{number}", *FIRST) for number in range(6)))
    with django_assert_max_num_queries(17):
        client.get("/en/seasons/year-2026/")


@pytest.fixture
def manager(client: Client) -> Any:
    user = make_user("manager@example.org")
    club, _ = Club.objects.get_or_create(code="made-up", defaults={"name": "Made-up club"})
    club.managers.add(user)
    client.force_login(user)
    return user


def test_a_club_manager_makes_a_season_and_chooses_its_events(client: Client, manager: Any) -> None:
    one, two = closed("one", *FIRST), closed("two", *SECOND)
    client.post("/en/clubs/made-up/seasons/", {"name": "Year 2026", "best": "2"})
    edit = "/en/seasons/year-2026/edit/"
    form = {"action": "save", "name": "The year", "best": "", "reason": "agreed"}
    assert client.post(edit, form | {"events": [one.tournament.pk, two.tournament.pk]}).status_code == 302
    assert (
        client.post(edit, form | {"events": [two.tournament.pk], "reason": "a friendly"}).status_code == 302
    )
    season = Season.objects.get()
    assert (season.name, season.best) == ("The year", None)
    assert [entry.tournament for entry in season.entries.all()] == [two.tournament]
    gone = SeasonEvent.history.get(history_type="-")
    assert (gone.tournament_id, gone.history_user, gone.history_change_reason) == (
        one.tournament.pk,
        manager,
        "a friendly",
    )
    assert "The year" in client.get("/en/clubs/made-up/seasons/").content.decode()
    assert "Year 2026" not in client.get("/en/tournaments/one/").content.decode()
    assert "The year" in client.get("/en/tournaments/two/").content.decode()


def test_a_season_is_deleted_with_a_reason_and_its_events_stay(client: Client, manager: Any) -> None:
    season = make_season(closed("one", *FIRST))
    edit = "/en/seasons/year-2026/edit/"
    form = {"action": "delete", "name": season.name, "best": ""}
    assert client.post(edit, form).status_code == 400
    assert client.post(edit, form | {"reason": "made twice"}).status_code == 302
    assert not Season.objects.exists()
    assert Tournament.objects.filter(slug="one").exists()
    assert Season.history.get(history_type="-").history_change_reason == "made twice"


def test_two_seasons_of_a_club_have_different_names_and_addresses(client: Client, manager: Any) -> None:
    make_season()
    answer = client.post("/en/clubs/made-up/seasons/", {"name": "Year 2026"})
    assert answer.status_code == 409
    assert "has a season of this name already" in answer.content.decode()
    other = Club.objects.create(code="other", name="Other club")
    assert seasons.create_season(other, "Year 2026", None, None).slug == "year-2026-2"


def test_a_season_takes_only_events_of_its_club() -> None:
    season = make_season(closed("one", *FIRST))
    other = Club.objects.create(code="other", name="Other club")
    Tournament.objects.update(club=other)
    with pytest.raises(TournamentError) as refused:
        seasons.put_in(make_season_of_name("Autumn").pk, Tournament.objects.get().pk, None)
    assert refused.value.code == "other-club"
    assert season.entries.count() == 1


def make_season_of_name(name: str) -> Season:
    return seasons.create_season(Club.objects.get(code="made-up"), name, None, None)


@pytest.mark.parametrize(("name", "best", "code"), [(" ", None, "name-missing"), ("Year", 0, "bad-best")])
def test_a_season_needs_a_name_and_a_result_that_counts(name: str, best: int | None, code: str) -> None:
    club = Club.objects.create(code="made-up", name="Made-up club")
    with pytest.raises(TournamentError) as refused:
        seasons.create_season(club, name, best, None)
    assert refused.value.code == code


def test_a_season_deleted_meanwhile_is_told(client: Client, manager: Any) -> None:
    event = closed("one", *FIRST)
    season = make_season()
    seasons.delete_season(season.pk, None, "made twice")
    with pytest.raises(TournamentError) as refused:
        seasons.put_in(season.pk, event.tournament.pk, None)
    assert refused.value.code == "season-gone"


def test_the_director_of_an_event_puts_it_in_and_takes_it_out(client: Client) -> None:
    event = closed("one", *FIRST)
    director = make_user("director@example.org")
    event.tournament.organisers.add(director)
    season = make_season()
    client.force_login(director)
    page = "/en/tournaments/one/direct/settings/"
    for _twice in range(2):
        client.post(page, {"action": f"season-in:{season.pk}"})
    assert season.entries.count() == 1
    assert "this event counts" in client.get(page).content.decode()
    client.post(page, {"action": f"season-out:{season.pk}"})
    assert season.entries.count() == 0
    assert SeasonEvent.history.get(history_type="-").history_user == director
    assert client.post(page, {"action": "season-in:9999"}).status_code == 409
