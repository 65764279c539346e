"""Official lists are frozen at the end of a month and stay, whatever is corrected later."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import pytest
from django.test import Client

from ratings import outbox
from ratings.errors import RatingError
from ratings.models import OfficialList, RatingPool, Visibility
from ratings.services import unrate_game
from ratings.services.lists import is_unchanged, month_ended, publish_due_list, publish_list
from ratings.services.people import change
from ratings.services.pools import new_version
from tests.ratings.club import fold_all, make_players, play, play_evening

pytestmark = pytest.mark.django_db

JANUARY = date(2026, 1, 1)
FEBRUARY_FIRST = datetime(2026, 2, 1, 8, tzinfo=UTC)


def january():
    players = make_players()
    play_evening(players)
    play(players, 40, "AB CD", (1, 2))
    fold_all()
    return players, publish_list(RatingPool.objects.get(), JANUARY, FEBRUARY_FIRST)


def test_the_month_ends_at_midnight_where_the_club_is():
    assert month_ended(datetime(2026, 1, 31, 22, 59, tzinfo=UTC)) == date(2025, 12, 1)
    assert month_ended(datetime(2026, 1, 31, 23, 1, tzinfo=UTC)) == JANUARY


def test_a_list_holds_the_table_at_the_end_of_its_month():
    _players, frozen = january()
    rows = {row.player.code: row.games for row in frozen.rows.all()}
    assert rows == {"p-a": 6, "p-b": 6, "p-c": 4, "p-d": 4, "p-e": 4, "p-f": 4}
    assert [row.line for row in frozen.rows.all()] == [1, 2, 3, 4, 5, 6]
    assert frozen.as_of == datetime(2026, 1, 31, 23, tzinfo=UTC)
    assert len(frozen.sha256) == 64


def test_a_list_is_published_once():
    _players, frozen = january()
    assert publish_list(frozen.pool, JANUARY, FEBRUARY_FIRST + timedelta(days=3)) == frozen


def test_a_later_correction_does_not_reach_a_list():
    _players, frozen = january()
    before = list(frozen.rows.values_list())
    unrate_game(UUID(int=1), why="void")
    fold_all()
    assert publish_list(frozen.pool, JANUARY, FEBRUARY_FIRST) == frozen
    assert list(frozen.rows.values_list()) == before
    assert is_unchanged(frozen)


def test_a_list_cannot_be_saved_again_and_tampering_shows():
    _players, frozen = january()
    with pytest.raises(RatingError) as refused:
        frozen.save()
    assert refused.value.code == "list_frozen"
    frozen.rows.filter(line=1).update(rating=2000)
    assert not is_unchanged(frozen)


def test_no_list_while_the_month_lasts():
    make_players()
    with pytest.raises(RatingError) as refused:
        publish_list(
            RatingPool.objects.create(rule_set="classic", kind="pairs"),
            JANUARY,
            datetime(2026, 1, 31, tzinfo=UTC),
        )
    assert refused.value.code == "month_not_over"


def test_a_worker_is_sent_for_the_list_once_the_month_is_over_and_the_ledger_complete():
    players = make_players()
    play_evening(players)
    pool = RatingPool.objects.get()
    assert outbox.due(FEBRUARY_FIRST, 10) == [("ratings.fold_pool", (pool.pk,))]
    assert publish_due_list(pool.pk, FEBRUARY_FIRST) is None
    fold_all()
    assert outbox.due(FEBRUARY_FIRST, 10) == [("ratings.publish_list", (pool.pk,))]
    assert outbox.due(FEBRUARY_FIRST, 10) == []
    set_back = FEBRUARY_FIRST - timedelta(hours=1)
    RatingPool.objects.update(listed=JANUARY - timedelta(days=92))
    assert outbox.due(set_back, 10) == [("ratings.publish_list", (pool.pk,))]
    RatingPool.objects.update(listed=None)
    assert publish_due_list(pool.pk, FEBRUARY_FIRST).month == JANUARY
    assert outbox.due(FEBRUARY_FIRST + timedelta(days=20), 10) == []
    assert outbox.due(FEBRUARY_FIRST + timedelta(days=28), 10) == [("ratings.publish_list", (pool.pk,))]


def test_months_in_which_nobody_published_get_their_lists_as_they_would_have_been():
    january()
    pool = RatingPool.objects.get()
    april = datetime(2026, 4, 3, 8, tzinfo=UTC)
    newest = publish_due_list(pool.pk, april)
    assert newest.month == date(2026, 3, 1)
    lists = OfficialList.objects.order_by("month")
    assert [frozen.month for frozen in lists] == [JANUARY, date(2026, 2, 1), date(2026, 3, 1)]
    # The game of 10 February is in the list of February.
    games = [{row.player.code: row.games for row in frozen.rows.all()}["p-a"] for frozen in lists]
    assert games == [6, 7, 7]


def test_a_month_without_any_game_leaves_no_list_and_is_not_asked_for_again():
    players = make_players()
    play(players, 40, "AB CD", (1, 2))
    fold_all()
    pool = RatingPool.objects.get()
    assert publish_due_list(pool.pk, FEBRUARY_FIRST) is None
    assert outbox.due(FEBRUARY_FIRST + timedelta(days=1), 10) == []
    assert not OfficialList.objects.exists()


def test_who_is_hidden_later_keeps_the_line_without_name_or_code(client: Client):
    players, frozen = january()
    assert "Player A" in client.get("/en/ratings/classic-pairs/lists/2026/1/").content.decode()
    change(players["A"], why="asked", visibility=Visibility.HIDDEN)
    page = client.get("/en/ratings/classic-pairs/lists/2026/1/").content.decode()
    data = client.get("/api/v1/ratings/pools/classic-pairs/lists/2026-01?format=csv").content.decode()
    assert page.count("hidden player") == 1
    assert "Player A" not in page + data
    assert "p-a" not in page + data
    assert is_unchanged(frozen)


def test_an_unknown_month_is_not_found(client: Client):
    january()
    for month in ("2026/2", "2026/13", "2026/0"):
        assert client.get(f"/en/ratings/classic-pairs/lists/{month}/").status_code == 404


def test_a_new_version_of_the_pool_leaves_the_lists_that_are_published(client: Client):
    _players, frozen = january()
    page = client.get("/en/ratings/classic-pairs/lists/2026/1/").content
    new_version(frozen.pool, {"beta": 25 / 6}, model_name="trial", why="trial")
    fold_all()
    version = RatingPool.objects.get(active=True)
    assert version != frozen.pool
    assert outbox.due(FEBRUARY_FIRST, 10) == []
    assert publish_list(version, JANUARY, FEBRUARY_FIRST) == frozen
    assert publish_due_list(version.pk, FEBRUARY_FIRST) == frozen
    assert client.get("/en/ratings/classic-pairs/lists/2026/1/").content == page
    assert publish_due_list(version.pk, FEBRUARY_FIRST + timedelta(days=28)).pool == version


def test_the_old_version_of_a_pool_publishes_no_list_any_more():
    _players, frozen = january()
    new_version(frozen.pool, {"beta": 25 / 6}, model_name="trial", why="trial")
    fold_all()
    assert publish_due_list(frozen.pool.pk, FEBRUARY_FIRST + timedelta(days=28)) is None


def test_lines_of_one_place_are_marked_as_sharing_it_as_in_the_table(client: Client):
    players = make_players()
    for number in range(1, 13):
        play(players, number, "AB CD" if number % 2 else "AB EF", (1, 2))
    fold_all()
    publish_list(RatingPool.objects.get(), JANUARY, FEBRUARY_FIRST)
    page = client.get("/en/ratings/classic-pairs/lists/2026/1/").content.decode()
    assert page.count('<td class="num">1=</td>') == 2
    assert page.count('title="provisional"') == 4
