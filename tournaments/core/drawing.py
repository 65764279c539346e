"""The door to all formats: draw a round from its input, and check a published draw by drawing it again."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tournaments.core.draw_input import DrawInput
from tournaments.core.draws import Draw, DrawError, Pairing
from tournaments.core.formats import individual, knockout, mitchell, open_play, round_robin, swiss
from tournaments.core.records import Format

NEXT_ROUND: dict[Format, Callable[[DrawInput, int], Draw]] = {
    Format.SWISS: swiss.next_round,
    Format.ROUND_ROBIN: round_robin.next_round,
    Format.MITCHELL: mitchell.next_round,
    Format.KNOCKOUT: knockout.next_round,
    Format.INDIVIDUAL: individual.next_round,
    Format.OPEN: open_play.next_round,
}


def draw_round(draw_input: DrawInput, seed: int) -> Draw:
    """The draw of a round; the same for equal input and seed. Raises `DrawError` where there is none."""
    return NEXT_ROUND[draw_input.format](draw_input, seed)


@dataclass(frozen=True, slots=True)
class Check:
    """What drawing again found: whether the input is the published one, and which tables differ.

    `missing` were published but not drawn now, `unexpected` the other way round; a bye has one side.
    `refusal` is set when there is no draw at all.
    """

    same_input: bool
    missing: Pairing = frozenset()
    unexpected: Pairing = frozenset()
    refusal: DrawError | None = None

    @property
    def ok(self) -> bool:
        """Whether anybody drawing again gets the published tables."""
        return self.same_input and not self.missing and not self.unexpected and self.refusal is None


def check_draw(
    stored_input: str, seed: int, digest: str, published: Iterable[Iterable[Iterable[int]]]
) -> Check:
    """Draw again from the stored text and compare with the published tables (sides of entrant ids).

    Tables a director made by hand are locks of the stored input, so the rest is checked round them.
    """
    draw_input = DrawInput.from_json(stored_input)
    same_input = draw_input.to_json() == stored_input and draw_input.digest(seed) == digest
    tables = frozenset(frozenset(frozenset(side) for side in sides) for sides in published)
    try:
        drawn = draw_round(draw_input, seed).pairing
    except DrawError as refusal:
        return Check(same_input, missing=tables, refusal=refusal)
    return Check(same_input, missing=tables - drawn, unexpected=drawn - tables)
