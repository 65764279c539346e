"""Where other apps hear of changes to players: the site registers them as it starts. Decides nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ratings.models import Player


@dataclass
class Seams:
    """Lists of functions; each is called inside the caller's transaction."""

    # A player appears under another name in public; given the player, the name before, and who changed it.
    renamed: list[Callable[[Player, str, Any], None]] = field(default_factory=list)


seams = Seams()
