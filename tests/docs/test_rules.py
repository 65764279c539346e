"""docs/rules.md says the same in both languages, and has every code of the engine."""

import re
from pathlib import Path

import pytest

from engine.errors import Field, Rule

TEXT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()
_, EN, CS_AND_GLOSSARY = re.split(r"^<!-- lang: (?:en|cs) -->\n", TEXT, flags=re.MULTILINE)
CS, _, GLOSSARY = CS_AND_GLOSSARY.partition("## Slovníček")
HALVES = pytest.mark.parametrize("half", [EN, CS], ids=["en", "cs"])


def rows(half: str) -> list[list[str]]:
    """The cells of every row of every table, a list for each."""
    return [line.strip("| ").split(" | ") for line in half.splitlines() if line.startswith("|")]


def codes(text: str) -> list[str]:
    return re.findall(r"`([a-z]+(?:-[a-z]+)*)`", text)


def test_the_halves_are_marked_in_order() -> None:
    assert re.findall(r"<!-- lang: (\w+) -->", TEXT) == ["en", "cs"]


@HALVES
def test_a_half_has_a_heading_of_its_own_and_the_ten_sections(half: str) -> None:
    assert len(re.findall(r"^# ", half, re.MULTILINE)) == 1
    assert re.findall(r"^## (\d+)\. ", half, re.MULTILINE) == [str(number) for number in range(1, 11)]


@HALVES
def test_every_code_has_one_row_of_its_own_and_none_is_unknown(half: str) -> None:
    own = [row[0].strip("`") for row in rows(half) if re.fullmatch(r"`[a-z-]+`", row[0])]
    assert sorted(own) == sorted([*Rule, *Field])


@HALVES
@pytest.mark.parametrize("rule", Rule)
def test_every_rule_is_named_in_its_section(half: str, rule: Rule) -> None:
    section = next(row[2] for row in rows(half) if row[0] == f"`{rule}`")
    told = half.partition(f"\n## {section}. ")[2].partition("\n## ")[0]
    assert f"`{rule}`" in told


def test_both_halves_name_the_same_codes_in_the_same_tables() -> None:
    assert [[codes(cell) for cell in row] for row in rows(EN)] == [
        [codes(cell) for cell in row] for row in rows(CS)
    ]


def test_both_halves_have_the_same_numbers_in_their_tables() -> None:
    def numbers(half: str) -> list[list[str]]:
        return [re.findall(r"\d+(?: \d{3})?", " ".join(row)) for row in rows(half)]

    assert numbers(EN) == numbers(CS)


def test_our_twenty_choices_are_marked_alike_in_both() -> None:
    def marks(half: str, mark: str) -> list[int]:
        return [" ".join(part.split()).count(mark) for part in re.split(r"^## ", half, flags=re.MULTILINE)]

    english, czech = marks(EN, "*(our choice"), marks(CS, "*(naše volba")
    assert english == czech
    explained, two_rows_for_five_and_six, black_threes_in_both_sets = 2, 1, 1
    assert sum(english) == 20 + explained + two_rows_for_five_and_six + black_threes_in_both_sets


def test_the_glossary_has_a_word_in_each_language_in_every_row() -> None:
    words = [line.split("|")[1:3] for line in GLOSSARY.splitlines() if line.startswith("|")]
    assert len(words) > 15
    assert all(czech.strip() and english.strip() for czech, english in words)
