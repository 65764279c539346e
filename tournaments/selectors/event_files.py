"""An event as a file for another site: everything that was entered, drawn, reported and decided."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

from ratings.models import Club, Player, Visibility
from tournaments import event_files as files
from tournaments.event_files import Keys, Kind, plain, renamed_draw, renamed_notes, told
from tournaments.models import (
    Bye,
    EntrantMember,
    GameRecord,
    LogState,
    Match,
    MoveLog,
    Note,
    Protest,
    Round,
    RoundStatus,
    ScoreSheet,
    Seat,
    Side,
    SideEntrant,
    Stage,
    Tournament,
)

Lists = dict[int, list[Any]]


def event_file(event: Tournament, *, full: bool = False) -> dict[str, Any]:
    """The event in JSON; drafts are left out, they can be drawn again.

    Players of the event's own club stand in it by name, others as everybody sees them: so much a director
    knows of them. `full` is for who administers the whole site.
    """
    return _Writer(event, full).document()


@dataclass
class _Writer:
    event: Tournament
    full: bool
    keys: Keys = field(default_factory=Keys)

    def document(self) -> dict[str, Any]:
        players = list(self._players())
        clubs = self._clubs(players)
        self.keys.of["club"] = {club.pk: club.code for club in clubs}
        self.keys.of["player"] = {player.pk: player.code for player in players}
        self.keys.of["entrant"] = dict(self.event.entrants.values_list("pk", "number"))
        rounds = self._rounds()
        return {
            "format": files.FORMAT,
            "version": files.VERSION,
            "event": told(files.EVENT, self.event, self.keys),
            "clubs": [{"code": c.code, "name": c.name, "country": c.country} for c in clubs],
            "players": [self._player(player) for player in players],
            "entrants": self._entrants(),
            "stages": [
                self._stage(stage) | {"rounds": rounds[stage.pk]}
                for stage in self.event.stages.order_by("number")
            ],
        }

    def _players(self) -> Iterable[Player]:
        """Everybody who was entered or ever sat at a table of the event."""
        matches = Match.objects.filter(round__stage__tournament=self.event).values("pk")
        seated = Seat.objects.filter(match__in=matches).values("player_id")
        sat = Seat.history.filter(match_id__in=matches).values("player_id")
        members = EntrantMember.objects.filter(tournament=self.event).values("player_id")
        found = Player.objects.filter(Q(pk__in=members) | Q(pk__in=seated) | Q(pk__in=sat))
        return found.select_related("club").order_by("code")

    def _clubs(self, players: Sequence[Player]) -> list[Club]:
        entered = self.event.entrants.filter(club__isnull=False).values_list("club_id", flat=True)
        wanted = {self.event.club_id, *entered, *(p.club_id for p in players if p.club_id)}
        return list(Club.objects.filter(pk__in=wanted).order_by("code"))

    def _knows(self, player: Player) -> bool:
        return self.full or player.club_id == self.event.club_id

    def _player(self, player: Player) -> dict[str, Any]:
        shown = {
            "code": player.code,
            "name": player.name if self._knows(player) else player.public_name,
            "club": self.keys.key("club", player.club_id),
            "is_guest": player.is_guest,
            "minor": player.minor,
            "visibility": player.visibility,
        }
        if self._knows(player):
            return shown | {"pseudonym": player.pseudonym}
        return shown | {"withheld": player.minor or player.visibility != Visibility.PUBLIC}

    def _entrants(self) -> list[dict[str, Any]]:
        members: dict[int, list[str]] = defaultdict(list)
        rows = EntrantMember.objects.filter(tournament=self.event).order_by("position")
        for entrant, code in rows.values_list("entrant__number", "player__code"):
            members[entrant].append(code)
        lines = self._rows(files.ENTRANT, self.event.entrants.order_by("number"))
        return [line | {"players": members[line["number"]]} for line in lines]

    def _stage(self, stage: Stage) -> dict[str, Any]:
        adjustments = stage.adjustments.order_by("id")
        return told(files.STAGE, stage, self.keys) | {
            "draw": renamed_draw(stage.draw, self.keys.of["entrant"]),
            "entries": self._rows(files.ENTRY, stage.entries.order_by("entrant__number")),
            "absences": self._rows(files.ABSENCE, stage.absences.order_by("round_number", "entrant__number")),
            "adjustments": self._rows(files.ADJUSTMENT, adjustments),
            "adjustments_taken_back": self._gone(files.ADJUSTMENT, "stage_id", [stage.pk])[stage.pk],
        }

    def _rounds(self) -> Lists:
        """The published rounds of every stage, in queries whose number does not grow with the event."""
        rounds = Round.objects.filter(stage__tournament=self.event, status=RoundStatus.PUBLISHED)
        matches = self._matches(Match.objects.filter(round__in=rounds))
        byes = self._lists(
            files.BYE, Bye.objects.filter(round__in=rounds).order_by("entrant__number"), "round_id"
        )
        found: Lists = defaultdict(list)
        entrants = self.keys.of["entrant"]
        for round_ in rounds.order_by("number"):
            line = told(files.ROUND, round_, self.keys)
            line["draw_notes"] = renamed_notes(round_.draw_notes, entrants)
            if round_.draw_input and not round_.drawn_as:
                line["drawn_as"] = {str(pk): number for pk, number in sorted(entrants.items())}
            lists = {"byes": byes[round_.pk], "matches": matches[round_.pk]}
            found[round_.stage_id].append(line | lists)
        return found

    def _matches(self, matches: QuerySet[Match]) -> Lists:
        of_matches = {"match__in": matches}
        sides = Side.objects.filter(**of_matches).order_by("match_id", "number")
        sheets = ScoreSheet.objects.filter(**of_matches).order_by("pk")
        logs = MoveLog.objects.filter(**of_matches).order_by("pk")
        self.keys.of["side"] = {side.pk: side.number for side in sides}
        self.keys.of["sheet"] = _places(sheets)
        self.keys.of["log"] = _places(logs)
        lists = {
            "sides": _entrants_of(sides),
            "seats": self._lists(
                files.SEAT, Seat.objects.filter(**of_matches).order_by("side__number", "position")
            ),
            "sheets": self._lists(files.SHEET, sheets),
            "logs": self._lists(files.LOG, logs),
            "record": self._lists(files.RECORD, GameRecord.objects.filter(**of_matches)),
            "records_taken_back": self._gone(files.RECORD, "match_id", matches.values("pk")),
            "protests": self._lists(files.PROTEST, Protest.objects.filter(**of_matches).order_by("pk")),
            "notes": self._lists(files.NOTE, Note.objects.filter(**of_matches).order_by("pk")),
        }
        found: Lists = defaultdict(list)
        rows = matches.order_by("table")
        for match, line in zip(rows, self._rows(files.MATCH, rows), strict=True):
            for log in lists["logs"][match.pk]:
                # A log that a worker still has to replay waits again on the site that imports it.
                if not log["verdict"] and not log["set_aside"]:
                    log["state"] = LogState.QUEUED.value
            line |= {name: of[match.pk] for name, of in lists.items()}
            line["record"] = next(iter(line["record"]), None)
            found[match.round_id].append(line)
        return found

    def _lists(self, kind: Kind, rows: QuerySet[Any], parent: str = "match_id") -> Lists:
        """The rows of a kind as lists, by the row they belong to."""
        lists: Lists = defaultdict(list)
        for row, line in zip(rows, self._rows(kind, rows), strict=True):
            lists[getattr(row, parent)].append(line)
        return lists

    def _rows(self, kind: Kind, rows: QuerySet[Any]) -> list[dict[str, Any]]:
        """Rows, with their histories where these are told."""
        if not kind.told:
            return [told(kind, row, self.keys) for row in rows]
        lines: Lists = defaultdict(list)
        for entry in _lines(kind, Q(id__in=rows.order_by().values("pk"))):
            lines[entry.id].append(self._history(kind, entry))
        return [told(kind, row, self.keys) | {"history": lines[row.pk]} for row in rows]

    def _gone(self, kind: Kind, parent: str, parents: Any) -> dict[int, list[list[dict[str, Any]]]]:
        """The histories of rows of which nothing else is left, by the row they belonged to."""
        lives: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
        left = kind.model._default_manager.filter(**{f"{parent}__in": parents}).values("pk")
        for entry in _lines(kind, Q(**{f"{parent}__in": parents}) & ~Q(id__in=left)):
            lives[getattr(entry, parent), entry.id].append(self._history(kind, entry))
        found: dict[int, list[list[dict[str, Any]]]] = defaultdict(list)
        for (of, _row), life in lives.items():
            found[of].append(life)
        return found

    def _history(self, kind: Kind, entry: Any) -> dict[str, Any]:
        return {
            "at": plain(entry.history_date),
            "type": entry.history_type,
            "by": entry.signed if entry.history_user is None else self._name_of(entry.history_user),
            "why": entry.history_change_reason or "",
        } | told(kind, entry, self.keys, kind.unsaid)

    def _name_of(self, user: Any) -> str:
        """Who made a change: of a player no more than the rest of the file says."""
        player = getattr(user, "player", None)
        if player is not None and not self._knows(player):
            return str(player.public_name)
        return str(user.name)


def _lines(kind: Kind, where: Q) -> Any:
    history: Any = kind.model.history  # type: ignore[attr-defined]
    entries = history.filter(where).select_related("history_user__player")
    return entries.order_by("history_id")


def _places(rows: QuerySet[Any]) -> dict[int, int]:
    """The place of each row among those of its match."""
    counts: dict[int, int] = defaultdict(int)
    places = {}
    for pk, match in rows.values_list("pk", "match_id"):
        places[pk] = counts[match]
        counts[match] += 1
    return places


def _entrants_of(sides: QuerySet[Side]) -> Lists:
    """The entry numbers of every side of each match."""
    numbers: Lists = defaultdict(list)
    rows = SideEntrant.objects.filter(side__in=sides.order_by()).order_by("id")
    for side_id, number in rows.values_list("side_id", "entrant__number"):
        numbers[side_id].append(number)
    found: Lists = defaultdict(list)
    for side in sides:
        found[side.match_id].append(numbers[side.pk])
    return found


def file_text(document: Mapping[str, Any]) -> str:
    """The document as it is written into a file."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
