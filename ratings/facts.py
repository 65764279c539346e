"""What a tournament tells the ratings about one match. Plain data; nothing is looked up or written here."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ratings.games import Outcome


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One match: who sat where, how it ended, and where it belongs.

    `uuid` is the match's own; telling the facts of the same match again corrects them. `sides` holds the ids
    of the players who really played (None for a guest without a name), `ranks` one rank a side counted up
    from the winner (none are needed after a no-show), `defaulting` the numbers of the sides, from 0, that
    forfeited or did not come.
    """

    uuid: UUID
    rule_set: str
    played_at: datetime
    sides: tuple[tuple[int | None, ...], ...]
    ranks: tuple[int, ...] = ()
    outcome: Outcome = Outcome.PLAYED
    defaulting: frozenset[int] = frozenset()
    rated: bool = True
    tournament_id: int = 0
    round: int = 0
    table: int = 0
    label: str = ""
    url: str = ""
