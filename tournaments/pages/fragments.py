"""Parts of pages that are polled: answered without the frame, and with 304 while they stay the same."""

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers


def fragment(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponseBase:
    """The rendered part with an ETag, or 304 where the browser has it already."""
    response: HttpResponse = render(request, template, context)
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["HX-Request"])
    return get_conditional_response(request, etag=etag, response=response) or response
