"""In which form the API answers."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation


class Negotiation(DefaultContentNegotiation):
    """An unknown `format=` is not acceptable (406), as an unknown `Accept` is; the thing itself is there."""

    def filter_renderers(self, renderers: Iterable[Any], format: str) -> Any:
        try:
            return super().filter_renderers(renderers, format)
        except Http404 as error:
            raise NotAcceptable(available_renderers=list(renderers)) from error
