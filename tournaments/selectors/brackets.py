"""The bracket of a knockout as it is drawn: boxes and lines with their places, and the same as lists."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.bracket import Box, Part, drawn_brackets
from tournaments.core.records import Bracket, MatchRecord, Outcome
from tournaments.figures import Figures
from tournaments.models import Match, Stage
from tournaments.models.choices import BRACKETS, OUTCOMES
from tournaments.selectors.records import stage_record
from tournaments.stage_settings import draw_options_of

# In units of the drawing; the template draws its boxes in the same size.
WIDTH, HEIGHT, GAP, STEP, HEAD = 290, 60, 20, 340, 40
LETTERS = 20
# From the final back; before these a round is told by how many play in it.
LAST_ROUNDS = 2


@dataclass(frozen=True)
class Line:
    """One side of a box. `short` is the name as far as it fits."""

    name: str
    short: str
    points: str
    won: bool
    known: bool


@dataclass(frozen=True)
class Drawn:
    """A box in its place, with the line that leads on from it; `word` says what is not told by points."""

    x: int
    y: int
    lines: tuple[Line, Line]
    word: str
    url: str
    path: str


@dataclass(frozen=True)
class Column:
    """A round of the bracket with its name."""

    x: int
    name: str
    boxes: tuple[Drawn, ...]


@dataclass(frozen=True)
class Picture:
    """One bracket as a drawing of this size."""

    key: str
    name: str
    width: int
    height: int
    columns: tuple[Column, ...]


def pictures_of(stage: Stage) -> list[Picture]:
    """The brackets of a stage; none before its first round is published."""
    record = stage_record(stage, clubs=False)
    parts = drawn_brackets(record, draw_options_of(stage))
    addresses = {match.pk: match.get_absolute_url() for match in _matches(stage)} if parts else {}
    artist = _Artist({entrant.id: entrant.name for entrant in record.entrants}, addresses)
    return [artist.picture(part) for part in parts]


def _matches(stage: Stage) -> Any:
    return Match.objects.filter(round__stage=stage).only("pk", "uuid")


class _Artist:
    """Puts boxes in their places, with names and figures of the active language."""

    def __init__(self, names: dict[int, str], addresses: dict[int, str]) -> None:
        self.names = names
        self.addresses = addresses
        self.figures = Figures.active()
        self.outcomes = dict(OUTCOMES)

    def picture(self, part: Part) -> Picture:
        columns = tuple(self._columns(part))
        height = HEAD + len(part.columns[0]) * (HEIGHT + GAP)
        width = STEP * (len(columns) - 1) + WIDTH + 2
        return Picture(part.bracket.value, str(dict(BRACKETS)[part.bracket.value]), width, height, columns)

    def _columns(self, part: Part) -> Iterator[Column]:
        for index, boxes in enumerate(part.columns):
            last = index == len(part.columns) - 1
            drawn = tuple(self._drawn(box, index, last) for box in boxes)
            yield Column(index * STEP + 1, _round_name(part, boxes), drawn)

    def _drawn(self, box: Box, column: int, last: bool) -> Drawn:
        pitch = (HEIGHT + GAP) << column
        x, y = column * STEP + 1, HEAD + (box.slot - 1) * pitch + (pitch - HEIGHT) // 2
        middle, onward = y + HEIGHT // 2, (pitch // 2 if box.slot % 2 else -pitch // 2)
        path = "" if last else f"M{x + WIDTH} {middle}h{(STEP - WIDTH) // 2}v{onward}h{(STEP - WIDTH) // 2}"
        one, other = (self._line(box, entrant) for entrant in box.pair)
        url = self.addresses.get(box.match.id, "") if box.match else ""
        return Drawn(x, y, (one, other), self._word(box), url, path)

    def _line(self, box: Box, entrant: int | None) -> Line:
        if entrant is None:
            word = pgettext("the other side of a bracket's box", "bye") if box.bye else ""
            return Line(word, word, "", False, False)
        name = self.names.get(entrant, "")
        short = name if len(name) <= LETTERS else f"{name[: LETTERS - 1].rstrip()}…"
        return Line(name, short, self._points(box.match, entrant), box.through == entrant, True)

    def _points(self, match: MatchRecord | None, entrant: int) -> str:
        if match is None or not match.official:
            return ""
        return "".join(
            self.figures.whole(side.points)
            for side in match.sides
            if entrant in side.entrants and side.points is not None
        )

    def _word(self, box: Box) -> str:
        match = box.match
        if match is None:
            return _("bye") if box.bye else _("to come")
        if not match.official:
            return _("not decided yet")
        if match.outcome is not Outcome.PLAYED:
            return str(self.outcomes[match.outcome.value])
        return "" if box.through else _("level: extra deals follow")


def _round_name(part: Part, boxes: Sequence[Box]) -> str:
    number = boxes[0].round
    if part.bracket is Bracket.MAIN and len(boxes) <= LAST_ROUNDS:
        return _("Final") if len(boxes) == 1 else _("Semifinals")
    return _("Round {number}").format(number=number)
