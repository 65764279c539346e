"""A made-up event for the tests: pairs P1, P2 … of one club, a stage, rounds drawn by hand."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from ratings.models import Club, Player
from tournaments.core.records import Outcome
from tournaments.models import (
    Entrant,
    EntrantMember,
    Match,
    Round,
    RoundStatus,
    Source,
    Stage,
    StageEntrant,
    Tournament,
)
from tournaments.services.results import Result, lock_match, make_official
from tournaments.services.seating import Seating, seat_round

NOW = datetime(2026, 3, 14, 18, 0, tzinfo=UTC)


@dataclass
class Event:
    """An event under way, with its entrants in order."""

    tournament: Tournament
    stage: Stage
    entrants: list[Entrant] = field(default_factory=list)

    def round(self, *tables: str, deals: int | None = None) -> list[Match]:
        """Publish a round: `round("1-2", "3-4")` seats entrant 1 against 2 at table 1; "5" alone is a bye."""
        number = self.stage.rounds.count() + 1
        round_ = Round.objects.create(
            stage=self.stage, number=number, status=RoundStatus.PUBLISHED, published_at=NOW, deals=deals
        )
        pairings = [[self._side(side) for side in table.split("-")] for table in tables]
        plans = [Seating(i, sides) for i, sides in enumerate((p for p in pairings if len(p) > 1), start=1)]
        byes = [entrant for sides in pairings if len(sides) == 1 for entrant in sides[0]]
        return seat_round(round_, plans, byes)

    def result(
        self, match: Match, *totals: int, outcome: str = "played", at_fault: tuple[bool, ...] = ()
    ) -> None:
        """An official result typed by nobody in particular."""
        with transaction.atomic():
            locked = lock_match(match.pk)
            result = Result(
                Source.OFFICIAL, totals or None, Outcome(outcome), at_fault, sides=locked.sides.count()
            )
            make_official(locked, result, None, NOW, reason="test")

    def results(self, *lines: str) -> None:
        """Rounds with results: `results("1-2 2450:1980", "3")`, one call a round; a number alone is a bye."""
        matches = self.round(*(line.split()[0] for line in lines))
        for match, line in zip(matches, (line for line in lines if ":" in line), strict=True):
            self.result(match, *map(int, line.split()[1].split(":")))

    def pairs(self, round_: Round) -> set[frozenset[int]]:
        """The tables of a round as sets of entry numbers; a bye is a set of one."""
        met = {
            frozenset(match.side_entrants.values_list("entrant__number", flat=True))
            for match in round_.matches.all()
        }
        return met | {frozenset([bye.entrant.number]) for bye in round_.byes.select_related("entrant")}

    def _side(self, side: str) -> list[Entrant]:
        return [self.entrants[int(number) - 1] for number in side.split("+")]


def make_event(pairs: int = 4, members: int = 2, **fields: Any) -> Event:
    """An event of fixed pairs (or, with `members=1`, of single players)."""
    stage_fields: dict[str, Any] = {
        key: fields.pop(key)
        for key in ("format", "deals", "until_points", "scoring", "draw", "rounds_planned")
        if key in fields
    }
    club, _ = Club.objects.get_or_create(code="made-up", defaults={"name": "Made-up club"})
    tournament = Tournament.objects.create(
        slug=fields.pop("slug", "spring"),
        name="Spring event",
        club=club,
        starts_at=fields.pop("starts_at", NOW),
        status=fields.pop("status", "running"),
        entry_kind="pair" if members > 1 else "single",
        **fields,
    )
    stage = Stage.objects.create(tournament=tournament, **({"status": "running"} | stage_fields))
    event = Event(tournament, stage)
    for number in range(1, pairs + 1):
        entrant = Entrant.objects.create(tournament=tournament, number=number, name=f"Pair {number}")
        StageEntrant.objects.create(stage=stage, entrant=entrant)
        for position in range(members):
            code = f"p{number}{'ab'[position]}"
            player, _ = Player.objects.get_or_create(
                code=code, defaults={"name": f"Player {code}", "club": club}
            )
            EntrantMember.objects.create(
                tournament=tournament, entrant=entrant, player=player, position=position
            )
        event.entrants.append(entrant)
    return event


def make_user(email: str = "somebody@example.org", player: str | None = None, **fields: Any) -> Any:
    """A user, and the player they are."""
    user = get_user_model().objects.create_user(email, "a long pass phrase", **fields)
    if player is not None:
        Player.objects.filter(code=player).update(user=user)
    return user
