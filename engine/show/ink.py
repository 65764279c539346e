"""How cards and names are written: pips and colours where a terminal has them, plain codes elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TextIO

_PIPS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RED, _BOLD, _PLAIN = "\033[31m", "\033[1m", "\033[0m"
LONGEST_NAME = 20


@dataclass(frozen=True)
class Ink:
    """What may be used to write."""

    pips: bool = False
    colours: bool = False

    @classmethod
    def of(cls, stream: TextIO, environment: Mapping[str, str]) -> Ink:
        """What a stream can show; a file or a pipe gets plain codes."""
        if not stream.isatty():
            return cls()
        quiet = bool(environment.get("NO_COLOR")) or environment.get("TERM") == "dumb"
        return cls(pips=_can_write("".join(_PIPS.values()), stream), colours=not quiet)

    def card(self, code: str) -> str:
        """A card, with its pip, and red if its suit is."""
        written = code[0] + _PIPS[code[1]] if self.pips and code[1] in _PIPS else code
        return f"{_RED}{written}{_PLAIN}" if self.colours and code[1] in "hd" else written

    def cards(self, codes: Iterable[str]) -> str:
        """Cards, separated by spaces; a dash for none."""
        return " ".join(map(self.card, codes)) or "-"

    def bold(self, text: str) -> str:
        """A heading."""
        return f"{_BOLD}{text}{_PLAIN}" if self.colours else text


def harmless(text: str) -> str:
    """A stranger's text without anything a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def name(text: str) -> str:
    """A player's code, harmless and not too long."""
    short = harmless(text)
    return short if len(short) <= LONGEST_NAME else short[: LONGEST_NAME - 1] + "~"


def _can_write(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def write(text: str, stream: TextIO) -> None:
    """Write a text; letters that the stream doesn't know are written as their numbers."""
    encoding = stream.encoding or "ascii"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
