"""What the director of a stage has before them: the round that is played, the draft, what comes next."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.core.draw_input import DrawInput
from tournaments.core.draws import Flag
from tournaments.core.formats.individual import follows_schedule
from tournaments.core.records import Format
from tournaments.draw_sentences import FLAGS, why
from tournaments.models import Absence, Bye, Entrant, Match, MatchState, Round, RoundStatus, Stage
from tournaments.selectors.draws import is_outdated, is_played_out
from tournaments.selectors.matches import with_people


@dataclass(frozen=True)
class Reasons:
    """Why a table or bye of a draft is as it is, in words; `warnings` should be seen before publishing."""

    warnings: list[str]
    lines: list[str]


@dataclass(frozen=True)
class DraftTable:
    """A table of the draft."""

    match: Match
    reasons: Reasons


@dataclass(frozen=True)
class DraftBye:
    """A bye of the draft."""

    bye: Bye
    reasons: Reasons


@dataclass(frozen=True)
class Draft:
    """A draft for its page: `idle` have nothing to play, `away` are left out.

    `outdated`: what it was drawn from has changed since.
    """

    round: Round
    tables: list[DraftTable]
    byes: list[DraftBye]
    idle: list[Entrant]
    away: list[Entrant]
    outdated: bool

    @property
    def entrants(self) -> list[Entrant]:
        """Everybody in it, table by table, to choose from."""
        seated = [
            row.entrant
            for table in self.tables
            for side in table.match.sides.all()
            for row in side.entrants.all()
        ]
        return [*seated, *(line.bye.entrant for line in self.byes)]

    @property
    def anything_locked(self) -> bool:
        return any(table.match.locked for table in self.tables) or any(line.bye.locked for line in self.byes)


@dataclass(frozen=True)
class Desk:
    """A stage as its director sees it. `waiting` are all tables without an official result, oldest first."""

    stage: Stage
    current: Round | None
    matches: list[Match]
    byes: list[Bye]
    waiting: list[Match]
    draft: Draft | None
    played_out: bool = False

    @property
    def missing(self) -> list[Match]:
        """The tables that hold up the next draw: in a bracket postponed ones, too, for nobody has won."""
        if self.stage.format == Format.KNOCKOUT:
            return self.waiting
        return [match for match in self.waiting if not match.postponed]

    @property
    def official(self) -> int:
        """How many tables of the current round are official."""
        return sum(match.state == MatchState.OFFICIAL for match in self.matches)

    @property
    def next_number(self) -> int:
        return self.current.number + 1 if self.current else 1

    @property
    def all_drawn(self) -> bool:
        planned = self.stage.rounds_planned
        return self.played_out or bool(planned and self.next_number > planned)

    @property
    def may_take_back(self) -> bool:
        """Whether the current round can still become a draft again."""
        drawn = self.current is not None and self.draft is None and self.stage.format != Format.OPEN
        return drawn and all(match.state == MatchState.SCHEDULED for match in self.matches)


def desk_of(stage: Stage) -> Desk:
    """The stage as its director sees it: a fixed number of queries, whatever was played."""
    rounds = list(stage.rounds.order_by("number").defer("draw_input"))
    draft = next((round_ for round_ in rounds if round_.status == RoundStatus.DRAFT), None)
    current = next((r for r in reversed(rounds) if r.status == RoundStatus.PUBLISHED), None)
    shown = Q(round=draft) | Q(round=current) | ~Q(state=MatchState.OFFICIAL)
    matches = list(
        with_people(Match.objects.filter(shown, round__in=rounds).order_by("round__number", "table"))
    )
    waiting = [
        m for m in matches if m.state != MatchState.OFFICIAL and m.round.status == RoundStatus.PUBLISHED
    ]
    complete = current is not None and draft is None and not waiting
    return Desk(
        stage,
        current,
        [match for match in matches if current and match.round_id == current.pk],
        [] if current is None else list(_byes(current)),
        waiting,
        None if draft is None else _draft(draft, [m for m in matches if m.round_id == draft.pk]),
        complete and is_played_out(stage),
    )


def _draft(draft: Round, matches: list[Match]) -> Draft:
    stored = DrawInput.from_json(draft.draw_input)
    notes = draft.draw_notes

    everywhere = set.intersection(
        *(set(note["flags"]) for note in notes["tables"].values()), {Flag.CLUBMATES}
    )

    plan = _plan_of(draft, stored)
    bye_plan = "" if stored.options.by_standing else plan

    def reasons(note: dict[str, list[str]] | None, plan: str = "") -> Reasons:
        given = note or {"flags": [], "lines": []}
        said = [Flag(flag) for flag in given["flags"] if flag not in {Flag.LOCKED, *everywhere}]
        lines = why(given["lines"], stored.score_unit)
        return Reasons([str(FLAGS[flag]) for flag in said], [plan, *lines] if plan else lines)

    return Draft(
        draft,
        [DraftTable(m, reasons(notes["tables"].get(str(m.table)), plan)) for m in matches],
        [DraftBye(bye, reasons(notes["byes"].get(str(bye.entrant_id)), bye_plan)) for bye in _byes(draft)],
        list(Entrant.objects.filter(pk__in=notes["idle"]).order_by("number")),
        list(Entrant.objects.filter(pk__in=_away(draft)).order_by("number")),
        is_outdated(draft),
    )


def _plan_of(draft: Round, stored: DrawInput) -> str:
    """What decides the tables of single players, when no search for the fewest repeats does."""
    if draft.stage.format != Format.INDIVIDUAL or stored.locks or stored.locked_byes:
        return ""
    if stored.options.by_standing:
        return _("by the standings: of each four the 1st and 3rd against the 2nd and 4th")
    return _("as the schedule has it") if follows_schedule(stored) else ""


def _away(draft: Round) -> QuerySet[Absence, int]:
    absences = Absence.objects.filter(stage=draft.stage_id, round_number=draft.number)
    return absences.values_list("entrant", flat=True)


def _byes(round_: Round) -> QuerySet[Bye]:
    return round_.byes.select_related("entrant").order_by("entrant__number")
