"""Two records of one person are one in the ratings, and two again if that was wrong."""

import pytest

from ratings.errors import RatingError
from ratings.models import Pair, Player, PlayerRating, RatingEntry, RatingPool, Visibility
from ratings.services.folding import rebuild
from ratings.services.merging import merge_players, unmerge_player
from ratings.services.people import change, pair_of
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


def shown(players, letter):
    return Player.objects.get(pk=players[letter].pk).public_name


def test_a_merged_record_is_shown_as_the_one_that_stays():
    players = make_players("AGH")
    merge_players(players["H"], players["G"], why="same person")
    merge_players(players["G"], players["A"], why="same person")
    assert shown(players, "H") == shown(players, "G") == "Player A"
    change(players["A"], why="asked", visibility=Visibility.PSEUDONYM, pseudonym="Owl")
    assert shown(players, "H") == shown(players, "G") == "Owl"
    change(players["A"], why="asked", visibility=Visibility.HIDDEN)
    assert Player.objects.get(pk=players["H"].pk).is_hidden
    unmerge_player(players["G"], why="a namesake")
    assert shown(players, "H") == shown(players, "G") == "Player G"
    assert shown(players, "A") == ""


def test_a_pair_of_a_merged_record_has_a_name_of_its_own_only_while_the_main_record_is_shown_in_full():
    players = make_players("ABG")
    pair_of(players["G"], players["B"], name="The Aces")
    merge_players(players["G"], players["A"], why="same person")
    assert Pair.objects.get().shown_name == "The Aces"
    change(players["A"], why="asked", minor=True)
    assert Pair.objects.get().shown_name == "Player B – Player A."


def test_a_game_that_seemed_to_seat_one_person_twice_is_rated_once_they_are_two():
    players = make_players("ABCDG")
    merge_players(players["G"], players["A"], why="same person")
    play(players, 1, "AB CG", (1, 2))
    unmerge_player(players["G"], why="a namesake")
    fold_all()
    assert [line[2] for line in lines()] == ["p-a", "p-b", "p-c", "p-g"]


@pytest.mark.parametrize(("guest", "rated"), [("G", 4), ("A", 0)])
def test_the_record_that_stays_says_whether_the_person_is_a_guest(guest, rated):
    players = make_players("ABCDG")
    change(players[guest], why="visitor", is_guest=True)
    play(players, 1, "GB CD", (1, 2))
    fold_all()
    before = lines()
    merge_players(players["G"], players["A"], why="same person")
    fold_all()
    assert RatingEntry.objects.count() == rated
    unmerge_player(players["G"], why="a namesake")
    fold_all()
    assert lines() == before


def test_the_games_of_every_record_of_a_guest_are_rated_when_the_guest_becomes_a_member():
    players = make_players("ABCDG")
    change(players["A"], why="visitor", is_guest=True)
    merge_players(players["G"], players["A"], why="same person")
    play(players, 1, "GB CD", (1, 2))
    change(players["A"], why="joined the club", is_guest=False)
    fold_all()
    assert [line[2] for line in lines()] == ["p-a", "p-b", "p-c", "p-d"]


def test_a_person_of_the_demonstration_is_nobody_else():
    made_up = Player.objects.create(code="made-up", name="Made-up", demo=True)
    own = Player.objects.create(code="own", name="Own")
    for duplicate, into in ((made_up, own), (own, made_up)):
        with pytest.raises(RatingError) as refused:
            merge_players(duplicate, into, why="same name")
        assert refused.value.code == "demo_person"
