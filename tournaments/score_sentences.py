"""Why a score or a VP table can't be right, in words: made from the codes of `tournaments.core.vp`."""

from django.utils.translation import gettext_lazy as _

from tournaments.core.vp import ScoreError
from tournaments.figures import Figures

REASONS = {
    "not_multiple_of_5": _("{points} is not a multiple of 5, as every sum of cards and bonuses is."),
    "unknown_table": _("There is no VP table “{table}”."),
    "curve_base": _("The difference worth 20 VP is between 5 and 100 000 points."),
    "value_out_of_range": _("A value given without a game is not negative."),
    "table_not_covering": _("The last row, and only it, covers every larger difference."),
    "table_not_rising": _("Row {row}: differences and the winner's VP rise from row to row."),
    "table_not_symmetric": _("Row {row}: the winner gets 10 to 20 VP; the loser gets the rest of 20."),
    "table_level_not_even": _("The first row is a level match: 10 VP each."),
    "unknown_tie_break": _("There is no tie-break “{tie_break}”."),
}


def score_sentence(error: ScoreError) -> str:
    """The reason with its figures in it."""
    return str(REASONS[error.code]).format(**Figures.active().in_words(error.params))
