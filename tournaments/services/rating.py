"""What the ratings are told of a match: only official results count, and every change is told again."""

from django.db.models import QuerySet
from django.urls import reverse

from ratings.facts import GameFacts
from ratings.games import Outcome as Rated
from ratings.services import record_game, unrate_game
from tournaments.core.records import Outcome
from tournaments.models import GameRecord, Match, MatchState, Round, Tournament
from tournaments.selectors.matches import played_at

# Rounds of later stages come after those of earlier ones on the same day.
STAGE_STRIDE = 1000

RATED_AS = {
    Outcome.PLAYED: Rated.PLAYED,
    Outcome.ABANDONED: Rated.FORFEIT,
    Outcome.FORFEIT: Rated.FORFEIT,
    Outcome.NO_SHOW: Rated.NO_SHOW,
    Outcome.VOID: Rated.VOID,
}


def sync_rating(match: Match, why: str = "", record: GameRecord | None = None) -> None:
    """Bring the rated game of this match to what is official of it now (`record`, where it is at hand)."""
    record = record or GameRecord.objects.filter(match=match).first()
    if record is None:
        return
    if match.state != MatchState.OFFICIAL:
        unrate_game(match.uuid, why=why)
        return
    record_game(facts_of(match, record), why=why, by=record.decided_by)


def sync_event(tournament: Tournament, why: str) -> None:
    """Tell the ratings every official match of an event again: it became rated or unrated, or moved."""
    _sync_all(Match.objects.filter(round__stage__tournament=tournament), why)


def sync_round(round_: Round, why: str) -> None:
    """Tell the ratings the official matches of a round again: it began at another time."""
    _sync_all(Match.objects.filter(round=round_), why)


def _sync_all(matches: QuerySet[Match], why: str) -> None:
    """The matches are locked before their records are read: none is told as it was before."""
    official = matches.filter(state=MatchState.OFFICIAL).select_for_update(of=("self",))
    for match in official.select_related("round__stage__tournament").order_by("pk"):
        sync_rating(match, why)


def drop_rating(match: Match, why: str) -> None:
    """The match has no official result any more: its game is not rated."""
    unrate_game(match.uuid, why=why)


def facts_of(match: Match, record: GameRecord) -> GameFacts:
    """The match as the ratings want it: who really played, in what order they ended.

    An event that is not shown to the public is not named.
    """
    stage = match.round.stage
    sides: dict[int, list[int]] = {}
    seats = match.seats.order_by("side__number", "position")
    for number, player in seats.values_list("side__number", "player_id"):
        sides.setdefault(number, []).append(player)
    return GameFacts(
        uuid=match.uuid,
        rule_set=stage.tournament.rule_set,
        played_at=played_at(match),
        sides=tuple(tuple(players) for _, players in sorted(sides.items())),
        ranks=() if record.outcome in (Outcome.NO_SHOW, Outcome.VOID) else tuple(record.ranks),
        outcome=_rated_as(record),
        defaulting=frozenset(number for number, fault in enumerate(record.at_fault) if fault),
        rated=stage.tournament.rated,
        tournament_id=stage.tournament_id,
        round=stage.number * STAGE_STRIDE + match.round.number,
        table=match.table,
        label=str(stage.tournament.name) if stage.tournament.public else "",
        url=reverse("match-link", args=[match.uuid]) if stage.tournament.public else "",
    )


def _rated_as(record: GameRecord) -> Rated:
    outcome = Outcome(record.outcome)
    if outcome == Outcome.NO_SHOW and all(record.at_fault):
        return Rated.BOTH_ABSENT
    if outcome == Outcome.ABANDONED and not any(record.at_fault):
        # Broken off by agreement: nobody won it.
        return Rated.WALKOVER
    return RATED_AS[outcome]
