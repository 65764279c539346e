"""What accounts mean to the other apps: claiming a player, managing a club, deciding, leaving."""

from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress
from axes.models import AccessFailureLog, AccessLog
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from accounts.errors import AccountError
from accounts.models import IdempotentAnswer, Invitation, InvitedAs, User
from accounts.selectors import export
from accounts.services.invitations import accept, invite
from accounts.services.profile import erase
from accounts.services.users import create_confirmed_user
from ratings.models import Pair, Player
from ratings.services.claims import claim_player, make_manager
from ratings.services.merging import merge_players
from ratings.services.people import change, create_club, create_player, pair_of
from tests.tournaments.event import make_event
from tournaments.models import Note
from tournaments.services.notes import leave_note

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PASSWORD = "seven of clubs on top"


@pytest.fixture
def administrator() -> User:
    return create_confirmed_user("admin@example.org", PASSWORD, is_staff=True, is_superuser=True)


@pytest.fixture
def player() -> Player:
    return create_player("Dana Smyšlená", code="dana")


def invited(administrator: User, **fields: str) -> User:
    invite(Invitation(email="dana@example.org", **fields), administrator, NOW)
    return accept(Invitation.objects.get(), NOW, name="Dana", language="cs", password=PASSWORD)


def test_the_invited_claims_a_player(administrator: User, player: Player) -> None:
    user = invited(administrator, player_code="dana")
    player.refresh_from_db()
    assert player.user == user
    assert player.history.first().history_change_reason == "claimed by invitation"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"player_code": "nobody"}, "unknown_player"),
        ({"invited_as": InvitedAs.MANAGER, "club_code": "nowhere"}, "unknown_club"),
        ({"player_code": "dana"}, "player_claimed"),
    ],
)
def test_an_invitation_without_effect_is_refused(
    administrator: User, player: Player, fields: dict[str, str], code: str
) -> None:
    claim_player("dana", administrator)
    with pytest.raises(AccountError) as refused:
        invite(Invitation(email="dana@example.org", **fields), administrator, NOW)
    assert refused.value.code == code
    assert not Invitation.objects.exists()


def test_a_player_claimed_meanwhile_makes_no_account(administrator: User, player: Player) -> None:
    invite(Invitation(email="dana@example.org", player_code="dana"), administrator, NOW)
    claim_player("dana", administrator)
    with pytest.raises(AccountError) as refused:
        accept(Invitation.objects.get(), NOW, name="Dana", language="cs", password=PASSWORD)
    assert refused.value.code == "player_claimed"
    assert not User.objects.filter(email="dana@example.org").exists()
    assert Invitation.objects.get().accepted_at is None


def test_a_manager_gets_the_club_and_nothing_else(administrator: User) -> None:
    club = create_club("Vymyšlený klub", code="club")
    user = invited(administrator, invited_as=InvitedAs.MANAGER, club_code="club")
    assert list(club.managers.all()) == [user]
    assert not user.has_perm("tournaments.decide_results")


def test_a_referee_may_decide_everywhere(administrator: User) -> None:
    user = invited(administrator, invited_as=InvitedAs.REFEREE)
    assert User.objects.get(pk=user.pk).has_perm("tournaments.decide_results")


def test_who_leaves_leaves_a_pseudonym(administrator: User, player: Player) -> None:
    user = invited(administrator, player_code="dana")
    assert export(user)["player"]["name"] == "Dana Smyšlená"
    erase(user)
    player.refresh_from_db()
    assert player.user is None
    assert player.code == "dana"
    assert "Smyšlená" not in f"{player.name} {player.shown_name} {player.search_key} {player.public_name}"
    assert not [row for row in player.history.all() if "Smyšlená" in row.name]


def test_who_leaves_is_forgotten_with_their_pseudonyms_every_record_and_the_names_of_their_pairs(
    administrator: User, player: Player
) -> None:
    user = invited(administrator, player_code="dana")
    twin = create_player("Dana Smyslená", code="dana-2")
    pair_of(twin, create_player("Olga Cizí"), name="Smyslená a spol.")
    change(player, why="asked", visibility="pseudonym", pseudonym="Smyš")
    merge_players(player, twin, why="same person")
    erase(user)
    rows = [*Player.objects.all(), *Player.history.all(), *Pair.objects.all(), *Pair.history.all()]
    said = " ".join(f"{row.name} {getattr(row, 'pseudonym', '')}" for row in rows)
    assert "Smy" not in said
    assert Player.objects.get(code="dana-2").public_name == Player.objects.get(code="dana").public_name


def test_what_was_done_in_the_referees_site_names_nobody_who_left(
    administrator: User, player: Player
) -> None:
    user = invited(administrator, player_code="dana")
    other = create_player("Olga Cizí")
    pair = pair_of(player, other)
    for row in (user, player, pair, other):
        kind = ContentType.objects.get_for_model(row)
        LogEntry.objects.create(
            user=administrator, content_type=kind, object_id=row.pk, object_repr=f"{row}", action_flag=CHANGE
        )
    assert [line for line in LogEntry.objects.all() if "Smyšlená" in line.object_repr]
    erase(user)
    lines = {(line.content_type.model, line.object_repr) for line in LogEntry.objects.all()}
    assert lines == {("user", ""), ("player", ""), ("pair", ""), ("player", f"{other}")}


def test_a_club_manager_invites_the_players_of_the_club_and_no_others(client: Client) -> None:
    manager = create_confirmed_user("manager@example.org", PASSWORD)
    client.force_login(manager)
    assert client.get("/en/account/invitations/").status_code == 403
    club = create_club("Vymyšlený klub", code="club")
    make_manager("club", manager)
    assert client.get("/en/account/invitations/").status_code == 200
    create_player("Elen Smyšlená", code="elen", club=club)
    create_player("Filip Cizí", code="filip")
    invite(Invitation(email="elen@example.org", player_code="elen"), manager, NOW)
    with pytest.raises(AccountError) as refused:
        invite(Invitation(email="filip@example.org", player_code="filip"), manager, NOW)
    assert refused.value.code == "not_your_player"
    with pytest.raises(AccountError) as refused:
        invite(Invitation(email="x@example.org", invited_as=InvitedAs.REFEREE), manager, NOW)
    assert refused.value.code == "not_yours_to_give"


def test_the_whole_name_of_who_leaves_stands_in_nothing_that_was_typed(
    administrator: User, player: Player
) -> None:
    user = invited(administrator, player_code="dana")
    User.objects.filter(pk=user.pk).update(name="Dana Smyšlená-Nová")
    other = create_player("Olga Cizí")
    change(other, why="Dana Smyšlená asked for it; the Smyšlená of last year", visibility="hidden")
    match = make_event(2).round("1-2")[0]
    leave_note(match.pk, "Dana Smyšlená-Nová wants new cards.", None, NOW)
    erase(user)
    pseudonym = Player.objects.get(pk=player.pk).name
    assert other.history.first().history_change_reason == (
        f"{pseudonym} asked for it; the Smyšlená of last year"
    )
    note = Note.objects.get()
    assert note.text == f"{pseudonym} wants new cards."
    assert note.history.get().text == note.text


def test_no_address_of_who_leaves_stands_in_what_was_typed(administrator: User, player: Player) -> None:
    user = invited(administrator, player_code="dana")
    EmailAddress.objects.create(user=user, email="d.s@example.org")
    match = make_event(2).round("1-2")[0]
    leave_note(match.pk, "Ask Dana@Example.org, d.s@example.org; not jordana@example.org.", None, NOW)
    leave_note(match.pk, "dana@example.organic", None, NOW)
    erase(user)
    pseudonym = Player.objects.get(pk=player.pk).name
    said = f"Ask {pseudonym}, {pseudonym}; not jordana@example.org."
    assert {note.text for note in Note.objects.all()} == {said, "dana@example.organic"}
    assert said in {line.text for line in Note.history.all()}


def test_the_name_that_another_player_bears_too_stays_in_what_was_typed(
    administrator: User, player: Player
) -> None:
    user = invited(administrator, player_code="dana")
    namesake = create_player("Dana Smyšlená", code="dana-2")
    change(namesake, why="Dana Smyšlená asked for it", minor=True)
    erase(user)
    assert namesake.history.first().history_change_reason == "Dana Smyšlená asked for it"
    assert Player.objects.get(pk=namesake.pk).name == "Dana Smyšlená"


def test_no_address_of_who_leaves_is_kept_nor_what_their_programs_were_answered(
    administrator: User, player: Player
) -> None:
    user = invited(administrator, player_code="dana")
    EmailAddress.objects.filter(user=user).update(email="later@example.org")
    User.objects.filter(pk=user.pk).update(email="later@example.org")
    for address in ("later@example.org", user.email, "somebody@example.org"):
        AccessLog.objects.create(username=address)
        AccessFailureLog.objects.create(username=address)
    IdempotentAnswer.objects.create(
        user=user, key="1", digest="d", made_at=NOW, body={"name": "Dana Smyšlená"}
    )
    erase(User.objects.get(pk=user.pk))
    assert not Invitation.objects.exists()
    assert not IdempotentAnswer.objects.exists()
    for kept in (AccessLog, AccessFailureLog):
        assert [entry.username for entry in kept.objects.all()] == ["somebody@example.org"]
