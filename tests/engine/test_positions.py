"""The positions of a log for a viewer."""

import pytest

from engine import LogError, positions
from engine.cards import pack, text
from engine.moves import DRAW
from engine.positions import TableMeld
from tests.engine.logs import CASES, case, classic

MATCHES = sorted(path.stem for path in CASES.glob("match-*.json"))


def test_the_start_of_each_deal_and_each_move_is_a_position() -> None:
    log = case("match-ten-thousand-3-09")
    found = [(position.deal, position.move) for position in positions(log)]
    assert found == [
        (number, move) for number, deal in enumerate(log["deals"]) for move in range(len(deal["moves"]) + 1)
    ]


def test_a_position_shows_the_table() -> None:
    start, *_ = positions(classic())
    assert (start.text, start.player, start.seat, start.side, start.dealer) == (None, None, 0, 0, 3)
    assert [len(hand) for hand in start.hands] == [11] * 4
    assert start.stock == 108 - 45
    assert len(start.pile) == 1
    assert (start.frozen, start.blocked, start.drawn, start.over) == (True, False, False, False)
    assert start.still_needed == 50
    assert start.melds == ((), ())
    assert start.totals == (0, 0)


def test_a_position_after_a_meld() -> None:
    position = positions(classic()).at(0, 2)
    assert (position.text, position.player) == ("meld K Ks Ks Kh Kh Kd Kd Kc", 0)
    assert position.melds == (
        (TableMeld("K", ("Ks", "Ks", "Kh", "Kh", "Kd", "Kd", "Kc"), "natural"),), ()
    )  # fmt: skip
    assert position.items[0].natural == 1
    assert position.still_needed == 0
    assert (position.drawn, position.took) == (True, False)


def test_the_last_position_of_a_deal_has_its_scores() -> None:
    *_, last = positions(classic())
    assert last.over
    assert last.totals == (680, -110)
    assert [score.total for score in last.scores] == [680, -110]
    assert last.scores[0].out == 200


def test_the_player_of_a_discard_is_not_the_next_one() -> None:
    position = next(
        p for p in positions(case("match-classic-4-00")) if p.text and p.text.startswith("discard")
    )
    assert (position.player, position.seat) == (position.dealer + 1 & 3, position.dealer + 2 & 3)


def test_totals_run_over_the_deals() -> None:
    log = case("match-classic-4-00")
    found = positions(log)
    ends = [position for position in found if position.over]
    for number, end in enumerate(ends[:-1]):
        assert found.at(number + 1, 0).totals == end.totals
    assert ends[-1].totals == found.verdict.scores


@pytest.mark.parametrize("name", ["match-classic-2-06", "match-ten-thousand-5-10"])
def test_any_position_is_picked_as_it_is_walked_to(name: str) -> None:
    found = positions(case(name))
    for position in list(found)[::37]:
        picked = found.at(position.deal, position.move)
        assert picked == position
        assert (picked.hands, picked.pile, picked.melds) == (position.hands, position.pile, position.melds)


@pytest.mark.parametrize("name", ["bad-pile-frozen-1", "bad-must-keep-2", "bad-card-not-held-2"])
def test_positions_of_a_rejected_log_end_before_the_unlawful_move(name: str) -> None:
    found = positions(case(name))
    verdict = found.verdict
    *_, last = found
    assert (last.deal, last.move) == (verdict.deal, verdict.move)
    assert last.seat == verdict.seat
    with pytest.raises(IndexError):
        found.at(last.deal, last.move + 1)


def test_positions_of_moves_after_the_end_stop_at_the_end() -> None:
    found = positions(case("bad-deal-over-2"))
    *_, last = found
    assert last.over
    assert last.move == found.verdict.move


@pytest.mark.parametrize(("deal", "move"), [(0, 5), (1, 0), (-1, 0), (0, -1), (9, 9)])
def test_there_is_no_position_outside_the_log(deal: int, move: int) -> None:
    with pytest.raises(IndexError):
        positions(classic()).at(deal, move)


def test_an_unreadable_log_has_no_positions() -> None:
    with pytest.raises(LogError):
        positions("{}")


def test_a_waiting_pile_is_shown() -> None:
    log = case("tiny-pending-joins")
    after_take = positions(log).at(0, 3)
    assert after_take.rest
    assert after_take.still_needed > 0
    waits = [position.rest for position in positions(log)]
    assert waits[-1] == ()


def test_the_state_of_a_position_is_a_copy() -> None:
    position = positions(classic()).at(0, 0)
    state = position.state()
    state.play(DRAW)
    assert not position.drawn
    assert position.state().stock == position.stock == state.stock + 1


@pytest.mark.parametrize("name", MATCHES)
def test_no_card_is_lost_or_made(name: str) -> None:
    found = positions(case(name))
    whole = sorted(text([card]) for card in pack(found.log.table.packs))
    for position in found:
        seen = [code for hand in position.hands for code in hand]
        seen += [code for melds in position.melds for meld in melds for code in meld.cards]
        seen += [code for threes in position.red_threes for code in threes]
        seen += [*position.pile, *position.rest]
        assert len(seen) + position.stock == len(whole)
        if position.stock == 0:
            assert sorted(seen) == whole
