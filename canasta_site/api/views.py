"""The API's description for programs and for people, and its answer where there is nothing."""

from functools import cache
from typing import Any

from csp.decorators import csp_update
from django.utils import translation
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


@cache
def description() -> dict[str, Any]:
    """The OpenAPI document, in English whoever asks; made once, since only a new version changes it."""
    with translation.override("en"):
        return dict(SchemaGenerator().get_schema(request=None, public=True))


class SchemaView(SpectacularAPIView):
    """The OpenAPI document as YAML, or as JSON by `?format=json`."""

    permission_classes = (AllowAny,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(description())


# Never kept: asked again, the page would be a 304, whose headers forbid the styles.
@method_decorator([never_cache, csp_update({"style-src": "'unsafe-inline'"})], name="dispatch")
class DocumentationView(SpectacularSwaggerSplitView):
    """The description to read and to try. Swagger UI writes styles of its own; only here it may."""

    template_name = "api_docs.html"

    url_name = "api-schema"
    permission_classes = (AllowAny,)
    title = "Canasta"


@extend_schema(exclude=True)
class NothingView(APIView):
    """Not found, in the API's own form."""

    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound(_("This is no address of the API: see /api/v1/docs. None ends with a slash."))
