"""How figures of an event are written: by the active language, many at once without asking it each time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.formats import get_format

from tournaments.core.tiebreaks import TieValue, Unit

NOTHING = "–"
MINUS = "−"
GROUP = 3
SPACE = "\N{NO-BREAK SPACE}"
TWO = 2
# Parameters of the engine's sentences that hold the points of all sides.
OF_ALL_SIDES = {"scores", "claimed"}


@dataclass(frozen=True)
class Figures:
    """A language's decimal mark and thousands separator, and the minus.

    `short` writes sums that are whole without decimals: points and wins, which are rarely anything else.
    """

    decimal: str
    thousands: str
    minus: str = MINUS
    short: bool = False

    @classmethod
    def active(cls) -> "Figures":
        """Those of the active language."""
        return cls(str(get_format("DECIMAL_SEPARATOR")), str(get_format("THOUSAND_SEPARATOR")))

    @classmethod
    def of_files(cls) -> "Figures":
        """Those that a spreadsheet in the active language reads as numbers."""
        return cls(str(get_format("DECIMAL_SEPARATOR")), "", "-")

    def whole(self, value: int | None) -> str:
        """A whole number: 12 345."""
        if value is None:
            return NOTHING
        digits = str(abs(value))
        if len(digits) > GROUP:
            digits = f"{abs(value):,}".replace(",", self.thousands)
        return self.minus + digits if value < 0 else digits

    def score(self, totals: Sequence[int | None]) -> str:
        """The points of all sides: 2 450 : 1 980. Those of two stay on one line, more break after a colon."""
        between = f"{SPACE}:{SPACE}" if len(totals) == TWO else f"{SPACE}: "
        return between.join(self.whole(total) for total in totals)

    def in_words(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """What is put into a sentence, its figures written as everywhere."""
        return {name: self._in_words(name, value) for name, value in params.items()}

    def _in_words(self, name: str, value: Any) -> Any:
        if name in OF_ALL_SIDES:
            return self.score([int(each) for each in value.split(", ")])
        return self.whole(value) if type(value) is int else value

    def hundredths(self, value: int | Fraction | None) -> str:
        """Hundredths as a number with two decimals: 19,08."""
        if value is None:
            return NOTHING
        rounded = abs(round(value))
        text = self.whole(rounded // 100)
        if rounded % 100 or not self.short:
            text += f"{self.decimal}{rounded % 100:02d}"
        return self.minus + text if value < 0 else text

    def halves(self, value: int) -> str:
        """Halves as a number: 2 or 2,5."""
        return f"{value // 2}{self.decimal}5" if value % 2 else str(value // 2)

    def tie(self, value: TieValue, unit: Unit) -> str:
        """The value of a tie-break in its unit; a dash where it decides nothing."""
        if value.value is None:
            return NOTHING
        if unit is Unit.HUNDREDTHS:
            return self.hundredths(value.value)
        return self.halves(value.value) if unit is Unit.HALVES else self.whole(value.value)
