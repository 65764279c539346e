"""The stored input of a draw: canonical, complete, and back again."""

import json
from dataclasses import replace
from hashlib import sha256

from tournaments.core.draw_input import Candidate, DrawInput, DrawOptions, Lock, Rematches
from tournaments.core.draws import Relaxation
from tournaments.core.records import (
    Format,
    MatchRecord,
    RoundRecord,
    SideRecord,
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
