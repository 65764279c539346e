"""The bracket to look at: every box with its pair, who went on, byes, and what is still to come."""

from tests.tournaments.core.formats.test_knockout import BOTH_ABSENT, LEVEL, Cup
from tournaments.core.bracket import Box, drawn_brackets
from tournaments.core.draw_input import DrawOptions
from tournaments.core.records import Bracket

NO_EXTRAS = DrawOptions(third_place=False)


def boxes(cup: Cup, which: Bracket = Bracket.MAIN) -> list[str]:
    """The columns of a bracket: "1-4>1" for a match that 1 won, "1-.>1" for a bye, "?": not known."""
    part = next(part for part in drawn_brackets(cup.stage, cup.options) if part.bracket is which)
    return [" ".join(_written(box) for box in column) for column in part.columns]


def _written(box: Box) -> str:
    nobody = "." if box.bye else "?"
    one, other = (str(entrant or nobody) for entrant in box.pair)
    return f"{one}-{other}>{box.through or '?'}"


def test_nothing_is_shown_before_a_round_is_published() -> None:
    assert drawn_brackets(Cup(4).stage, NO_EXTRAS) == ()


def test_byes_stand_in_their_slots_and_later_rounds_wait() -> None:
    cup = Cup(6, NO_EXTRAS)
    cup.play({(4, 5): 5})
    # 1 -, 4 5, 2 -, 3 6.
    assert boxes(cup) == ["1-.>1 4-5>5 2-.>2 3-6>3", "1-5>? 2-3>?", "?-?>?"]


def test_who_is_known_already_stands_in_the_next_box() -> None:
    cup = Cup(4, NO_EXTRAS)
    cup.play({(1, 4): LEVEL})
    assert boxes(cup) == ["1-4>? 2-3>2", "?-2>?"]


def test_a_match_nobody_came_to_leaves_the_next_one_a_bye() -> None:
    cup = Cup(4, NO_EXTRAS)
    cup.play({(1, 4): BOTH_ABSENT})
    cup.play()
    assert boxes(cup) == ["1-4>? 2-3>2", ".-2>2"]


def test_third_place_and_second_chance_are_brackets_of_their_own() -> None:
    cup = Cup(8, DrawOptions(third_place=True, second_chance=True))
    for _ in range(3):
        cup.play()
    # Beaten in round 1: 8 5 7 6, seeded 5 6 7 8: 5 8, 6 7. Semifinals 1 4 and 2 3.
    assert boxes(cup) == ["1-8>1 4-5>4 2-7>2 3-6>3", "1-4>1 2-3>2", "1-2>1"]
    assert boxes(cup, Bracket.SECOND_CHANCE) == ["5-8>5 6-7>6", "5-6>5"]
    assert boxes(cup, Bracket.THIRD_PLACE) == ["4-3>3"]
