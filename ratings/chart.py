"""Where the lines of a chart lie. Pure: numbers in, coordinates out; drawing is the templates'."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

MOST_POINTS = 160
Point = TypeVar("Point")
WIDTH, HEIGHT = 520, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 6, 10, 24
STEPS = (10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class Tick:
    """A value at the edge of a chart, and where it stands."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating over a player's games: the line, the band of its deviation around it, and the axis."""

    width: int
    height: int
    line: str
    band: str
    ticks: tuple[Tick, ...]
    left: int = LEFT

    @property
    def right(self) -> int:
        return self.width - RIGHT

    @property
    def baseline(self) -> int:
        return self.height - BOTTOM


@dataclass(frozen=True, slots=True)
class Bar:
    """One class of a histogram: from `low` up to but not including `high`."""

    low: int
    high: int
    count: int
    x: float
    y: float
    width: float
    height: float
    mine: bool

    @property
    def last(self) -> int:
        """The highest value that counts here."""
        return self.high - 1


def curve(points: Sequence[tuple[int, int]], width: int = WIDTH, height: int = HEIGHT) -> Curve | None:
    """The curve of (rating, deviation) after each game; None for fewer than two games."""
    if len(points) < 2:
        return None
    points = thinned(points)
    lowest = min(rating - deviation for rating, deviation in points)
    highest = max(rating + deviation for rating, deviation in points)
    step = next((step for step in STEPS if (highest - lowest) / step <= 5), STEPS[-1])
    bottom, top = step * (lowest // step), step * -(-highest // step)
    across = (width - LEFT - RIGHT) / (len(points) - 1)
    scale = (height - TOP - BOTTOM) / (top - bottom)

    def place(index: int, value: float) -> str:
        return f"{LEFT + index * across:.1f},{TOP + (top - value) * scale:.1f}"

    upper = [place(index, rating + deviation) for index, (rating, deviation) in enumerate(points)]
    lower = [place(index, rating - deviation) for index, (rating, deviation) in enumerate(points)]
    return Curve(
        width=width,
        height=height,
        line=" ".join(place(index, rating) for index, (rating, _deviation) in enumerate(points)),
        band=" ".join([*upper, *reversed(lower)]),
        ticks=tuple(
            Tick(round(TOP + (top - value) * scale, 1), str(value)) for value in range(bottom, top + 1, step)
        ),
    )


def thinned(points: Sequence[Point]) -> Sequence[Point]:
    """At most MOST_POINTS of the points, evenly, the first and the last among them."""
    if len(points) <= MOST_POINTS:
        return points
    last = len(points) - 1
    return [points[round(index * last / (MOST_POINTS - 1))] for index in range(MOST_POINTS)]


def histogram(
    values: Sequence[int], mine: int | None = None, step: int = 50, width: int = WIDTH, height: int = HEIGHT
) -> list[Bar]:
    """How many values fall into each class of `step`; the class of `mine` is marked."""
    if not values:
        return []
    first, last = min(values) // step, max(values) // step
    counts = [0] * (last - first + 1)
    for value in values:
        counts[value // step - first] += 1
    tallest = max(counts)
    across = (width - LEFT - RIGHT) / len(counts)
    full = height - TOP - BOTTOM
    return [
        Bar(
            low=(first + index) * step,
            high=(first + index + 1) * step,
            count=count,
            x=round(LEFT + index * across + 1, 1),
            y=round(TOP + full * (1 - count / tallest), 1),
            width=round(max(across - 2, 1), 1),
            height=round(full * count / tallest, 1),
            mine=mine is not None and mine // step == first + index,
        )
        for index, count in enumerate(counts)
    ]
