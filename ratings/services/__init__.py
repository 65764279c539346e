"""Everything that writes, one module for each area. What other apps call is named here."""

from ratings.errors import RatingError
from ratings.facts import GameFacts
from ratings.services.dry_runs import Move, moves_to_come
from ratings.services.folding import fold_pool
from ratings.services.games import record_game, unrate_game

__all__ = ["GameFacts", "Move", "RatingError", "fold_pool", "moves_to_come", "record_game", "unrate_game"]
