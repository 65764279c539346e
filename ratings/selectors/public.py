"""Who may be shown, and by what they are found."""

from django.db.models import Q

from ratings.models import Visibility
from ratings.names import search_key


def public_players(prefix: str = "") -> Q:
    """Those who may stand in a table."""
    return ~Q(**{f"{prefix}visibility": Visibility.HIDDEN}) & Q(**{f"{prefix}merged_into": None})


def named(text: str, prefix: str = "") -> Q:
    """Those in whose public name each word of the text begins a word."""
    key = f"{prefix}public_search_key"
    every = Q()
    for word in search_key(text).split():
        every &= Q(**{f"{key}__startswith": word}) | Q(**{f"{key}__contains": f" {word}"})
    return every
