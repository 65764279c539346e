"""Names as keys: for sorting as Czechs do, for searching without accents, and for showing in public.

Pure. Databases sort Czech names by the rules of whatever machine they run on; a stored key of digits sorts
the same everywhere.
"""

import re
import unicodedata
from typing import Final

_ALPHABET: Final = (*"abcčdefgh", "ch", *"ijklmnopqrřsštuvwxyzž")
_PRIMARY: Final = {letter: f"{number:02d}" for number, letter in enumerate(_ALPHABET, start=20)}
_DIGITS: Final = {str(digit): f"{10 + digit:02d}" for digit in range(10)}
_PLAIN: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"}
)
_ACCENTS: Final = {"\u0301": "1", "\u030c": "2", "\u030a": "3"}
_NEXT_WORD: Final = "01"
_END: Final = "00"
_FOREIGN: Final = "99"
_SUFFIXES: Final = {"ml.", "st.", "jr.", "sr.", "jr", "sr"}

# In the place of somebody whose name is not told, in every language.
NOBODY = "N. N."


def written(name: str) -> str:
    """A name as it is stored: its words parted by single spaces, without characters nobody sees."""
    return " ".join("".join(mark for mark in name if mark.isprintable() or mark.isspace()).split())


def search_key(name: str) -> str:
    """The name in small letters without accents, its words parted by single spaces."""
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    plain = "".join(mark for mark in decomposed if not unicodedata.combining(mark))
    return " ".join(re.findall(r"\w+", plain))


def surname_first(name: str) -> str:
    """ "Jan Novák ml." as "Novák Jan ml.": the order in which people are listed."""
    words = name.split()
    tail: list[str] = []
    while len(words) > 1 and words[-1].casefold() in _SUFFIXES:
        tail.insert(0, words.pop())
    return " ".join([*words[-1:], *words[:-1], *tail])


def sort_key(name: str) -> str:
    """Digits that sort as Czech names do (ČSN 97 6030): č, ch, ř, š and ž are letters of their own, other
    accents matter only between names that are equal without them."""
    text = unicodedata.normalize("NFC", name.casefold()).translate(_PLAIN)
    primary, secondary = [], []
    for letter in re.findall(r"ch|\w|\W+", text):
        if letter in _PRIMARY:
            primary.append(_PRIMARY[letter])
            secondary.append("0")
        elif letter in _DIGITS:
            primary.append(_DIGITS[letter])
            secondary.append("0")
        elif not letter[0].isalnum():
            primary.append(_NEXT_WORD)
        else:
            decomposed = unicodedata.normalize("NFD", letter)
            base, mark = decomposed[0], decomposed[1:2]
            primary.append(_PRIMARY.get(base) or f"{_FOREIGN}{ord(base):07d}")
            secondary.append(_ACCENTS.get(mark, "9") if mark else "0")
    return "".join([*primary, _END, *secondary])


def initialled(name: str) -> str:
    """ "Jana Nováková" as "Jana N.": how minors are shown."""
    words = name.split()
    return name if len(words) < 2 else f"{words[0]} {words[-1][0]}."
