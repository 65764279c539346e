"""What accounts mean to the other apps, and players to the events. Only the site knows both sides."""

import rules
from django.utils.translation import gettext as _

from accounts.errors import AccountError
from accounts.models import Invitation, InvitedAs, User
from accounts.rules import is_staff
from accounts.seams import seams
from accounts.services.invitations import BY_INVITATION
from accounts.services.users import grant
from canasta_site.forgetting import forget
from ratings.errors import RatingError
from ratings.seams import seams as player_seams
from ratings.selectors.own import known_of
from ratings.services import claims
from tournaments.rules import manages_any_club, manages_club
from tournaments.services.entry_names import renew_names

DECIDES_EVERYWHERE = "tournaments.decide_results"


def check(invitation: Invitation) -> None:
    """An invitation names a player nobody has claimed and a club that exists, if any.

    Whoever is no referee gives only the players of a club they manage. Raises AccountError.
    """
    by = invitation.invited_by
    try:
        if invitation.player_code:
            player = claims.free_player(invitation.player_code)
            if by and not by.is_staff and not manages_club(by, player.club):
                raise AccountError("not_your_player", _("This player belongs to no club that you manage."))
        if invitation.club_code:
            claims.club_of(invitation.club_code)
    except RatingError as error:
        raise AccountError(error.code, error.message) from error


def welcome(user: User, invitation: Invitation) -> None:
    """Make the invited the player, the manager or the referee they were invited as."""
    try:
        if invitation.player_code:
            claims.claim_player(invitation.player_code, user)
        if invitation.invited_as == InvitedAs.MANAGER:
            claims.make_manager(invitation.club_code, user)
    except RatingError as error:
        raise AccountError(error.code, error.message) from error
    if invitation.invited_as == InvitedAs.REFEREE:
        grant(user, DECIDES_EVERYWHERE, BY_INVITATION, invitation.invited_by)


def wire() -> None:
    """Register with the accounts and the players, once, when the site starts. Club managers invite, too."""
    rules.set_perm("accounts.invite", rules.is_authenticated & (is_staff | manages_any_club))
    seams.check.append(check)
    seams.welcome.append(welcome)
    seams.forget.append(forget)
    player_seams.renamed.append(renew_names)
    seams.export.append(known_of)
    seams.permissions.append(DECIDES_EVERYWHERE)
