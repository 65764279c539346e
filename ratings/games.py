"""What is rated, and how: a match as the ledger sees it, its place in the order, and whether it counts.

Pure: no rating is computed here, that is `ledger`'s.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


class LedgerError(ValueError):
    """A game, a rating or a parameter that cannot be rated; `code` says what is wrong with it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Outcome(StrEnum):
    """How a match ended, as far as ratings care."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    NO_SHOW = "no_show"
    BOTH_ABSENT = "both_absent"
    BYE = "bye"
    WALKOVER = "walkover"
    VOID = "void"


class NotRated(StrEnum):
    """Why a game is left out of the ledger."""

    EVENT = "event"
    VOID = "void"
    BYE = "bye"
    WALKOVER = "walkover"
    BOTH_ABSENT = "both_absent"
    GUEST = "guest"
    UNEQUAL_SIDES = "unequal_sides"
    SAME_PLAYER = "same_player"


@dataclass(frozen=True, slots=True)
class Game:
    """One match as the ledger sees it. Ranks go up from the winner; `defaulting` names the sides that gave up
    or did not come. A seat of None is a guest without a name."""

    key: Hashable
    order: Any
    sides: tuple[tuple[Hashable | None, ...], ...]
    ranks: tuple[int, ...]
    outcome: Outcome = Outcome.PLAYED
    defaulting: frozenset[int] = frozenset()
    rated_event: bool = True


def order_key(played_at: datetime, tournament_id: int, round_no: int, table: int, uuid: UUID) -> str:
    """The place of a game in the ledger as digits of fixed width, so that every database, whatever its
    collation, sorts it as the rule says: by date, tournament, round, table, match."""
    if played_at.tzinfo is None:
        raise LedgerError("naive_date", "The date of a game carries its time zone.")
    if not (0 <= tournament_id < 10**10 and 0 <= round_no < 10**5 and 0 <= table < 10**5):
        raise LedgerError("order_range", "Tournament, round or table is a number out of range.")
    date = played_at.astimezone(UTC).strftime("%Y%m%d%H%M%S%f").rjust(20, "0")
    return f"{date}{tournament_id:010d}{round_no:05d}{table:05d}{uuid.int:039d}"


def why_not_rated(game: Game) -> NotRated | None:
    """The paragraph "What is rated, and how"; None for a game that is rated."""
    if not game.rated_event:
        return NotRated.EVENT
    by_outcome = {
        Outcome.VOID: NotRated.VOID,
        Outcome.BYE: NotRated.BYE,
        Outcome.WALKOVER: NotRated.WALKOVER,
        Outcome.BOTH_ABSENT: NotRated.BOTH_ABSENT,
    }
    if game.outcome in by_outcome:
        return by_outcome[game.outcome]
    if len(game.sides) < 2:
        return NotRated.BYE
    if game.outcome is Outcome.NO_SHOW and len(game.defaulting) == len(game.sides):
        return NotRated.BOTH_ABSENT
    return _why_seats_not_rated(game.sides)


def _why_seats_not_rated(sides: Sequence[Sequence[Hashable | None]]) -> NotRated | None:
    seats = [player for side in sides for player in side]
    if None in seats:
        return NotRated.GUEST
    if len({len(side) for side in sides}) != 1 or not seats:
        return NotRated.UNEQUAL_SIDES
    if len(set(seats)) != len(seats):
        return NotRated.SAME_PLAYER
    return None


def sides_with_entries(game: Game, *, no_show_rates_both: bool = False) -> tuple[int, ...]:
    """The sides whose ratings a game moves: all of them, but after a no-show the absent ones only."""
    if why_not_rated(game) is not None:
        return ()
    everybody = tuple(range(len(game.sides)))
    if game.outcome is Outcome.NO_SHOW and not no_show_rates_both:
        return tuple(side for side in everybody if side in game.defaulting)
    return everybody


def final_ranks(game: Game) -> tuple[int, ...]:
    """Ranks counted from 1, equal results equal, with the sides that defaulted behind all others."""
    played = game.ranks if game.outcome is not Outcome.NO_SHOW else (0,) * len(game.sides)
    results = [(side in game.defaulting, rank) for side, rank in enumerate(played)]
    return tuple(1 + sum(other < mine for other in results) for mine in results)


def check(game: Game) -> None:
    """Refuses, with a LedgerError, the rated game that openskill would swallow or choke on."""
    if game.outcome is not Outcome.NO_SHOW and len(game.ranks) != len(game.sides):
        raise LedgerError("ranks_missing", "A game has one rank for each side.")
    if any(type(rank) is not int for rank in game.ranks):
        raise LedgerError("rank_not_whole", "Ranks are whole numbers.")
    if not game.defaulting <= set(range(len(game.sides))):
        raise LedgerError("unknown_side", "A side that defaulted is not one of the game's sides.")
    if bool(game.defaulting) != (game.outcome in {Outcome.FORFEIT, Outcome.NO_SHOW}):
        raise LedgerError("default_mismatch", "A forfeit or a no-show names the sides, nothing else does.")
