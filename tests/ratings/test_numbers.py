"""Whole numbers in what somebody sent."""

import pytest

from ratings.numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1), ("9" * 19, None), ("9" * 5000, None)]
    + [(text, None) for text in ("", "-1", "+1", "1.0", " 1", "1_0", "²", "٣")],
)
def test_only_figures_that_a_database_holds_are_a_number(text: str, number: int | None) -> None:
    assert whole_number(text) == number
