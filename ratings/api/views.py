"""Answers for programs: each calls one selector. What registers players is in `registration`."""

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from django import forms
from django.http import Http404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from accounts.api import IDEMPOTENCY_KEY
from ratings.api import serializers
from ratings.api.pages import Pages, TablePages
from ratings.api.registration import ANSWERS, NewPlayerSerializer, register
from ratings.api.renderers import CsvRenderer
from ratings.forms import NameForm, PlayersForm, PreviewForm, TableForm
from ratings.selectors.clubs import clubs
from ratings.selectors.games import GameView, game_view
from ratings.selectors.insight import distribution, quality
from ratings.selectors.lists import lists_of, official_list, rows_of
from ratings.selectors.meetings import meetings
from ratings.selectors.players import entries_of, found_players, public_player, ratings_of, records_of
from ratings.selectors.pools import pool_by_slug, shown_pools
from ratings.selectors.previews import preview
from ratings.selectors.tables import table

Form = TypeVar("Form", bound=forms.Form)


NAME = OpenApiParameter("q", str, description="words of the public name")
CLUB = OpenApiParameter("club", str, description="code of a club")
POOL = OpenApiParameter("pool", str, description="address of a pool; all pools if left out")
TABLE_FILTERS = [
    NAME,
    CLUB,
    OpenApiParameter("min_games", int),
    OpenApiParameter("since", OpenApiTypes.DATE, description="who has played since this day"),
    OpenApiParameter("as_of", OpenApiTypes.DATE, description="the table at the end of this day"),
    OpenApiParameter("everybody", bool, description="also who has not played for long"),
]


class PublicView(APIView):
    """Open to everybody; JSON, or CSV by ?format=csv."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    renderer_classes = (JSONRenderer, CsvRenderer)
    pagination_class: Any = None

    def rows(self, request: Request, rows: Any, serializer: type[BaseSerializer[Any]]) -> Response:
        """A list in parts, or all of it as CSV."""
        if isinstance(request.accepted_renderer, CsvRenderer):
            return Response(serializer(rows[0 : rows.count()], many=True).data)
        pages = self.pagination_class()
        part: Any = pages.paginate_queryset(rows, request, view=self)
        return pages.get_paginated_response(serializer(part, many=True).data)


def checked(form: Form) -> Form:
    """The form if all of it could be read; a refusal with its errors otherwise."""
    if not form.is_valid():
        raise ValidationError(
            {name: [str(error) for error in errors] for name, errors in form.errors.items()}
        )
    return form


class PoolsView(PublicView):
    """The rating pools."""

    @extend_schema(responses=serializers.PoolSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(serializers.PoolSerializer(shown_pools(), many=True).data)


class TableView(PublicView):
    """A pool's rating table."""

    pagination_class = TablePages

    @extend_schema(responses=serializers.TableRowSerializer(many=True), parameters=TABLE_FILTERS)
    def get(self, request: Request, slug: str) -> Response:
        query = checked(TableForm(request.query_params)).query()
        rows = table(pool_by_slug(slug), query, timezone.now())
        return self.rows(request, rows, serializers.TableRowSerializer)


class DistributionView(PublicView):
    """How the ratings of a pool are spread."""

    @extend_schema(responses=serializers.BarSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(
            serializers.BarSerializer(distribution(pool_by_slug(slug), None).bars, many=True).data
        )


class QualityView(PublicView):
    """How good the predictions of a pool were; not found before the first game."""

    @extend_schema(responses=serializers.QualitySerializer)
    def get(self, request: Request, slug: str) -> Response:
        found = quality(pool_by_slug(slug))
        if found is None:
            raise Http404
        return Response(serializers.QualitySerializer(found).data)


class ListsView(PublicView):
    """The official lists of a pool."""

    pagination_class = Pages

    @extend_schema(responses=serializers.OfficialListSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.rows(request, lists_of(pool_by_slug(slug)), serializers.OfficialListSerializer)


class ListView(PublicView):
    """One official list."""

    pagination_class = Pages

    @extend_schema(responses=serializers.OfficialListRowSerializer(many=True))
    def get(self, request: Request, slug: str, year: int, month: int) -> Response:
        rows = rows_of(official_list(pool_by_slug(slug), year, month))
        return self.rows(request, rows, serializers.OfficialListRowSerializer)


class ClubsView(PublicView):
    """The clubs by name."""

    pagination_class = TablePages

    @extend_schema(responses=serializers.ClubSerializer(many=True), parameters=[NAME])
    def get(self, request: Request) -> Response:
        asked = checked(NameForm(request.query_params)).cleaned_data["q"]
        return self.rows(request, clubs(asked), serializers.ClubSerializer)


class PlayersView(PublicView):
    """Players by name; club managers register new ones."""

    pagination_class = Pages

    @extend_schema(responses=serializers.PlayerSerializer(many=True), parameters=[NAME, CLUB])
    def get(self, request: Request) -> Response:
        asked = checked(PlayersForm(request.query_params)).cleaned_data
        found = found_players(asked["q"])
        if asked["club"]:
            found = found.filter(club__code=asked["club"])
        return self.rows(request, found, serializers.PlayerSerializer)

    @extend_schema(
        description="Register a player of a club that you manage. Scope: direct.",
        parameters=[IDEMPOTENCY_KEY],
        request=NewPlayerSerializer,
        responses=ANSWERS,
    )
    def post(self, request: Request) -> Response:
        return register(request)


class PlayerView(PublicView):
    """One player and their ratings."""

    @extend_schema(responses=serializers.PlayerDetailSerializer)
    def get(self, request: Request, code: str) -> Response:
        player = public_player(code)
        shown = {
            **serializers.PlayerSerializer(player).data,
            "ratings": serializers.StandingSerializer(ratings_of(player), many=True).data,
        }
        return Response(shown)


class LedgerView(PublicView):
    """A player's lines of the ledger, the newest first."""

    pagination_class = Pages

    @extend_schema(responses=serializers.EntrySerializer(many=True), parameters=[POOL])
    def get(self, request: Request, code: str) -> Response:
        entries = entries_of(public_player(code))
        if slug := request.query_params.get("pool"):
            entries = entries.filter(pool=pool_by_slug(slug))
        return self.rows(request, entries, serializers.EntrySerializer)


class RecordsView(PublicView):
    """A player's record with each partner, or against each opponent, in each pool."""

    partners = True

    @extend_schema(responses=serializers.PersonRecordSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        player = public_player(code)
        found = []
        for standing in ratings_of(player):
            with_partners, against_opponents = records_of(player, standing.pool)
            found += (with_partners if self.partners else against_opponents)[:]
        return Response(serializers.PersonRecordSerializer(found, many=True).data)


class PairView(PublicView):
    """Two players as partners."""

    @extend_schema(responses=serializers.MeetingSerializer(many=True))
    def get(self, request: Request, code: str, other: str) -> Response:
        found = meetings(public_player(code), public_player(other), together=True)
        return Response(serializers.MeetingSerializer(found, many=True).data)


class HeadToHeadView(PublicView):
    """Two players as opponents."""

    @extend_schema(responses=serializers.MeetingSerializer(many=True))
    def get(self, request: Request, code: str, other: str) -> Response:
        found = meetings(public_player(code), public_player(other), together=False)
        return Response(serializers.MeetingSerializer(found, many=True).data)


class GameDetailView(PublicView):
    """One game and what it did to each rating."""

    @extend_schema(responses=serializers.GameSerializer)
    def get(self, request: Request, uuid: UUID) -> Response:
        view, _pool = game_view(uuid)
        view.game.results = seats_of(view)  # type: ignore[attr-defined]
        return Response(serializers.GameSerializer(view.game).data)


class PreviewView(PublicView):
    """What a match would bring; not found where nothing of the kind has been rated."""

    @extend_schema(
        responses=serializers.PreviewSerializer,
        parameters=[
            OpenApiParameter("rules", str, required=True),
            *(OpenApiParameter(seat, str, required=seat.endswith("1")) for seat in ("a1", "a2", "b1", "b2")),
        ],
    )
    def get(self, request: Request) -> Response:
        form = checked(PreviewForm(request.query_params))
        found = preview(form.cleaned_data["rules"], *form.sides())
        if found is None:
            raise Http404
        shown = serializers.PreviewSerializer(found).data
        return Response(stakes_of(shown) if isinstance(request.accepted_renderer, CsvRenderer) else shown)


def seats_of(view: GameView) -> list[dict[str, Any]]:
    """The seats of a game as rows."""
    return [
        {
            "side": side.number,
            "player": player,
            "rank": side.rank,
            "expected": side.story.expected if side.story else None,
            "share": step.share if step else None,
            "before": step.before if step else None,
            "change": step.change if step else None,
            "after": step.after if step else None,
        }
        for side in view.sides
        for player, step in side.seats
    ]


def stakes_of(preview: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The players of a preview as rows, each with the chance of their own side."""
    sides = (preview["first"], preview["chance"]), (preview["second"], 100 - preview["chance"])
    return [
        {"pool": preview["pool"], "side": number, "chance": chance, **stake}
        for number, (stakes, chance) in enumerate(sides)
        for stake in stakes
    ]
