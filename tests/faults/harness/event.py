"""What is played during a fault: an event with many tables, a log for each, and who submits them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

PAIRS = 40
LONG = 60


@dataclass(frozen=True)
class Game:
    """A match and the log that will be submitted for it."""

    uuid: str
    document: bytes


def make_games(count: int) -> list[Game]:
    """Matches of two pairs, a pair meeting another one each round, and what bots played there."""
    from tests.tournaments.event import make_event

    event = make_event(PAIRS, deals=None)
    played = cycle([_played(seed) for seed in range(4)])
    matches: list[Any] = []
    while len(matches) < count:
        other = len(matches) // (PAIRS // 2) * 2 + 1
        matches += event.round(*(f"{home}-{(home + other - 1) % PAIRS + 1}" for home in range(1, PAIRS, 2)))
    return [_game(match, next(played)) for match in matches[:count]]


def _played(seed: int = 0) -> Any:
    """A match that bots play, the same for the same seed."""
    import engine

    return engine.play_match(engine.CLASSIC, 4, seed)


def make_long_games(count: int) -> Iterator[Game]:
    """Matches of so many deals that replaying one takes a while."""
    import engine
    from tests.tournaments.event import make_event

    event = make_event(2, deals=LONG, slug="long")
    played = engine.play_match(engine.CLASSIC, 4, 1, engine.Until(deals=LONG))
    for _game_number in range(count):
        yield _game(event.round("1-2")[0], played)


def make_unrated_games(count: int) -> list[Game]:
    """Games of an event that is not rated, so that whatever becomes of them moves no rating."""
    from tests.tournaments.event import make_event

    event = make_event(2 * count, slug="unrated", rated=False, deals=None)
    matches = event.round(*(f"{home}-{home + 1}" for home in range(1, 2 * count, 2)))
    played = _played()
    return [_game(match, played) for match in matches]


def _game(match: Any, played: Any) -> Game:
    codes = list(match.seats.order_by("position", "side__number").values_list("player__code", flat=True))
    return Game(str(match.uuid), json.dumps({**played, "players": codes}).encode())


def make_token() -> str:
    """The secret of a program that may submit every log."""
    from django.contrib.auth.models import Permission

    from accounts.models import Scope
    from accounts.services.tokens import create_token
    from tests.tournaments.event import make_user

    user = make_user("program@example.org")
    user.user_permissions.add(Permission.objects.get(codename="submit_every_log"))
    return create_token(user, "program", [Scope.SUBMIT])[1]
