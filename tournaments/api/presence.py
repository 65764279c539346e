"""Who of the entrants is there, over HTTP: check-in, withdrawal, return."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import require
from accounts.models import Scope
from tournaments.api.entries import DIRECT, EnteredSerializer
from tournaments.models import Entrant
from tournaments.selectors.entries import entry_of
from tournaments.selectors.visibility import visible_tournament
from tournaments.services import presence


class CheckInSerializer(serializers.Serializer[Any]):
    """Whether the entrant is there."""

    present = serializers.BooleanField(default=True)


class ReturnSerializer(serializers.Serializer[Any]):
    """Why."""

    reason = serializers.CharField(max_length=200)


class WithdrawalSerializer(ReturnSerializer):
    """Why, and whether an open match of the current round is lost with it."""

    at_once = serializers.BooleanField(default=False)


class PresenceView(APIView):
    """What is said of one entrant; what it does is the subclass's."""

    serializer: type[serializers.Serializer[Any]]

    def answer(self, request: Request, slug: str, entry: int) -> Response:
        event = visible_tournament(request.user, slug)
        require(request, DIRECT, event, Scope.DIRECT)
        body = self.serializer(data=request.data)
        body.is_valid(raise_exception=True)
        self.apply(entry_of(event, entry), request.user, body.validated_data)
        return Response(EnteredSerializer(entry_of(event, entry)).data)

    def apply(self, entrant: Entrant, by: Any, said: dict[str, Any]) -> None:
        """Call the service."""
        raise NotImplementedError


class CheckInView(PresenceView):
    """Check an entrant in or out."""

    serializer = CheckInSerializer

    @extend_schema(
        description="Check an entrant in, or out. Scope: direct.",
        request=CheckInSerializer,
        responses=EnteredSerializer,
    )
    def post(self, request: Request, slug: str, entry: int) -> Response:
        return self.answer(request, slug, entry)

    def apply(self, entrant: Entrant, by: Any, said: dict[str, Any]) -> None:
        presence.check_in(entrant.pk, said["present"], by)


class WithdrawView(PresenceView):
    """An entrant leaves."""

    serializer = WithdrawalSerializer

    @extend_schema(
        description="The entrant plays no further round; what it played stays. Scope: direct.",
        request=WithdrawalSerializer,
        responses=EnteredSerializer,
    )
    def post(self, request: Request, slug: str, entry: int) -> Response:
        return self.answer(request, slug, entry)

    def apply(self, entrant: Entrant, by: Any, said: dict[str, Any]) -> None:
        presence.withdraw(entrant.pk, by, said["reason"], timezone.now(), at_once=said["at_once"])


class ReturnView(PresenceView):
    """An entrant comes back."""

    serializer = ReturnSerializer

    @extend_schema(
        description="The entrant is drawn again from the next round on. Scope: direct.",
        request=ReturnSerializer,
        responses=EnteredSerializer,
    )
    def post(self, request: Request, slug: str, entry: int) -> Response:
        return self.answer(request, slug, entry)

    def apply(self, entrant: Entrant, by: Any, said: dict[str, Any]) -> None:
        presence.come_back(entrant.pk, by, said["reason"])
