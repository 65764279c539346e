"""What can be wrong: the codes of the rules, the parts of a log, and the two exceptions that carry them.

Sentences for people live in `sentences`; nothing here knows how a rule is checked.
"""

from __future__ import annotations

from enum import StrEnum

Param = str | int
"""What a refusal says about itself: a card, a rank or a list of cards as text, a count as a number."""


SHOWN = 40
"""So many characters of somebody's text are shown in a sentence."""


def excerpt(text: str) -> str:
    """The beginning of a text from a document, with nothing in it that can't be shown or stored."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text[:SHOWN])


class _Described(StrEnum):
    """A text member that carries its own docstring."""

    def __new__(cls, code: str, doc: str) -> _Described:
        member = str.__new__(cls, code)
        member._value_ = code
        member.__doc__ = doc
        return member

    def __str__(self) -> str:
        return str(self.value)


class Rule(_Described):
    """Every rule a move can break; the member's docstring is the rule."""

    DEAL_OVER = "deal-over", "Nothing is played after the end of a deal (section 10)."
    MATCH_OVER = "match-over", "Nothing is dealt or forfeited after the end of the match (section 9)."
    DEAL_UNFINISHED = "deal-unfinished", "A deal is played until it is over, unless a player forfeits in it."
    MATCH_UNFINISHED = "match-unfinished", "Deals are played until the end condition holds (section 9)."
    DRAW_FIRST = "draw-first", "A turn begins with drawing or taking the pile (section 4)."
    ALREADY_DRAWN = "already-drawn", "A player draws or takes the pile once a turn (section 4)."
    STOCK_EMPTY = "stock-empty", "Cards are drawn from the stock while there are any (section 4)."
    STOCK_NOT_EMPTY = "stock-not-empty", "Passing is possible only when the stock is empty (section 4)."
    MUST_TAKE = (
        "must-take",
        "With an empty stock the pile is taken if its top card fits a meld of the side (section 4).",
    )
    PILE_EMPTY = "pile-empty", "There must be a card in the pile to take it (section 4)."
    PILE_BLOCKED = "pile-blocked", "A black three or a wild card blocks the pile (section 5)."
    PILE_ONE_CARD = "pile-one-card", "In classic the last card in hand takes no pile of one card (section 4)."
    PILE_FROZEN = "pile-frozen", "A frozen pile is taken with two naturals of its top rank (section 5)."
    PILE_TOP = (
        "pile-top",
        "The top card is melded at once, with two cards from hand or on a meld (section 4).",
    )
    CARD_NOT_HELD = "card-not-held", "A card that is played is in the player's hand (section 4)."
    MELD_THREES = (
        "meld-threes",
        "Only black threes are melded, without wild cards, when going out (section 6).",
    )
    MELD_RANK = "meld-rank", "The natural cards of a meld are of one rank (section 6)."
    MELD_SIZE = "meld-size", "A meld has at least three cards (section 6)."
    MELD_NATURALS = "meld-naturals", "A classic meld has at least two natural cards (section 6)."
    MELD_WILDS = "meld-wilds", "A meld has no more wild cards than the rule set allows (section 6)."
    INITIAL_MINIMUM = "initial-minimum", "A side's first melds reach the minimum for its score (section 6)."
    NO_CANASTA = "no-canasta", "Going out needs the canastas of the side (section 7)."
    MUST_DISCARD = "must-discard", "In ten-thousand the last card is discarded, not melded (section 7)."
    MUST_KEEP = "must-keep", "A side without its canastas keeps more than one card in hand (section 7)."


class Field(_Described):
    """Every part of a log document that can be unreadable; the member's docstring says what it should be."""

    JSON = "json", "One JSON object in UTF-8, of at most 4 MB."
    FORMAT = "format", "The text canasta-log/1."
    RULES = "rules", "classic or ten-thousand."
    PLAYERS = "players", "Different non-empty player codes, as many as the rule set allows."
    DEALER = "dealer", "The seat of the first dealer."
    UNTIL = "until", "Exactly one of points and deals, a number of at least 1."
    DEALS = "deals", "At most 200 deals, each with a list of at most 5 000 moves."
    DECK = "deck", "All cards of the packs, top to bottom, separated by single spaces."
    CUT = "cut", "Jokers, deuces and red threes among the last three cards of the deck; ten-thousand only."
    MOVE = "move", "A move in one of the six written forms."
    FORFEIT = "forfeit", "The seat that gave up."
    RESULT = "result", "A score for each side, and the winner: a side or null."


class Impossible(_Described):
    """Everything that can't be true of a score sheet; the member's docstring says why."""

    NEGATIVE = "negative", "Items are counted, so none is below 0."
    NOT_FIVES = "not-fives", "All points are multiples of 5 (section 1)."
    WILD_CANASTA = "wild-canasta", "Classic knows no canasta of wild cards (section 6)."
    RANKS = "ranks", "A side has at most one meld of each rank (section 4)."
    POINTS_LOW = "points-low", "A canasta has seven cards, each worth at least 5 (sections 1 and 8)."
    POINTS_HIGH = "points-high", "Melds that are no canasta have at most six cards (section 1)."
    FIRST_MELD = "first-meld", "The first melds reach the minimum for the total before the deal (section 6)."
    HAND_LEFT = "hand-left", "A player who went out has no cards left (section 1)."
    HAND_EMPTY = "hand-empty", "A player who did not go out holds at least one card (section 7)."
    OUT_KIND = "out-kind", "The rule set knows no such way to go out (section 7)."
    OUT_CANASTAS = "out-canastas", "Going out needs the canastas of the side (section 7)."
    OUT_TWICE = "out-twice", "One player goes out and so ends the deal (section 1)."
    PACK_POINTS = "pack-points", "Melds and hands together are worth no more than all cards (section 1)."
    RED_THREES = "red-threes", "The sides have no more red threes than the packs (section 2)."
    RED_THREES_LEFT = (
        "red-threes-left",
        "When the stock is used up, every red three was laid out (section 4).",
    )
    NATURAL_CANASTAS = "natural-canastas", "Two natural canastas of one rank need more cards than there are."
    WILD_CARDS = "wild-cards", "The sides have no more wild cards than the packs (section 2)."


class IllegalMove(Exception):  # noqa: N818 - it is the word of the house
    """A move breaks `rule`. The parameters are the evidence; `case` tells apart several ways to break it."""

    def __init__(self, rule: Rule, case: str = "", /, **params: Param) -> None:
        super().__init__(rule, case, params)
        self.rule = rule
        self.case = case
        self.params = params


class LogError(Exception):
    """A document is not a readable log. `deal` and `move` say where, if the fault lies in one of them."""

    def __init__(
        self,
        field: Field,
        case: str = "",
        /,
        *,
        deal: int | None = None,
        move: int | None = None,
        **params: Param,
    ) -> None:
        super().__init__(field, case, params)
        self.field = field
        self.case = case
        self.deal = deal
        self.move = move
        self.params = params
