"""Awards and penalties over HTTP: everybody reads them, referees give and take them back."""

from decimal import Decimal
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import IDEMPOTENCY_KEY, once, require
from accounts.models import Scope
from accounts.services.answers import Answer
from ratings.api.pages import Pages
from tournaments.api.filters import asked_number
from tournaments.models import Adjustment
from tournaments.selectors.adjustments import adjustment_of, adjustments_of
from tournaments.selectors.entries import entry_of
from tournaments.selectors.standings import stage_of
from tournaments.selectors.visibility import visible_tournament
from tournaments.services.adjustments import MOST, adjust, take_back_adjustment

REFEREE = "tournaments.referee"
ENTRANT = OpenApiParameter("entrant", int, description="entry number")


class AdjustmentSerializer(serializers.ModelSerializer[Adjustment]):
    """What an entrant was given or, negative, taken, in VP (or points) with two decimals."""

    entrant = serializers.IntegerField(source="entrant.number")
    value = serializers.SerializerMethodField("in_units")
    round = serializers.IntegerField(source="round_number", help_text="from this round on")

    class Meta:
        model = Adjustment
        fields = ("id", "entrant", "value", "round", "reason", "at")

    def in_units(self, adjustment: Adjustment) -> str:
        return str(Decimal(adjustment.value).scaleb(-2))


class NewAdjustmentSerializer(serializers.Serializer[Any]):
    """An award, or with a minus a penalty."""

    entrant = serializers.IntegerField(min_value=1, max_value=100_000, help_text="entry number")
    value = serializers.DecimalField(
        max_digits=8,
        decimal_places=2,
        min_value=Decimal(-MOST).scaleb(-2),
        max_value=Decimal(MOST).scaleb(-2),
        help_text="in VP (or points), such as -2.50",
    )
    round = serializers.IntegerField(min_value=1, max_value=1000, help_text="from this round on")
    reason = serializers.CharField(max_length=500)


class AdjustmentsView(APIView):
    """The adjustments of a stage, and new ones."""

    pagination_class = Pages

    @extend_schema(
        description="The adjustments of a stage in the order in which they were given.",
        parameters=[ENTRANT],
        responses=AdjustmentSerializer(many=True),
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        stage = stage_of(visible_tournament(request.user, slug), number)
        found = adjustments_of(stage, asked_number(request, "entrant"))
        pages = self.pagination_class()
        part: Any = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(AdjustmentSerializer(part, many=True).data)

    @extend_schema(
        description="Give an entrant an award or a penalty as referee. Scope: direct.",
        parameters=[IDEMPOTENCY_KEY],
        request=NewAdjustmentSerializer,
        responses={201: AdjustmentSerializer},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        event = visible_tournament(request.user, slug)
        require(request, REFEREE, event, Scope.DIRECT)
        stage = stage_of(event, number)
        body = NewAdjustmentSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        try:
            entrant = entry_of(event, said["entrant"])
        except Http404:
            unknown = _("No entrant has the number {number}.").format(number=said["entrant"])
            raise ValidationError({"entrant": [unknown]}) from None

        def make() -> Answer:
            hundredths = int(said["value"].scaleb(2))
            given = adjust(stage, entrant.pk, hundredths, said["reason"], said["round"], request.user)  # type: ignore[arg-type]
            where = reverse("api:adjustment", args=[event.slug, number, given.pk])
            return Answer(dict(AdjustmentSerializer(given).data), where)

        return once(request, make)


class AdjustmentView(APIView):
    """One adjustment."""

    @extend_schema(responses=AdjustmentSerializer)
    def get(self, request: Request, slug: str, number: int, adjustment: int) -> Response:
        stage = stage_of(visible_tournament(request.user, slug), number)
        return Response(AdjustmentSerializer(adjustment_of(stage, adjustment)).data)

    @extend_schema(
        description="Take an adjustment back; its history stays. Scope: direct.", responses={204: None}
    )
    def delete(self, request: Request, slug: str, number: int, adjustment: int) -> Response:
        event = visible_tournament(request.user, slug)
        require(request, REFEREE, event, Scope.DIRECT)
        stage = stage_of(event, number)
        take_back_adjustment(stage, adjustment_of(stage, adjustment).pk, request.user)  # type: ignore[arg-type]
        return Response(status=204)
