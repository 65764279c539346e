"""Which pages of events are kept for visitors who aren't signed in."""

from typing import Any

from ratings.editions import PEOPLE
from ratings.views.caching import kept_page
from tournaments.selectors.visibility import public_event_id
from tournaments.watched import EVENT, SEASONS


def _event(slug: str, *_rest: Any, **_more: Any) -> str | None:
    found = public_event_id(slug)
    return None if found is None else f"{EVENT}:{found}"


kept_event_page = kept_page(PEOPLE, SEASONS, of=_event)
