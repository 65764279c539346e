"""The director's page of a stage: from a full round to the next draw, by buttons alone."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import PlayerRating, RatingPool
from ratings.services.folding import fold_pool
from tests.tournaments.event import NOW, Event, make_event, make_user
from tournaments.models import Round, RoundStatus, Stage, Tournament
from tournaments.selectors.matches import end_condition
from tournaments.services import draws
from tournaments.services.decisions import set_postponed

pytestmark = pytest.mark.django_db
TABLE = {"table": "vp-3-deals"}
PAGE = "/en/tournaments/spring/direct/stages/1/"


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(make_user("director@example.org"))
    return client


def direct(event: Event) -> Event:
    event.tournament.organisers.add(get_user_model().objects.get(email="director@example.org"))
    return event


def press(client: Client, action: str, page: str = PAGE, **data: Any) -> Any:
    return client.post(page, {"action": action, **data}, follow=True)


def a08() -> Event:
    event = direct(make_event(7, scoring=TABLE))
    event.results("1-2 2700:2000", "3-4 2300:2000", "5-6 2100:2000", "7")
    event.results("1-3 2400:2000", "2-5 2400:2000", "4-7 3100:2000", "6")
    return event


def drafted(event: Event) -> set[frozenset[int]]:
    return event.pairs(event.stage.rounds.get(status=RoundStatus.DRAFT))


def pairs(*tables: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(table) for table in tables}


def test_two_clicks_lead_from_a_full_round_to_the_next(director: Client) -> None:
    event = a08()
    assert b"Draw round 3" in director.get(PAGE).content
    page = press(director, "draw").content.decode()
    assert "Round 3: draft" in page
    assert "Publish round 3" in page
    page = press(director, "publish").content.decode()
    assert "Round 3 is published." in page
    assert event.pairs(event.stage.rounds.get(number=3)) == pairs((5,), (1, 4), (6, 3), (2, 7))


def test_a08_a_bye_locked_on_the_page_is_kept_and_the_rest_paired_round_it(director: Client) -> None:
    event = a08()
    press(director, "draw")
    page = press(director, "bye", entrant=event.entrants[1].pk).content.decode()
    assert drafted(event) == pairs((2,), (1, 4), (6, 3), (5, 7))
    assert "Pair the rest" in page
    press(director, "rest")
    assert drafted(event) == pairs((2,), (1, 4), (6, 3), (5, 7))
    press(director, "free-bye")
    assert drafted(event) == pairs((5,), (1, 4), (6, 3), (2, 7))


def test_two_are_swapped_and_their_tables_locked_until_they_are_unlocked(director: Client) -> None:
    event = a08()
    press(director, "draw")
    press(director, "swap", one=event.entrants[3].pk, other=event.entrants[2].pk)
    swapped = pairs((5,), (1, 3), (6, 4), (2, 7))
    assert drafted(event) == swapped
    press(director, "draw")
    assert drafted(event) == swapped
    for table in (1, 2):
        press(director, f"unlock:{table}")
    press(director, "draw")
    assert drafted(event) == pairs((5,), (1, 4), (6, 3), (2, 7))


@pytest.mark.parametrize(
    ("action", "place"),
    [("lock:2", "table-2"), ("unlock:2", "table-2"), ("free-bye", "bye")],
)
def test_who_presses_a_lock_goes_on_at_its_table(director: Client, action: str, place: str) -> None:
    a08()
    press(director, "draw")
    form = press(director, "lock:2").context
    answer = press(director, action, drawn=form["desk"].draft.round.draw_hash)
    assert answer.redirect_chain[-1][0] == f"{PAGE}#{place}"
    assert f'id="{place}"' in answer.content.decode()


def test_a04_a_refused_draw_offers_the_rule_to_give_up_as_a_button(director: Client) -> None:
    event = direct(make_event(4, scoring=TABLE, draw={"rematches": "never"}))
    event.results("1-2 2400:2000", "3-4 2300:2000")
    event.results("1-3 2400:2000", "2-4 2600:2000")
    event.results("1-4 2200:2000", "2-3 2200:2000")
    answer = press(director, "draw")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "every opponent used" in page
    assert 'name="relax" value="rematches"' in page
    assert Round.objects.count() == 3
    page = press(director, "draw", relax="rematches").content.decode()
    assert drafted(event) == pairs((1, 2), (3, 4))
    assert page.count("met before") == 2


def test_a06_a_bye_is_shown_with_what_it_gives_from_the_moment_of_publishing(director: Client) -> None:
    event = direct(make_event(5, scoring=TABLE))
    event.results("1-2 2400:2000", "3-4 2300:2000", "5")  # 14, 6, 13, 7 VP, and 12 for the bye
    for pool in RatingPool.objects.filter(dirty_from__isnull=False):
        fold_pool(pool.pk, NOW)
    ratings = list(PlayerRating.objects.order_by("pk").values_list("player__code", "mu", "games"))
    press(director, "draw")
    press(director, "bye", entrant=event.entrants[1].pk)
    assert "bye (round 2)" not in "".join(told_of_the_second_pair().values())
    press(director, "publish")
    told = told_of_the_second_pair()
    assert "Pair 2 | 18.00" in told["standings/"]
    assert "bye (round 2)" in told["standings/"]
    assert "Round 2 | bye | – | – | 12.00" in told["1/entrants/2/"]
    assert "wins: 0 | Nothing adds to it." in told["1/entrants/2/"]
    assert "Bye | Pair 2 | " in told["1/rounds/2/"]
    assert re.search(r",2,Pair 2,18\.00,.*bye \(round 2\)", told["1/standings.csv"])
    tables = Client().get("/api/v1/tournaments/spring/1/standings").json()["tables"]
    (row,) = [row for table in tables for row in table["rows"] if row["number"] == 2]
    assert (row["value"], row["played"], row["remarks"]) == ("18.00", 1, "bye (round 2)")
    assert list(PlayerRating.objects.order_by("pk").values_list("player__code", "mu", "games")) == ratings
    assert not RatingPool.objects.filter(dirty_from__isnull=False).exists()


def told_of_the_second_pair() -> dict[str, str]:
    """What the public reads, with a stroke for every tag between two texts."""
    pages = ("standings/", "1/entrants/2/", "1/standings.csv", "1/rounds/2/")
    texts = {page: Client().get(f"/en/tournaments/spring/{page}").content.decode() for page in pages}
    return {page: re.sub(r"(\s*<[^>]+>\s*)+", " | ", text) for page, text in texts.items()}


def test_a14_the_page_names_the_tables_that_hold_up_the_draw(director: Client) -> None:
    event = direct(make_event(6))
    matches = event.round("1-2", "3-4", "5-6")
    for match in matches[:2]:
        event.result(match, 2450, 1980)
    page = director.get(PAGE).content.decode()
    assert "Draw round 2" not in page
    assert "1 table still has no official result" in page
    assert "Round 1, table 3" in page
    assert press(director, "draw").status_code == 409


def test_why_a_table_and_what_the_best_draw_without_it_would_cost(director: Client) -> None:
    event = a08()
    page = press(director, "draw").content.decode()
    assert "scores 5 apart" in page  # A30 – D25
    asked = f"{PAGE}?without={event.entrants[0].pk}&without={event.entrants[3].pk}"
    page = director.get(asked).content.decode()
    assert "Without “Pair 1 × Pair 4”" in page
    # Without A–D the best is A–F, D–B, C–G: 9² + 7² + 5² = 155, and the best draw's 5² + 2² + 4² = 45.
    assert "squared differences of the scores: +110<" in page
    assert "Pair 1 × Pair 6" in page


def test_a_draft_is_discarded_and_a_published_draw_taken_back(director: Client) -> None:
    event = direct(make_event(4))
    press(director, "draw")
    press(director, "discard")
    assert not event.stage.rounds.exists()
    press(director, "draw")
    press(director, "publish")
    assert b"Take the draw back" in director.get(PAGE).content
    press(director, "unpublish:1")
    assert event.stage.rounds.get().status == RoundStatus.DRAFT


def test_a_changed_result_makes_the_draft_outdated(director: Client) -> None:
    event = a08()
    assert "have changed since" not in press(director, "draw").content.decode()
    event.result(event.stage.rounds.get(number=2).matches.get(table=1), 2000, 2400)
    assert "have changed since" in director.get(PAGE).content.decode()


def test_a_stage_begins_without_those_who_decline(director: Client) -> None:
    event = direct(make_event(4, rounds_planned=1, scoring=TABLE))
    Stage.objects.create(
        tournament=event.tournament, number=2, format="knockout", qualifiers=2, rounds_planned=None
    )
    event.results("1-2 2700:2000", "3-4 2300:2000")
    page = "/en/tournaments/spring/direct/stages/2/"
    assert b"Who goes on" in director.get(page).content
    press(director, "begin", page=page, declined=[event.entrants[2].pk])
    draft = Round.objects.get(stage__number=2)
    assert event.pairs(draft) == pairs((1, 4))
    press(director, "discard", page=page)
    assert b"Who goes on" in director.get(page).content


def test_a_later_stage_says_that_the_one_before_has_not_been_played(director: Client) -> None:
    event = direct(make_event(4))
    event.stage.status = "planned"
    event.stage.because("test").save()
    Stage.objects.create(tournament=event.tournament, number=2, format="knockout", qualifiers=2)
    page = director.get("/en/tournaments/spring/direct/stages/2/").content.decode()
    assert "The stage before has not been played yet." in page
    assert "at least 2 are needed" not in page


def test_nobody_else_may_open_or_change_it(client: Client) -> None:
    event = make_event(4)
    assert client.get(PAGE).status_code == 302
    client.force_login(make_user())
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"action": "draw"}).status_code == 403
    assert not event.stage.rounds.exists()


@pytest.mark.parametrize(
    "action", ["", "publish", "lock:99", "swap", "bye", "unpublish:7", "nonsense", "draw:x"]
)
def test_no_press_of_a_button_breaks_the_page(director: Client, action: str) -> None:
    direct(make_event(4))
    assert press(director, action).status_code in (400, 409)


def test_more_tables_need_no_more_queries(director: Client, django_assert_num_queries: Any) -> None:
    def page_of(event: Event) -> str:
        event.results(*(f"{n}-{n + 1} 2400:2000" for n in range(1, len(event.entrants), 2)))
        draws.draw_round(event.stage.pk, None, event.tournament.starts_at)
        return f"/cs/tournaments/{event.tournament.slug}/direct/stages/1/"

    small, large = (direct(make_event(n, slug=f"with-{n}")) for n in (4, 12))
    pages = [page_of(small), page_of(large)]
    director.get(pages[0])
    with CaptureQueriesContext(connection) as few:
        director.get(pages[0])
    with django_assert_num_queries(len(few)):
        director.get(pages[1])


def test_a_game_of_an_open_event_is_announced_and_waits_for_its_result(director: Client) -> None:
    terms = {"format": "open", "rounds_planned": None, "scoring": {"method": "wins"}}
    event = direct(make_event(4, rule_set="ten-thousand", **terms))
    page = director.get(PAGE).content.decode()
    assert "Draw round" not in page
    one, two, three, _four = (entrant.pk for entrant in event.entrants)
    page = press(director, "report", side1a=one, side2a=two, side3a=three).content.decode()
    assert "Table 1 waits for its result." in page
    match = event.stage.rounds.get().matches.get()
    assert list(match.side_entrants.order_by("side__number").values_list("entrant__number", flat=True)) == [
        1,
        2,
        3,
    ]
    assert f"/en/matches/{match.uuid}/decide/" in page


def test_a_game_of_an_open_event_is_no_draw_to_be_taken_back(director: Client) -> None:
    event = direct(make_event(4, format="open", rounds_planned=None))
    press(director, "report", side1a=event.entrants[0].pk, side2a=event.entrants[1].pk)
    answer = press(director, "unpublish:1")
    assert (answer.status_code, answer.context["refusal"].code) == (409, "no-draw")
    assert event.stage.rounds.get().status == RoundStatus.PUBLISHED


@pytest.mark.parametrize("sides", [{}, {"side1a": "1"}, {"side1a": "x", "side2a": "y"}])
def test_a_game_with_too_few_sides_is_refused(director: Client, sides: dict[str, str]) -> None:
    event = direct(make_event(4, format="open", rounds_planned=None))
    assert press(director, "report", **sides).status_code == 409
    assert not event.stage.rounds.exists()


@pytest.mark.parametrize(
    ("rule_set", "members", "sides", "lawful"),
    [
        ("classic", 2, [1, 1], True),
        ("classic", 2, [1, 1, 1], False),
        ("classic", 1, [1, 1], True),
        ("classic", 1, [2, 1], False),
        ("classic", 1, [1, 1, 1], False),
        ("ten-thousand", 2, [1, 1, 1], True),
        ("ten-thousand", 2, [1, 1, 1, 1], False),
        ("ten-thousand", 1, [1, 1, 1], True),
        ("ten-thousand", 1, [1, 1, 1, 1], False),
        ("ten-thousand", 1, [1, 1, 1, 1, 1], True),
        ("ten-thousand", 1, [2, 2, 1], False),
        ("ten-thousand", 1, [2, 2, 2], True),
    ],
)
def test_an_open_event_takes_the_tables_that_its_game_knows(
    director: Client, rule_set: str, members: int, sides: list[int], lawful: bool
) -> None:
    terms = {"format": "open", "rounds_planned": None, "rule_set": rule_set}
    event = direct(make_event(6, members=members, **terms))
    free = iter(event.entrants)
    chosen = {
        f"side{number}{place}": next(free).pk
        for number, size in enumerate(sides, start=1)
        for place in "ab"[:size]
    }
    answer = press(director, "report", **chosen)
    assert answer.status_code == (200 if lawful else 409)
    assert event.stage.rounds.exists() == lawful
    if not lawful:
        game = "Classic Canasta" if rule_set == "classic" else "Ten Thousand"
        assert f"{game} is played by two" in answer.content.decode()


def test_single_players_of_an_open_event_have_partners(director: Client) -> None:
    event = direct(make_event(4, members=1, format="open", rounds_planned=None))
    one, two, three, four = (entrant.pk for entrant in event.entrants)
    press(director, "report", side1a=one, side1b=two, side2a=three, side2b=four)
    match = event.stage.rounds.get().matches.get()
    assert [side.entrants.count() for side in match.sides.all()] == [2, 2]


def test_a_round_may_have_fewer_deals_than_its_stage(director: Client) -> None:
    event = direct(make_event(4))
    press(director, "draw")
    assert 'name="deals" min="1" max="50" required value="3"' in director.get(PAGE).content.decode()
    assert "have 2 deals" in press(director, "deals", deals="2").content.decode()
    press(director, "draw")
    for wrong in ("0", "51", "", "x"):
        assert press(director, "deals", deals=wrong).status_code == 400, wrong
    press(director, "publish")
    round_ = event.stage.rounds.get()
    assert (round_.status, round_.deals) == ("published", 2)
    assert [end_condition(match).deals for match in round_.matches.all()] == [2, 2]
    assert press(director, "deals", deals="4").status_code == 409
    press(director, "unpublish:1")
    press(director, "discard")


def test_a_postponed_match_of_a_bracket_is_played_before_the_next_draw(director: Client) -> None:
    event = direct(make_event(4, scoring=TABLE, format="knockout", rounds_planned=None))
    press(director, "draw")
    press(director, "publish")
    one, other = event.stage.rounds.get().matches.order_by("table")
    event.result(one, 2450, 1980)
    set_postponed(other.pk, True, None)
    page = director.get(PAGE).content.decode()
    assert "1 table still has no official result." in page
    assert "a postponed one has to be played first" in page
    assert "Draw round 2" not in page
    refused = press(director, "draw")
    assert refused.status_code == 409
    assert "a postponed one is played before the bracket goes on" in refused.content.decode()


def test_a_postponed_match_is_no_result_that_is_there(director: Client) -> None:
    event = direct(make_event(6, scoring=TABLE, rounds_planned=2))
    one, other, last = event.round("1-2", "3-4", "5-6")
    event.result(one, 2450, 1980)
    for match in (other, last):
        set_postponed(match.pk, True, None)
    assert "Every result is there but those of 2 postponed matches." in director.get(PAGE).content.decode()
    event.result(last, 500, 300)
    assert "Every result is there but that of 1 postponed match." in director.get(PAGE).content.decode()
    event.results("1-3 500:300", "2-5 500:300", "4-6 500:300")
    assert "Every result is official but that of 1 postponed match." in director.get(PAGE).content.decode()
    event.result(other, 500, 300)
    said = "Every result is official. Finish the event when the last one is signed"
    assert f"{said}.<" in director.get(PAGE).content.decode()
    Stage.objects.create(tournament=event.tournament, number=2, format="knockout")
    assert f"{said}, or begin the next stage.<" in director.get(PAGE).content.decode()
    for planned in (2, 4):
        Stage.objects.update(rounds_planned=planned)
        Tournament.objects.update(status="running")
        assert ("Draw round 3" in director.get(PAGE).content.decode()) == (planned == 4)
        Tournament.objects.update(status="archived")
        page = director.get(PAGE).content.decode()
        assert "Finish the event" not in page
        assert "Draw round 3" not in page


@pytest.mark.parametrize(
    ("players", "draw", "told"),
    [
        (8, {}, "as the schedule has it"),
        (10, {}, "nothing against it"),
        (8, {"by_standing": True}, "by the standings: of each four the 1st and 3rd against the 2nd and 4th"),
    ],
)
def test_a_draft_of_single_players_says_what_decides_its_tables(
    director: Client, players: int, draw: dict[str, bool], told: str
) -> None:
    direct(make_event(players, 1, format="individual", draw=draw))
    page = press(director, "draw").content.decode()
    assert page.count(f"<span>{told}") == players // 4 + (0 if players % 4 == 0 else players % 4)
