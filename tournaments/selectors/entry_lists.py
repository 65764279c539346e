"""The entrants of an event as its director sees them: who, how strong, present or not."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, Prefetch

from tournaments.models import (
    Absence,
    Entrant,
    EntrantMember,
    EntryStatus,
    Match,
    Seat,
    Stage,
    StageEntrant,
    StageStatus,
    Tournament,
)
from tournaments.selectors.draws import next_number
from tournaments.selectors.people import ratings_in


@dataclass(frozen=True)
class EntryLine:
    """An entrant with its players' ratings; `strength` is their mean. `entry` is its place in the stage."""

    entrant: Entrant
    players: list[tuple[EntrantMember, int | None]]
    strength: int | None
    entry: StageEntrant | None
    absent: bool

    @property
    def gone(self) -> bool:
        return self.entry is not None and self.entry.withdrawn_after is not None

    @property
    def plays(self) -> bool:
        """Whether it has a place and has not left."""
        return self.entrant.status == EntryStatus.ENTERED and not self.gone and not self.entrant.disqualified


@dataclass(frozen=True)
class EntryList:
    """All entrants by what has become of them."""

    entered: list[EntryLine]
    waiting: list[EntryLine]
    looking: list[EntryLine]
    stage: Stage | None

    @property
    def present(self) -> int:
        return sum(line.entrant.checked_in and line.plays for line in self.entered)

    @property
    def playing(self) -> int:
        return sum(line.plays for line in self.entered)


def running_stage(event: Tournament) -> Stage | None:
    """The stage that is played now."""
    return event.stages.filter(status=StageStatus.RUNNING).order_by("-number").first()


def entry_list(event: Tournament) -> EntryList:
    """Everybody in the event: a fixed number of queries."""
    stage = running_stage(event)
    lines = _lines(event, stage)

    def of(status: EntryStatus) -> list[EntryLine]:
        return [line for line in lines if line.entrant.status == status]

    return EntryList(of(EntryStatus.ENTERED), of(EntryStatus.WAITING), of(EntryStatus.LOOKING), stage)


def moved_up(event: Tournament) -> dict[int, datetime]:
    """When entrants who had waited for a place got it, by id."""
    history = Entrant.history.filter(tournament=event)
    waited = history.filter(status=EntryStatus.WAITING).values("id")
    entered = history.filter(status=EntryStatus.ENTERED, id__in=waited)
    return dict(entered.order_by().values_list("id").annotate(Min("history_date")))


def _lines(event: Tournament, stage: Stage | None) -> list[EntryLine]:
    members = EntrantMember.objects.select_related("player").order_by("position")
    entrants = list(
        event.entrants.exclude(status=EntryStatus.CANCELLED)
        .select_related("club")
        .prefetch_related(Prefetch("members", members))
        .order_by("number")
    )
    ratings = ratings_in(event, [m.player_id for entrant in entrants for m in entrant.members.all()])
    entries = {row.entrant_id: row for row in StageEntrant.objects.filter(stage=stage)} if stage else {}
    away: set[int] = set()
    if stage is not None:
        absences = Absence.objects.filter(stage=stage, round_number=next_number(stage))
        away = set(absences.values_list("entrant_id", flat=True))
    return [_line(entrant, ratings, entries.get(entrant.pk), entrant.pk in away) for entrant in entrants]


def _line(entrant: Entrant, ratings: dict[int, int], entry: StageEntrant | None, absent: bool) -> EntryLine:
    players = [(member, ratings.get(member.player_id)) for member in entrant.members.all()]
    known = [rating for _member, rating in players if rating is not None]
    strength = round(sum(known) / len(known)) if known else None
    return EntryLine(entrant, players, strength, entry, absent)


def by_rating(event: Tournament) -> list[int]:
    """The entrants' ids, the strongest first; who has no rating yet comes last, by entry number."""
    lines = [line for line in entry_list(event).entered if line.plays]
    lines.sort(key=lambda line: (line.strength is None, -(line.strength or 0), line.entrant.number))
    return [line.entrant.pk for line in lines]


def entry_line(event: Tournament, number: int) -> EntryLine | None:
    """One entrant by entry number."""
    return next((line for line in _lines(event, running_stage(event)) if line.entrant.number == number), None)


def seats_now(entrant: Entrant, stage: Stage) -> list[Seat]:
    """Where the entrant's players sit in the last published round."""
    current = next_number(stage) - 1
    matches = Match.objects.filter(round__stage=stage, round__number=current)
    return list(
        Seat.objects.filter(match__in=matches, entrant=entrant)
        .select_related("player", "match")
        .order_by("position")
    )
