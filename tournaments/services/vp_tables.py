"""A club's own tables of victory points."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.models import Club
from ratings.names import written
from tournaments.core.records import VpStep
from tournaments.core.vp import ScoreError, check_steps
from tournaments.errors import TournamentError
from tournaments.models import VpTable
from tournaments.score_sentences import score_sentence

if TYPE_CHECKING:
    from accounts.models import User

CHANGED = gettext_noop("The table was changed.")
LONGEST = 60


@transaction.atomic
def save_table(club: Club, name: str, steps: Sequence[VpStep], by: "User | None") -> VpTable:
    """Keep a table under a name of the club; one of that name is replaced, events keep their copies.

    Raises TournamentError `name-missing` or `bad-table`.
    """
    name = written(name)[:LONGEST]
    if not name:
        raise TournamentError("name-missing", _("Give the table a name."))
    check_table(steps)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # two who make one name at once
    table = VpTable.objects.filter(club=club, name=name).first() or VpTable(club=club, name=name)
    table.steps = [asdict(step) for step in steps]
    table.because(CHANGED, by).save()
    return table


def check_table(steps: Sequence[VpStep]) -> None:
    """Raise TournamentError `bad-table` for rows that can't share out 20 VP for every difference."""
    try:
        check_steps(steps)
    except ScoreError as error:
        raise TournamentError("bad-table", score_sentence(error)) from error


@transaction.atomic
def delete_table(table: VpTable, by: "User | None") -> None:
    """Take a table out of the list; events keep their copies."""
    table.because(CHANGED, by).save()
    table.delete()
