"""People come into an event, miss rounds, leave, come back, and are replaced. Nothing played ever changes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.models import Club, Player
from tournaments.errors import TournamentError
from tournaments.models import (
    Absence,
    Entrant,
    EntrantMember,
    EntryKind,
    EntryStatus,
    Match,
    Seat,
    Stage,
    StageEntrant,
    StageStatus,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.draws import draft_of, next_number
from tournaments.services.events import lock_event
from tournaments.services.rating import sync_rating
from tournaments.services.results import lock_match

if TYPE_CHECKING:
    from accounts.models import User

ENTERED = gettext_noop("Entered.")
ABSENT = gettext_noop("Misses a round.")
CLOSED = (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED, TournamentStatus.CANCELLED)
MEMBERS = {EntryKind.PAIR: 2, EntryKind.SINGLE: 1}


@transaction.atomic
def enter(
    tournament_id: int,
    players: Sequence[Player],
    by: "User | None",
    *,
    name: str = "",
    status: str = EntryStatus.ENTERED,
    **fields: Any,
) -> Entrant:
    """Enter a pair or a single player; during the event as a late entry from the next round on.

    Raises TournamentError `wrong-number`, `same-player`, `already-entered` (with the entrant's name),
    `tournament-closed` or, after the first stage, `too-late`.
    """
    tournament = lock_event(tournament_id)
    if tournament.status in CLOSED:
        raise TournamentError("tournament-closed", _("This tournament is closed."))
    _check_players(tournament, players, status)
    last = tournament.entrants.aggregate(last=Max("number"))["last"] or 0
    entrant = Entrant(
        tournament=tournament,
        number=last + 1,
        name=name or name_of(players),
        club=_common_club(players),
        status=status,
        **fields,
    )
    entrant.because(ENTERED, by).save()
    try:
        with transaction.atomic():
            EntrantMember.objects.bulk_create(
                EntrantMember(tournament=tournament, entrant=entrant, player=player, position=position)
                for position, player in enumerate(players)
            )
    except IntegrityError as error:
        raise _already_entered(tournament, players) from error
    if status == EntryStatus.ENTERED:
        _join_running_stage(tournament, entrant, by)
    return entrant


def name_of(players: Sequence[Player]) -> str:
    """What an entrant is called: its players' names."""
    return " – ".join(player.shown_name for player in players)


def _check_players(tournament: Tournament, players: Sequence[Player], status: str) -> None:
    needed = 1 if status == EntryStatus.LOOKING else MEMBERS[EntryKind(tournament.entry_kind)]
    if len(players) != needed:
        raise TournamentError(
            "wrong-number", _("An entrant of this event has {number} players.").format(number=needed)
        )
    if len({player.pk for player in players}) < len(players):
        raise TournamentError("same-player", _("A pair is two different players."))
    if tournament.members.filter(player__in=players).exists():
        raise _already_entered(tournament, players)


def _already_entered(tournament: Tournament, players: Sequence[Player]) -> TournamentError:
    there = tournament.members.filter(player__in=players).select_related("entrant", "player").first()
    if there is None:
        return TournamentError("already-entered", _("One of these players is entered already."))
    return TournamentError(
        "already-entered",
        _("{player} is entered already: {entrant} (number {number}).").format(
            player=there.player.shown_name, entrant=there.entrant.name, number=there.entrant.number
        ),
    )


def _common_club(players: Sequence[Player]) -> Club | None:
    clubs = {player.club for player in players}
    return clubs.pop() if len(clubs) == 1 else None


def _join_running_stage(tournament: Tournament, entrant: Entrant, by: "User | None") -> None:
    """A late entrant takes part from the next draw of the first stage on."""
    if tournament.stages.filter(number__gt=1).exclude(status=StageStatus.PLANNED).exists():
        raise TournamentError("too-late", _("The first stage is over; nobody can enter any more."))
    stage = tournament.stages.filter(number=1, status=StageStatus.RUNNING).first()
    if stage is not None:
        joined = StageEntrant(
            stage=stage, entrant=entrant, seed=entrant.seed, joined_round=next_number(stage)
        )
        joined.because(ENTERED, by).save()


@transaction.atomic
def cancel_entry(entrant_id: int, by: "User | None", reason: str) -> Entrant:
    """Take an entry back before its first draw; its players are free to enter again."""
    entrant = _entrant(entrant_id)
    if entrant.sides.exists() or entrant.byes.exists():
        raise TournamentError("already-drawn", _("This entrant was drawn already: withdraw it instead."))
    entrant.stages.all().delete()
    entrant.members.all().delete()
    entrant.status = EntryStatus.CANCELLED
    entrant.because(reason, by).save()
    return entrant


@transaction.atomic
def withdraw(entrant_id: int, by: "User | None", reason: str) -> None:
    """The entrant plays no further round; all it played stays as it is."""
    for row, stage in _open_stages(entrant_id):
        if row.withdrawn_after is None:
            row.withdrawn_after = next_number(stage) - 1
            row.because(reason, by).save()


@transaction.atomic
def come_back(entrant_id: int, by: "User | None", reason: str) -> None:
    """The entrant is drawn again from the next round on; the rounds between were missed by own choice."""
    for row, stage in _open_stages(entrant_id):
        if row.withdrawn_after is None:
            continue
        for number in range(row.withdrawn_after + 1, next_number(stage)):
            _miss(stage, row.entrant_id, number, announced=True, by=by)
        row.withdrawn_after = None
        row.because(reason, by).save()


@transaction.atomic
def miss_next_round(entrant_id: int, by: "User | None", *, announced: bool = True) -> None:
    """The entrant is left out of the next draw."""
    for row, stage in _open_stages(entrant_id):
        _miss(stage, row.entrant_id, next_number(stage), announced=announced, by=by)


@transaction.atomic
def play_next_round(entrant_id: int, by: "User | None") -> None:
    """Take an absence announced for the next round back."""
    for row, stage in _open_stages(entrant_id):
        Absence.objects.filter(stage=stage, entrant=row.entrant_id, round_number=next_number(stage)).delete()


def _miss(stage: Stage, entrant_id: int, number: int, *, announced: bool, by: "User | None") -> None:
    if not Absence.objects.filter(stage=stage, entrant=entrant_id, round_number=number).exists():
        absence = Absence(stage=stage, entrant_id=entrant_id, round_number=number, announced=announced)
        absence.because(ABSENT, by).save()


@transaction.atomic
def disqualify(entrant_id: int, by: "User | None", reason: str) -> Entrant:
    """From the next round on the entrant's matches are no-shows; it is listed unranked."""
    entrant = _entrant(entrant_id)
    for row, stage in _open_stages(entrant_id):
        if row.disqualified_from is None:
            row.disqualified_from = next_number(stage)
            row.because(reason, by).save()
    entrant.disqualified = True
    entrant.because(reason, by).save()
    return entrant


@transaction.atomic
def substitute(match_id: int, out: Player, into: Player, by: "User | None", reason: str) -> Seat:
    """Another player takes a seat of one match; the entrant stays who it is.

    Raises TournamentError `not-seated`, or `already-seated` where the substitute plays in this round.
    """
    match = lock_match(match_id)
    seat = match.seats.filter(player=out).first()
    if seat is None:
        raise TournamentError(
            "not-seated", _("{name} does not sit at this table.").format(name=out.shown_name)
        )
    busy = Seat.objects.filter(match__round=match.round_id, player=into).select_related("match").first()
    if busy is not None and match.round.stage.format != "open":
        raise TournamentError(
            "already-seated",
            _("{name} plays at table {table} in this round.").format(
                name=into.shown_name, table=busy.match.table
            ),
        )
    seat.player = into
    seat.because(reason, by).save()
    sync_rating(match, reason)
    return seat


def _entrant(entrant_id: int) -> Entrant:
    return Entrant.objects.select_for_update().get(pk=entrant_id)


def _open_stages(entrant_id: int) -> list[tuple[StageEntrant, Stage]]:
    """The entrant's places in stages that still run, each with its stage; refused while a draft names it."""
    rows = StageEntrant.objects.filter(entrant=entrant_id, stage__status=StageStatus.RUNNING)
    found = [(row, row.stage) for row in rows.select_related("stage").select_for_update(of=("self",))]
    if not found:
        raise TournamentError("not-playing", _("This entrant is in no stage that runs."))
    for _row, stage in found:
        draft = draft_of(stage)
        if draft is not None and _is_drawn(draft.pk, entrant_id):
            raise TournamentError(
                "in-a-draft", _("The draft of the next round names this entrant. Discard the draft first.")
            )
    return found


def _is_drawn(round_id: int, entrant_id: int) -> bool:
    in_match = Match.objects.filter(round=round_id, side_entrants__entrant=entrant_id)
    return in_match.exists() or Entrant.objects.filter(pk=entrant_id, byes__round=round_id).exists()


@transaction.atomic
def enter_again(earlier_id: int, tournament_id: int, by: "User | None") -> int:
    """Enter everybody of an earlier event in this one, in the same order; how many entrants that were."""
    members = EntrantMember.objects.filter(
        tournament=earlier_id, entrant__status=EntryStatus.ENTERED, player__merged_into=None
    )
    players: dict[int, list[Player]] = {}
    for member in members.select_related("player__club").order_by("entrant__number", "position"):
        players.setdefault(member.entrant_id, []).append(member.player)
    for pair in players.values():
        enter(tournament_id, pair, by)
    return len(players)
