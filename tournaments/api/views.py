"""Matches and their logs over HTTP."""

from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from tournaments.api.access import require
from tournaments.api.documents import DocumentParser, unpacked
from tournaments.api.serializers import LogSerializer, MatchSerializer
from tournaments.selectors.matches import logs_of, visible_log, visible_match
from tournaments.services.intake import MalformedLogError, submit_log


class MatchView(APIView):
    """One match."""

    @extend_schema(responses=MatchSerializer)
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(MatchSerializer(visible_match(request.user, uuid)).data)


class MatchLogsView(APIView):
    """The move logs of a match: list them, or submit one as the body of the request."""

    parser_classes = (DocumentParser,)

    @extend_schema(responses=LogSerializer(many=True))
    def get(self, request: Request, uuid: UUID) -> Response:
        match = visible_match(request.user, uuid)
        return Response(LogSerializer(logs_of(match).select_related("match"), many=True).data)

    @extend_schema(
        request={"application/json": {"type": "object", "description": "a canasta-log/1 document"}},
        responses={
            202: LogSerializer,
            200: OpenApiResponse(LogSerializer, description="This document was submitted before."),
            400: OpenApiResponse(description="No move log: the verdict, as the engine prints it."),
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
