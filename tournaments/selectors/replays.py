"""A replayed log step by step: what lies where, who may see the hands, and the ways to the other steps.

What is lawful was decided when the log was replayed; here it is only shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404

import engine
from ratings.models import Player
from tournaments.models import LogState, Match, MatchState, MoveLog
from tournaments.selectors.matches import logs_of, visible_log
from tournaments.sentences import sentence_of_log

REPLAYED = {LogState.VERIFIED, LogState.REJECTED, LogState.MISMATCH}
NO_DEAL = "match-over"
"""The rule of a deal, or a giving up, that came when the match was over: it has no position."""


@dataclass(frozen=True, order=True)
class Step:
    """A place in a log: a deal counted from 1, and how many of its moves were made."""

    deal: int
    move: int


@dataclass(frozen=True)
class SeatView:
    """A seat at the table; `cards` is None while the hand is hidden."""

    name: str
    count: int
    cards: tuple[str, ...] | None
    deals: bool
    to_move: bool


@dataclass(frozen=True)
class SideView:
    """A side: what lies before it, and what it has."""

    name: str
    seats: tuple[SeatView, ...]
    melds: tuple[engine.TableMeld, ...]
    red_threes: tuple[str, ...]
    total: int
    minimum: int | None
    """What its first meld must reach; None once it has melded."""


class Replay:
    """The steps of a log from the first deal's start to its end, or to its first unlawful move.

    The unlawful move is a step of its own: the table as it was before it. A fault that is no move, such as a
    log that stops too early, belongs to the last step.
    """

    def __init__(self, log: MoveLog, hands_open: bool) -> None:
        self.log = log
        self.hands_open = hands_open
        self.positions = engine.positions(log.text)
        self._unlawful: Step | None = None
        self.lengths = self._lengths()
        """How many steps follow the start of each deal."""
        if not self.lengths:
            raise Http404

    def _lengths(self) -> list[int]:
        moves = [len(deal.moves) for deal in self.positions.log.deals]
        verdict = self.log.verdict or {}
        if self.log.state != LogState.REJECTED:
            return moves
        deal, move = verdict["deal"], verdict["move"]
        if deal >= len(moves) or verdict["rule"] == NO_DEAL:
            return moves[:deal]
        if move < moves[deal]:
            self._unlawful = Step(deal + 1, move + 1)
            move += 1
        return [*moves[:deal], move]

    # The ways

    @property
    def first(self) -> Step:
        return Step(1, 0)

    @property
    def last(self) -> Step:
        return Step(len(self.lengths), self.lengths[-1])

    @property
    def fault(self) -> Step | None:
        """Where the sentence of the verdict belongs; None for a verified log."""
        return None if self.log.state == LogState.VERIFIED else self.last

    def before(self, step: Step) -> Step | None:
        if step.move:
            return Step(step.deal, step.move - 1)
        return Step(step.deal - 1, self.lengths[step.deal - 2]) if step.deal > 1 else None

    def after(self, step: Step) -> Step | None:
        if step.move < self.lengths[step.deal - 1]:
            return Step(step.deal, step.move + 1)
        return Step(step.deal + 1, 0) if step.deal < len(self.lengths) else None

    def nearest(self, deal: int, move: int) -> Step:
        """The step that comes closest to what somebody asked for."""
        deal = min(max(deal, 1), len(self.lengths))
        return Step(deal, min(max(move, 0), self.lengths[deal - 1]))

    # The table

    def position(self, step: Step) -> engine.Position:
        """The table at a step. Raises Http404 where the log has no such step."""
        if step != self.nearest(step.deal, step.move):
            raise Http404
        played = step.move - (step == self._unlawful)
        return self.positions.at(step.deal - 1, played)

    def unlawful_move(self, step: Step) -> str | None:
        """The text of the unlawful move, where this is its step."""
        if step != self._unlawful:
            return None
        return self.positions.log.deals[step.deal - 1].moves[step.move - 1].text

    def names(self) -> list[str]:
        """The names of the seats as the public may see them: one query."""
        codes = self.positions.log.players
        shown = {player.code: player.shown_name for player in Player.objects.filter(code__in=codes)}
        return [shown.get(code, code) for code in codes]

    def sides(self, position: engine.Position, names: list[str]) -> list[SideView]:
        """The sides of the table at a position."""
        table = self.positions.log.table
        minimums = position.state().minimums
        return [
            SideView(
                name=" + ".join(names[seat] for seat in table.seats_of(side)),
                seats=tuple(self._seat(position, seat, names[seat]) for seat in table.seats_of(side)),
                melds=melds,
                red_threes=position.red_threes[side],
                total=position.totals[side],
                minimum=None if melds else minimums[side],
            )
            for side, melds in enumerate(position.melds)
        ]

    def _seat(self, position: engine.Position, seat: int, name: str) -> SeatView:
        hand = position.hands[seat]
        return SeatView(
            name=name,
            count=len(hand),
            cards=hand if self.hands_open else None,
            deals=seat == position.dealer,
            to_move=seat == position.seat and not position.over,
        )


def visible_replay(user: Any, log_id: int) -> Replay:
    """The replay of a log this user may see; raises Http404 where there is none (yet).

    Hands are open once the match is official, and always to who may decide about it.
    """
    log = visible_log(user, log_id)
    if log.state not in REPLAYED:
        raise Http404
    official = log.match.state == MatchState.OFFICIAL
    return Replay(log, official or user.has_perm("tournaments.decide_match", log.match))


@dataclass(frozen=True)
class LogFacts:
    """A log before its referee: what was found in it, and what it says the match ended as."""

    log: MoveLog
    sentence: str
    totals: tuple[int, ...] | None
    """A total a side of the match, of the deals completed lawfully; None where there is none."""


def facts_of_logs(match: Match) -> list[LogFacts]:
    """The match's logs in the order of submission; a rejected one is replayed as far as it goes."""
    return [LogFacts(log, sentence_of_log(log), _totals(log)) for log in logs_of(match)]


def _totals(log: MoveLog) -> tuple[int, ...] | None:
    totals: Sequence[int] | None = (log.verdict or {}).get("scores")
    if log.state == LogState.REJECTED:
        try:
            replay = Replay(log, hands_open=False)
        except Http404:
            return None
        end = replay.position(replay.last)
        totals = end.totals if replay.last.deal > 1 or end.over else None
    return None if totals is None else tuple(totals[log.sides.index(n)] for n in range(len(log.sides)))
