"""Random small stages: late, absent and withdrawn entrants, forfeits, no-shows, byes, clubs and bans."""

import random
from itertools import combinations

from tests.tournaments.core.brute_force import Situation
from tournaments.core.candidates import candidates_of
from tournaments.core.draw_input import Clubmates, DrawInput, DrawOptions, Lock, Rematches
from tournaments.core.records import (
    Absence,
    Entrant,
    Format,
    MatchRecord,
    Outcome,
    RoundRecord,
    SideRecord,
    StageRecord,
)

OUTCOMES = (Outcome.PLAYED,) * 6 + (Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.ABANDONED)


def random_stage(rng: random.Random, most: int) -> tuple[StageRecord, int]:
    """A stage of up to `most` entrants and the number of its next round."""
    size = rng.randint(2, most)
    played = rng.randint(1, 6)
    numbers = rng.sample(range(1, 100), size)
    entrants = tuple(_entrant(rng, number, played) for number in numbers)
    absences = tuple(
        Absence(entrant.id, number, announced=rng.random() < 0.5)
        for entrant in entrants
        for number in range(1, played + 2)
        if rng.random() < 0.08
    )
    stage = StageRecord(Format.SWISS, entrants, absences=absences)
    rounds = tuple(_round(rng, stage, number) for number in range(1, played + 1))
    return StageRecord(Format.SWISS, entrants, rounds, absences=absences), played + 1


def _entrant(rng: random.Random, number: int, played: int) -> Entrant:
    joined = rng.randint(2, played + 1) if rng.random() < 0.15 else 1
    left = rng.randint(joined, played + 1) if rng.random() < 0.08 else None
    clubs = tuple(rng.sample(range(1, 5), rng.choice((0, 1, 1, 2))))
    return Entrant(number, number, clubs=clubs, joined_round=joined, withdrawn_after=left)


def _round(rng: random.Random, stage: StageRecord, number: int) -> RoundRecord:
    here = [entrant.id for entrant in stage.present(number)]
    rng.shuffle(here)
    byes = (here.pop(),) if len(here) % 2 else ()
    matches = []
    for table, (one, other) in enumerate(zip(here[::2], here[1::2], strict=True), start=1):
        outcome = rng.choice(OUTCOMES)
        blamed = outcome is not Outcome.PLAYED
        sides = (SideRecord((one,), 5 * rng.randint(0, 600)), SideRecord((other,), 1500, at_fault=blamed))
        matches.append(MatchRecord(100 * number + table, table, sides, outcome, official=True))
    return RoundRecord(number, tuple(matches), byes)


def random_situation(rng: random.Random, most: int = 10) -> tuple[Situation, DrawInput]:
    """The same random round for the reference and for the draw."""
    stage, number = random_stage(rng, most)
    ids = [entrant.id for entrant in stage.entrants]
    scores = {entrant: rng.choice((100, 50, 1)) * rng.randint(0, 20 * number) for entrant in ids}
    order = sorted(ids, key=lambda entrant: (-scores[entrant], entrant))
    options = DrawOptions(
        rematches=rng.choice((Rematches.FEWEST, Rematches.FEWEST, Rematches.NEVER, Rematches.DANISH)),
        clubmates=rng.choice(tuple(Clubmates)),
    )
    last_round = rng.random() < 0.2
    forbidden = [pair for pair in combinations(ids, 2) if rng.random() < 0.06]
    locks = _locks(rng, [entrant.id for entrant in stage.present(number)])
    situation = Situation(
        stage=stage,
        number=number,
        order=order,
        scores=scores,
        options=options,
        last_round=last_round,
        forbidden=frozenset(map(frozenset, forbidden)),
        locked=frozenset(frozenset(entrant for side in lock.sides for entrant in side) for lock in locks),
    )
    drawn = DrawInput(
        Format.SWISS,
        number,
        candidates_of(stage, number, order, scores),
        options,
        last_round=last_round,
        forbidden=tuple(forbidden),
        locks=tuple(locks),
    )
    return situation, drawn


def _locks(rng: random.Random, here: list[int]) -> list[Lock]:
    if rng.random() < 0.75 or len(here) < 4:
        return []
    one, other = rng.sample(here, 2)
    return [Lock(((one,), (other,)))]
