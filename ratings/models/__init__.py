"""What the ratings app stores. Constraints are here; writing is in `services`, reading in `selectors`."""

from ratings.models.lists import OfficialList, OfficialListRow
from ratings.models.people import Club, Pair, Player, Visibility
from ratings.models.pools import (
    Kind,
    LedgerChange,
    PlayerRating,
    RatedGame,
    RatedSeat,
    RatingEntry,
    RatingPool,
    RatingReplay,
    RuleSet,
)

__all__ = [
    "Club",
    "Kind",
    "LedgerChange",
    "OfficialList",
    "OfficialListRow",
    "Pair",
    "Player",
    "PlayerRating",
    "RatedGame",
    "RatedSeat",
    "RatingEntry",
    "RatingPool",
    "RatingReplay",
    "RuleSet",
    "Visibility",
]
