"""How a game ended, and why it is not rated, in words for people."""

from django.utils.translation import gettext_lazy as _

from ratings.games import NotRated, Outcome

OUTCOMES = {
    Outcome.PLAYED.value: _("played"),
    Outcome.FORFEIT.value: _("forfeit"),
    Outcome.NO_SHOW.value: _("no-show"),
    Outcome.BOTH_ABSENT.value: _("both absent"),
    Outcome.BYE.value: _("bye"),
    Outcome.WALKOVER.value: _("walkover"),
    Outcome.VOID.value: _("void"),
}
WHY_NOT = {
    NotRated.EVENT.value: _("The event is not rated."),
    NotRated.VOID.value: _("The game is void."),
    NotRated.BYE.value: _("It was a bye."),
    NotRated.WALKOVER.value: _("It was an agreed walkover."),
    NotRated.BOTH_ABSENT.value: _("Both sides were absent."),
    NotRated.GUEST.value: _("A guest took part."),
    NotRated.UNEQUAL_SIDES.value: _("The sides were not of equal size."),
    NotRated.SAME_PLAYER.value: _("Two of the players turned out to be one person."),
}
