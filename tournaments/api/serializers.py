"""The JSON forms of matches, logs and records."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import CLOSED, GameRecord, Match, MoveLog, Side, Stage, StageStatus, Tournament
from tournaments.selectors.matches import end_condition

UNTIL = {
    "type": "object",
    "description": "where the match ends: after so many deals, or at so many points",
    "properties": {"deals": {"type": "integer"}, "points": {"type": "integer"}},
    "maxProperties": 1,
    "minProperties": 1,
}


@extend_schema_field({"type": ["object", "null"], "description": "as the engine prints it; null until then"})
class VerdictField(serializers.JSONField):
    """What the engine found, null while the log waits."""


class LogSerializer(serializers.ModelSerializer[MoveLog]):
    """A stored log and what became of it."""

    url = serializers.SerializerMethodField()
    match = serializers.UUIDField(source="match.uuid")
    verdict = VerdictField()

    class Meta:
        model = MoveLog
        fields = ("id", "url", "match", "sha256", "submitted_at", "state", "verdict", "replayed_at")

    def get_url(self, log: MoveLog) -> str:
        return reverse("api:log", args=[log.pk])


class RecordSerializer(serializers.ModelSerializer[GameRecord]):
    """The official result, a value a side."""

    totals = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    ranks = serializers.ListField(child=serializers.IntegerField())
    at_fault = serializers.ListField(child=serializers.BooleanField())
    canastas = serializers.ListField(child=serializers.IntegerField(), allow_null=True)

    class Meta:
        model = GameRecord
        fields = (
            "outcome",
            "totals",
            "ranks",
            "at_fault",
            "canastas",
            "source",
            "decided_at",
            "corrected",
            "public_reason",
            "version",
        )


class EntrantSerializer(serializers.Serializer[Any]):
    """An entrant by its number in the event."""

    number = serializers.IntegerField()
    name = serializers.CharField()


class PersonSerializer(serializers.Serializer[Any]):
    """A player who may be shown; the code is what a move log names."""

    code = serializers.CharField()
    name = serializers.CharField()


class SideSerializer(serializers.ModelSerializer[Side]):
    """Who is on a side: its entrants, and the players in their seats."""

    entrants = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()

    class Meta:
        model = Side
        fields = ("number", "entrants", "players")

    @extend_schema_field(EntrantSerializer(many=True))
    def get_entrants(self, side: Side) -> list[dict[str, Any]]:
        return [{"number": row.entrant.number, "name": row.entrant.name} for row in side.entrants.all()]

    @extend_schema_field(PersonSerializer(many=True))
    def get_players(self, side: Side) -> list[dict[str, str]]:
        return [
            {"code": seat.player.code, "name": seat.player.shown_name}
            for seat in side.seats.all()
            if not seat.player.is_hidden
        ]


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match: where, who, how far, and its official result."""

    tournament = serializers.SlugField(source="round.stage.tournament.slug")
    stage = serializers.IntegerField(source="round.stage.number")
    round = serializers.IntegerField(source="round.number")
    rules = serializers.CharField(source="round.stage.tournament.rule_set")
    until = serializers.SerializerMethodField()
    sides = SideSerializer(many=True)
    penalties = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="points that coming late takes off each side's total, 0 or less, which the record's totals "
        "are without already; empty where nobody was late",
    )
    record = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = (
            "uuid",
            "tournament",
            "stage",
            "round",
            "table",
            "rules",
            "until",
            "state",
            "postponed",
            "version",
            "sides",
            "penalties",
            "record",
        )

    @extend_schema_field(UNTIL)
    def get_until(self, match: Match) -> dict[str, int]:
        until = end_condition(match)
        return {"deals": until.deals} if until.deals is not None else {"points": int(until.points or 0)}

    @extend_schema_field(RecordSerializer(allow_null=True))
    def get_record(self, match: Match) -> dict[str, Any] | None:
        record = getattr(match, "record", None)
        return None if record is None else dict(RecordSerializer(record).data)


class StageSerializer(serializers.ModelSerializer[Stage]):
    """A part of an event drawn by one format."""

    class Meta:
        model = Stage
        fields = (
            "number",
            "name",
            "format",
            "status",
            "rounds_planned",
            "deals",
            "until_points",
            "tie_breaks",
        )

    def to_representation(self, stage: Stage) -> dict[str, Any]:
        """What runs in an event that is over is over, too; the event, once open again, goes on with it."""
        shown: dict[str, Any] = super().to_representation(stage)
        if stage.status == StageStatus.RUNNING and stage.tournament.status in CLOSED:
            shown["status"] = str(StageStatus.FINISHED)
        return shown


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An event."""

    club = serializers.SlugField(source="club.code")
    stages = StageSerializer(many=True)

    class Meta:
        model = Tournament
        fields = (
            "slug",
            "name",
            "club",
            "rule_set",
            "entry_kind",
            "starts_at",
            "venue",
            "status",
            "rated",
            "stages",
        )


class StandingsRowSerializer(serializers.Serializer[Any]):
    """A row in the words and figures of the page: a shared rank is "2=", a bye is a remark."""

    rank = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    value = serializers.CharField()
    ties = serializers.ListField(child=serializers.CharField())
    played = serializers.IntegerField()
    remarks = serializers.CharField()


class StandingsTableSerializer(serializers.Serializer[Any]):
    """One ranking of a stage; `heads` name the tie-breaks."""

    group = serializers.CharField()
    heads = serializers.ListField(child=serializers.CharField())
    rows = StandingsRowSerializer(many=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """The standings of a stage at present or after a round."""

    stage = serializers.IntegerField()
    after = serializers.IntegerField(allow_null=True)
    tables = StandingsTableSerializer(many=True)
