"""From a document to a verdict: replays a log and says what is wrong with it, if anything.

The one place that catches IllegalMove and LogError; it adds where the fault lies. `replay` never raises for
anything a document says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.deal import Deal
from engine.errors import Field, IllegalMove, LogError, Param, Rule
from engine.log import Document, Log, read_log
from engine.match import Match
from engine.scoring import DealItems
from engine.sentences import sentence

_NOBODYS_TURN = {Rule.DEAL_OVER, Rule.MATCH_OVER, Rule.MATCH_UNFINISHED}

_FIELDS = {
    "verified": ("scores", "winner", "ranks", "deals", "moves"),
    "rejected": ("rule", "deal", "move", "seat", "message"),
    "mismatch": ("rule", "scores", "winner", "message"),
    "malformed": ("rule", "deal", "move", "message"),
}
_ALWAYS = {"winner"}


@dataclass(frozen=True)
class Verdict:
    """What is to be said about a log; fields that don't apply to the verdict are None.

    `message` is made from `rule`, `case` and `params` by `sentences.sentence`, in any
    language.
    """

    verdict: str
    """verified, rejected, mismatch or malformed."""
    rule: str | None = None
    deal: int | None = None
    """Counted from 0, like `move` and `seat`."""
    move: int | None = None
    seat: int | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    ranks: tuple[int, ...] | None = None
    deals: int | None = None
    moves: int | None = None
    message: str | None = None
    case: str = ""
    params: Mapping[str, Param] = field(default_factory=dict)
    items: tuple[tuple[DealItems, ...], ...] = ()
    """What each side had in each deal completed lawfully; not part of the JSON."""

    def as_dict(self) -> dict[str, object]:
        """The verdict as the format writes it in JSON."""
        answer: dict[str, object] = {"verdict": self.verdict}
        for name in _FIELDS[self.verdict]:
            value = getattr(self, name)
            if value is not None or name in _ALWAYS:
                answer[name] = list(value) if isinstance(value, tuple) else value
        return answer


class Refusal(Exception):  # noqa: N818 - a refusal is a verdict, not an error
    """The first unlawful move of a log, and where it stands."""

    def __init__(self, fault: IllegalMove, deal: int, move: int, seat: int | None) -> None:
        super().__init__(fault, deal, move, seat)
        self.fault = fault
        self.deal = deal
        self.move = move
        self.seat = None if fault.rule in _NOBODYS_TURN else seat


def steps(log: Log, match: Match, *, each_move: bool = True) -> Iterator[tuple[int, int, Deal]]:
    """Play a log in a fresh match of it: deal, number of moves played, and state after each step.

    The start of each deal is a step, and so is each move, unless only the outcome matters. The state yielded
    is the living one. Raises Refusal.
    """
    number, played, deal = 0, 0, None
    try:
        for number, logged in enumerate(log.deals):
            played, deal = 0, None
            deal = match.start(logged.shuffle)
            yield number, 0, deal
            play = deal.play
            for played, move in enumerate(logged.moves):
                play(move)
                if each_move:
                    yield number, played + 1, deal
            played = len(logged.moves)
            given_up = log.forfeit is not None and number == len(log.deals) - 1
            if deal.over or not given_up:
                match.record(deal)
        number, played, deal = len(log.deals), 0, None
        if log.forfeit is not None:
            match.forfeit(log.forfeit)
        match.close()
    except IllegalMove as fault:
        raise Refusal(fault, number, played, None if deal is None else deal.seat) from None


def new_match(log: Log) -> Match:
    """The match of a log before its first deal."""
    return Match(log.rules, log.table, log.dealer, log.until)


def _rejected(refusal: Refusal, match: Match) -> Verdict:
    fault = refusal.fault
    return Verdict(
        "rejected",
        rule=fault.rule.value,
        deal=refusal.deal,
        move=refusal.move,
        seat=refusal.seat,
        message=sentence(fault.rule, fault.case, fault.params),
        case=fault.case,
        params=fault.params,
        items=tuple(match.deals),
    )


def _malformed(error: LogError) -> Verdict:
    return Verdict(
        "malformed",
        rule=error.field.value,
        deal=error.deal,
        move=error.move,
        message=sentence(error.field, error.case, error.params),
        case=error.case,
        params=error.params,
    )


def _compared(log: Log, match: Match) -> Verdict:
    """The verdict on a log without an unlawful move: the claimed result is right or not."""
    claim = log.claim
    if claim is not None and (claim.scores != match.totals or claim.winner != match.winner):
        params: dict[str, Param] = {
            "scores": ", ".join(map(str, match.totals)),
            "claimed": ", ".join(map(str, claim.scores)),
        }
        case = "winner" if claim.scores == match.totals else "scores"
        return Verdict(
            "mismatch",
            rule=Field.RESULT.value,
            scores=match.totals,
            winner=match.winner,
            message=sentence(Field.RESULT, case, params),
            case=case,
            params=params,
            items=tuple(match.deals),
        )
    return Verdict(
        "verified",
        scores=match.totals,
        winner=match.winner,
        ranks=match.ranks,
        deals=len(log.deals),
        moves=sum(len(deal.moves) for deal in log.deals),
        items=tuple(match.deals),
    )


def judge(log: Log) -> Verdict:
    """The verdict on a log that could be read."""
    match = new_match(log)
    try:
        for _ in steps(log, match, each_move=False):
            pass
    except Refusal as refusal:
        return _rejected(refusal, match)
    return _compared(log, match)


def replay(document: Document) -> Verdict:
    """The verdict on a document: a text, its UTF-8 bytes, or the parsed object."""
    try:
        log = read_log(document)
    except LogError as error:
        return _malformed(error)
    return judge(log)
