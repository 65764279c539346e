"""`If-Match`: something is changed only as the sender has read it."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import set_response_etag
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from tournaments.errors import InputError, TournamentError

IF_MATCH = OpenApiParameter("If-Match", str, "header", description="the ETag of the thing as you read it")


class OutdatedError(TournamentError):
    """What was read is not what is stored any more (412)."""

    status = 412


def is_held(request: Request, shown: Any) -> bool:
    """Whether the sender says by If-Match that this is what they read.

    Raises OutdatedError if it isn't, and InputError `if-match` for what is no ETag.
    """
    asked = request.headers.get("If-Match")
    if asked is None:
        return False
    held = parse_etags(asked)
    if not held:
        raise InputError("if-match", _("If-Match holds the ETag as it came, with its quotation marks."))
    answer = HttpResponse(JSONRenderer().render(shown))
    set_response_etag(answer)
    if held != ["*"] and answer["ETag"] not in held:
        raise OutdatedError("changed-meanwhile", _("This has changed since you read it. Read it again."))
    return True
