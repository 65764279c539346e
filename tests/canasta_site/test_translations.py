"""The Czech of all packages together: at run time a text has one translation, whoever else uses it."""

from collections import defaultdict
from pathlib import Path

from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.translation import gettext

ROOT = Path(__file__).resolve().parent.parent.parent


def test_no_two_catalogues_translate_a_text_differently() -> None:
    found: dict[tuple[str | None, str], set[str]] = defaultdict(set)
    for catalogue in ROOT.glob("*/locale/cs/LC_MESSAGES/django.po"):
        _add(found, catalogue)
    _add(found, ROOT / "locale/cs/LC_MESSAGES/django.po")
    assert len(found) > 1500
    assert {text: said for text, said in found.items() if len(said) > 1} == {}


def _add(found: dict[tuple[str | None, str], set[str]], catalogue: Path) -> None:
    with catalogue.open("rb") as file:
        for message in read_po(file):
            if message.id:
                found[message.context, str(message.id)].add(str(message.string))


def test_a_table_of_a_round_is_a_table_to_sit_at() -> None:
    with translation.override("cs"):
        assert [gettext(word) for word in ("Table", "Tables", "drawn")] == ["Stůl", "Stoly", "losováno"]
