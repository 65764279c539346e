"""Why a rating moved: one game in whole numbers that add up. Pure; the words are the templates'.

The lines of the ledger say it all: what was expected of a side, what came of it, and how the change was split
among partners, in proportion to their sigma² (with tau²).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ratings import display
from ratings.ledger import Parameters


class Line(Protocol):
    """What is read of a ledger entry."""

    player_id: Any
    sides: int
    side: int
    place: int
    expected: float
    score: float
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float


@dataclass(frozen=True, slots=True)
class Step:
    """One player's change in one game."""

    player_id: Any
    before: int
    after: int
    change: int
    deviation_before: int
    deviation_after: int
    share: int
    certainty: str  # "alone", "more", "less" or "equal": than the partner is


@dataclass(frozen=True, slots=True)
class SideStory:
    """One side of a game: what was expected, what happened, and how its players share the change."""

    sides: int
    side: int
    place: int
    expected: int
    result: str  # "won", "drawn", "lost" or, between the first and the last of several, "beaten"
    beaten: int
    change: int
    steps: tuple[Step, ...]


def stories(lines: Sequence[Line], parameters: Parameters) -> list[SideStory]:
    """The sides of one game that have lines in the ledger, in their order."""
    by_side: dict[int, list[Line]] = {}
    for line in lines:
        by_side.setdefault(line.side, []).append(line)
    return [_story(side, members, parameters) for side, members in sorted(by_side.items())]


def result_of(line: Line) -> str:
    """Won: all others beaten. Drawn: first, but not alone. Lost: nobody beaten. Else some were beaten."""
    if line.score == 1:
        return "won"
    if line.place == 1:
        return "drawn"
    return "lost" if line.score == 0 or line.sides == 2 else "beaten"


def _story(side: int, lines: list[Line], parameters: Parameters) -> SideStory:
    variances = [line.sigma_before**2 + parameters.tau**2 for line in lines]
    shares = display.shares(variances)
    steps = tuple(
        _step(line, share, _certainty(index, shares))
        for index, (line, share) in enumerate(zip(lines, shares, strict=True))
    )
    first = lines[0]
    return SideStory(
        sides=first.sides,
        side=side,
        place=first.place,
        expected=display.percent(first.expected),
        result=result_of(first),
        beaten=round(100 * first.score),
        change=sum(step.change for step in steps),
        steps=steps,
    )


def _step(line: Line, share: int, certainty: str) -> Step:
    return Step(
        player_id=line.player_id,
        before=display.shown(line.mu_before),
        after=display.shown(line.mu_after),
        change=display.change(line.mu_before, line.mu_after),
        deviation_before=display.deviation(line.sigma_before),
        deviation_after=display.deviation(line.sigma_after),
        share=share,
        certainty=certainty,
    )


def _certainty(index: int, shares: Sequence[int]) -> str:
    """How this player's rating compares with the partner's, as far as the shown shares tell."""
    if len(shares) == 1:
        return "alone"
    mine, partners = shares[index], (100 - shares[index]) / (len(shares) - 1)
    if mine == partners:
        return "equal"
    return "more" if mine < partners else "less"
