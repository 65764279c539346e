"""Where other apps add to what happens to an account: they register from their AppConfig."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from accounts.models import Invitation, User


@dataclass
class Seams:
    """Lists of functions; each is called inside the caller's transaction."""

    # Give an accepted invitation its effect: the club, the player, the rights.
    welcome: list[Callable[[User, Invitation], None]] = field(default_factory=list)
    # Refuse (AccountError) an invitation that could have no effect, such as an unknown player's code.
    check: list[Callable[[Invitation], None]] = field(default_factory=list)
    # Put a pseudonym in the place of a user who leaves; results stay.
    forget: list[Callable[[User], None]] = field(default_factory=list)
    # What else is known of a user, by heading, as JSON can hold it.
    export: list[Callable[[User], dict[str, Any]]] = field(default_factory=list)
    # Permissions over the whole site that administrators give and take, named as in `has_perm`.
    permissions: list[str] = field(default_factory=list)


seams = Seams()
