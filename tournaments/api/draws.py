"""Draws over HTTP: a director drafts, looks at and publishes a round; everybody reads the published ones."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import IDEMPOTENCY_KEY, once, require
from accounts.models import Scope
from accounts.services.answers import Answer
from ratings.api.pages import Pages
from tournaments.api.conditions import IF_MATCH, is_held
from tournaments.api.serializers import EntrantSerializer, MatchSerializer
from tournaments.core.draws import Relaxation
from tournaments.models import Round, Stage
from tournaments.score_sheets import MOST_DEALS
from tournaments.selectors.entries import entries_of
from tournaments.selectors.events import draft_with_tables, published_round, published_rounds
from tournaments.selectors.matches import visible_match
from tournaments.selectors.standings import stage_of
from tournaments.selectors.visibility import visible_tournament
from tournaments.services.drafts import discard_draft
from tournaments.services.draws import draw_round, publish
from tournaments.services.open_play import report_game

LARGEST_SEED = 2**48 - 1


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round: its tables, who has a bye, and the digest by which its draw can be repeated."""

    matches = MatchSerializer(many=True)
    byes = EntrantSerializer(many=True, source="resting")

    class Meta:
        model = Round
        fields = ("number", "status", "published_at", "starts_at", "deals", "draw_hash", "matches", "byes")

    def to_representation(self, instance: Round) -> dict[str, Any]:
        instance.resting = [bye.entrant for bye in instance.byes.all()]  # type: ignore[attr-defined]
        return dict(super().to_representation(instance))


class DrawSerializer(serializers.Serializer[Any]):
    """How to draw. All of it may be left out."""

    relaxed = serializers.MultipleChoiceField(
        choices=[rule.value for rule in Relaxation],
        required=False,
        help_text="rules given up for this round where no lawful draw exists",
    )
    seed = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_SEED, help_text="by lot if left out"
    )
    deals = serializers.IntegerField(required=False, min_value=1, max_value=MOST_DEALS)


class ListedRoundSerializer(serializers.ModelSerializer[Round]):
    """A round without its tables."""

    class Meta:
        model = Round
        fields = ("number", "published_at", "starts_at", "deals", "draw_hash")


class RoundsView(APIView):
    """The published rounds of a stage in their order."""

    pagination_class = Pages

    @extend_schema(responses=ListedRoundSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        rounds = published_rounds(stage_of(visible_tournament(request.user, slug), number))
        pages = self.pagination_class()
        part: Any = pages.paginate_queryset(rounds, request, view=self)
        return pages.get_paginated_response(ListedRoundSerializer(part, many=True).data)


class RoundView(APIView):
    """A published round."""

    @extend_schema(responses=RoundSerializer)
    def get(self, request: Request, slug: str, number: int, round_number: int) -> Response:
        stage = stage_of(visible_tournament(request.user, slug), number)
        return Response(RoundSerializer(published_round(stage, round_number).round).data)


def directed_stage(request: Request, slug: str, number: int) -> Stage:
    """The stage, for its director; others are refused."""
    event = visible_tournament(request.user, slug)
    require(request, "tournaments.direct", event, Scope.DIRECT)
    return stage_of(event, number)


class DraftView(APIView):
    """The draft of a stage's next round, seen by its director only."""

    @extend_schema(
        description="The draft that waits to be published. Scope: direct.",
        responses={200: RoundSerializer, 403: OpenApiResponse(description="You don't direct this event.")},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(RoundSerializer(draft_with_tables(directed_stage(request, slug, number))).data)

    @extend_schema(
        description="Draw the next round; a draft that was there is replaced. Scope: direct.",
        parameters=[IDEMPOTENCY_KEY],
        request=DrawSerializer,
        responses={
            200: RoundSerializer,
            409: OpenApiResponse(
                description="`results-missing`, `stage-over`, or why there is no lawful draw; `relax` then "
                "names the rules of which giving up one, as `relaxed`, would make one possible."
            ),
        },
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        stage = directed_stage(request, slug, number)
        body = DrawSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        relaxed = [Relaxation(rule) for rule in sorted(said["relaxed"])] if "relaxed" in said else None
        seed, deals = said.get("seed"), said.get("deals")

        def make() -> Answer:
            draw_round(stage.pk, request.user, timezone.now(), relaxed=relaxed, seed=seed, deals=deals)  # type: ignore[arg-type]
            return Answer(dict(RoundSerializer(draft_with_tables(stage)).data), "", 200)

        return once(request, make)

    @extend_schema(description="Throw the draft away. Scope: direct.", responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        stage = directed_stage(request, slug, number)
        discard_draft(draft_with_tables(stage).pk, request.user)  # type: ignore[arg-type]
        return Response(status=204)


class PublishView(APIView):
    """Make the draft the round."""

    @extend_schema(
        description="Publish the draft, with `If-Match` only the one you read: seats are shown, results can "
        "come. Scope: direct.",
        parameters=[IF_MATCH],
        request=None,
        responses=RoundSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        stage = directed_stage(request, slug, number)
        draft = draft_with_tables(stage)
        is_held(request, RoundSerializer(draft).data)
        publish(draft.pk, request.user, timezone.now())  # type: ignore[arg-type]
        return Response(RoundSerializer(published_round(stage, draft.number).round).data)


class OpenGameSerializer(serializers.Serializer[Any]):
    """A game of an open event: its sides in seating order, each by entry numbers."""

    sides = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=100_000), min_length=1, max_length=2
        ),
        min_length=2,
        max_length=6,
    )


class GamesView(APIView):
    """Games of an open event, whose tables no draw makes."""

    @extend_schema(
        description="Announce a game that begins now; the match then waits for its log or its result. "
        "For officials, and programs that may submit every log. Scope: submit.",
        parameters=[IDEMPOTENCY_KEY],
        request=OpenGameSerializer,
        responses={
            201: MatchSerializer,
            409: OpenApiResponse(description="`not-open`, `sides`, `not-entered`, `tournament-closed`."),
        },
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        event = visible_tournament(request.user, slug)
        require(request, "tournaments.report_game", event, Scope.SUBMIT)
        stage = stage_of(event, number)
        body = OpenGameSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        sides = body.validated_data["sides"]
        known = {entrant.number: entrant for entrant in entries_of(event)}
        unknown = [entry for side in sides for entry in side if entry not in known]
        if unknown:
            raise serializers.ValidationError(
                {"sides": [_("No entrant has the number {number}.").format(number=one) for one in unknown]}
            )

        def make() -> Answer:
            chosen = [[known[entry] for entry in side] for side in sides]
            match = report_game(stage.pk, chosen, request.user, timezone.now())  # type: ignore[arg-type]
            shown = visible_match(request.user, match.uuid)
            return Answer(dict(MatchSerializer(shown).data), reverse("api:match", args=[match.uuid]))

        return once(request, make)
