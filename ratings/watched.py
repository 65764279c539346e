"""Whose changes make the pages of the ratings new."""

from ratings.editions import PEOPLE, RATINGS, Watched
from ratings.models import Club, OfficialList, Pair, Player, RatedGame, RatingPool

# A fold writes its ledger, its ratings and its pool in one transaction: watching the pool is enough.
WATCHED = [
    Watched(Club, PEOPLE),
    Watched(Player, PEOPLE),
    Watched(Pair, PEOPLE),
    Watched(RatingPool, RATINGS),
    Watched(RatedGame, RATINGS),
    Watched(OfficialList, RATINGS),
]
