"""Players, clubs and pairs: codes that stay, reasons that are kept, names that are shown or not."""

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from accounts.models import User
from ratings.errors import RatingError
from ratings.models import Club, Pair, Player, RatingEntry, Visibility
from ratings.services.claims import forget_person
from ratings.services.people import change, create_club, create_player, pair_of
from tests.ratings.club import fold_all, make_players, play

pytestmark = pytest.mark.django_db


def test_a_new_player_gets_a_code_that_says_nothing_about_the_name():
    player = create_player("  Eva   Vymyšlená ")
    assert player.name == "Eva Vymyšlená"
    assert len(player.code) == 6
    assert player.code.isalnum()
    assert create_player("Eva Vymyšlená").code != player.code


def test_a_code_never_changes():
    player = create_player("Eva Vymyšlená", code="eva")
    for row in (player, Player.objects.get(code="eva")):
        row.code = "adam"
        with pytest.raises(RatingError) as refused:
            row.because("typing mistake").save()
        assert refused.value.code == "code_fixed"


def test_a_code_is_taken_once():
    create_player("Eva Vymyšlená", code="eva")
    with pytest.raises(RatingError) as refused:
        create_player("Eva Jiná", code="eva")
    assert refused.value.code == "taken"


def test_a_player_without_a_name_is_refused():
    with pytest.raises(RatingError) as refused:
        create_player("  ")
    assert refused.value.code == "name_missing"


def test_no_change_without_a_reason():
    player = create_player("Eva Vymyšlená")
    with pytest.raises(RatingError) as refused:
        change(player, why=" ", name="Eva Nová")
    assert refused.value.code == "reason_required"
    assert Player.objects.get().name == "Eva Vymyšlená"


def test_a_change_is_kept_with_who_and_why():
    by = User.objects.create_user("referee@example.org")
    player = change(create_player("Eva Vymyšlená"), why="married", by=by, name="Eva Nová")
    newest = player.history.latest()
    assert (newest.name, newest.history_change_reason, newest.history_user) == ("Eva Nová", "married", by)
    assert newest.prev_record.name == "Eva Vymyšlená"


def test_only_some_fields_can_be_changed():
    with pytest.raises(RatingError) as refused:
        change(create_player("Eva Vymyšlená"), why="trial", merged_into=None)
    assert refused.value.code == "fixed_field"


def test_a_club_is_made_and_renamed():
    club = create_club("Klub U Stolu", code="u-stolu", country="CZ")
    change(club, why="moved", name="Klub Na Rohu")
    assert Club.objects.get(code="u-stolu").name == "Klub Na Rohu"


def test_a_pair_is_the_same_in_either_order():
    players = make_players("AB")
    pair = pair_of(players["B"], players["A"])
    assert pair_of(players["A"], players["B"]) == pair
    assert (pair.player_a, pair.player_b) == (players["A"], players["B"])
    with pytest.raises(RatingError) as refused:
        pair_of(players["A"], players["A"])
    assert refused.value.code == "same_player"


def test_the_database_keeps_pairs_in_order():
    players = make_players("AB")
    with pytest.raises(IntegrityError), transaction.atomic():
        Pair.objects.create(player_a=players["B"], player_b=players["A"])


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({}, "Jana Vymyšlená"),
        ({"minor": True}, "Jana V."),
        ({"visibility": Visibility.PSEUDONYM, "pseudonym": "Červená sedma"}, "Červená sedma"),
        ({"visibility": Visibility.PSEUDONYM, "pseudonym": "Sedma", "minor": True}, "Sedma"),
        ({"visibility": Visibility.HIDDEN}, ""),
    ],
)
def test_the_public_name_and_what_it_is_found_by(fields, shown):
    player = create_player("Jana Vymyšlená", **fields)
    assert player.public_name == shown
    assert ("vymyslena" in player.public_search_key) == ("Vymyšlená" in shown)


def test_a_pseudonym_is_needed_to_be_shown_under_one():
    with pytest.raises(RatingError) as refused:
        change(create_player("Eva"), why="asked", visibility=Visibility.PSEUDONYM)
    assert refused.value.code == "pseudonym_missing"


def test_the_name_of_a_pair_is_shown_only_if_both_are_shown_by_name():
    players = make_players("AB")
    pair = pair_of(players["A"], players["B"], name="The Aces")
    assert pair.shown_name == "The Aces"
    change(players["B"], why="asked", visibility=Visibility.PSEUDONYM, pseudonym="Nobody")
    assert Pair.objects.get().shown_name == "Player A – Nobody"


def test_games_of_one_who_is_a_guest_no_more_are_rated():
    players = make_players()
    change(players["A"], why="visitor", is_guest=True)
    play(players, 1, "AB CD", (1, 2))
    fold_all()
    assert not RatingEntry.objects.exists()
    change(players["A"], why="joined the club", is_guest=False)
    fold_all()
    assert RatingEntry.objects.count() == 4


@pytest.mark.parametrize("language", ["cs", "en"])
def test_who_left_is_named_in_the_language_of_the_site_whatever_they_read(language: str):
    user = User.objects.create_user("eva@example.org")
    create_player("Eva Vymyšlená", code="eva", user=user)
    with override(language):
        forget_person(user)
    assert Player.objects.get(code="eva").public_name == "N. N. eva"
