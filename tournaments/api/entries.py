"""Who is entered in an event, over HTTP: the list, and what a director does with it."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import IDEMPOTENCY_KEY, once, require
from accounts.models import Scope
from accounts.services.answers import Answer
from ratings.api.pages import Pages
from ratings.models import Player
from tournaments.api.filters import EntryFilter, filtered
from tournaments.api.serializers import PersonSerializer
from tournaments.models import Entrant, EntryStatus, Tournament
from tournaments.selectors.entries import entries_of, entry_of, players_elsewhere, players_for
from tournaments.selectors.visibility import visible_tournament
from tournaments.services.entries import enter

DIRECT = "tournaments.direct"
FILTERS = [
    OpenApiParameter("status", str, enum=[one for one in EntryStatus if one != EntryStatus.CANCELLED]),
    OpenApiParameter("checked_in", bool, description="who is there, or not yet"),
    OpenApiParameter("club", str, description="code of a club"),
]


class EnteredSerializer(serializers.ModelSerializer[Entrant]):
    """A pair or a single player of an event, with the players who may be shown."""

    club = serializers.CharField(source="club.code", default=None, allow_null=True)
    players = serializers.SerializerMethodField()
    withdrawn = serializers.BooleanField(read_only=True, help_text="plays no further round")

    class Meta:
        model = Entrant
        fields = (
            "number",
            "name",
            "club",
            "players",
            "status",
            "seed",
            "checked_in",
            "withdrawn",
            "disqualified",
        )

    def get_players(self, entrant: Entrant) -> list[dict[str, str]]:
        people = [member.player for member in entrant.members.all() if not member.player.is_hidden]
        return [dict(PersonSerializer({"code": p.code, "name": p.shown_name}).data) for p in people]


class NewEntrySerializer(serializers.Serializer[Any]):
    """Who enters: a pair in an event of pairs, one player in an event of single players."""

    players = serializers.ListField(
        child=serializers.CharField(max_length=40), min_length=1, max_length=2, help_text="their codes"
    )
    name = serializers.CharField(max_length=160, required=False, help_text="else made of the players' names")
    seed = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=100_000)

    def people(self, event: Tournament) -> list[Player]:
        """The players named; raises ValidationError for a code that nobody has."""
        codes = self.validated_data["players"]
        known = {player.code: player for player in players_for(event, codes)}
        unknown = [code for code in codes if code not in known]
        if unknown:
            elsewhere = players_elsewhere(event, unknown)
            raise ValidationError({"players": [_missing(code, code in elsewhere) for code in unknown]})
        return [known[code] for code in codes]


def _missing(code: str, elsewhere: bool) -> str:
    said = _("Nobody has the code {code}.")
    if elsewhere:
        said = _("{code} can't play here: the demonstration's players play in its events, and nobody else.")
    return said.format(code=code)


class EntriesView(APIView):
    """The entrants of an event by number, and new ones."""

    pagination_class = Pages

    @extend_schema(
        description="The entrants by number, without those who cancelled.",
        parameters=FILTERS,
        responses=EnteredSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        pages = self.pagination_class()
        entries = filtered(EntryFilter, request, entries_of(visible_tournament(request.user, slug)))
        part: Any = pages.paginate_queryset(entries, request, view=self)
        return pages.get_paginated_response(EnteredSerializer(part, many=True).data)

    @extend_schema(
        description="Enter a pair or a player; during the event from the next round on. Scope: direct.",
        parameters=[IDEMPOTENCY_KEY],
        request=NewEntrySerializer,
        responses={
            201: EnteredSerializer,
            409: OpenApiResponse(description="`already-entered`, `wrong-number`, `too-late` and others."),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = visible_tournament(request.user, slug)
        require(request, DIRECT, event, Scope.DIRECT)
        body = NewEntrySerializer(data=request.data)
        body.is_valid(raise_exception=True)
        said = {name: value for name, value in body.validated_data.items() if name != "players"}
        people = body.people(event)

        def make() -> Answer:
            entrant = enter(event.pk, people, request.user, **said)  # type: ignore[arg-type]
            where = reverse("api:entry", args=[event.slug, entrant.number])
            return Answer(dict(EnteredSerializer(entry_of(event, entrant.number)).data), where)

        return once(request, make)


class EntryView(APIView):
    """One entrant."""

    @extend_schema(responses=EnteredSerializer)
    def get(self, request: Request, slug: str, entry: int) -> Response:
        entrant = entry_of(visible_tournament(request.user, slug), entry)
        return Response(EnteredSerializer(entrant).data)
