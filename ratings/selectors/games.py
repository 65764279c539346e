"""Games as people read them: who sat where, what it did to each rating and why."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404

from ratings.explain import SideStory, Step, stories
from ratings.models import Player, RatedGame, RatedSeat, RatingEntry, RatingPool


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a game. Without a story the game did nothing to the ratings of this side."""

    number: int
    players: tuple[Player | None, ...]
    rank: int | None
    defaulted: bool
    story: SideStory | None

    @property
    def seats(self) -> list[tuple[Player | None, Step | None]]:
        steps = {step.player_id: step for step in self.story.steps} if self.story else {}
        return [(player, steps.get(player.pk) if player else None) for player in self.players]


@dataclass(frozen=True, slots=True)
class GameView:
    """One game with its sides."""

    game: RatedGame
    sides: tuple[Side, ...]

    def others_than(self, player: Player) -> list[Side]:
        return [side for side in self.sides if player not in side.players]

    @property
    def is_rated_soon(self) -> bool:
        """Rated by the rules, but not folded yet."""
        return not self.game.not_rated and not any(side.story for side in self.sides)


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """One game as one player had it."""

    view: GameView
    mine: Side
    story: SideStory
    step: Step
    others: tuple[Side, ...]
    partners: tuple[Player | None, ...]


def game_view(uuid: UUID) -> tuple[GameView, RatingPool | None]:
    """One game and the pool that shows it."""
    game = RatedGame.objects.filter(uuid=uuid).first()
    if game is None:
        raise Http404
    pool = RatingPool.objects.filter(rule_set=game.rule_set, kind=game.kind, active=True).first()
    return game_views([game], pool)[0], pool


def game_views(games: Sequence[RatedGame], pool: RatingPool | None) -> list[GameView]:
    """The games in the order given, in a constant number of queries; merged players as who they are."""
    seats: dict[int, dict[int, list[int | None]]] = {}
    ids = [game.pk for game in games]
    for seat in RatedSeat.objects.filter(game__in=ids).order_by("side", "position"):
        seats.setdefault(seat.game_id, {}).setdefault(seat.side, []).append(seat.player_id)
    seated = {p for sides in seats.values() for side in sides.values() for p in side if p is not None}
    people = _people(seated)
    lines: dict[int, list[RatingEntry]] = {}
    if pool is not None:
        for line in RatingEntry.objects.filter(pool=pool, game__in=ids).order_by("side", "seat"):
            lines.setdefault(line.game_id, []).append(line)
    return [_view(game, seats.get(game.pk, {}), lines.get(game.pk, []), people, pool) for game in games]


def _people(seated: Collection[int]) -> dict[int, Player]:
    """For each seated player who that is today: themselves, or whom they were merged into."""
    people = Player.objects.select_related("club").in_bulk(seated)
    if any(person.merged_into_id for person in people.values()):
        final = {number: target for number, target in Player.identities().items() if number in people}
        targets = Player.objects.select_related("club").in_bulk(final.values())
        people |= {number: targets[target] for number, target in final.items()}
    return people


def games_of(player: Player, pool: RatingPool, ids: Sequence[int]) -> list[PlayedBy]:
    """These games as the player had them, in the order given; without those that are theirs no more."""
    games = RatedGame.objects.in_bulk(ids)
    views = game_views([games[number] for number in ids if number in games], pool)
    return [played for view in views if (played := _played_by(player, view)) is not None]


def _played_by(player: Player, view: GameView) -> PlayedBy | None:
    for side in view.sides:
        story = side.story
        for step in story.steps if story else ():
            if story and step.player_id == player.pk:
                partners = tuple(other for other in side.players if other != player)
                return PlayedBy(view, side, story, step, tuple(view.others_than(player)), partners)
    return None


def _view(
    game: RatedGame,
    seats: dict[int, list[int | None]],
    lines: list[RatingEntry],
    people: dict[int, Player],
    pool: RatingPool | None,
) -> GameView:
    told = {story.side: story for story in stories(lines, pool.model)} if pool is not None else {}
    return GameView(
        game,
        tuple(
            Side(
                number=number,
                players=tuple(people.get(player) if player is not None else None for player in players),
                rank=game.ranks[number] if number < len(game.ranks) else None,
                defaulted=number in game.defaulting,
                story=told.get(number),
            )
            for number, players in sorted(seats.items())
        ),
    )
