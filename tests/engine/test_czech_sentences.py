"""What the engine says to people can be said in Czech, with all its evidence."""

from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from engine.sentences import _RANKS, _SENTENCES, sentence

CATALOG = Path(__file__).parents[2] / "locale" / "cs" / "LC_MESSAGES" / "django.po"
with CATALOG.open("rb") as file:
    CZECH = {str(message.id): str(message.string) for message in read_po(file) if message.id}


def names(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text)} - {None}


@pytest.mark.parametrize("english", [*_SENTENCES.values(), *_RANKS.values()])
def test_every_text_is_translated_with_its_parameters(english: str) -> None:
    assert CZECH[english]
    assert names(CZECH[english]) == names(english)


@pytest.mark.parametrize(("code", "case"), _SENTENCES)
def test_every_sentence_shows_its_evidence_in_czech(code: str, case: str) -> None:
    params = {str(name): f"<{name}>" for name in names(_SENTENCES[code, case])}
    said = sentence(code, case, params | ({"rank": "K"} if "rank" in params else {}), CZECH.__getitem__)
    for name in params:
        assert ("králů" if name == "rank" else f"<{name}>") in said


@pytest.mark.parametrize(
    ("rank", "said"),
    [
        ("K", "Skupina králů by"),
        ("A", "Skupina es by"),
        ("7", "Skupina sedmiček by"),
        ("W", "Skupina divokých karet by"),
    ],
)
def test_ranks_stand_in_the_genitive_that_the_sentences_need(rank: str, said: str) -> None:
    params = {"rank": rank, "size": 2, "least": 3}
    assert sentence("meld-size", "", params, CZECH.__getitem__).startswith(said)
