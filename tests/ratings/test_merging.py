"""Two records of one person are one in the ratings, and two again if that was wrong."""

import pytest

from ratings.errors import RatingError
from ratings.models import PlayerRating, RatingEntry, RatingPool
from ratings.services.folding import rebuild
from ratings.services.merging import merge_players, unmerge_player
from tests.ratings.club import NOW, fold_all, lines, make_players, play, play_evening, standings

pytestmark = pytest.mark.django_db


def evening_and_a_second_record():
    players = make_players("ABCDEFGH")
    play_evening(players)
    play(players, 8, "GC DF", (1, 2))
    play(players, 9, "G H", (1, 2))
    fold_all()
    return players


def test_merged_games_count_for_one_player_from_the_first_on():
    players = evening_and_a_second_record()
    merge_players(players["G"], players["A"], why="same person")
    fold_all()
    assert not RatingEntry.objects.filter(player=players["G"]).exists()
    assert not PlayerRating.objects.filter(player=players["G"]).exists()
    assert PlayerRating.objects.get(player=players["A"], pool__kind="pairs").games == 7
    assert PlayerRating.objects.get(player=players["A"], pool__kind="solo").games == 1
    merged = lines(), standings()
    for pool in RatingPool.objects.all():
        rebuild(pool, why="proof", now=NOW)
    assert (lines(), standings()) == merged


def test_merge_and_unmerge_restore_every_line():
    players = evening_and_a_second_record()
    before = lines(), standings()
    merge_players(players["G"], players["A"], why="same person")
    fold_all()
    assert (lines(), standings()) != before
    unmerge_player(players["G"], why="a namesake")
    fold_all()
    assert (lines(), standings()) == before


def test_a_chain_of_merges_ends_at_the_last_and_comes_apart_link_by_link():
    players = evening_and_a_second_record()
    merge_players(players["H"], players["A"], why="same person")
    fold_all()
    after_one = lines(), standings()
    spare = make_players("Z")["Z"]
    merge_players(players["A"], spare, why="new membership")
    fold_all()
    assert PlayerRating.objects.get(player=spare, pool__kind="solo").games == 1
    assert not PlayerRating.objects.filter(player__in=[players["A"], players["H"]]).exists()
    unmerge_player(players["A"], why="mistake")
    fold_all()
    assert (lines(), standings()) == after_one


def test_two_who_sat_at_one_table_are_two_people():
    players = evening_and_a_second_record()
    with pytest.raises(RatingError) as refused:
        merge_players(players["G"], players["C"], why="same name")
    assert refused.value.code == "sat_together"
    merge_players(players["G"], players["A"], why="same person")
    with pytest.raises(RatingError) as refused:
        merge_players(players["H"], players["A"], why="met as G")
    assert refused.value.code == "sat_together"


@pytest.mark.parametrize(
    ("merge", "code"),
    [(("A", "A"), "merge_self"), (("G", "B"), "already_merged"), (("H", "G"), "already_merged")],
)
def test_merges_that_cannot_be_are_refused(merge, code):
    players = make_players("ABGH")
    merge_players(players["G"], players["A"], why="same person")
    with pytest.raises(RatingError) as refused:
        merge_players(players[merge[0]], players[merge[1]], why="trial")
    assert refused.value.code == code


def test_who_is_not_merged_cannot_be_parted():
    with pytest.raises(RatingError) as refused:
        unmerge_player(make_players("A")["A"], why="trial")
    assert refused.value.code == "not_merged"


def test_a_game_told_later_that_seats_one_person_twice_is_not_rated():
    players = make_players("ABCDG")
    merge_players(players["G"], players["A"], why="same person")
    assert play(players, 1, "AB CG", (1, 2)).not_rated == "same_player"
    fold_all()
    assert lines() == []


def test_a_merge_is_kept_with_its_reason():
    players = make_players("AG")
    merge_players(players["G"], players["A"], why="same person")
    assert players["G"].history.latest().history_change_reason == "same person"
    with pytest.raises(RatingError) as refused:
        unmerge_player(players["G"], why="")
    assert refused.value.code == "reason_required"
