"""Results over HTTP: a side's report, and what referees decide about a match."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import IDEMPOTENCY_KEY, once, require
from accounts.models import Scope
from accounts.services import answers
from tournaments.api.conditions import IF_MATCH, is_held
from tournaments.api.serializers import MatchSerializer
from tournaments.core.records import Outcome
from tournaments.errors import InputError, NotAllowedError
from tournaments.models import Match, MatchState
from tournaments.selectors.matches import check_not_own_table, side_of_user, visible_match
from tournaments.services.decisions import Ruling, decide
from tournaments.services.reports import Answer, Report, report

PROBLEMS = {
    400: OpenApiResponse(description="Totals that can't be: `code` says why."),
    409: OpenApiResponse(description="The match's state doesn't allow it: `code` says why."),
}


class TotalsSerializer(serializers.Serializer[Any]):
    """A total a side in the order of the match's sides, or of the entry numbers in `entrants`."""

    totals = serializers.ListField(
        child=serializers.IntegerField(), required=False, allow_null=True, max_length=5
    )
    entrants = serializers.ListField(child=serializers.IntegerField(), required=False, max_length=5)

    def in_order_of(self, match: Match) -> tuple[int, ...] | None:
        """The totals in the order of the match's sides; raises InputError `sides-same` or `sides-other`."""
        totals = self.validated_data.get("totals")
        named = self.validated_data.get("entrants")
        if totals is None or named is None:
            return None if totals is None else tuple(totals)
        if len(set(named)) < len(named):
            raise InputError("sides-same", _("A side can't play against itself."), field="entrants")
        sides = [{row.entrant.number for row in side.entrants.all()} for side in match.sides.all()]
        places = [next((i for i, number in enumerate(named) if number in side), None) for side in sides]
        if len(named) != len(totals) or None in places or len(named) != len(sides):
            raise InputError("sides-other", _("These are not the sides of this match."), field="entrants")
        return tuple(totals[place] for place in places if place is not None)


class ReportSerializer(TotalsSerializer):
    """What a side reports. `side` is needed only of those who don't sit at the table."""

    side = serializers.IntegerField(required=False, allow_null=True)


class DecisionSerializer(TotalsSerializer):
    """What a referee decides; `at_fault` names sides by number, `version` the state it was decided on."""

    version = serializers.IntegerField(required=False, help_text="or If-Match")
    outcome = serializers.ChoiceField([outcome.value for outcome in Outcome], default=Outcome.PLAYED.value)
    at_fault = serializers.ListField(child=serializers.IntegerField(), default=list, max_length=5)
    reason = serializers.CharField(default="", allow_blank=True, max_length=500)
    public_reason = serializers.CharField(default="", allow_blank=True, max_length=300)


class ReportedSerializer(serializers.Serializer[Any]):
    """What a report came to, and the match after it."""

    answer = serializers.ChoiceField([answer.value for answer in Answer])
    match = MatchSerializer()


class MatchResultsView(APIView):
    """Report a result: players for their own side, officials for a side or, without one, officially."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ReportSerializer,
        responses={200: ReportedSerializer, **PROBLEMS},
    )
    def post(self, request: Request, uuid: UUID) -> Response:
        match = visible_match(request.user, uuid)
        require(request, "tournaments.report_result", match, Scope.RESULTS)
        body = ReportSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        totals = body.in_order_of(match)
        if totals is None:
            raise InputError("no-points", _("Enter the points of every side."), field="totals")

        def make() -> answers.Answer:
            shown = _reported(request, match, totals, body.validated_data.get("side"))
            return answers.Answer(dict(ReportedSerializer(shown).data), "", 200)

        return once(request, make)


def _reported(request: Request, match: Match, totals: tuple[int, ...], given: int | None) -> dict[str, Any]:
    """Report for a side, or without one type the official result; the answer and the match after it."""
    side = _side(request.user, match, given)
    if side is None:
        contested = match.state in (MatchState.DISPUTED, MatchState.OFFICIAL)
        may = "tournaments.decide_match" if contested else "tournaments.type_result"
        check_not_own_table(request.user, match)
        require(request, may, match, Scope.RESULTS)
        decide(match.pk, Ruling(totals), request.user, timezone.now(), match.version)  # type: ignore[arg-type]
        answer = Answer.OFFICIAL
    else:
        answer = report(match.pk, Report(side, totals), request.user, timezone.now()).answer  # type: ignore[arg-type]
    return {"answer": answer, "match": visible_match(request.user, match.uuid)}


def _side(user: Any, match: Match, given: int | None) -> int | None:
    """The side a report is of: players report for their own, whatever else they may do."""
    own = side_of_user(match, user)
    if own is not None and given not in (None, own):
        raise NotAllowedError("other-side", _("You play on the other side; report for your own."))
    return given if own is None else own


class MatchDecisionView(APIView):
    """Decide a match as a referee or organiser: the second of two who decide at once gets 409."""

    @extend_schema(
        parameters=[IF_MATCH], request=DecisionSerializer, responses={200: MatchSerializer, **PROBLEMS}
    )
    def post(self, request: Request, uuid: UUID) -> Response:
        match = visible_match(request.user, uuid)
        check_not_own_table(request.user, match)
        require(request, "tournaments.decide_match", match, Scope.RESULTS)
        body = DecisionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        held = is_held(request, MatchSerializer(match).data)
        version = said.get("version", match.version if held else None)
        if version is None:
            raise InputError(
                "version", _("Say by version or If-Match which state you decide on."), field="version"
            )
        ruling = Ruling(body.in_order_of(match), Outcome(said["outcome"]), frozenset(said["at_fault"]))
        decide(
            match.pk,
            ruling,
            request.user,  # type: ignore[arg-type]
            timezone.now(),
            version,
            said["reason"],
            said["public_reason"],
        )
        return Response(MatchSerializer(visible_match(request.user, uuid)).data)
