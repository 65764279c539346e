"""Everything that writes, one module for each area. What other apps call is named here."""

from ratings.errors import RatingError
from ratings.facts import GameFacts
from ratings.services.folding import fold_pool
from ratings.services.games import record_game, unrate_game

__all__ = ["GameFacts", "RatingError", "fold_pool", "record_game", "unrate_game"]
