"""Matches and their logs over HTTP."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import require
from accounts.models import Scope
from ratings.api.pages import Pages
from tournaments.api.documents import DocumentParser, unpacked
from tournaments.api.filters import LogFilter, MatchFilter, TournamentFilter, asked_number, filtered
from tournaments.api.serializers import (
    LogSerializer,
    MatchSerializer,
    StandingsSerializer,
    TournamentSerializer,
)
from tournaments.models import LogState, Match, Tournament
from tournaments.selectors.matches import logs_of, visible_log, visible_match, visible_matches
from tournaments.selectors.standings import StageStandings, stage_of
from tournaments.selectors.visibility import visible_tournament, visible_tournaments
from tournaments.services.intake import MalformedLogError, submit_log

MALFORMED = {
    "type": "object",
    "required": ["verdict", "rule", "message"],
    "properties": {
        "verdict": {"const": "malformed"},
        "rule": {"type": "string", "description": "what is wrong, a code of docs/move-log.md"},
        "message": {"type": "string", "description": "a sentence for people, in English"},
        "deal": {"type": "integer", "description": "from 1, where the fault is in a deal"},
        "move": {"type": "integer", "description": "from 1, where the fault is in a move"},
    },
}
STATE = OpenApiParameter("state", str, enum=list(LogState))


class TournamentsView(ListAPIView[Tournament]):
    """The events, newest first."""

    serializer_class = TournamentSerializer
    pagination_class = Pages
    filter_backends = (DjangoFilterBackend,)
    filterset_class = TournamentFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return visible_tournaments(self.request.user).prefetch_related("stages")


class TournamentView(APIView):
    """One event with its stages."""

    @extend_schema(responses=TournamentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(TournamentSerializer(visible_tournament(request.user, slug)).data)


class StandingsView(APIView):
    """The standings of a stage, now or after a round."""

    @extend_schema(
        parameters=[OpenApiParameter("after", int, description="the round after which; now if left out")],
        responses=StandingsSerializer,
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        stage = stage_of(visible_tournament(request.user, slug), number)
        table = StageStandings(stage, asked_number(request, "after"))
        shown = {"stage": table.stage.number, "after": table.after_round, "tables": table.shown()}
        return Response(StandingsSerializer(shown).data)


class MatchesView(ListAPIView[Match]):
    """The published matches, newest first."""

    serializer_class = MatchSerializer
    pagination_class = Pages
    filter_backends = (DjangoFilterBackend,)
    filterset_class = MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        return visible_matches(self.request.user).order_by("-id")


class MatchView(APIView):
    """One match."""

    @extend_schema(responses=MatchSerializer)
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(MatchSerializer(visible_match(request.user, uuid)).data)


class MatchLogsView(APIView):
    """The move logs of a match: list them, or submit one as the body of the request."""

    parser_classes = (DocumentParser,)
    pagination_class = Pages

    @extend_schema(
        description="The logs of a match, oldest first.",
        parameters=[STATE],
        responses=LogSerializer(many=True),
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        pages = self.pagination_class()
        logs = logs_of(visible_match(request.user, uuid)).select_related("match")
        logs = filtered(LogFilter, request, logs)
        part: Any = pages.paginate_queryset(logs, request, view=self)
        return pages.get_paginated_response(LogSerializer(part, many=True).data)

    @extend_schema(
        description="Submit a log: the body is a canasta-log/1 document of at most 4 MB, as it is or "
        "compressed by gzip, of any media type but a form's. The same document again is the same log. "
        "Scope: submit.",
        parameters=[OpenApiParameter("Content-Encoding", str, "header", enum=["gzip", "identity"])],
        request={"application/json": {"type": "object", "description": "a canasta-log/1 document"}},
        responses={
            202: OpenApiResponse(LogSerializer, description="Stored; its verdict follows within seconds."),
            200: OpenApiResponse(LogSerializer, description="This document was submitted before."),
            (400, "application/json"): OpenApiResponse(
                MALFORMED, description="No move log: the verdict, as the engine prints it."
            ),
            409: OpenApiResponse(description="A log of another match: `code` says what differs."),
        },
    )
    def post(self, request: Request, uuid: UUID) -> Response:
        match = visible_match(request.user, uuid)
        require(request, "tournaments.submit_log", match, Scope.SUBMIT)
        body = request.data if isinstance(request.data, bytes) else b""
        document = unpacked(body, request.headers.get("Content-Encoding", "").strip().lower())
        try:
            submission = submit_log(match.pk, document, request.user, timezone.now())  # type: ignore[arg-type]
        except MalformedLogError as error:
            return Response(error.verdict.as_dict(), status=400)
        where = reverse("api:log", args=[submission.log.pk])
        status = 202 if submission.created else 200
        return Response(LogSerializer(submission.log).data, status=status, headers={"Location": where})


class LogView(APIView):
    """One log: where it is on its way, and its verdict once there is one."""

    @extend_schema(responses=LogSerializer)
    def get(self, request: Request, pk: int) -> Response:
        return Response(LogSerializer(visible_log(request.user, pk)).data)
