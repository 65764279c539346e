"""The drawings of cards: every card has one, with a name to be read out."""

import re

import pytest
from django.utils.translation import override

from engine.cards import CODES
from tournaments.templatetags.cards import CARDS, back, card


def test_every_card_of_the_engine_has_a_name() -> None:
    assert set(CARDS) == set(CODES)
    assert len(set(CARDS.values())) == len(CODES)


@pytest.mark.parametrize("code", CODES)
def test_no_two_cards_look_or_sound_the_same(code: str) -> None:
    with override("cs"):
        others = [card(other) for other in CODES if other != code]
        mine = card(code)
    title = re.search("<title>(.+)</title>", mine)[0]
    assert mine.replace(title, "") not in [re.sub("<title>.+</title>", "", other) for other in others]
    assert not any(title in other for other in others)


def test_rank_and_suit_are_told_by_shape_and_the_red_suits_by_colour_too() -> None:
    with override("en"):
        queen = card("Qh")
    assert "<title>queen of hearts</title>" in queen
    assert ">Q</text>" in queen
    assert "#shape-h" in queen
    assert "suit-red" in queen
    assert "suit-red" not in card("Qs")


def test_the_name_follows_the_language() -> None:
    with override("cs"):
        assert "<title>srdcová dáma</title>" in card("Qh")
        assert "lícem dolů" in back()
