"""Whole numbers in what somebody sent."""

MOST_DIGITS = 18  # what every database holds; Python itself refuses to read some thousand


def whole_number(text: str) -> int | None:
    """The number from 0 on that these figures write; None for anything else, and for too many of them."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None
