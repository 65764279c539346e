"""The rated games of a pool, as the mathematics of the ledger takes them."""

import json
from collections.abc import Iterator
from itertools import groupby

from django.db.models import TextField
from django.db.models.functions import Cast

from ratings.games import Game, Outcome
from ratings.models import Player, RatedSeat, RatingPool

CHUNK = 2_000


def games_from(pool: RatingPool, order_key: str = "") -> Iterator[Game]:
    """The rated games from this place on, in order; read by one statement, so from one moment.

    A game's key is (its id, its date). Ranks come as text, since a row comes for each seat and only one of
    them is read.
    """
    identities = Player.identities()
    seats = (
        RatedSeat.objects.filter(
            game__rule_set=pool.rule_set,
            game__kind=pool.kind,
            game__not_rated="",
            game__order_key__gte=order_key,
        )
        .order_by("game__order_key", "side", "position")
        .values_list(
            "game_id",
            "game__order_key",
            "game__played_at",
            Cast("game__ranks", TextField()),
            "game__outcome",
            Cast("game__defaulting", TextField()),
            "side",
            "player_id",
        )
    )
    for _key, rows in groupby(seats.iterator(chunk_size=CHUNK), key=lambda row: row[0]):
        seated = list(rows)
        game_id, order, played_at, ranks, outcome, defaulting, _side, _player = seated[0]
        sides = tuple(
            tuple(identities.get(row[7], row[7]) for row in side)
            for _number, side in groupby(seated, key=lambda row: row[6])
        )
        yield Game(
            key=(game_id, played_at),
            order=order,
            sides=sides,
            ranks=tuple(json.loads(ranks)),
            outcome=Outcome(outcome),
            defaulting=frozenset(json.loads(defaulting)),
        )
