"""Section 8: the score of a deal, worked out by hand."""

import pytest

from tests.engine.rules.table import HAND, Table, verdict

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])
ACES = "As As Ah Ah Ad Ad Ac"
ALL_THREES = "3h 3d 3h 3d"
TENS = 110
"""A hand of eleven dull cards."""


def up(table: Table) -> str:
    return "9c " if table.rules == "classic" else ""


def out(table: Table, canasta: str, rest: str, *melds: str, hand1: str = "") -> list[int]:
    """The scores where seat 0 makes the canasta and the melds and goes out by discarding Tc.

    Whatever else is dealt is worth ten a card.
    """
    rank = "W" if canasta[0] in "2J" else canasta[0]
    moves = ("draw", f"meld {rank} {canasta}", *melds, "discard Tc")
    dealt = {"hands": {0: f"{canasta} {rest}", 1: hand1}, "then": f"{up(table)}Tc"}
    said = verdict(table.log(table.deal(*moves, **dealt)))
    assert said["verdict"] == "verified", said
    return list(said["scores"])


@BOTH
def test_canastas_natural_and_mixed(table: Table) -> None:
    natural, going_out = (500, 200) if table is CLASSIC else (600, 100)
    kings = "Ks Kh Kd Kc"
    assert out(table, ACES, kings, f"meld K {kings}") == [
        140 + 40 + natural + going_out - TENS,
        -2 * TENS,
    ]
    mixed = "As As Ah Ah Ad Jo 2s"
    assert out(table, mixed, kings, f"meld K {kings}") == [
        100 + 70 + 40 + 300 + going_out - TENS,
        -2 * TENS,
    ]


def test_a_natural_canasta_with_a_wild_card_added_is_mixed() -> None:
    kings = "Ks Kh Kd"
    said = out(CLASSIC, ACES, f"2s {kings}", "meld A 2s", f"meld K {kings}")
    assert said[0] == 140 + 20 + 30 + 300 + 200 - TENS


def test_a_canasta_of_more_than_seven_is_one_canasta() -> None:
    said = out(CLASSIC, ACES, "Ac Ks Kh Kd", "meld A Ac", "meld K Ks Kh Kd")
    assert said[0] == 160 + 30 + 500 + 200 - TENS


def test_ten_thousand_a_wild_canasta() -> None:
    """Three jokers and four deuces are 230 and the canasta 1 000."""
    kings = "Ks Kh Kd Kc"
    said = out(PAIRS, "Jo Jo Jo 2s 2h 2d 2c", kings, f"meld K {kings}")
    assert said == [230 + 1000 + 40 + 100 - TENS, -2 * TENS]


def test_six_wild_cards_are_no_canasta() -> None:
    wild = "Jo Jo Jo 2s 2h 2d"
    dealt = {"hands": {0: f"{wild} Ks Kh Kd Kc Qs"}, "then": "Qh", "bottom": "5s"}
    moves = PAIRS.drain(PAIRS.deal(**dealt))
    moves[1:2] = [f"meld W {wild}", "discard Qh"]
    said = verdict(PAIRS.log(PAIRS.deal(*moves, "pass", **dealt)))
    assert said["verdict"] == "verified"
    assert said["scores"][0] == -210 - 50 - TENS + red_threes_drawn(PAIRS, moves, 0)


def red_threes_drawn(table: Table, moves: list[str], side: int) -> int:
    """The four red threes lie before the last card: who drew it has them all, and without a canasta."""
    last = moves.count("draw") - 1
    return -800 if last % table.players % 2 == side else 0


# Red threes


@BOTH
@pytest.mark.parametrize(
    ("red", "bonus"), [("3h", 100), ("3h 3d", 200), ("3h 3d 3h", 300), (ALL_THREES, 800)]
)
def test_red_threes_of_a_side_with_a_canasta(table: Table, red: str, bonus: int) -> None:
    count = len(red.split())
    rest = ["Ks", "Kh", "Kd", "Kc"]
    natural, going_out = (500, 200) if table is CLASSIC else (600, 100)
    hands = {0: f"{ACES} {red} {' '.join(rest[count:])}"}
    then = f"{up(table)}{' '.join(rest[:count])} Tc"
    moves = ("draw", f"meld A {ACES}", "meld K Ks Kh Kd Kc", "discard Tc")
    said = verdict(table.log(table.deal(*moves, hands=hands, then=then)))
    assert said["scores"][0] == 140 + 40 + natural + going_out + bonus - TENS


@pytest.mark.parametrize(("count", "bonus"), [(3, 300), (4, 800), (5, 1000), (6, 1200)])
def test_six_players_have_six_red_threes(count: int, bonus: int) -> None:
    six = Table("ten-thousand", 6)
    red = ["3h", "3h", "3h", "3d", "3d", "3d"][:count]
    rest = ["Ks", "Kh", "Kd", "Kc"]
    own, partners = red[:4], red[4:]
    hands = {0: f"{ACES} {' '.join(own)} {' '.join(rest[len(own) :])}", 3: " ".join(partners)}
    replaced = [*rest[: len(own)], *("8s", "8h")[: len(partners)]]
    moves = ("draw", f"meld A {ACES}", "meld K Ks Kh Kd Kc", "discard Tc")
    said = verdict(six.log(six.deal(*moves, hands=hands, then=" ".join([*replaced, "Tc"]))))
    assert said["scores"] == [140 + 40 + 600 + 100 + bonus - TENS, -2 * TENS, -2 * TENS]


@pytest.mark.parametrize(("red", "bonus"), [("3h", 100), ("3h 3d 3h", 300), (ALL_THREES, 800)])
@BOTH
def test_they_count_against_a_side_that_melded_nothing(table: Table, red: str, bonus: int) -> None:
    """Seat 1 has them; its replacements are tens."""
    count = len(red.split())
    hands = {0: f"{ACES} Ks Kh Kd Kc", 1: red}
    then = f"{up(table)}{' '.join(['8s', '8h', '8d', '8c'][:count])} Tc"
    moves = ("draw", f"meld A {ACES}", "meld K Ks Kh Kd Kc", "discard Tc")
    said = verdict(table.log(table.deal(*moves, hands=hands, then=then)))
    assert said["scores"][1] == -bonus - 2 * TENS


@BOTH
def test_a_side_that_melded_but_has_no_canasta(table: Table) -> None:
    """Seat 1 has two red threes and melds five kings. Classic counts all for it, ten-thousand against it."""
    hands = {0: "8s", 1: "Ks Kh Kd Kc Ks 3h 3d", 2: f"{ACES} Qs Qh Qd Qc"}
    moves = ["draw", "discard 8h", "draw", "meld K Ks Kh Kd Kc Ks", "discard 8d"]
    moves += ["draw", f"meld A {ACES}", "meld Q Qs Qh Qd Qc", "discard 9s"]
    said = verdict(table.log(table.deal(*moves, hands=hands, then=f"{up(table)}Ts Th 8h 8d 9s")))
    left = 60 + TENS
    assert said["scores"][1] == (50 + 200 - left if table is CLASSIC else -50 - 200 - left)


# Cards left


@BOTH
def test_the_cards_left_in_both_hands_of_a_side_are_subtracted(table: Table) -> None:
    natural, going_out = (500, 200) if table is CLASSIC else (600, 100)
    hand1 = "Jo 2s As 3s 4h 5h 6h 7h 8h 9h Kd"
    said = out(table, "Qs Qs Qh Qh Qd Qd Qc", "Js Jh Jd Jc", "meld J Js Jh Jd Jc", hand1=hand1)
    assert said == [70 + 40 + natural + going_out - TENS, -(50 + 20 + 20 + 5 + 20 + 30) - TENS]


def test_the_partner_of_who_went_out_pays_for_the_hand_too() -> None:
    hands = {0: f"{ACES} Ks Kh Kd Kc", 2: "Jo Jo 2s"}
    moves = ("draw", f"meld A {ACES}", "meld K Ks Kh Kd Kc", "discard Tc")
    said = verdict(CLASSIC.log(CLASSIC.deal(*moves, hands=hands, then="9c Tc")))
    assert said["scores"][0] == 140 + 40 + 500 + 200 - (120 + 80)


# The stock used up


@BOTH
@pytest.mark.parametrize("bottom", ["5s", "5s 3h"])
def test_a_deal_whose_stock_is_used_up_has_no_bonus_for_going_out(table: Table, bottom: str) -> None:
    """Seat 0 melds seven aces and keeps four kings; everybody else keeps eleven tens."""
    dealt = {"hands": {0: f"{ACES} Ks Kh Kd Kc"}, "then": f"{up(table)}Tc", "bottom": bottom}
    moves = table.drain(table.deal(**dealt))
    moves.insert(1, f"meld A {ACES}")
    moves += [] if "3h" in bottom else ["pass"]
    said = verdict(table.log(table.deal(*moves, **dealt)))
    assert said["verdict"] == "verified"
    natural = 500 if table is CLASSIC else 600
    scores = [140 + natural - 40 - TENS, -2 * TENS]
    red = [0, 0]
    drawing = [move for move in moves if move == "draw"]
    last = (len(drawing) - 1) % 4 % 2
    others = last if "3h" not in bottom else (len(drawing) - 2) % 4 % 2
    red[others] += 4 if "3h" not in bottom else 3
    red[last] += 1 if "3h" in bottom else 0
    bonus = [{0: 0, 1: 100, 3: 300, 4: 800}[count] for count in red]
    assert said["scores"] == [scores[0] + bonus[0], scores[1] - bonus[1]]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_nobody_melded_anything(players: int) -> None:
    """Ten-thousand: all hands are tens, and the red threes go to who draws last, against that side."""
    table = Table("ten-thousand", players)
    dealt = {"bottom": "5s"}
    moves = table.drain(table.deal(**dealt))
    said = verdict(table.log(table.deal(*moves, "pass", **dealt)))
    sides = {2: 2, 3: 3, 4: 2, 5: 5, 6: 3}[players]
    scores = [-10 * HAND[players] * (players // sides)] * sides
    scores[(moves.count("draw") - 1) % players % sides] -= 1200 if players > 4 else 800
    assert said["scores"] == scores
