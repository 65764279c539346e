"""The director's entrants: entered by typing, checked in, seeded, kept apart, gone and back."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import Club, Player, PlayerRating
from ratings.services.people import create_player
from ratings.services.pools import pool_for
from tests.tournaments.event import NOW, Event, make_event, make_user
from tournaments.models import Entrant, EntrantMember, EntryStatus, StageEntrant
from tournaments.services import draws, entries, presence

pytestmark = pytest.mark.django_db
PAGE = "/en/tournaments/spring/direct/entrants/"


@pytest.fixture
def event(client: Client) -> Event:
    event = make_event(2, status="planned")
    event.stage.entries.all().delete()
    event.stage.status = "planned"
    event.stage.because("test").save()
    return direct(client, event)


def direct(client: Client, event: Event) -> Event:
    user = make_user("director@example.org")
    event.tournament.organisers.add(user)
    client.force_login(user)
    return event


def press(client: Client, action: str, page: str = PAGE, **data: Any) -> Any:
    return client.post(page, {"action": action, **data}, follow=True)


def known(name: str, code: str, **fields: Any) -> Player:
    return create_player(name, code=code, club=Club.objects.get(code="made-up"), **fields)


def entered(event: Event) -> list[str]:
    return list(event.tournament.entrants.order_by("number").values_list("name", flat=True))


def test_two_known_players_are_entered_by_their_names(client: Client, event: Event) -> None:
    known("Jana Zkušební", "jana")
    known("Petr Vzorový", "petr")
    page = press(client, "enter", name1="jana zkusebni", name2="petr").content.decode()
    assert "Number 3: Jana Zkušební – Petr Vzorový" in page
    assert entered(event)[-1] == "Jana Zkušební – Petr Vzorový"


def test_a_name_nobody_has_makes_a_new_player_of_the_club(client: Client, event: Event) -> None:
    known("Jana Zkušební", "jana")
    press(client, "enter", name1="Jana Zkušební", name2="Xaver Úplněnový")
    player = Player.objects.get(name="Xaver Úplněnový")
    assert player.club == event.tournament.club


def test_a_name_that_leaves_a_doubt_is_asked_about_and_nothing_is_stored(
    client: Client, event: Event
) -> None:
    known("Jana Zkušební", "jana")
    known("Jana Zkusmá", "jana2")
    answer = press(client, "enter", name1="Jana Zk", name2="Xaver Úplněnový")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Choose who is meant." in page
    assert 'value="jana2"' in page
    assert not Player.objects.filter(name="Xaver Úplněnový").exists()
    chosen = {"name1": "Jana Zk", "for1": "Jana Zk", "choice1": "jana2", "name2": "Xaver Úplněnový"}
    press(client, "enter", **chosen)
    assert entered(event)[-1] == "Jana Zkusmá – Xaver Úplněnový"


def test_a_name_much_like_a_known_one_is_pointed_out(client: Client, event: Event) -> None:
    known("Jana Zkušební", "jana")
    known("Petr Vzorový", "petr")
    answer = press(client, "enter", name1="Janna Zkušebný", name2="Petr Vzorový")
    assert answer.status_code == 400
    assert "much like it" in answer.content.decode()
    press(client, "enter", name1="Janna Zkušebný", for1="Janna Zkušebný", choice1="new", name2="Petr Vzorový")
    assert entered(event)[-1] == "Janna Zkušebný – Petr Vzorový"


def test_a_choice_is_void_once_another_name_is_typed(client: Client, event: Event) -> None:
    known("Jana Zkušební", "jana")
    known("Petr Vzorový", "petr")
    press(client, "enter", name1="Petr Vzorový", for1="Jana", choice1="jana", name2="Xaver Úplněnový")
    assert entered(event)[-1] == "Petr Vzorový – Xaver Úplněnový"


def test_while_typing_players_appear_with_their_ratings(client: Client, event: Event) -> None:
    player = known("Jana Zkušební", "jana")
    known("Jan Zkušený", "jan")
    pool = pool_for("classic", "pairs")
    rating = {"mu": 30, "sigma": 2, "order_value": 28, "games": 20}
    PlayerRating.objects.create(pool=pool, player=player, last_game_at=NOW, **rating)
    page = client.get("/en/tournaments/spring/direct/players/1/", {"name1": "zku"}).content.decode()
    assert "Jana Zkušební" in page
    assert "1600" in page  # 1500 + 20 · (30 − 25)
    assert page.count("no rating yet") == 1
    assert "<html" not in page


def test_what_nobody_sees_in_a_typed_name_is_left_out(client: Client, event: Event) -> None:
    assert client.get(f"{PAGE.replace('entrants', 'players')}1/?name1=%00").status_code == 200
    answer = press(client, "enter", name1="Ja\x00n Nov\u200bák", name2="Eva Nová")
    assert answer.status_code == 200
    assert entered(event)[-1] == "Jan Novák – Eva Nová"


def test_a16_a_player_is_in_one_entrant_only_and_the_other_is_named(client: Client, event: Event) -> None:
    answer = press(client, "enter", name1="p1a", name2="Xaver Úplněnový")
    assert answer.status_code == 409
    assert "Player p1a is entered already: Pair 1 (number 1)." in answer.content.decode()
    with pytest.raises(entries.TournamentError, match="Pair 1") as caught:
        entries.enter(event.tournament.pk, [Player.objects.get(code="p1a"), known("Y", "y")], None)
    assert caught.value.code == "already-entered"


def test_a_new_player_is_not_left_behind_by_a_refused_entry(client: Client, event: Event) -> None:
    press(client, "enter", name1="p1a", for1="p1a", choice1="p1a", name2="Xaver Úplněnový")
    assert not Player.objects.filter(name="Xaver Úplněnový").exists()


def test_seeds_by_hand_by_lot_and_none(client: Client, event: Event) -> None:
    press(client, "seeds", seed1="2", seed2="1")
    assert list(event.tournament.entrants.order_by("number").values_list("seed", flat=True)) == [2, 1]
    press(client, "seed-by-lot")
    assert sorted(event.tournament.entrants.values_list("seed", flat=True)) == [1, 2]
    press(client, "no-seeds")
    assert set(event.tournament.entrants.values_list("seed", flat=True)) == {None}


def test_whoever_is_not_checked_in_holds_up_the_draw_or_is_left_out(client: Client) -> None:
    event = direct(client, make_event(4, check_in=True))
    press(client, "check:1")
    press(client, "check:2")
    assert "2 checked in" in client.get(PAGE).content.decode()
    stage = "/en/tournaments/spring/direct/stages/1/"
    answer = press(client, "draw", page=stage)
    assert answer.status_code == 409
    assert "Not checked in: Pair 3, Pair 4." in answer.content.decode()
    press(client, "leave-out", page=stage)
    assert event.pairs(event.stage.rounds.get()) == {frozenset({1, 2})}
    assert set(event.stage.absences.values_list("entrant__number", "announced")) == {(3, False), (4, False)}


@pytest.mark.parametrize("action", ["check:3", "check-all"])
def test_who_comes_after_the_draw_without_them_is_in_the_draw_made_again(client: Client, action: str) -> None:
    event = direct(client, make_event(4, check_in=True))
    stage = "/en/tournaments/spring/direct/stages/1/"
    for button in ("check:1", "check:2", "check:4"):
        press(client, button)
    press(client, "leave-out", page=stage)
    assert "Left out of this round: Pair 3</p>" in client.get(stage).content.decode()
    press(client, action)
    page = client.get(stage).content.decode()
    assert "Draw it again" in page
    assert "Left out of this round" not in page
    press(client, "draw", page=stage)
    assert event.pairs(event.stage.rounds.get()) == {frozenset({1, 3}), frozenset({2, 4})}


def test_an_announced_absence_outlasts_a_check_in(client: Client) -> None:
    event = direct(client, make_event(4, check_in=True))
    presence.miss_next_round(event.entrants[2].pk, None)
    press(client, "check-all")
    assert event.stage.absences.get().entrant_id == event.entrants[2].pk


def test_everybody_is_here_draws_with_all(client: Client) -> None:
    event = direct(client, make_event(4, check_in=True))
    press(client, "all-here", page="/en/tournaments/spring/direct/stages/1/")
    assert event.stage.rounds.get().matches.count() == 2
    press(client, "new-check-in")
    assert not event.tournament.entrants.filter(checked_in=True).exists()


def test_two_who_must_not_meet_are_not_drawn_together_until_it_is_allowed(client: Client) -> None:
    event = direct(client, make_event(4))
    press(client, "forbid", one="1", other="3")
    draft = draws.draw_round(event.stage.pk, None, NOW)
    assert frozenset({1, 3}) not in event.pairs(draft)  # the slide's own table
    page = client.get(PAGE).content.decode()
    assert "Pair 1 – Pair 3" in page
    press(client, "allow:1")
    event.stage.refresh_from_db()
    assert event.stage.draw["forbidden"] == []


def entrant_page(number: int) -> str:
    return f"{PAGE}{number}/"


def test_a_late_entry_joins_in_the_next_round(client: Client) -> None:
    event = direct(client, make_event(4))
    event.results("1-2 2400:2000", "3-4 2400:2000")
    press(client, "enter", name1="Xaver Úplněnový", name2="Yvona Zcelajiná")
    assert StageEntrant.objects.get(entrant__number=5).joined_round == 2
    assert "since round 2" in client.get(PAGE).content.decode()


def test_withdrawing_and_coming_back_by_buttons(client: Client) -> None:
    event = direct(client, make_event(4))
    event.results("1-2 2400:2000", "3-4 2400:2000")
    press(client, "withdraw", page=entrant_page(1), reason="goes home")
    assert StageEntrant.objects.get(entrant__number=1).withdrawn_after == 1
    assert "withdrawn" in client.get(PAGE).content.decode()
    press(client, "come-back", page=entrant_page(1))
    assert StageEntrant.objects.get(entrant__number=1).withdrawn_after is None


def test_an_announced_absence_and_its_end(client: Client) -> None:
    event = direct(client, make_event(4))
    press(client, "absent", page=entrant_page(1))
    assert "misses the next round" in client.get(PAGE).content.decode()
    press(client, "present", page=entrant_page(1))
    assert not event.stage.absences.exists()


def test_a_fixed_table_is_kept_by_the_draw(client: Client) -> None:
    event = direct(client, make_event(8))
    page = entrant_page(1)
    press(client, "save", page=page, name="Pair 1", seed="", fixed_table="4", remark="wheelchair")
    draft = draws.draw_round(event.stage.pk, None, NOW)
    assert draft.matches.get(side_entrants__entrant=event.entrants[0]).table == 4


def test_a_substitute_for_one_round_and_another_partner_from_the_next_on(client: Client) -> None:
    event = direct(client, make_event(2))
    (match,) = event.round("1-2")
    page = entrant_page(1)
    press(client, "substitute", page=page, out="p1a", name1="Xaver Úplněnový")
    assert match.seats.filter(player__name="Xaver Úplněnový", entrant=event.entrants[0]).exists()
    assert EntrantMember.objects.filter(entrant=event.entrants[0], player__code="p1a").exists()
    press(client, "replace", page=page, out="p1b", name1="Yvona Zcelajiná")
    assert EntrantMember.objects.filter(entrant=event.entrants[0], player__name="Yvona Zcelajiná").exists()
    assert match.seats.filter(player__code="p1b").exists()


def test_an_entry_is_cancelled_before_the_first_draw_and_its_players_are_free(
    client: Client, event: Event
) -> None:
    press(client, "cancel", page=entrant_page(1))
    assert Entrant.objects.get(number=1).status == EntryStatus.CANCELLED
    press(client, "enter", name1="p1a", name2="p1b")
    assert event.tournament.entrants.get(number=3).status == EntryStatus.ENTERED


def test_whoever_was_drawn_is_offered_to_withdraw_and_no_cancelling(client: Client) -> None:
    drawn = direct(client, make_event(3))
    assert b"Cancel the entry" in client.get(entrant_page(1)).content
    drawn.round("1-2", "3")
    for number in (1, 3):
        page = client.get(entrant_page(number)).content.decode()
        assert "Cancel the entry" not in page
        assert 'value="withdraw"' in page


def test_nobody_is_disqualified_or_reinstated_without_a_reason(client: Client) -> None:
    direct(client, make_event(4)).results("1-2 2400:2000", "3-4 2400:2000")

    def disqualified() -> bool:
        return Entrant.objects.get(number=1).disqualified

    answer = press(client, "disqualify", page=entrant_page(1), reason=" ")
    assert answer.status_code == 400
    assert "Say why the entrant is disqualified." in answer.content.decode()
    assert not disqualified()
    press(client, "disqualify", page=entrant_page(1), reason="marked cards")
    assert disqualified()
    head = client.get(entrant_page(1)).content.decode().partition("<section")[0]
    assert "disqualified" in head
    assert "entered" not in head
    assert press(client, "reinstate", page=entrant_page(1)).status_code == 400
    assert disqualified()
    press(client, "reinstate", page=entrant_page(1), reason="they were not theirs")
    assert not disqualified()


@pytest.mark.parametrize("action", ["", "check:99", "nonsense", "forbid", "allow:5", "admit:1", "pair-up"])
def test_no_press_of_a_button_breaks_the_page(client: Client, event: Event, action: str) -> None:
    assert press(client, action).status_code in (400, 404, 409)


@pytest.mark.parametrize(
    "action", ["", "nonsense", "withdraw", "come-back", "absent", "substitute", "replace", "reinstate"]
)
def test_no_press_of_a_button_breaks_the_entrants_page(client: Client, event: Event, action: str) -> None:
    assert press(client, action, page=entrant_page(1)).status_code in (400, 409)


def test_more_entrants_need_no_more_queries(client: Client, django_assert_num_queries: Any) -> None:
    user = make_user("director@example.org")
    client.force_login(user)
    for size in (3, 12):
        make_event(size, slug=f"with-{size}").tournament.organisers.add(user)
    client.get("/cs/tournaments/with-3/direct/entrants/")
    with CaptureQueriesContext(connection) as few:
        client.get("/cs/tournaments/with-3/direct/entrants/")
    with django_assert_num_queries(len(few)):
        client.get("/cs/tournaments/with-12/direct/entrants/")


def test_a_list_beyond_the_capacity_says_so_before_and_after(client: Client) -> None:
    event = direct(client, make_event(1, capacity=2, sign_up=True))
    page = "/en/tournaments/spring/direct/import/"
    two, three = "A One;A Two", "A One;A Two\nB One;B Two"
    assert "Beyond the capacity" not in client.post(page, {"text": two}).content.decode()
    preview = client.post(page, {"text": three}).content.decode()
    assert "Beyond the capacity of 2: with this list 3 are entered." in preview
    assert event.tournament.entrants.count() == 1
    assert "beyond the capacity" not in client.get(PAGE).content.decode()
    client.post(page, {"text": three, "action": "confirm"})
    assert set(event.tournament.entrants.values_list("status", flat=True)) == {EntryStatus.ENTERED}
    assert "beyond the capacity of 2" in client.get(PAGE).content.decode()
    assert "full (capacity 2)" in client.get("/en/tournaments/spring/sign-up/").content.decode()


def test_a_line_of_a_list_with_one_name_has_no_dash_after_it(client: Client, event: Event) -> None:
    preview = client.post("/en/tournaments/spring/direct/import/", {"text": "Lone One\nA One;A Two"})
    page = preview.content.decode()
    assert '<th scope="row">Lone One</th>' in page
    assert '<th scope="row">A One – A Two</th>' in page
