"""`python -m engine show`: a log as readable text, or as data for programs. Decides nothing about rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby

from engine.log import Document
from engine.positions import Position, Positions
from engine.replay import Verdict, replay
from engine.show.data import Data, deal_data, match_data, position_data
from engine.show.ink import Ink, write
from engine.show.prose import Prose, malformed
from engine.show.turns import turns

__all__ = ["Ink", "NoSuchPlace", "show", "write"]


class NoSuchPlace(ValueError):  # noqa: N818 - it names what is missing
    """The log has no such deal or move; the text says so."""


def show(
    document: Document, ink: Ink | None, deal: int | None = None, move: int | None = None
) -> tuple[str, Verdict]:
    """The document as text written with the ink, or without any as a line of JSON; and the verdict on it.

    The whole match, or one deal, or with a number of moves the position after them (of the first deal, if
    none is named). Raises NoSuchPlace.
    """
    verdict = replay(document)
    if verdict.verdict == "malformed":
        return (_line({"verdict": verdict.as_dict()}) if ink is None else malformed(verdict) + "\n"), verdict
    part = _Part(document, deal, move)
    return (_line(part.data(verdict)) if ink is None else part.text(verdict, ink)), verdict


def _line(data: Data) -> str:
    return json.dumps(data) + "\n"


class _Part:
    """What of a readable log is to be shown."""

    def __init__(self, document: Document, deal: int | None, move: int | None) -> None:
        self._positions = Positions(document)
        self._deal = deal
        self._move = move

    def text(self, verdict: Verdict, ink: Ink) -> str:
        prose = Prose(self._positions.log, ink)
        lines = prose.heading()
        if self._move is not None:
            lines += prose.position(self._picked(self._move))
        else:
            for deal in self._deals():
                lines += prose.deal_heading(deal[0])
                lines += [prose.turn(turn) for turn in turns(deal)]
                lines += prose.sheet(deal[-1]) if deal[-1].over else prose.position(deal[-1])
        return "\n".join([*lines, *prose.verdict(verdict)]) + "\n"

    def data(self, verdict: Verdict) -> Data:
        head: Data = {"verdict": verdict.as_dict(), **match_data(self._positions.log)}
        if self._move is not None:
            return {**head, "position": position_data(self._picked(self._move))}
        return {**head, "deals": [deal_data(deal, list(turns(deal))) for deal in self._deals()]}

    def _deals(self) -> Iterator[list[Position]]:
        """The positions of each deal, or of the one picked."""
        found = self._deal is None
        for number, positions in groupby(self._positions, lambda position: position.deal):
            if self._deal in {None, number}:
                found = True
                yield list(positions)
        if not found:
            raise NoSuchPlace(f"no lawful position: deal {self._deal}")

    def _picked(self, move: int) -> Position:
        try:
            return self._positions.at(self._deal or 0, move)
        except IndexError as error:
            raise NoSuchPlace(str(error)) from None
