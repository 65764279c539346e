"""The engine and a second, naive referee say the same of every move in deals played by chance."""

import copy
import random

import pytest

from engine.deal import Deal
from engine.dealing import read_shuffle
from engine.errors import IllegalMove
from engine.moves import read_move
from engine.rules import RULE_SETS
from engine.scoring import score
from tests.engine.rules.naive import RED_THREES, SIDES, NaiveDeal, Refused, is_wild, rank_of
from tests.engine.rules.table import pack

TABLES = [("classic", 2), ("classic", 4), *(("ten-thousand", players) for players in (2, 3, 4, 5, 6))]
TOTALS = (-100, 0, 1500, 3000, 5000)


def dealt(rng: random.Random, rules: str, players: int) -> tuple[NaiveDeal, Deal]:
    """The same deal for both; some ranks come early, so that there is much to meld."""
    early = rng.sample("3456789TJQKA", 4)
    cards = sorted(pack(players), key=lambda card: rng.random() * (0.5 if rank_of(card) in early else 1))
    kept = [card for card in cards[-3:] if is_wild(card) or card in RED_THREES]
    cut = " ".join(kept[: rng.randint(0, 3)]) if rules == "ten-thousand" else ""
    totals = tuple(rng.choice(TOTALS) for _ in range(SIDES[players]))
    dealer, deck = rng.randrange(players), " ".join(cards)
    table = RULE_SETS[rules].tables[players]
    shuffle = read_shuffle(RULE_SETS[rules], table, deck, *([cut] if cut else []))
    naive = NaiveDeal(rules, players, dealer, deck, cut, totals)
    return naive, Deal(RULE_SETS[rules], table, dealer, shuffle, totals)


def ideas(rng: random.Random, deal: NaiveDeal) -> list[str]:
    """Moves to try: some sensible, some not."""
    hand = deal.hand
    by_rank: dict[str, list[str]] = {}
    for card in hand:
        by_rank.setdefault(rank_of(card), []).append(card)
    wild = by_rank.get("W", [])
    pairs = [rng.sample(hand, 2)] if len(hand) > 1 else []
    if deal.pile:
        fitting = by_rank.get(rank_of(deal.pile[-1]), [])
        pairs += [fitting[:2]] if len(fitting) > 1 else []
        pairs += [[fitting[0], wild[0]]] if fitting and wild else []
    moves = ["draw", "take", "pass", *("take " + " ".join(pair) for pair in pairs)]
    for rank, cards in by_rank.items():
        some = rng.sample(cards, rng.randint(1, len(cards)))
        more = rng.sample(wild, rng.randint(0, min(2, len(wild)))) if rank != "W" else []
        moves += [f"meld {rank} {' '.join(cards)}", f"meld {rank} {' '.join([*some, *more])}"]
    moves += [f"meld {rank} {rng.choice(hand)}" for rank in deal.own if hand and rank != "3"]
    moves += [f"discard {card}" for card in rng.sample(hand, min(3, len(hand)))]
    return rng.sample(moves, len(moves))


def both(naive: NaiveDeal, deal: Deal, move: str) -> tuple[NaiveDeal, Deal] | None:
    """The deals after the move, or nothing where both refuse it by the same rule."""
    tried, played = copy.deepcopy(naive), deal.copy()
    said = found = None
    try:
        tried.play(move)
    except Refused as refused:
        said = str(refused)
    try:
        played.play(read_move(move))
    except IllegalMove as refused:
        found = refused.rule.value
    assert found == said, move
    return None if said else (tried, played)


@pytest.mark.parametrize(("rules", "players"), TABLES)
@pytest.mark.parametrize("seed", [1, 2, pytest.param(range(3, 60), marks=pytest.mark.slow)], ids=str)
def test_they_agree_on_every_move_and_on_the_score(rules: str, players: int, seed: int | range) -> None:
    for one in [seed] if isinstance(seed, int) else seed:
        rng = random.Random(f"{rules} {players} {one}")
        play_out(rng, *dealt(rng, rules, players))


def play_out(rng: random.Random, naive: NaiveDeal, deal: Deal) -> None:
    """Play by chance, rather melding than not; a turn that can't be ended is played again without melds."""
    turn, timid = (naive, deal), False
    while not naive.over:
        if not naive.drawn and naive.seat != turn[0].seat:
            turn, timid = (naive, deal), False
        tried = [(move, after) for move in ideas(rng, naive) if (after := both(naive, deal, move))]
        tried.sort(key=lambda pair: pair[0].startswith("discard"))
        chosen = [after for move, after in tried if not (timid and move.startswith(("meld", "take ")))]
        if chosen:
            naive, deal = chosen[0]
        else:
            assert not timid, "without melds every turn can be ended"
            (naive, deal), timid = turn, True
    assert deal.over
    assert [score(deal.rules, items) for items in deal.items()] == naive.scores()
