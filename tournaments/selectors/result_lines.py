"""The results and the players of an event as plain lines, for a spreadsheet."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.records import Method
from tournaments.figures import Figures
from tournaments.models import EntrantMember, Match, MatchState, RoundStatus, Stage, Tournament
from tournaments.selectors.matches import with_people
from tournaments.selectors.people import People, ratings_in
from tournaments.selectors.standings import StageStandings, stages_of
from tournaments.stage_settings import scoring_of

Line = list[Any]


def result_lines(event: Tournament) -> list[Line]:
    """A line a published table: who met whom, and where it is official the points, VP and the outcome.

    What coming late took off stands beside the points, which are without it.
    """
    found = [(stage, match) for stage in stages_of(event) for match in _matches(stage)]
    most = max((len(match.sides.all()) for _stage, match in found), default=2)
    sides = range(1, most + 1)
    by_vp = all(scoring_of(stage).method is Method.VP for stage, _match in found)
    worth = _("VP {number}") if by_vp else _("Counted {number}")
    head = [
        *(_("Stage"), _("Round"), _("Table")),
        *(_("Side {number}").format(number=number) for number in sides),
        *(_("Points {number}").format(number=number) for number in sides),
        *(worth.format(number=number) for number in sides),
        *(_("Late {number}").format(number=number) for number in sides),
        *(_("State"), _("Outcome"), _("Reason")),
    ]
    values = {stage.pk: _values(stage) for stage, _match in found}
    return [head, *(_line(stage, match, values[stage.pk], most) for stage, match in found)]


def _matches(stage: Stage) -> Iterator[Match]:
    published = Match.objects.filter(round__stage=stage, round__status=RoundStatus.PUBLISHED)
    yield from with_people(published).order_by("round__number", "table")


def _values(stage: Stage) -> dict[tuple[int, int], str]:
    """What each match gave each entrant in the standings."""
    standings = StageStandings(stage, figures=Figures.of_files())
    return {
        (line.match.id, row.entrant.id): standings.figures.hundredths(line.value)
        for table in standings.tables
        for row in table.rows
        for line in row.account.lines
        if line.match is not None
    }


def _line(stage: Stage, match: Match, values: dict[tuple[int, int], str], most: int) -> Line:
    record = getattr(match, "record", None) if match.state == MatchState.OFFICIAL else None
    sides = list(match.sides.all())
    entrants = [[row.entrant for row in side.entrants.all()] for side in sides]
    blank = [""] * (most - len(sides))
    points = [""] * len(sides) if record is None or record.totals is None else record.totals
    worth = [values.get((match.pk, side[0].pk), "") if record else "" for side in entrants]
    taken_off = match.penalties if record is None or record.totals else []
    late = [points or "" for points in taken_off] or [""] * len(sides)
    return [
        *(stage.number, match.round.number, match.table),
        *(" + ".join(entrant.name for entrant in side) for side in entrants),
        *(*blank, *points, *blank, *worth, *blank, *late, *blank),
        ", ".join([str(match.get_state_display()), *([_("postponed")] if match.postponed else [])]),
        record.get_outcome_display() if record else "",
        record.public_reason if record else "",
    ]


def player_lines(event: Tournament) -> list[Line]:
    """A line a player of each entrant, for the event's director: names as a director knows them."""
    members = EntrantMember.objects.filter(tournament=event).select_related("entrant", "player__club")
    rows = list(members.order_by("entrant__number", "position"))
    people = People(event, private=True)
    ratings = ratings_in(event, [row.player_id for row in rows])
    head = [
        *(_("No."), _("Entrant"), _("State"), _("Seed"), _("Number"), _("Name"), _("Club"), _("Rating")),
    ]
    return [
        head,
        *(
            [
                row.entrant.number,
                row.entrant.name,
                row.entrant.get_status_display(),
                row.entrant.seed or "",
                row.player.code,
                people.name_of(row.player),
                "" if row.player.club is None else row.player.club.name,
                ratings.get(row.player_id, ""),
            ]
            for row in rows
        ),
    ]
