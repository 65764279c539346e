"""What a refusal says to people: one sentence for each code and case, made from its parameters.

The sentences are marked for translation and stay English here; a page passes its `gettext` as `translate`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.errors import Field, Impossible, Param, Rule


def gettext_noop(message: str) -> str:
    """Mark a text for translation and leave it as it is."""
    return message


_RANKS = {
    "W": gettext_noop("wild cards"),
    "3": gettext_noop("threes"),
    "4": gettext_noop("fours"),
    "5": gettext_noop("fives"),
    "6": gettext_noop("sixes"),
    "7": gettext_noop("sevens"),
    "8": gettext_noop("eights"),
    "9": gettext_noop("nines"),
    "T": gettext_noop("tens"),
    "J": gettext_noop("jacks"),
    "Q": gettext_noop("queens"),
    "K": gettext_noop("kings"),
    "A": gettext_noop("aces"),
}

_RULES = {
    (Rule.DEAL_OVER, ""): gettext_noop("The deal was over before this move."),
    (Rule.MATCH_OVER, ""): gettext_noop("The match was over before this deal; deals played: {deals}."),
    (Rule.MATCH_OVER, "forfeit"): gettext_noop(
        "The match was over before the forfeit; deals played: {deals}."
    ),
    (Rule.DEAL_UNFINISHED, ""): gettext_noop("The deal stops before it is over."),
    (Rule.MATCH_UNFINISHED, ""): gettext_noop(
        "The log stops before the match is over; deals played: {deals}."
    ),
    (Rule.DRAW_FIRST, ""): gettext_noop("A turn begins with drawing or taking the pile."),
    (Rule.ALREADY_DRAWN, ""): gettext_noop("The player has already drawn or taken the pile this turn."),
    (Rule.STOCK_EMPTY, ""): gettext_noop("The stock is empty: nothing can be drawn."),
    (Rule.STOCK_NOT_EMPTY, ""): gettext_noop("Passing needs an empty stock; cards in it: {stock}."),
    (Rule.MUST_TAKE, ""): gettext_noop(
        "The stock is empty and {card} fits the side's {rank}: take the pile."
    ),
    (Rule.PILE_EMPTY, ""): gettext_noop("The pile is empty."),
    (Rule.PILE_BLOCKED, ""): gettext_noop("The pile is blocked by {card}; turns to wait: {turns}."),
    (Rule.PILE_ONE_CARD, ""): gettext_noop("The last card in hand may not take a pile of one card."),
    (Rule.PILE_FROZEN, ""): gettext_noop("The pile is frozen: {card} needs two natural {rank} from hand."),
    (Rule.PILE_FROZEN, "side"): gettext_noop(
        "The pile is frozen to a side that has not melded: {card} needs two natural {rank} from hand."
    ),
    (Rule.PILE_TOP, ""): gettext_noop("The top card {card} can't be melded with: {named}."),
    (Rule.PILE_TOP, "alone"): gettext_noop("The side has no meld of {rank} to add {card} to."),
    (Rule.PILE_TOP, "wilds"): gettext_noop(
        "With {named} the side's meld of {rank} would have too many wild cards: {wilds}, at most {most}."
    ),
    (Rule.CARD_NOT_HELD, ""): gettext_noop(
        "{card} is named more often than held; in hand: {held}, named: {named}."
    ),
    (Rule.MELD_THREES, ""): gettext_noop(
        "Black threes are melded only when going out; cards that would be left: {left}."
    ),
    (Rule.MELD_THREES, "wild"): gettext_noop("Black threes are melded without wild cards; named: {wilds}."),
    (Rule.MELD_THREES, "after"): gettext_noop(
        "After a meld of black threes only the last card is discarded."
    ),
    (Rule.MELD_RANK, ""): gettext_noop("{card} does not belong to a meld of {rank}."),
    (Rule.MELD_SIZE, ""): gettext_noop("The meld of {rank} would be too small: {size}, at least {least}."),
    (Rule.MELD_NATURALS, ""): gettext_noop(
        "The meld of {rank} would have too few natural cards: {naturals}, at least {least}."
    ),
    (Rule.MELD_WILDS, ""): gettext_noop(
        "The meld of {rank} would have too many wild cards: {wilds}, at most {most} in {size}."
    ),
    (Rule.INITIAL_MINIMUM, ""): gettext_noop("The first melds are worth {points}; the minimum is {least}."),
    (Rule.NO_CANASTA, ""): gettext_noop(
        "Going out needs more canastas; the side has {canastas}, needed: {needed}."
    ),
    (Rule.MUST_DISCARD, ""): gettext_noop(
        "The last card is discarded; only black threes may empty the hand."
    ),
    (Rule.MUST_KEEP, ""): gettext_noop(
        "One card would be left without the canastas to go out; the side has {canastas}, needed: {needed}."
    ),
}

_FIELDS = {
    (Field.JSON, ""): gettext_noop("The document is not a JSON object."),
    (Field.JSON, "size"): gettext_noop("The document is too large; it may have at most {most} MB."),
    (Field.JSON, "utf-8"): gettext_noop("The document is not UTF-8 text."),
    (Field.JSON, "mark"): gettext_noop(
        "The document begins with a byte order mark. Save it as UTF-8 without one (“UTF-8”, not “UTF-8 BOM”)."
    ),
    (Field.JSON, "nested"): gettext_noop("The document is nested too deeply."),
    (Field.JSON, "syntax"): gettext_noop("The document is not JSON: line {line}, column {column}."),
    (Field.JSON, "values"): gettext_noop("The document holds something that JSON can't say."),
    (Field.JSON, "constant"): gettext_noop("{name} is not a number in JSON."),
    (Field.JSON, "twice"): gettext_noop("The key {key} occurs twice in one object."),
    (Field.FORMAT, ""): gettext_noop("The field “format” must say {format}."),
    (Field.RULES, ""): gettext_noop("The field “rules” must be one of: {known}."),
    (Field.PLAYERS, ""): gettext_noop(
        "The field “players” must list non-empty codes; players allowed: {counts}."
    ),
    (Field.PLAYERS, "twice"): gettext_noop("The player {player} is listed twice."),
    (Field.DEALER, ""): gettext_noop("The field “dealer” must be a seat from 0 to {last}."),
    (Field.UNTIL, ""): gettext_noop("The field “until” must have either points or deals, at least 1."),
    (Field.DEALS, ""): gettext_noop("The field “deals” must be a list."),
    (Field.DEALS, "count"): gettext_noop("There are too many deals; at most {most}."),
    (Field.DEALS, "type"): gettext_noop("The deal is not an object."),
    (Field.DEALS, "moves"): gettext_noop("The deal has no list of moves."),
    (Field.DEALS, "length"): gettext_noop("The deal has too many moves; at most {most}."),
    (Field.DECK, ""): gettext_noop("The deck has {card} too often: {times}, of {needed} in the packs."),
    (Field.DECK, "type"): gettext_noop("The deal has no deck."),
    (Field.DECK, "card"): gettext_noop("The deck names something that is no card: “{card}”."),
    (Field.DECK, "count"): gettext_noop("The deck has the wrong number of cards: {cards}, needed: {needed}."),
    (Field.CUT, ""): gettext_noop("The cut keeps {card}, which is not among the last {last} cards."),
    (Field.CUT, "rules"): gettext_noop("These rules know no bonus for the cut."),
    (Field.CUT, "type"): gettext_noop("The cut is not text."),
    (Field.CUT, "card"): gettext_noop("The cut names something that is no card: “{card}”."),
    (Field.CUT, "kept"): gettext_noop("The cut keeps {card}; only jokers, deuces and red threes are kept."),
    (Field.MOVE, ""): gettext_noop("The move can't be read: “{text}”."),
    (Field.MOVE, "type"): gettext_noop("The move is not text."),
    (Field.FORFEIT, ""): gettext_noop("The field “forfeit” must name a seat from 0 to {last}."),
    (Field.RESULT, ""): gettext_noop(
        "The field “result” must have a winner and scores, one each for {sides} sides."
    ),
    (Field.RESULT, "scores"): gettext_noop("The scores are {scores}, not {claimed}."),
    (Field.RESULT, "winner"): gettext_noop("The scores {scores} are right, but the winner is another one."),
}

_IMPOSSIBLE = {
    (Impossible.NEGATIVE, ""): gettext_noop("This can't be less than 0."),
    (Impossible.NOT_FIVES, ""): gettext_noop("Points are multiples of 5; {points} is not."),
    (Impossible.WILD_CANASTA, ""): gettext_noop("Classic knows no canasta of wild cards."),
    (Impossible.RANKS, ""): gettext_noop(
        "A side has at most one meld of each rank; canastas: {canastas}, at most {most}."
    ),
    (Impossible.POINTS_LOW, ""): gettext_noop(
        "{points} points in melds are too few for so many canastas: {canastas} need at least {least}."
    ),
    (Impossible.POINTS_HIGH, ""): gettext_noop(
        "{points} points in melds are too many for so few canastas: {canastas} allow at most {most}."
    ),
    (Impossible.FIRST_MELD, ""): gettext_noop(
        "{points} points in melds are less than the minimum of the first melds, {least}."
    ),
    (Impossible.HAND_LEFT, ""): gettext_noop("Who went out has no cards left, but the hand counts {points}."),
    (Impossible.HAND_EMPTY, ""): gettext_noop(
        "Who did not go out holds a card: the hand counts {points}, at least {least}."
    ),
    (Impossible.OUT_KIND, ""): gettext_noop("These rules know no such way to go out."),
    (Impossible.OUT_CANASTAS, ""): gettext_noop(
        "Going out needs more canastas; the side has {canastas}, needed: {needed}."
    ),
    (Impossible.OUT_TWICE, ""): gettext_noop("Only one side can go out; entered: {sides}."),
    (Impossible.PACK_POINTS, ""): gettext_noop(
        "Melds and hands of all sides are worth {points}; all cards together are worth {most}."
    ),
    (Impossible.RED_THREES, ""): gettext_noop("There are too many red threes: {threes}, at most {most}."),
    (Impossible.RED_THREES_LEFT, ""): gettext_noop(
        "Nobody went out, so all red threes were laid out: entered {threes}, needed {needed}."
    ),
    (Impossible.NATURAL_CANASTAS, ""): gettext_noop(
        "There are too many natural canastas: {canastas}, at most {most}."
    ),
    (Impossible.WILD_CARDS, ""): gettext_noop(
        "The mixed and wild canastas need more wild cards than there are: {wilds}, at most {most}."
    ),
}

_SENTENCES: dict[tuple[str, str], str] = {
    (code.value, case): text
    for (code, case), text in (*_RULES.items(), *_FIELDS.items(), *_IMPOSSIBLE.items())
}


def rank_name(rank: str) -> str:
    """The English name of the cards of a rank, by its code in a log."""
    return _RANKS[rank]


def sentence(
    code: str,
    case: str,
    params: Mapping[str, Param],
    translate: Callable[[str], str] = lambda message: message,
) -> str:
    """The sentence for a verdict's `rule`, `case` and `params`."""
    words = {
        name: translate(_RANKS[str(value)]) if name == "rank" else value for name, value in params.items()
    }
    return translate(_SENTENCES[str(code), case]).format(**words)
