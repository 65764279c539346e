"""Entrants in order: VP, tie-breaks, shared ranks where they end. Knockouts are placed in `places`."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby

from tournaments.core.account import Account, Books, open_books
from tournaments.core.formats.mitchell import EAST_WEST
from tournaments.core.places import knockout_places
from tournaments.core.ranks import share_ranks
from tournaments.core.records import Format, StageRecord
from tournaments.core.rows import RemarkCode, Row, Table
from tournaments.core.tiebreaks import Reckoning, TieBreak, TieValue, tie_break_order

_LISTED_LAST = (None, RemarkCode.BELOW_MINIMUM, RemarkCode.LEFT_EARLY, RemarkCode.DISQUALIFIED)
Worth = Callable[[Account], Fraction | int]


def standings(
    stage: StageRecord, after_round: int | None = None, postponed_as_level: bool = False
) -> tuple[Table, ...]:
    """The tables of a stage, at present or after a round (0: as if nothing were played).

    `postponed_as_level` gives the order and the values the next draw works with.
    """
    books = open_books(stage, after_round, postponed_as_level)
    if stage.format is Format.KNOCKOUT:
        return (_bracket_table(stage, books, after_round),)
    tie_breaks = tie_break_order(stage.format, stage.ranking.tie_breaks)
    groups: dict[str, list[Account]] = {}
    for account in books.accounts.values():
        groups.setdefault(account.entrant.group if stage.ranking.by_group else "", []).append(account)
    by_name = sorted(groups, key=lambda name: (len(name), name == EAST_WEST, name))
    return tuple(Table(name, tie_breaks, _rows(stage, books, groups[name], tie_breaks)) for name in by_name)


def _bracket_table(stage: StageRecord, books: Books, after_round: int | None) -> Table:
    rows = []
    for entrant, rank in knockout_places(stage, after_round):
        account = books.accounts.get(entrant.id) or Account(entrant, ())
        rows.append(Row(account, rank, unranked=_outside(account, stage, books)))
    return Table("", (), tuple(rows))


def _rows(
    stage: StageRecord, books: Books, accounts: Sequence[Account], tie_breaks: Sequence[TieBreak]
) -> tuple[Row, ...]:
    """The rows of one table: the ranked in order, then whoever is listed without a rank."""
    open_event = stage.format is Format.OPEN
    worth: Worth = _average if open_event else _total
    outside = {account.entrant.id: _outside(account, stage, books) for account in accounts}
    by_number = sorted(accounts, key=lambda account: account.entrant.number)
    ranked = _split([a for a in by_number if outside[a.entrant.id] is None], worth)
    listed = sorted(
        (a for a in by_number if outside[a.entrant.id] is not None),
        key=lambda a: (_LISTED_LAST.index(outside[a.entrant.id]), -worth(a)),
    )
    reckoning = Reckoning(books)
    ties: dict[int, list[TieValue]] = {a.entrant.id: [] for a in accounts}
    for tie_break in tie_breaks:
        groups = [[a.entrant.id for a in group] for group in [*ranked, *([account] for account in listed)]]
        for entrant, value in tie_break.values(reckoning, groups).items():
            ties[entrant].append(value)
        ranked = [
            part for group in ranked for part in _split(group, lambda a: ties[a.entrant.id][-1].value or 0)
        ]
    ranks = share_ranks([[a.entrant.id for a in group] for group in ranked])
    return tuple(
        Row(
            account,
            ranks.get(account.entrant.id),
            tuple(ties[account.entrant.id]),
            outside[account.entrant.id],
            _average(account) if open_event else None,
        )
        for account in [*(a for group in ranked for a in group), *listed]
    )


def _split(group: list[Account], worth: Worth) -> list[list[Account]]:
    """The group as groups of equals, best first; the order among equals is kept."""
    if len(group) == 1:
        return [group]
    ordered = sorted(group, key=worth, reverse=True)
    return [list(equals) for _, equals in groupby(ordered, key=worth)]


def _total(account: Account) -> int:
    return account.total


def _average(account: Account) -> Fraction:
    return Fraction(account.total, account.matches or 1)


def _outside(account: Account, stage: StageRecord, books: Books) -> RemarkCode | None:
    """Why the entrant is listed without a rank, if it is."""
    if account.entrant.disqualified_from is not None:
        return RemarkCode.DISQUALIFIED
    if account.entrant.id in books.removed:
        return RemarkCode.LEFT_EARLY
    if stage.format is Format.OPEN and account.matches < stage.ranking.minimum:
        return RemarkCode.BELOW_MINIMUM
    return None
