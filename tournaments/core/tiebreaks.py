"""What separates entrants level on VP: named criteria, each with the terms of its sum. No ranks here.

A criterion looks at a group of entrants level on everything before it. Only official results count.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournaments.core.account import OFFICIAL_MATCH, UNPLAYED, Books, Kind, Line
from tournaments.core.records import Format
from tournaments.core.vp import ScoreError


class Unit(StrEnum):
    """How a value is written: hundredths of a VP, halves of a win, game points, or a plain number."""

    HUNDREDTHS = "hundredths"
    HALVES = "halves"
    POINTS = "points"
    COUNT = "count"


class Term(NamedTuple):
    """One summand: the round, whom it comes from (nobody for a virtual opponent) and whether it was cut."""

    round: int
    value: int
    opponents: tuple[int, ...] = ()
    virtual: bool = False
    cut: bool = False


class TieValue(NamedTuple):
    """The value of a criterion (None: it decides nothing) and its terms."""

    value: int | None
    terms: tuple[Term, ...] = ()


class Reckoning:
    """The books of a stage with the opponents' terms, which several criteria share, worked out once."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self._opponents: dict[int, tuple[Term, ...]] = {}

    def opponents(self, entrant: int) -> tuple[Term, ...]:
        """One term a round: the opponents' VP (the mean of several), or the virtual opponent's."""
        if entrant not in self._opponents:
            lines = self.books.accounts[entrant].lines
            self._opponents[entrant] = tuple(self._term(line, lines) for line in lines if _has_term(line))
        return self._opponents[entrant]

    def half_win(self, line: Line) -> int:
        """2, 1 or 0: an unplayed round is won or lost against its virtual opponent by the VP awarded."""
        ahead = 2 * (line.value or 0) - self.books.tariff.total
        return 1 + (ahead > 0) - (ahead < 0)

    def _term(self, line: Line, lines: Sequence[Line]) -> Term:
        if line.kind in UNPLAYED:
            return Term(line.round, self._virtual(line, lines), virtual=True)
        totals = [self.books.accounts[opponent].total for opponent in line.opponents]
        return Term(line.round, _mean(sum(totals), len(totals)), line.opponents)

    def _virtual(self, line: Line, lines: Sequence[Line]) -> int:
        """Own VP before the round, what it left over, and a level match for each later official one."""
        prices = self.books.tariff
        before = sum(other.value or 0 for other in lines if other.round < line.round)
        later = sum(other.round > line.round and other.kind in OFFICIAL_MATCH for other in lines)
        return before + prices.total - (line.value or 0) + later * prices.level


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A criterion: its name in settings, its unit, and its values for groups of entrants level so far."""

    code: str
    unit: Unit
    values: Callable[[Reckoning, Sequence[Sequence[int]]], dict[int, TieValue]]


def direct_encounter(reckoning: Reckoning, groups: Sequence[Sequence[int]]) -> dict[int, TieValue]:
    """Wins, a level match half, among each group if everybody in it has met everybody; else nothing."""
    values: dict[int, TieValue] = {}
    for group in groups:
        values.update(_encounters(reckoning, group))
    return values


def _encounters(reckoning: Reckoning, group: Sequence[int]) -> dict[int, TieValue]:
    members = set(group)
    results: dict[int, TieValue] = {}
    for entrant in group:
        terms = [
            Term(line.round, half, (opponent,))
            for line in reckoning.books.accounts[entrant].lines
            if line.kind is Kind.MATCH
            for opponent, half in zip(line.opponents, line.half_wins, strict=True)
            if opponent in members
        ]
        if len({term.opponents for term in terms}) < len(members) - 1 or len(members) == 1:
            return dict.fromkeys(group, TieValue(None))
        results[entrant] = _total(terms)
    return results


def _opponents(reckoning: Reckoning, entrant: int) -> TieValue:
    return _total(reckoning.opponents(entrant))


def _opponents_cut(reckoning: Reckoning, entrant: int) -> TieValue:
    return _total(_cut(reckoning.opponents(entrant), lowest=True))


def _opponents_median(reckoning: Reckoning, entrant: int) -> TieValue:
    return _total(_cut(_cut(reckoning.opponents(entrant), lowest=True), lowest=False))


def _beaten(reckoning: Reckoning, entrant: int) -> TieValue:
    accounts = reckoning.books.accounts
    terms = []
    lines = (line for line in accounts[entrant].lines if _has_term(line))
    for line, term in zip(lines, reckoning.opponents(entrant), strict=True):
        if term.virtual:
            value = _mean(term.value * reckoning.half_win(line), 2)
        elif len(line.opponents) == 1:
            value = _mean(term.value * line.half_wins[0], 2)
        else:
            faced = zip(line.opponents, line.half_wins, strict=True)
            weighted = sum(accounts[opponent].total * half for opponent, half in faced)
            value = _mean(weighted, 2 * len(line.opponents))
        terms.append(Term(term.round, value, term.opponents, term.virtual))
    return _total(terms)


def _wins(reckoning: Reckoning, entrant: int) -> TieValue:
    return _sum_of(reckoning, entrant, lambda line: 1 if line.won else None)


def _difference(reckoning: Reckoning, entrant: int) -> TieValue:
    return _sum_of(reckoning, entrant, _line_difference)


def _points(reckoning: Reckoning, entrant: int) -> TieValue:
    return _sum_of(reckoning, entrant, lambda line: line.own)


def _canastas(reckoning: Reckoning, entrant: int) -> TieValue:
    return _sum_of(reckoning, entrant, lambda line: line.canastas)


def _progressive(reckoning: Reckoning, entrant: int) -> TieValue:
    terms: dict[int, Term] = {}
    running = 0
    for line in reckoning.books.accounts[entrant].lines:
        running += line.value or 0
        if line.kind in OFFICIAL_MATCH or line.kind in UNPLAYED or line.round in terms:
            terms[line.round] = Term(line.round, running)
    return _total(tuple(terms.values()))


def _each(
    value: Callable[[Reckoning, int], TieValue],
) -> Callable[[Reckoning, Sequence[Sequence[int]]], dict[int, TieValue]]:
    """A criterion that needs no look at the others of the group."""
    return lambda reckoning, groups: {
        entrant: value(reckoning, entrant) for group in groups for entrant in group
    }


def _sum_of(reckoning: Reckoning, entrant: int, part: Callable[[Line], int | None]) -> TieValue:
    lines = reckoning.books.accounts[entrant].lines
    return _total(
        [Term(line.round, value, line.opponents) for line in lines if (value := part(line)) is not None]
    )


def _total(terms: Sequence[Term]) -> TieValue:
    return TieValue(sum([term.value for term in terms if not term.cut]), tuple(terms))


def _cut(terms: tuple[Term, ...], lowest: bool) -> tuple[Term, ...]:
    """The terms with the lowest or highest one that still counts marked as cut."""
    left = [i for i, term in enumerate(terms) if not term.cut]
    if not left:
        return terms
    choose = min if lowest else max
    at = choose(left, key=lambda i: terms[i].value)
    return (*terms[:at], terms[at]._replace(cut=True), *terms[at + 1 :])


def _has_term(line: Line) -> bool:
    return line.kind in UNPLAYED or line.kind is Kind.MATCH


def _line_difference(line: Line) -> int | None:
    return None if line.own is None or line.against is None else line.own - line.against


def _mean(value: int, parts: int) -> int:
    """value / parts rounded half up."""
    return (2 * value + parts) // (2 * parts)


TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        TieBreak("direct", Unit.HALVES, direct_encounter),
        TieBreak("opponents", Unit.HUNDREDTHS, _each(_opponents)),
        TieBreak("opponents_cut", Unit.HUNDREDTHS, _each(_opponents_cut)),
        TieBreak("opponents_median", Unit.HUNDREDTHS, _each(_opponents_median)),
        TieBreak("beaten", Unit.HUNDREDTHS, _each(_beaten)),
        TieBreak("difference", Unit.POINTS, _each(_difference)),
        TieBreak("wins", Unit.COUNT, _each(_wins)),
        TieBreak("points", Unit.POINTS, _each(_points)),
        TieBreak("canastas", Unit.COUNT, _each(_canastas)),
        TieBreak("progressive", Unit.HUNDREDTHS, _each(_progressive)),
    )
}


def tie_break_order(format: Format, chosen: Sequence[str] = ()) -> tuple[TieBreak, ...]:
    """The criteria chosen, or the format's default order. Raises ScoreError `unknown_tie_break`."""
    single = format is Format.INDIVIDUAL
    default = ("difference", "wins", "points") if single else ("direct", "opponents", "difference", "wins")
    for code in chosen:
        if code not in TIE_BREAKS:
            raise ScoreError("unknown_tie_break", tie_break=code)
    return tuple(TIE_BREAKS[code] for code in chosen or default)
