"""An event out of another site's file: looked at first, stored whole or not at all, and only once."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.errors import RatingError
from ratings.models import Club, Player
from tournaments import event_files as files
from tournaments.errors import TournamentError
from tournaments.event_reading import FileError, Part, read_document
from tournaments.models import EntryKind, Match, MatchState, Stage, Tournament
from tournaments.selectors.standings import StageStandings
from tournaments.services.checks import check_counts
from tournaments.services.decisions import result_as_recorded
from tournaments.services.entries import MEMBERS
from tournaments.services.event_file_checks import check_stage as check_columns
from tournaments.services.event_people import Link, Person, Who, clubs_of, players_of
from tournaments.services.event_rows import Rows, place_of, write_entrants, write_rounds, write_stage_lists
from tournaments.services.events import check_stage, slug_of
from tournaments.services.rating import sync_event

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)
IMPORTED = gettext_noop("Imported from a file.")
MOST_STAGES = 20
SOME = 500


@dataclass(frozen=True)
class Choices:
    """What the importer decides: the club that holds the event now, who is who, and whether it is rated."""

    club: Club | None = None
    people: Mapping[str, Who] = field(default_factory=dict)
    rated: bool = True


@dataclass
class Import:
    """What an import stores, or would store."""

    event: Tournament | None = None
    name: str = ""
    club: str = ""
    people: list[Person] = field(default_factory=list)
    clubs: list[str] = field(default_factory=list)
    entrants: int = 0
    rounds: int = 0
    matches: int = 0
    official: int = 0
    logs: int = 0

    def of(self, link: Link) -> list[Person]:
        return [person for person in self.people if person.link is link]

    @property
    def doubtful(self) -> list[Person]:
        return self.of(Link.DOUBTFUL)

    @property
    def new(self) -> list[Person]:
        return self.of(Link.NEW)


def club_of(content: bytes) -> str:
    """The code of the club whose event it was. Raises FileError for a file that is no event's."""
    return read_document(content).part("event").text("club", 40)


def preview_event(content: bytes, choices: Choices, by: "User | None", now: datetime) -> Import:
    """What `import_event` would store of this file; nothing is kept of it. Doubtful players stay so.

    Raises FileError for a file that is none or can't be, and TournamentError `already-here`.
    """
    document = read_document(content)
    with transaction.atomic():
        found = _Importer(document, choices, by, now, ask=False).run()
        transaction.set_rollback(True)
    return replace(found, event=None)


def import_event(content: bytes, choices: Choices, by: "User | None", now: datetime) -> Import:
    """Store the event of this file with its players, and tell the ratings of its games.

    Raises what `preview_event` raises, and TournamentError `who-is-it` while somebody is doubtful.
    """
    document = read_document(content)
    with transaction.atomic():
        found = _Importer(document, choices, by, now, ask=True).run()
        assert found.event is not None  # noqa: S101 - `run` made it
        sync_event(found.event, IMPORTED)
    return found


@contextmanager
def _as_refusal() -> Iterator[None]:
    """What only the database notices (a number twice) is a fault of the file like any other."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        logger.info("An event's file was refused by the database: %s", error)
        raise FileError(_("Something stands twice in this file, or does not fit together.")) from error
    except RatingError as error:
        raise FileError(str(error)) from error


@dataclass
class _Importer:
    document: Part
    choices: Choices
    by: "User | None"
    now: datetime
    ask: bool
    found: Import = field(default_factory=Import)

    def __post_init__(self) -> None:
        self.rows = Rows(self.now)

    def run(self) -> Import:
        self.document.only(("format", "version", "event", "clubs", "players", "entrants", "stages"))
        event = self.document.part("event")
        self.found.name = event.text("name", 120)
        self._check_new()
        with _as_refusal():
            clubs, made = clubs_of(self.document, self.by)
            self.host = self.choices.club or clubs[event.text("club", 40)]
            players, self.found.people = players_of(
                self.document, clubs, self.host, self.choices.people, self.by
            )
            self.found.club, self.found.clubs = str(self.host), made
            if self.ask and self.found.doubtful:
                names = ", ".join(f"{person.name} ({person.code})" for person in self.found.doubtful)
                raise TournamentError(
                    "who-is-it", _("Say of these who they are: {names}.").format(names=names)
                )
            self.rows.refs |= {
                "club": {code: club.pk for code, club in clubs.items()},
                "player": {code: player.pk for code, player in players.items()},
            }
            self.found.event = self._event(event, players)
        return self.found

    def _check_new(self) -> None:
        event = self.document.part("event").row(files.EVENT)
        uuids = [
            one.row(files.MATCH, *one.values)["uuid"]
            for stage in self.document.parts("stages")
            for round_ in stage.parts("rounds")
            for one in round_.parts("matches")
        ]
        here = Tournament.objects.filter(uuid=event["uuid"]).first()
        for start in range(0, len(uuids) if here is None else 0, SOME):
            match = Match.objects.filter(uuid__in=uuids[start : start + SOME]).first()
            here = here or (None if match is None else match.round.stage.tournament)
        if here is not None:
            raise TournamentError(
                "already-here",
                _("This event is here already: {name}.").format(name=here.name),
                slug=here.slug,
            )

    def _event(self, part: Part, players: Mapping[str, Player]) -> Tournament:
        row = part.row(files.EVENT)
        row["rated"] = row["rated"] and self.choices.rated
        row["slug"] = row["slug"] if self._is_free(row["slug"]) else slug_of(row["name"], row["starts_at"])
        event = Tournament(club=self.host, demo=self.host.demo, **row)
        event.because(IMPORTED, self.by).save()
        if self.by is not None:
            event.because(IMPORTED, self.by).organisers.add(self.by)
        write_entrants(self.rows, event, self.document, players, MEMBERS[EntryKind(event.entry_kind)])
        self.found.entrants = len(self.rows.refs["entrant"])
        parts = self.document.parts("stages")
        if len(parts) > MOST_STAGES:
            raise self.document.refuse("stages", _("there are too many."))
        for one in parts:
            self._stage(event, one)
        return event

    def _is_free(self, slug: str) -> bool:
        return bool(slug) and not Tournament.objects.filter(slug=slug).exists()

    def _stage(self, event: Tournament, part: Part) -> None:
        lists = ("entries", "absences", "adjustments", "adjustments_taken_back", "rounds")
        row = part.row(files.STAGE, *lists)
        check_columns(part, row)
        row["draw"] = files.renamed_draw(row["draw"], self.rows.refs["entrant"])
        stage = Stage(tournament=event, **row)
        check_stage(stage)
        stage.because(IMPORTED, self.by).save()
        write_stage_lists(self.rows, stage, part)
        matches = write_rounds(self.rows, stage, part)
        self.found.rounds += len(part.get("rounds", list))
        self.found.matches += len(matches)
        self._check(stage, part)

    def _check(self, stage: Stage, part: Part) -> None:
        """Every result counts by the stage's scoring, and the standings can be made."""
        matches = Match.objects.filter(round__stage=stage).select_related(
            "record", "round__stage__tournament"
        )
        for match in matches.prefetch_related("logs"):
            record = getattr(match, "record", None)
            self.found.logs += len(match.logs.all())
            if record is None:
                continue
            self.found.official += match.state == MatchState.OFFICIAL
            try:
                check_counts(match, result_as_recorded(record))
            except TournamentError as error:
                message = f"{error} ({place_of(match.round.number, match)})"
                raise FileError(message, part.where) from error
        try:
            StageStandings(stage).shown()
        except Exception as error:
            logger.info("The standings of an imported stage can't be made: %r", error)
            raise FileError(_("the standings of this stage can't be made."), part.where) from error
