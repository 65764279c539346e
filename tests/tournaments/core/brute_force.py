"""Every possible draw of a small Swiss round, judged by the words of the objective alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.core.draw_input import Clubmates, DrawOptions, Rematches
from tournaments.core.records import Entrant, Outcome, StageRecord

Pairing = frozenset[frozenset[frozenset[int]]]


@dataclass(frozen=True)
class Situation:
    """A stage before its next round, as the reference sees it: raw records, no derived candidates."""

    stage: StageRecord
    number: int
    order: list[int]
    scores: dict[int, int]
    options: DrawOptions
    last_round: bool
    forbidden: frozenset[frozenset[int]]
    locked: frozenset[frozenset[int]]


def all_pairings(entrants: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to sit down in twos, with one left over if their number is odd."""
    if len(entrants) % 2:
        for index, alone in enumerate(entrants):
            for tables in all_pairings(entrants[:index] + entrants[index + 1 :]):
                yield [*tables, (alone,)]
    elif not entrants:
        yield []
    else:
        first, *rest = entrants
        for index, other in enumerate(rest):
            for tables in all_pairings((*rest[:index], *rest[index + 1 :])):
                yield [(first, other), *tables]


def best(
    situation: Situation, without: frozenset[int] | None = None
) -> tuple[tuple[int, ...], list[Pairing]] | None:
    """The least cost in the order of the objective and all draws that have it; None if none is lawful.

    `without`: leave out every draw with this table or (one entrant) this bye.
    """
    judge = _Judge(situation)
    found: dict[tuple[int, ...], list[Pairing]] = {}
    for free in all_pairings(judge.free):
        cost = judge.cost(free) if without not in map(frozenset, free) else None
        if cost is not None:
            tables = [*free, *(tuple(sorted(table)) for table in situation.locked)]
            found.setdefault(cost, []).append(frozenset(frozenset(frozenset([e]) for e in t) for t in tables))
    return (min(found), found[min(found)]) if found else None


class _Judge:
    def __init__(self, situation: Situation) -> None:
        self.given = situation
        self.by_id: dict[int, Entrant] = {e.id: e for e in situation.stage.entrants}
        present = {e.id for e in situation.stage.present(situation.number)}
        locked = {entrant for table in situation.locked for entrant in table}
        self.ranking = [entrant for entrant in situation.order if entrant in present]
        self.free = tuple(entrant for entrant in self.ranking if entrant not in locked)
        self.prices = {(a, b): self.table(a, b) for a in self.free for b in self.free if a != b} | {
            (a,): self.bye(a) for a in self.free
        }

    def meetings(self, a: int, b: int) -> list[int]:
        return [
            record.number
            for record in self.given.stage.rounds
            for match in record.matches
            if set(match.entrants) == {a, b} and match.outcome is not Outcome.NO_SHOW
        ]

    def table(self, a: int, b: int) -> tuple[int, ...] | None:
        options, number = self.given.options, self.given.number
        meetings = self.meetings(a, b)
        if frozenset((a, b)) in self.given.forbidden:
            return None
        if options.rematches is Rematches.NEVER and meetings:
            return None
        if options.rematches is Rematches.DANISH:
            if number - 1 in meetings:
                return None
            meetings = []
        clubs_matter = options.clubmates is Clubmates.ALWAYS or (
            options.clubmates is Clubmates.NOT_LAST and not self.given.last_round
        )
        same_club = bool(set(self.by_id[a].clubs) & set(self.by_id[b].clubs))
        gap = abs(self.given.scores[a] - self.given.scores[b])
        return (0, len(meetings), 0, int(clubs_matter and same_club), gap * gap)

    def bye(self, a: int) -> tuple[int, ...] | None:
        number = self.given.number
        if self.by_id[a].joined_round == number and number > 1:
            return None
        byes = sum(record.byes.count(a) for record in self.given.stage.rounds)
        return (byes, 0, len(self.ranking) - 1 - self.ranking.index(a), 0, 0)

    def cost(self, tables: list[tuple[int, ...]]) -> tuple[int, ...] | None:
        lines = [self.prices[table] for table in tables]
        if any(line is None for line in lines):
            return None
        return (
            tuple(sum(column) for column in zip(*(line for line in lines if line), strict=True)) or (0,) * 5
        )
