"""Codes in words: remarks of a row of the standings."""

import pytest
from django.utils import translation

from tournaments.core.rows import Remark, RemarkCode
from tournaments.words import remark_text


@pytest.mark.parametrize(
    ("language", "remark", "said"),
    [
        ("en", Remark(RemarkCode.BYE, (2,)), "bye (round 2)"),
        ("en", Remark(RemarkCode.ABSENT, (3, 4)), "absent (rounds 3, 4)"),
        ("en", Remark(RemarkCode.BELOW_MINIMUM), "too few matches for a rank"),
        ("cs", Remark(RemarkCode.BYE, (2,)), "volno (kolo 2)"),
        ("cs", Remark(RemarkCode.ABSENT, (1, 2, 3, 4, 5)), "chyběl (kola 1, 2, 3, 4, 5)"),
    ],
)
def test_the_numbers_of_a_remark_are_said_to_be_rounds(language: str, remark: Remark, said: str) -> None:
    with translation.override(language):
        assert remark_text(remark) == said
