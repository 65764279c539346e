"""Cards and names on terminals of every kind."""

from __future__ import annotations

import io

import pytest

from engine.show.ink import Ink, harmless, name, write


class Terminal(io.TextIOWrapper):
    """A stream with an encoding of its own that may be a terminal."""

    def __init__(self, encoding: str, terminal: bool = True) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("stream", "environment", "ink"),
    [
        (Terminal("utf-8"), {}, Ink(pips=True, colours=True)),
        (Terminal("utf-8"), {"NO_COLOR": "1"}, Ink(pips=True, colours=False)),
        (Terminal("utf-8"), {"NO_COLOR": ""}, Ink(pips=True, colours=True)),
        (Terminal("utf-8"), {"TERM": "dumb"}, Ink(pips=True, colours=False)),
        (Terminal("ascii"), {}, Ink(pips=False, colours=True)),
        (Terminal("iso8859-2"), {"NO_COLOR": "1"}, Ink()),
        (Terminal("utf-8", terminal=False), {}, Ink()),
        (io.StringIO(), {}, Ink()),
    ],
)
def test_a_stream_gets_what_it_can_show(stream, environment: dict[str, str], ink: Ink) -> None:
    assert Ink.of(stream, environment) == ink


def test_red_suits_are_red_and_jokers_have_no_suit() -> None:
    assert Ink().cards(["Ks", "Kh", "Jo"]) == "Ks Kh Jo"
    assert Ink(pips=True).cards(["Ks", "Kh", "3d", "2c", "Jo"]) == "K♠ K♥ 3♦ 2♣ Jo"
    assert Ink(colours=True).cards(["Ks", "Kh", "Kd"]) == "Ks \033[31mKh\033[0m \033[31mKd\033[0m"
    assert Ink().cards([]) == "-"


def test_headings_are_bold_where_there_are_colours() -> None:
    assert Ink(pips=True).bold("Deal 0") == "Deal 0"
    assert Ink(colours=True).bold("Deal 0") == "\033[1mDeal 0\033[0m"


@pytest.mark.parametrize("evil", ["\033[2Jana", "ana\r\n", "an\u202ea", "ana\ud800", "a\x00"])
def test_a_name_commands_no_terminal(evil: str) -> None:
    assert harmless(evil).isprintable()


def test_a_long_name_is_cut() -> None:
    assert name("bedřich") == "bedřich"
    assert name("x" * 20) == "x" * 20
    assert name("x" * 21) == "x" * 19 + "~"


def test_letters_that_a_stream_lacks_are_written_as_numbers() -> None:
    stream = Terminal("ascii")
    write("bedřich\n", stream)
    stream.flush()
    assert stream.buffer.getvalue() == b"bed\\u0159ich\n"
