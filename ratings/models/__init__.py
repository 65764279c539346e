"""What the ratings app stores. Constraints are here; writing is in `services`, reading in `selectors`."""

from ratings.models.editions import Edition
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
    "Edition",
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
