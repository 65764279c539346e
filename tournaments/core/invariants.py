"""What must be true of every draw, whatever the format: for simulators and after each published round."""

from collections import Counter
from dataclasses import replace

from tournaments.core.draw_input import DrawInput, Rematches
from tournaments.core.drawing import check_draw, draw_round
from tournaments.core.draws import Criterion, Draw, Flag, Relaxation
from tournaments.core.records import Format


class BrokenInvariantError(AssertionError):
    """Something that must never happen; the message says what, in which round and to whom."""


def check_invariants(draw: Draw, draw_input: DrawInput, seed: int) -> None:
    """Raise `BrokenInvariantError` at the first rule the draw breaks."""
    _everybody_once(draw, draw_input)
    _byes(draw, draw_input)
    _locks_kept(draw, draw_input)
    if draw_input.format is Format.SWISS:
        _opponents(draw, draw_input)
        _fewest_rematches(draw, draw_input, seed)
    if draw_input.format is Format.INDIVIDUAL:
        sizes = {len(side) for table in draw.tables for side in table.sides}
        _require(sizes <= {2}, "a side is two players", draw_input, sizes)
    _drawn_again(draw, draw_input, seed)


def _everybody_once(draw: Draw, draw_input: DrawInput) -> None:
    seats = Counter(entrant for table in draw.tables for entrant in table.entrants)
    seats.update(bye.entrant for bye in draw.byes)
    seats.update(draw.idle)
    twice = [entrant for entrant, times in seats.items() if times > 1]
    _require(not twice, "nobody is drawn twice", draw_input, twice)
    here = {candidate.id for candidate in draw_input.here}
    expected = _missing_at_their_table(draw, draw_input)
    strangers = set(seats) - here - expected
    _require(not strangers, "nobody is drawn who is not there", draw_input, strangers)
    forgotten = here - set(seats)
    done = draw_input.format is Format.KNOCKOUT
    _require(done or not forgotten, "everybody there is drawn", draw_input, forgotten)


def _missing_at_their_table(draw: Draw, draw_input: DrawInput) -> set[int]:
    """In a round robin a table stays, flagged, when somebody is absent or gone."""
    if draw_input.format is not Format.ROUND_ROBIN:
        return set()
    flagged = [table for table in draw.tables if {Flag.ABSENT, Flag.FORFEIT} & set(table.flags)]
    return {entrant for table in flagged for entrant in table.entrants}


def _byes(draw: Draw, draw_input: DrawInput) -> None:
    known = {candidate.id: candidate for candidate in draw_input.candidates}
    drawn = [bye for bye in draw.byes if Flag.LOCKED not in bye.flags]
    if draw_input.format in (Format.SWISS, Format.INDIVIDUAL):
        for bye in drawn:
            flagged = Flag.SECOND_BYE in bye.flags
            _require(flagged == (known[bye.entrant].byes > 0), "a second bye is flagged", draw_input, bye)
    if draw_input.format is not Format.SWISS:
        return
    _require(len(drawn) <= 1, "at most one bye a round", draw_input, drawn)
    bound = draw_input.forbidden or draw_input.options.rematches is not Rematches.FEWEST
    fresh = [c for c in draw_input.here if not c.byes and not c.joins_in(draw_input.round)]
    locked = {entrant for table in draw.tables if Flag.LOCKED in table.flags for entrant in table.entrants}
    early = [bye for bye in drawn if known[bye.entrant].byes and not bound]
    waiting = [candidate.id for candidate in fresh if candidate.id not in locked]
    _require(not (early and waiting), "no second bye while somebody is without one", draw_input, waiting)


def _locks_kept(draw: Draw, draw_input: DrawInput) -> None:
    made = {frozenset(map(frozenset, lock.sides)) for lock in draw_input.locks}
    given = {frozenset([frozenset([entrant])]) for entrant in draw_input.locked_byes}
    _require(made | given <= draw.pairing, "locked tables and byes stay", draw_input, made | given)


def _opponents(draw: Draw, draw_input: DrawInput) -> None:
    """No forbidden table, and no rematch where the rule leaves it no place."""
    known = {candidate.id: candidate for candidate in draw_input.here}
    options, relaxed = draw_input.options, draw_input.relaxed
    for table in draw.tables:
        one, other = (known[entrant] for entrant in table.entrants)
        if Flag.LOCKED in table.flags:
            continue
        forbidden = (min(table.entrants), max(table.entrants)) in draw_input.forbidden
        allowed = Relaxation.FORBIDDEN in relaxed or not forbidden
        _require(allowed, "no forbidden table", draw_input, table.entrants)
        if Relaxation.REMATCHES not in relaxed:
            never = options.rematches is Rematches.NEVER and other.id in dict(one.met)
            again = options.rematches is Rematches.DANISH and other.id in one.last
            _require(not never and not again, "no opponent too often", draw_input, table.entrants)


def _fewest_rematches(draw: Draw, draw_input: DrawInput, seed: int) -> None:
    level = tuple(replace(candidate, score=0) for candidate in draw_input.candidates)
    fewest = draw_round(replace(draw_input, candidates=level), seed).cost[Criterion.REMATCH]
    _require(draw.cost[Criterion.REMATCH] == fewest, "rematches are as few as can be", draw_input, fewest)


def _drawn_again(draw: Draw, draw_input: DrawInput, seed: int) -> None:
    """The same tables from shuffled input, and from the stored text."""
    turned = replace(draw_input, candidates=draw_input.candidates[::-1], locks=draw_input.locks[::-1])
    _require(draw_round(turned, seed) == draw, "the order of the input is irrelevant", draw_input, draw)
    published = [table.sides for table in draw.tables] + [((bye.entrant,),) for bye in draw.byes]
    check = check_draw(draw_input.to_json(), seed, draw_input.digest(seed), published)
    _require(check.ok, "the stored input gives the same draw", draw_input, check)


def _require(holds: bool, rule: str, draw_input: DrawInput, evidence: object) -> None:
    if not holds:
        raise BrokenInvariantError(f"{draw_input.format}, round {draw_input.round}: {rule} ({evidence})")
