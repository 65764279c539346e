"""The stored input of a draw: canonical, complete, and back again."""

import json
from dataclasses import replace
from hashlib import sha256

from tournaments.core.draw_input import Candidate, DrawInput, DrawOptions, Lock, Rematches, candidates_of
from tournaments.core.draws import Relaxation
from tournaments.core.records import (
    Absence,
    Entrant,
    Format,
    MatchRecord,
    RoundRecord,
    SideRecord,
    StageRecord,
)

MATCH = MatchRecord(5, 1, (SideRecord((1,), 500), SideRecord((2,), 1000)), official=True)
OTHER = MatchRecord(6, 2, (SideRecord((3,), 500), SideRecord((4,), 1000)), official=True)
FULL = DrawInput(
    Format.SWISS,
    3,
    (Candidate(2, 2, 2, clubs=(7,), met=((1, 1),), last=(1,)), Candidate(1, 1, 1, score=1500, fixed_table=4)),
    DrawOptions(rematches=Rematches.DANISH),
    forbidden=((2, 1),),
    locks=(Lock(((2,), (1,)), number=3),),
    relaxed=(Relaxation.REMATCHES,),
    results=(RoundRecord(1, (OTHER, MATCH), byes=(3,)),),
)


def test_the_text_gives_the_input_back() -> None:
    assert DrawInput.from_json(FULL.to_json()) == FULL


def test_the_text_is_the_same_whatever_order_the_parts_came_in() -> None:
    shuffled = replace(
        FULL,
        candidates=FULL.candidates[::-1],
        forbidden=((1, 2), (2, 1)),
        results=(RoundRecord(1, (MATCH, OTHER), byes=(3,)),),
    )
    assert shuffled == FULL
    assert shuffled.to_json() == FULL.to_json()


def test_the_text_is_plain_sorted_json() -> None:
    assert json.dumps(json.loads(FULL.to_json()), sort_keys=True, separators=(",", ":")) == FULL.to_json()


def test_the_digest_covers_input_and_seed() -> None:
    text = '{"input":' + FULL.to_json() + ',"seed":12}'
    assert FULL.digest(12) == sha256(text.encode()).hexdigest()
    assert FULL.digest(13) != FULL.digest(12)
    assert replace(FULL, round=4).digest(12) != FULL.digest(12)


STAGE = StageRecord(
    Format.SWISS,
    (
        Entrant(1, 1, seed=2, clubs=(9, 8, 9)),
        Entrant(2, 2, seed=1),
        Entrant(3, 3),
        Entrant(4, 4, withdrawn_after=1),
        Entrant(5, 5, disqualified_from=2, withdrawn_after=4),
    ),
    (RoundRecord(1, (MATCH,), byes=(3,)),),
    absences=(Absence(3, 2),),
)


def test_candidates_know_their_past_and_whether_they_are_drawn() -> None:
    found = {c.id: c for c in candidates_of(STAGE, 2, order=[2, 1, 3, 4, 5], scores={2: 1400, 3: 1200})}
    assert [found[n].place for n in (2, 1, 3, 4, 5)] == [1, 2, 3, 4, 5]
    assert found[1] == Candidate(1, 1, 2, clubs=(8, 9), met=((2, 1),), last=(2,))
    assert (found[2].score, found[3].score, found[3].byes) == (1400, 1200, 1)
    assert [found[n].present for n in (1, 2, 3, 4, 5)] == [True, True, False, False, False]
    assert (found[4].left_after, found[4].barred) == (1, False)
    assert (found[5].left_after, found[5].barred) == (1, True)


def test_who_is_in_no_standings_comes_last_by_seed_then_entry_number() -> None:
    assert [c.id for c in candidates_of(STAGE, 1, order=[4], scores={})] == [4, 2, 1, 3, 5]
    assert [c.place for c in candidates_of(STAGE, 1, order=[4], scores={})] == [1, 2, 3, 4, 5]
