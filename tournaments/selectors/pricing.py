"""What a table of a draft is worth: the best draw without it, computed when somebody asks."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.core.draw_input import DrawInput
from tournaments.core.drawing import draw_round
from tournaments.core.draws import Draw
from tournaments.core.formats.swiss import price_without
from tournaments.core.records import Format
from tournaments.draw_sentences import price
from tournaments.errors import TournamentError
from tournaments.models import Entrant, Round


@dataclass(frozen=True)
class Price:
    """The best draw without one table or bye: what it costs more, and its tables that are different.

    `possible` is False where there is no lawful draw without it.
    """

    title: str
    extra: list[str]
    tables: list[str]
    possible: bool = True


def price_of(draft: Round, entrants: list[int]) -> Price:
    """The price of a draft without the table of these entrants (of one: without its bye).

    Raises TournamentError `no-price` where tables follow a schedule or were drawn on another site,
    `not-in-draft` for others than a table.
    """
    if draft.stage.format != Format.SWISS or draft.drawn_as:
        raise TournamentError("no-price", _("Only tables of a Swiss draw have a price."))
    draw_input, seed = DrawInput.from_json(draft.draw_input), int(draft.seed)
    names = dict(Entrant.objects.filter(tournament=draft.stage.tournament_id).values_list("pk", "name"))
    if not entrants or not set(entrants) <= names.keys():
        raise TournamentError("not-in-draft", _("This table is not in the draft any more."))
    title = _title(entrants, names)
    found = price_without(draw_input, seed, tuple((entrant,) for entrant in entrants))
    if found is None:
        return Price(title, [], [], possible=False)
    before = _parts(draw_round(draw_input, seed))
    changed = [part for part in _parts(found.draw) if part not in before]
    return Price(title, price(found.extra, draw_input.score_unit), [_title(part, names) for part in changed])


def _parts(draw: Draw) -> list[list[int]]:
    return [sorted(table.entrants) for table in draw.tables] + [[bye.entrant] for bye in draw.byes]


def _title(entrants: list[int], names: dict[int, str]) -> str:
    """Who meets whom; of one entrant, that it has the bye."""
    if len(entrants) == 1:
        return _("{name}: bye").format(name=names[entrants[0]])
    return " × ".join(names[entrant] for entrant in entrants)
