"""How figures are written in sentences and scores."""

import pytest

from tournaments.figures import Figures
from tournaments.sentences import _sentence

SPACE = "\N{NO-BREAK SPACE}"


def test_a_score_of_two_sides_stays_on_one_line_and_more_break_after_a_colon() -> None:
    czech = Figures(",", SPACE)
    assert czech.score([10, 825]) == f"10{SPACE}:{SPACE}825"
    assert czech.score([2450, 5, 0]) == f"2{SPACE}450{SPACE}: 5{SPACE}: 0"


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"points": 1205}, "1,205"),
        ({"rank": "K"}, "K"),
        ({"scores": "2260, -110"}, f"2,260{SPACE}:{SPACE}−110"),
        ({"claimed": "2260, 485, 0"}, f"2,260{SPACE}: 485{SPACE}: 0"),
        ({"ranks": "4, 5"}, "4, 5"),
    ],
)
def test_figures_in_a_sentence_have_their_thousands_apart(params: dict[str, object], said: str) -> None:
    assert list(Figures(".", ",").in_words(params).values()) == [said]


def test_the_sentence_of_a_log_writes_points_as_elsewhere() -> None:
    assert "1,205" in _sentence("pack-points", "", {"points": 1205, "most": 1000})
