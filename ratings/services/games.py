"""Taking games from the tournaments: new, corrected, taken back. The ledger follows by itself."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from ratings import games as rules
from ratings.errors import RatingError
from ratings.facts import GameFacts
from ratings.games import LedgerError, Outcome
from ratings.models import Kind, Player, RatedGame, RatedSeat, RatingEntry, RuleSet
from ratings.services.marks import mark, mark_pool
from ratings.services.pools import pool_for

COLUMNS = (
    "rule_set",
    "kind",
    "played_at",
    "tournament_id",
    "round",
    "table",
    "order_key",
    "ranks",
    "outcome",
    "defaulting",
    "rated_event",
    "not_rated",
)


@transaction.atomic(savepoint=False)
def record_game(facts: GameFacts, *, why: str = "", by: Any = None) -> RatedGame:
    """Store one match for rating, or correct what was stored of it; telling the same twice changes nothing.

    Runs inside the caller's transaction. Unrated matches are stored too, with the reason. `why` and `by` go
    into the audit line of a correction. Raises RatingError for facts that cannot be (a player twice, ranks
    that do not fit the sides).
    """
    columns = _columns(facts)
    # No stronger lock: a fold that has the pool, which we wait for next, refers to the game when it commits.
    game = RatedGame.objects.select_for_update(no_key=True).filter(uuid=facts.uuid).order_by().first()
    if game is None:
        return _first_told(columns, facts, why, by)
    before = {name: getattr(game, name) for name in COLUMNS}
    seats_differ = _sides_of(game) != facts.sides
    if (game.label, game.url) != (facts.label, facts.url) or before != columns or seats_differ:
        _correct(game, columns, facts, reseat=seats_differ)
    if before != columns or seats_differ:
        _mark_correction(game, before, columns, why or _("a corrected result"), by)
    return game


def _first_told(columns: dict[str, Any], facts: GameFacts, why: str, by: Any) -> RatedGame:
    game = RatedGame.objects.create(uuid=facts.uuid, label=facts.label, url=facts.url, **columns)
    _seat(game, facts)
    if game.not_rated:
        pool_for(game.rule_set, game.kind)
        return game
    reason = _("a late result") if not why and _is_late(game) else why
    if not mark(game.rule_set, game.kind, game.order_key, reason, by):
        mark_pool(pool_for(game.rule_set, game.kind).pk, game.order_key, reason, by)
    return game


@transaction.atomic
def unrate_game(uuid: UUID, *, why: str = "", by: Any = None) -> bool:
    """Take a match out of the ledger, as when it is voided; False if it was not there."""
    game = RatedGame.objects.select_for_update(no_key=True).filter(uuid=uuid).first()
    if game is None or game.not_rated:
        return False
    game.outcome = Outcome.VOID
    game.not_rated = rules.NotRated.VOID
    game.save(update_fields=["outcome", "not_rated"])
    mark(game.rule_set, game.kind, game.order_key, why or _("a game taken back"), by)
    return True


def reconsider(games: Iterable[RatedGame], *, why: str, by: Any = None) -> None:
    """Record games again as they are stored, since something about their players has changed.

    All are locked before the first marks a pool: whoever corrects one of them has it before the pool, too.
    """
    games = list(games)
    locked = RatedGame.objects.select_for_update(no_key=True).filter(pk__in=[game.pk for game in games])
    list(locked.order_by("pk").values_list("pk"))
    for game in games:
        record_game(facts_of(game), why=why, by=by)


def facts_of(game: RatedGame) -> GameFacts:
    """What is stored of a match, in the form in which it was told."""
    return GameFacts(
        uuid=game.uuid,
        rule_set=game.rule_set,
        played_at=game.played_at,
        sides=_sides_of(game),
        ranks=tuple(game.ranks),
        outcome=Outcome(game.outcome),
        defaulting=frozenset(game.defaulting),
        rated=game.rated_event,
        tournament_id=game.tournament_id,
        round=game.round,
        table=game.table,
        label=game.label,
        url=game.url,
    )


def _columns(facts: GameFacts) -> dict[str, Any]:
    if facts.rule_set not in RuleSet.values:
        raise RatingError("unknown_rule_set", _("No such rules: %(name)s.") % {"name": facts.rule_set})
    try:
        order = rules.order_key(facts.played_at, facts.tournament_id, facts.round, facts.table, facts.uuid)
        not_rated = _why_not_rated(facts, order)
    except LedgerError as error:
        raise RatingError(error.code, str(error)) from error
    return {
        "rule_set": facts.rule_set,
        "kind": Kind.SOLO if all(len(side) < 2 for side in facts.sides) else Kind.PAIRS,
        "played_at": facts.played_at,
        "tournament_id": facts.tournament_id,
        "round": facts.round,
        "table": facts.table,
        "order_key": order,
        "ranks": list(facts.ranks),
        "outcome": Outcome(facts.outcome),
        "defaulting": sorted(facts.defaulting),
        "rated_event": facts.rated,
        "not_rated": not_rated,
    }


def _why_not_rated(facts: GameFacts, order: str) -> str:
    """The reason why this match is not rated, "" if it is; refuses what can't be."""
    named = [player for side in facts.sides for player in side if player is not None]
    if len(named) != len(set(named)):
        raise RatingError("same_player", _("A player sits at the same table twice."))
    people = _people_of(named)
    game = rules.Game(
        key=facts.uuid,
        order=order,
        sides=tuple(tuple(people.get(player) for player in side) for side in facts.sides),
        ranks=facts.ranks,
        outcome=Outcome(facts.outcome),
        defaulting=facts.defaulting,
        rated_event=facts.rated,
    )
    reason = rules.why_not_rated(game)
    if reason in {None, rules.NotRated.SAME_PLAYER}:
        rules.check(game)
    return reason.value if reason else ""


def _people_of(seated: Sequence[int]) -> dict[int | None, int | None]:
    """For each of these players the one whose ratings the game moves; None for a guest.

    Two can turn out, by a merge, to be one person.
    """
    rows = list(
        Player.objects.filter(pk__in=seated).order_by().values_list("pk", "is_guest", "merged_into_id")
    )
    if all(into is None for _player, _is_guest, into in rows):
        return {player: None if is_guest else player for player, is_guest, _into in rows}
    identities: dict[Any, int] = Player.identities()
    people = {player: identities.get(player, player) for player in seated}
    guests = set(
        Player.objects.filter(pk__in=set(people.values()), is_guest=True).values_list("pk", flat=True)
    )
    return {player: None if person in guests else person for player, person in people.items()}


def _sides_of(game: RatedGame) -> tuple[tuple[int | None, ...], ...]:
    sides: dict[int, list[int | None]] = {}
    for seat in game.seats.all():
        sides.setdefault(seat.side, []).append(seat.player_id)
    return tuple(tuple(players) for players in sides.values())


def _seat(game: RatedGame, facts: GameFacts) -> None:
    RatedSeat.objects.bulk_create(
        RatedSeat(game=game, side=side, position=position, player_id=player)
        for side, players in enumerate(facts.sides)
        for position, player in enumerate(players)
    )


def _correct(game: RatedGame, columns: dict[str, Any], facts: GameFacts, *, reseat: bool) -> None:
    for name, value in columns.items():
        setattr(game, name, value)
    game.label, game.url = facts.label, facts.url
    game.save()
    if reseat:
        game.seats.all().delete()
        _seat(game, facts)


def _mark_correction(
    game: RatedGame, before: dict[str, Any], after: dict[str, Any], why: str, by: Any
) -> None:
    """Both the place a game leaves and the place it takes are marked, each if the game is rated there.

    A game that is rated no more, and has its lines until the next fold, takes them along to its new place.
    """
    has_lines = RatingEntry.objects.filter(game=game).exists()
    first: dict[tuple[str, str], str] = {}
    for columns in (before, after):
        if has_lines or not columns["not_rated"]:
            pool = columns["rule_set"], columns["kind"]
            first[pool] = min(first.get(pool, columns["order_key"]), columns["order_key"])
    for (rule_set, kind), order_key in sorted(first.items()):
        mark(rule_set, kind, order_key, why, by)


def _is_late(game: RatedGame) -> bool:
    return RatedGame.objects.filter(
        rule_set=game.rule_set, kind=game.kind, not_rated="", order_key__gt=game.order_key
    ).exists()
