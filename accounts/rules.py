"""Who may do what with accounts. The site widens it to those who manage clubs."""

from typing import Any

import rules


@rules.predicate
def is_staff(user: Any) -> bool:
    """A member of staff."""
    return bool(user.is_active and user.is_staff)


rules.add_perm("accounts.invite", is_staff)
