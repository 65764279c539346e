"""What a table or a bye costs in a Swiss draw, and which are lawful. Finding the cheapest draw is `swiss`."""

from collections.abc import Callable, Iterator
from functools import cached_property

from tournaments.core.draw_input import Candidate, Clubmates, DrawInput, Opening, Rematches
from tournaments.core.draws import CostLine, Criterion, Flag, Relaxation
from tournaments.core.formats.lots import joint_lot, lot
from tournaments.core.formats.matching import Ladder

MOST_COUNTED = 7
MOST_GAP = 1 << 15
MOST_GAP_IN_UNITS = 1 << 14
SQUARED = (Criterion.SEEDING, Criterion.NEIGHBOURS, Criterion.GAP)


class SwissCosts:
    """The prices of one round, which depend on nobody else's lock: a part of the best draw stays the best."""

    def __init__(self, draw_input: DrawInput, seed: int) -> None:
        self.input = draw_input
        self.options = draw_input.options
        self.here = draw_input.here
        self.position = {candidate.id: index for index, candidate in enumerate(self.here)}
        self.forbidden = set(draw_input.forbidden)
        self.met = {candidate.id: dict(candidate.met) for candidate in self.here}
        self.lots = {candidate.id: lot(seed, candidate.id) for candidate in self.here}
        self.bye_lot = lot(seed, "bye")
        self.order, self.distance = self._distance()

    @property
    def clubs_apart(self) -> bool:
        choice = self.options.clubmates
        return choice is Clubmates.ALWAYS or (choice is Clubmates.NOT_LAST and not self.input.last_round)

    @property
    def by_neighbours(self) -> bool:
        return self.options.neighbours_in_last_round and self.input.last_round

    def rematches(self, one: Candidate, other: Candidate) -> int:
        """How often the two have met, as far as the rule on rematches minds."""
        if self.options.rematches is Rematches.DANISH:
            return int(other.id in one.last or one.id in other.last)
        return min(self.met[one.id].get(other.id, 0), MOST_COUNTED)

    def pair(self, one: Candidate, other: Candidate) -> dict[Criterion, int]:
        """What a table of these two costs, criterion by criterion, zeros left out."""
        rematches = self.rematches(one, other)
        if self.by_neighbours and self.options.rematches is Rematches.FEWEST:
            rematches = 0
        costs = {
            Criterion.FORBIDDEN: int(_key(one, other) in self.forbidden),
            Criterion.REMATCH: rematches,
            Criterion.CLUBMATES: int(self.clubs_apart and _clubmates(one, other)),
            self.order: self.distance(self.position[one.id], self.position[other.id]) ** 2,
        }
        return {criterion: cost for criterion, cost in costs.items() if cost}

    def bye(self, candidate: Candidate) -> dict[Criterion, int]:
        """What a bye for this one costs; the lowest placed costs nothing. By lot nobody is placed yet."""
        by_lot = self.input.round == 1 and self.options.opening is Opening.RANDOM
        costs = {
            Criterion.NEWCOMER_BYE: int(candidate.joins_in(self.input.round)),
            Criterion.SECOND_BYE: min(candidate.byes, MOST_COUNTED),
            Criterion.BYE_PLACE: 0 if by_lot else len(self.here) - 1 - self.position[candidate.id],
        }
        return {criterion: cost for criterion, cost in costs.items() if cost}

    def lawful_pair(self, one: Candidate, other: Candidate, relaxed: frozenset[Relaxation]) -> bool:
        """Whether these two may meet when those rules are given up."""
        if Relaxation.FORBIDDEN not in relaxed and _key(one, other) in self.forbidden:
            return False
        strict = self.options.rematches is not Rematches.FEWEST and Relaxation.REMATCHES not in relaxed
        return not (strict and self.rematches(one, other))

    def lawful_bye(self, candidate: Candidate, relaxed: frozenset[Relaxation]) -> bool:
        """An entrant who joined this round gets no bye in it."""
        return Relaxation.NEWCOMER_BYE in relaxed or not candidate.joins_in(self.input.round)

    @cached_property
    def ladder(self) -> Ladder:
        """Room for every criterion that can cost anything in this round, in the order of importance."""
        tables = (len(self.here) + 1) // 2
        relaxed = self.input.relaxed
        furthest = MOST_GAP if self.input.score_unit == 1 else MOST_GAP_IN_UNITS
        largest = {
            Criterion.NEWCOMER_BYE: int(Relaxation.NEWCOMER_BYE in relaxed),
            Criterion.SECOND_BYE: MOST_COUNTED,
            Criterion.FORBIDDEN: tables if Relaxation.FORBIDDEN in relaxed else 0,
            Criterion.REMATCH: MOST_COUNTED * tables,
            Criterion.BYE_PLACE: len(self.here),
            Criterion.CLUBMATES: tables if self.clubs_apart else 0,
            self.order: tables * (furthest if self.order is Criterion.GAP else len(self.here)) ** 2,
        }
        return Ladder.of(largest, tables)

    def edges(self, field: list[Candidate]) -> Iterator[tuple[int, int, int]]:
        """(index, index, packed cost) of every lawful table among `field`."""
        relaxed = frozenset(self.input.relaxed)
        minded = self._minded_pairs()
        shift = self.ladder.shifts[self.order]
        bits = self.ladder.tie_bits
        lots = [self.lots[candidate.id] for candidate in field]
        positions = [self.position[candidate.id] for candidate in field]
        for i, one in enumerate(field):
            for j in range(i + 1, len(field)):
                tie = joint_lot(lots[i], lots[j], bits)
                if (one.id, field[j].id) not in minded:
                    yield i, j, (self.distance(positions[i], positions[j]) ** 2 << shift) + tie
                elif self.lawful_pair(one, field[j], relaxed):
                    yield i, j, self.ladder.pack(self.pair(one, field[j])) + tie

    def bye_edges(self, field: list[Candidate]) -> Iterator[tuple[int, int, int]]:
        """(index, index of the bye, packed cost) of every lawful bye."""
        relaxed = frozenset(self.input.relaxed)
        for i, candidate in enumerate(field):
            if self.lawful_bye(candidate, relaxed):
                tie = joint_lot(self.lots[candidate.id], self.bye_lot, self.ladder.tie_bits)
                yield i, len(field), self.ladder.pack(self.bye(candidate)) + tie

    def pair_flags(self, one: Candidate, other: Candidate) -> tuple[Flag, ...]:
        """What the director should see about this table."""
        flags = {
            Flag.REPEAT: bool(self.rematches(one, other)),
            Flag.FORBIDDEN: _key(one, other) in self.forbidden,
            Flag.CLUBMATES: self.clubs_apart and _clubmates(one, other),
        }
        return tuple(flag for flag, raised in flags.items() if raised)

    def bye_flags(self, candidate: Candidate) -> tuple[Flag, ...]:
        """What the director should see about this bye."""
        flags = {Flag.SECOND_BYE: candidate.byes > 0, Flag.NEWCOMER_BYE: candidate.joins_in(self.input.round)}
        return tuple(flag for flag, raised in flags.items() if raised)

    def _minded_pairs(self) -> set[tuple[int, int]]:
        """Both orders of every pair about which more than the distance matters."""
        pairs = set(self.forbidden)
        pairs |= {(one.id, other) for one in self.here for other, _ in one.met}
        pairs |= {(one.id, other) for one in self.here for other in one.last}
        members: dict[int, list[int]] = {}
        for candidate in self.here if self.clubs_apart else ():
            for club in candidate.clubs:
                members.setdefault(club, []).append(candidate.id)
        pairs |= {(one, other) for club in members.values() for one in club for other in club}
        return pairs | {(other, one) for one, other in pairs}

    def _distance(self) -> tuple[Criterion, Callable[[int, int], int]]:
        """The last criterion of this round and its value for two positions in the field."""
        even = len(self.here) - len(self.here) % 2
        if self.input.round == 1 and self.options.opening is Opening.FOLD:
            return Criterion.SEEDING, lambda i, j: abs(i + j + 1 - even)
        if self.input.round == 1 and self.options.opening is Opening.SLIDE:
            return Criterion.SEEDING, lambda i, j: abs(abs(i - j) - even // 2)
        if self.by_neighbours:
            return Criterion.NEIGHBOURS, lambda i, j: abs(i - j)
        scores = [candidate.score for candidate in self.here]
        unit = self.input.score_unit
        most = MOST_GAP if unit == 1 else MOST_GAP_IN_UNITS
        return Criterion.GAP, lambda i, j: min(abs(scores[i] - scores[j]) // unit, most)


def cost_lines(costs: dict[Criterion, int]) -> tuple[CostLine, ...]:
    """The costs of a table or bye as lines to read, in the order of importance."""
    lines = []
    for criterion in Criterion:
        cost = costs.get(criterion, 0)
        if cost:
            value = round(cost**0.5) if criterion in SQUARED else cost
            lines.append(CostLine(criterion, value, cost))
    return tuple(lines)


def _key(one: Candidate, other: Candidate) -> tuple[int, int]:
    return (min(one.id, other.id), max(one.id, other.id))


def _clubmates(one: Candidate, other: Candidate) -> bool:
    return not set(one.clubs).isdisjoint(other.clubs)
