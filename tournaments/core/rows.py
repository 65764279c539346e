"""The shape of standings: tables, rows and remarks. How they come about is told in `standings`."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.core.account import Account, Kind
from tournaments.core.ranks import Rank
from tournaments.core.records import Entrant
from tournaments.core.tiebreaks import TieBreak, TieValue


class RemarkCode(StrEnum):
    """What a reader should know of an entrant beside the figures."""

    LATE = "late"
    BYE = "bye"
    ABSENT = "absent"
    POSTPONED = "postponed"
    WITHDRAWN = "withdrawn"
    BELOW_MINIMUM = "below_minimum"
    LEFT_EARLY = "left_early"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark and the rounds it is about: of a withdrawal or disqualification the first one missed."""

    code: RemarkCode
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant in the standings. `rank` None is unranked; `ties` follow the table's tie-breaks.

    `average` is hundredths a match in an open event, else None. The account's lines explain `value`.
    """

    account: Account
    rank: Rank | None
    ties: tuple[TieValue, ...] = ()
    unranked: RemarkCode | None = None
    average: Fraction | None = None

    @property
    def entrant(self) -> Entrant:
        return self.account.entrant

    @property
    def value(self) -> int:
        """VP in hundredths."""
        return self.account.total

    @property
    def label(self) -> str:
        """The rank as written everywhere: "1", "2=", and nothing for the unranked."""
        return "" if self.rank is None else str(self.rank)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Byes, missed and postponed rounds, and how the entrant left."""
        found = [
            Remark(code, rounds) for kind, code in _LINE_REMARKS.items() if (rounds := self._rounds_of(kind))
        ]
        gone, barred = self.entrant.withdrawn_after, self.entrant.disqualified_from
        if gone is not None:
            found.append(Remark(RemarkCode.WITHDRAWN, (gone + 1,)))
        if barred is not None:
            found.append(Remark(RemarkCode.DISQUALIFIED, (barred,)))
        if self.unranked in {RemarkCode.BELOW_MINIMUM, RemarkCode.LEFT_EARLY}:
            found.append(Remark(self.unranked))
        return tuple(found)

    def _rounds_of(self, kind: Kind) -> tuple[int, ...]:
        return tuple(line.round for line in self.account.lines if line.kind is kind)


@dataclass(frozen=True, slots=True)
class Table:
    """One ranking: of the whole stage (`group` empty), of a group or of a Mitchell line."""

    group: str
    tie_breaks: tuple[TieBreak, ...]
    rows: tuple[Row, ...]


_LINE_REMARKS = {
    Kind.LATE: RemarkCode.LATE,
    Kind.BYE: RemarkCode.BYE,
    Kind.ABSENT: RemarkCode.ABSENT,
    Kind.POSTPONED: RemarkCode.POSTPONED,
}
