"""One deal being played: the only state there is, and the rules of a turn (sections 4 to 7).

`Deal.play` is the only way to change it: it checks a move and refuses it with IllegalMove, leaving the deal
as it was. Queries never change anything. How a deal is written down, and what follows it, is not known here.
"""

from __future__ import annotations

from engine.cards import CODES, RANK_OF, RANKS, RED_THREES, THREE, VALUE, Card, Rank, text
from engine.errors import IllegalMove, Rule
from engine.melds import NOTHING, Meld, check_meld, check_threes, most_wilds, without
from engine.moves import Kind, Move, meld, take
from engine.rules import CANASTA, LastCard, Out
from engine.state import DealState
from engine.tableau import Laid

TAKE_ALONE = take()

_DRAW, _DISCARD, _MELD, _TAKE = Kind.DRAW, Kind.DISCARD, Kind.MELD, Kind.TAKE


class Deal(DealState):
    """A deal from the first turn to its end."""

    __slots__ = ()

    # Moves

    def play(self, move: Move) -> None:
        """Play a move of the player whose turn it is. Raises IllegalMove by the order of section 10."""
        if self._over:
            raise IllegalMove(Rule.DEAL_OVER)
        kind = move.kind
        if kind is _DRAW:
            self._draw()
        elif kind is _DISCARD:
            self._discard(move)
        elif kind is _MELD:
            self._meld(move)
        elif kind is _TAKE:
            self._take(move)
        else:
            self._pass()

    def allows(self, move: Move) -> bool:
        """Whether the move would be accepted now."""
        try:
            self.copy().play(move)
        except IllegalMove:
            return False
        return True

    def _draw(self) -> None:
        if self._drawn:
            raise IllegalMove(Rule.ALREADY_DRAWN)
        stock = self._stock
        if not stock:
            raise IllegalMove(Rule.STOCK_EMPTY)
        self._drawn = True
        hand = self._hand
        to_draw = self.table.draw
        while to_draw and stock:
            to_draw -= 1
            card = stock.pop()
            while card in RED_THREES:
                self._side.red_threes.append(card)
                if not stock:
                    self._over = True
                    return
                card = stock.pop()
            hand.append(card)

    def _discard(self, move: Move) -> None:
        if not self._drawn:
            raise IllegalMove(Rule.DRAW_FIRST)
        left = without(self._hand, move.cards)
        last = not left
        laid = self._laid
        if laid is not None and laid.points < laid.least and not (last and self._concealed(laid)):
            raise IllegalMove(Rule.INITIAL_MINIMUM, points=laid.points, least=laid.least)
        if last:
            self._check_canastas()
        self._hand = self._hands[self._seat] = left
        self._pile.put(move.cards[0])
        if last:
            self._go_out()
            return
        if laid is not None:
            self._melded.add(self._seat)
            self._laid = None
        self._turn_to((self._seat + 1) % self.table.players)

    def _meld(self, move: Move) -> None:
        if not self._drawn:
            raise IllegalMove(Rule.DRAW_FIRST)
        left = without(self._hand, move.cards)
        laid = self._laid
        if laid is not None and THREE in laid.started:
            raise IllegalMove(Rule.MELD_THREES, "after")
        if move.rank == THREE:
            check_threes(move, len(left) + (0 if laid is None else laid.to_come))
        check_meld(self.rules, self._side.melds.get(move.rank, NOTHING), move)
        if len(left) <= 1 and not self._free_to_go_out():
            trial = self.copy()
            trial._check_hand_left(trial._lay_from_hand(move, left.copy()), rest_is_short=True)
        laid = self._lay_from_hand(move, left)
        if not self._hand and not laid.rest:
            self._go_out()

    def _lay_from_hand(self, move: Move, left: list[Card]) -> Laid:
        laid = self._laid
        if laid is None:
            laid = self._laid = Laid(self._least(), took=False, rest=[])
        self._hand = self._hands[self._seat] = left
        self._lay(laid, move.rank, move.cards, move.wilds, move.points)
        return laid

    def _take(self, move: Move) -> None:
        left = self._check_take(move)
        laid = self._pick_up(move, left)
        if not self._hand and not laid.rest:
            self._go_out()

    def _pick_up(self, move: Move, left: list[Card]) -> Laid:
        top, rest = self._pile.take()
        self._hand = self._hands[self._seat] = left
        self._drawn = True
        laid = self._laid = Laid(self._least(), took=True, rest=rest)
        self._lay(laid, RANK_OF[top], (top, *move.cards), move.wilds, VALUE[top] + move.points)
        return laid

    def _lay(self, laid: Laid, rank: Rank, cards: tuple[Card, ...], wilds: int, worth: int) -> None:
        """Put cards that left the hand or the pile on the side's meld; the rest of the pile may now join."""
        side = self._side
        old = side.melds.get(rank, NOTHING)
        if old is NOTHING:
            laid.started.add(rank)
        elif rank not in laid.started:
            laid.added = True
        new = side.melds[rank] = Meld(old.cards + cards, old.wilds + wilds)
        if len(old.cards) < CANASTA <= len(new.cards):
            side.canastas += 1
        side.points += worth
        laid.points += worth
        if laid.rest and laid.points >= laid.least:
            hand = self._hand
            for card in laid.rest:
                (side.red_threes if card in RED_THREES else hand).append(card)
            laid.rest = []

    def _pass(self) -> None:
        if self._drawn:
            raise IllegalMove(Rule.ALREADY_DRAWN)
        if self._stock:
            raise IllegalMove(Rule.STOCK_NOT_EMPTY, stock=len(self._stock))
        if self.allows(TAKE_ALONE):
            top = self._pile.cards[-1]
            raise IllegalMove(Rule.MUST_TAKE, card=CODES[top], rank=RANKS[RANK_OF[top]])
        self._over = True

    # Checks

    def _check_take(self, move: Move) -> list[Card]:
        """The hand left if the pile may be taken so, in the order of section 10."""
        if self._drawn:
            raise IllegalMove(Rule.ALREADY_DRAWN)
        pile = self._pile
        if not pile.cards:
            raise IllegalMove(Rule.PILE_EMPTY)
        if pile.blocked_turns:
            raise IllegalMove(Rule.PILE_BLOCKED, card=CODES[pile.blocker], turns=pile.blocked_turns)
        top = pile.cards[-1]
        hand = self._hand
        if self.rules.single_pile_kept and len(hand) == 1 == len(pile.cards):
            raise IllegalMove(Rule.PILE_ONE_CARD)
        cards = move.cards
        left = without(hand, cards)
        rank = RANK_OF[top]
        fits = move.rank == rank if cards else rank in self._side.melds
        if self.frozen and not (fits and cards and not move.wilds):
            case = "side" if not self._pile.frozen else ""
            raise IllegalMove(Rule.PILE_FROZEN, case, card=CODES[top], rank=RANKS[rank])
        if not fits:
            case = "" if cards else "alone"
            raise IllegalMove(Rule.PILE_TOP, case, card=CODES[top], rank=RANKS[rank], named=text(cards))
        self._check_wilds_taken(rank, move)
        if len(left) <= 1 and not self._free_to_go_out():
            trial = self.copy()
            trial._check_hand_left(trial._pick_up(move, left.copy()), rest_is_short=False)
        return left

    def _check_wilds_taken(self, rank: Rank, move: Move) -> None:
        """The meld that the take makes keeps its wild limit (`pile-top` too, section 10)."""
        old = self._side.melds.get(rank, NOTHING)
        size = len(old.cards) + 1 + len(move.cards)
        wilds = old.wilds + move.wilds
        most = most_wilds(self.rules, size)
        if wilds > most:
            raise IllegalMove(
                Rule.PILE_TOP, "wilds", rank=RANKS[rank], named=text(move.cards), wilds=wilds, most=most
            )

    def _free_to_go_out(self) -> bool:
        """Whether nothing can be wrong with laying the last cards: the side has its minimum and canastas."""
        free = self.rules.last_card is LastCard.MELD_OR_DISCARD
        return free and not self.still_needed and not self._canastas_short()

    def _check_hand_left(self, laid: Laid, *, rest_is_short: bool) -> None:
        """Whether the last cards may be laid down as they just were (sections 4, 6 and 7).

        Asked of a trial. With `rest_is_short` an empty hand is refused while the rest of the pile is to come.
        """
        hand = self._hand
        if not hand and not laid.rest:
            self._check_canastas()
            if self.rules.last_card is LastCard.DISCARD and not laid.threes:
                raise IllegalMove(Rule.MUST_DISCARD)
        short = laid.points < laid.least and not self._concealed(laid)
        if short and not hand and (rest_is_short or not laid.rest):
            raise IllegalMove(Rule.INITIAL_MINIMUM, points=laid.points, least=laid.least)
        if len(hand) + laid.to_come == 1 and self._canastas_short() and not self._goes_out_with_last():
            raise IllegalMove(Rule.MUST_KEEP, canastas=self._side.canastas, needed=self._needed)

    def _goes_out_with_last(self) -> bool:
        """Whether the one card in hand can be melded so that it makes the canasta and goes out."""
        hand = self._hand
        nearly = [rank for rank, laid in self._side.melds.items() if len(laid.cards) == CANASTA - 1]
        return len(hand) == 1 and any(self.allows(meld(rank, hand)) for rank in nearly)

    def _check_canastas(self) -> None:
        if self._canastas_short():
            raise IllegalMove(Rule.NO_CANASTA, canastas=self._side.canastas, needed=self._needed)

    # The end

    def _go_out(self) -> None:
        laid = self._laid
        self._over = True
        self._out_side = self.table.side_of(self._seat)
        self._out = Out.PLAIN
        if laid is not None and laid.threes and Out.BLACK_THREES in self.rules.out_bonus:
            self._out = Out.BLACK_THREES
        elif laid is not None and self._concealed(laid):
            self._out = Out.CONCEALED
