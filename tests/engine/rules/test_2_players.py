"""Section 2: how many play which rule set, who sits with whom, and with how many cards."""

import pytest

from tests.engine.rules.table import HAND, Table, pack, verdict

TABLES = [
    Table("classic", 2),
    Table("classic", 4),
    *(Table("ten-thousand", players) for players in (2, 3, 4, 5, 6)),
]
ALL = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.rules}-{table.players}")


@pytest.mark.parametrize(
    ("rules", "players"),
    [*(("classic", players) for players in (0, 1, 3, 5, 6, 7)), *(("ten-thousand", n) for n in (0, 1, 7))],
)
def test_no_other_number_of_players(rules: str, players: int) -> None:
    log = Table(rules, players).log(players=[f"p{seat}" for seat in range(players)], dealer=0)
    said = verdict(log)
    assert (said["verdict"], said["rule"]) == ("malformed", "players")


@ALL
def test_the_packs_have_108_cards_and_162_with_five_and_six(table: Table) -> None:
    assert len(pack(table.players)) == (162 if table.players > 4 else 108)
    said = verdict(table.log(table.deal()))
    assert said["rule"] == "deal-unfinished"
    other = Table("ten-thousand", 2 if table.players > 4 else 6)
    said = verdict(table.log({**table.deal(), "deck": other.deal()["deck"]}))
    assert (said["verdict"], said["rule"], said["deal"]) == ("malformed", "deck", 0)


@ALL
def test_the_card_after_the_last_hand_is_the_first_of_the_stock_or_the_pile(table: Table) -> None:
    turned_up = "4c " if table.rules == "classic" else ""
    assert table.refusal("draw", "discard Ac", then=turned_up + "Ac") is None
    early = ["6c" for _ in range(1)] + (["4c"] if turned_up else [])
    assert table.refusal("draw", "discard Ac", then=" ".join([*early, "9c", "Ac"])) == ("card-not-held", 1)
    assert HAND[table.players] == {2: 15, 3: 13, 4: 11, 5: 11, 6: 11}[table.players]


@pytest.mark.parametrize(("players", "partner"), [(2, None), (3, None), (4, 2), (5, None), (6, 3)])
def test_only_the_seat_opposite_adds_to_a_meld_and_only_in_fours_and_sixes(
    players: int, partner: int | None
) -> None:
    table = Table("ten-thousand", players)
    hands = {0: "As Ah Ad 9c 9c"} | {seat: "Ac 9c" for seat in range(1, players) if seat == 1}
    for seat in range(1, players):
        hands = {0: "As Ah Ad", seat: "Ac"}
        then = "Qs Qh Qd Qc Ks Kh Kd"
        quiet = [m for card in then.split()[1:seat] for m in ("draw", f"discard {card}")]
        said = table.refusal(
            "draw", "meld A As Ah Ad", "discard Qs", *quiet, "draw", "meld A Ac", hands=hands, then=then
        )
        assert said == (None if seat == partner else ("meld-size", 3 + len(quiet) + 1)), seat


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (4, 2), (5, 5), (6, 3)])
def test_a_side_has_one_score(players: int, sides: int) -> None:
    table = Table("ten-thousand", players)
    said = verdict(table.log(forfeit={"seat": players - 1}))
    assert said["scores"] == [0] * sides
    assert said["ranks"] == [1] * (sides - 1) + [sides]


@pytest.mark.parametrize(("players", "seat", "side"), [(4, 2, 0), (4, 3, 1), (6, 3, 0), (6, 4, 1), (6, 5, 2)])
def test_side_k_holds_seat_k_and_the_seat_opposite(players: int, seat: int, side: int) -> None:
    said = verdict(Table("ten-thousand", players).log(forfeit={"seat": seat}))
    assert said["ranks"].index(max(said["ranks"])) == side
