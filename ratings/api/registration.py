"""New players over HTTP."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import once, require
from accounts.models import Scope
from accounts.services.answers import Answer
from ratings.api.serializers import PlayerSerializer
from ratings.models import Club
from ratings.models.people import code_validator
from ratings.services.people import create_player

ANSWERS = {
    201: OpenApiResponse(PlayerSerializer, description="Registered; `Location` is the player's address."),
    409: OpenApiResponse(description="`taken`: another player has this code."),
}


class NewPlayerSerializer(serializers.Serializer[Any]):
    """A player of a club that you manage; without a code one is made up."""

    name = serializers.CharField(max_length=120)
    club = serializers.CharField(max_length=40, help_text="code of the club")
    code = serializers.CharField(max_length=40, required=False, validators=[code_validator])
    minor = serializers.BooleanField(default=False, help_text="shown by given name and initial only")
    is_guest = serializers.BooleanField(default=False, help_text="games with a guest are not rated")


def register(request: Request) -> Response:
    """Put the player of the request's body on the list of a club."""
    body = NewPlayerSerializer(data=request.data)
    body.is_valid(raise_exception=True)
    said = dict(body.validated_data)
    club = Club.objects.filter(code=said.pop("club")).first()
    if club is None:
        raise ValidationError({"club": [_("There is no club with this code.")]})
    require(request, "ratings.register_player", club, Scope.DIRECT)

    def make() -> Answer:
        player = create_player(said.pop("name"), club=club, by=request.user, demo=club.demo, **said)
        return Answer(dict(PlayerSerializer(player).data), reverse("ratings-api:player", args=[player.code]))

    return once(request, make)
