"""The referees' site: every page opens, changes need a reason, merging asks which record stays."""

from uuid import UUID

import pytest
from django.test import Client

from accounts.models import User
from ratings.games import Outcome
from ratings.models import Player, RatingReplay
from ratings.services import unrate_game
from ratings.services.people import create_club, pair_of
from tests.ratings.club import fold_all, make_players, play, play_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("referee@example.org", "a long pass phrase"))
    return client


def save(client: Client, player: Player, **fields: str):
    given = {
        "name": player.name,
        "club": "",
        "user": "",
        "visibility": "public",
        "pseudonym": "",
        "reason": "asked",
    }
    return client.post(f"/en/referee/ratings/player/{player.pk}/change/", given | fields, follow=True)


def test_every_page_opens(referee: Client):
    players = make_players()
    create_club("Klub Na Rohu", code="roh")
    pair_of(players["A"], players["B"])
    play_evening(players)
    fold_all()
    unrate_game(UUID(int=1), why="void")
    fold_all()
    for page in ("club", "player", "pair", "ratingpool", "ratedgame", "ratingreplay", "officiallist"):
        assert referee.get(f"/en/referee/ratings/{page}/").status_code == 200
    for page in (
        f"player/{players['A'].pk}/change/",
        f"player/{players['A'].pk}/history/",
        "player/add/",
        "club/add/",
        f"ratingreplay/{RatingReplay.objects.get().pk}/change/",
    ):
        assert referee.get(f"/en/referee/ratings/{page}").status_code == 200


def test_a_replay_tells_the_services_own_reasons_in_the_readers_language(referee: Client):
    play_evening(make_players())
    fold_all()
    unrate_game(UUID(int=1), why="Settings changed.")
    unrate_game(UUID(int=2), why="paper lost")
    fold_all()
    for page in ("", f"{RatingReplay.objects.get().pk}/change/"):
        told = referee.get(f"/cs/referee/ratings/ratingreplay/{page}").content.decode()
        assert "Změna nastavení.; paper lost" in told


def test_a_change_is_made_with_its_reason(referee: Client):
    player = make_players("A")["A"]
    save(referee, player, name="Player Anew", reason="typing mistake")
    player.refresh_from_db()
    newest = player.history.latest()
    assert (player.name, newest.history_change_reason) == ("Player Anew", "typing mistake")
    assert newest.history_user.email == "referee@example.org"


def test_no_change_without_a_reason(referee: Client):
    player = make_players("A")["A"]
    save(referee, player, name="Player Anew", reason="")
    player.refresh_from_db()
    assert player.name == "Player A"


def test_a_refusal_is_a_message_and_no_crash(referee: Client):
    player = make_players("A")["A"]
    answer = save(referee, player, visibility="pseudonym")
    assert answer.status_code == 200
    assert "Give the pseudonym." in answer.content.decode()


def test_a_code_cannot_be_changed(referee: Client):
    player = make_players("A")["A"]
    save(referee, player, code="other")
    player.refresh_from_db()
    assert player.code == "p-a"


def test_merging_asks_which_record_stays_and_can_be_taken_back(referee: Client):
    players = make_players("AG")
    address = "/en/referee/ratings/player/"
    chosen = {"action": "merge", "_selected_action": [players["A"].pk, players["G"].pk]}
    asked = referee.post(address, chosen).content.decode()
    assert "Stays" in asked
    assert "Player A · p-a" in asked, "two records of one person mostly bear one name"
    referee.post(address, {**chosen, "stays": players["A"].pk, "reason": "same person"})
    assert Player.objects.get(code="p-g").merged_into == players["A"]
    parting = {"action": "part", "_selected_action": [players["G"].pk]}
    assert "Reason" in referee.post(address, parting).content.decode()
    referee.post(address, {**parting, "reason": " "})
    assert Player.objects.get(code="p-g").merged_into == players["A"], "not without a reason"
    referee.post(address, {**parting, "reason": "two people of one name"})
    parted = Player.objects.get(code="p-g")
    assert parted.merged_into is None
    assert parted.history.latest().history_change_reason == "two people of one name"


def test_a_merge_that_cannot_be_is_told(referee: Client):
    players = make_players()
    play_evening(players)
    chosen = {"action": "merge", "_selected_action": [players["A"].pk, players["C"].pk]}
    answer = referee.post(
        "/en/referee/ratings/player/", {**chosen, "stays": players["A"].pk, "reason": "same"}, follow=True
    )
    assert "sat at one table" in answer.content.decode()
    assert not Player.objects.filter(merged_into__isnull=False).exists()


def test_how_a_game_ended_is_said_in_words(referee: Client):
    players = make_players()
    play(players, 1, "AB CD", (1, 2), outcome=Outcome.NO_SHOW, defaulting=frozenset({1}))
    play(players, 2, "AB CD", (1, 1), outcome=Outcome.BOTH_ABSENT, defaulting=frozenset({0, 1}))
    page = referee.get("/cs/referee/ratings/ratedgame/").content.decode()
    assert "nedostavení se" in page
    assert "Obě strany chyběly." in page
    assert "no_show<" not in page
    assert "both_absent<" not in page


def test_clubs_and_players_stand_as_czechs_sort_names(referee: Client):
    for code, name in enumerate(["Žolíci", "Cheb", "Český klub", "Horní Dolní", "Céčko"]):
        create_club(name, code=f"c{code}")
        Player(name=f"A {name.split()[0]}", code=f"p{code}").because("registered").save()
    wanted = ["Céčko", "Český klub", "Horní Dolní", "Cheb", "Žolíci"]
    place = "/en/referee/ratings"
    lists = [f"{place}/club/", f"{place}/player/", f"{place}/player/add/"]
    for path in lists:
        page = referee.get(path).content.decode()
        page = page[page.rindex("<table") if path != lists[2] else 0 :]
        names = [name if path != lists[1] else f"A {name.split()[0]}" for name in wanted]
        assert sorted(names, key=page.index) == names, path
    page = referee.get(f"{place}/player/?o=-1").content.decode()
    page = page[page.rindex("<table") :]
    names = [f"A {name.split()[0]}" for name in reversed(wanted)]
    assert sorted(names, key=page.index) == names
