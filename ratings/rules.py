"""Who may put players on the list, as predicates."""

from typing import Any

import rules

from ratings.models import Club


@rules.predicate
def is_administrator(user: Any) -> bool:
    return bool(user.is_active and user.is_superuser)


@rules.predicate
def manages(user: Any, club: Any) -> bool:
    return isinstance(club, Club) and club.managers.filter(pk=user.pk).exists()


rules.add_perm("ratings.register_player", rules.is_authenticated & (is_administrator | manages))
