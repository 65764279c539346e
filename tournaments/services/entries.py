"""People come into an event; what is set for them there. Who is present in a round is in `presence`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.models import Club, Player
from tournaments.errors import TournamentError
from tournaments.models import (
    Entrant,
    EntrantMember,
    EntryKind,
    EntryStatus,
    StageEntrant,
    StageStatus,
    Tournament,
)
from tournaments.selectors.draws import next_number
from tournaments.services.entry_names import name_of
from tournaments.services.events import check_open, lock_event

if TYPE_CHECKING:
    from accounts.models import User

ENTERED = gettext_noop("Entered.")
ADMITTED = gettext_noop("Came in from the waiting list.")
CHANGED = gettext_noop("The entry was changed.")
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
    check_open(tournament)
    _check_players(tournament, players, status)
    last = tournament.entrants.aggregate(last=Max("number"))["last"] or 0
    entrant = Entrant(
        tournament=tournament,
        number=last + 1,
        name=name_of(players, own=name),
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


def _players_of(entrant: Entrant) -> list[Player]:
    return [member.player for member in entrant.members.select_related("player__club").order_by("position")]


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
    entrant = Entrant.objects.select_for_update().get(pk=entrant_id)
    if is_drawn(entrant):
        raise TournamentError("already-drawn", _("This entrant was drawn already: withdraw it instead."))
    for entry in entrant.stages.all():
        entry.because(reason, by).delete()
    entrant.former.add(*entrant.members.values_list("player_id", flat=True))
    entrant.members.all().delete()
    entrant.status = EntryStatus.CANCELLED
    entrant.because(reason, by).save()
    return entrant


def is_drawn(entrant: Entrant) -> bool:
    """Whether it has a table or a bye in any round, a draft too: its entry can't be cancelled then."""
    return entrant.sides.exists() or entrant.byes.exists()


@transaction.atomic
def admit(entrant_id: int, by: "User | None") -> Entrant:
    """Give an entrant of the waiting list a place, whatever the capacity."""
    entrant = Entrant.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entrant_id)
    if entrant.status != EntryStatus.WAITING:
        raise TournamentError("not-waiting", _("This entrant is not on the waiting list."))
    check_open(entrant.tournament)
    entrant.status = EntryStatus.ENTERED
    entrant.because(ADMITTED, by).save()
    _join_running_stage(entrant.tournament, entrant, by)
    return entrant


@transaction.atomic
def change_entrant(entrant_id: int, by: "User | None", **fields: Any) -> Entrant:
    """Change the name, seed, fixed table or remark of an entrant.

    A name of its own has an entrant only while its players are shown by their full names.
    A seed counts from the next stage on, and in the first one until its first round is published.
    """
    entrant = Entrant.objects.select_for_update().get(pk=entrant_id)
    if "name" in fields:
        fields["name"] = name_of(_players_of(entrant), own=fields["name"])
    changed = {name: value for name, value in fields.items() if getattr(entrant, name) != value}
    if changed:
        for name, value in changed.items():
            setattr(entrant, name, value)
        entrant.because(CHANGED, by).save()
    if "seed" in changed:
        _seed_first_stage(entrant, by)
    return entrant


def _seed_first_stage(entrant: Entrant, by: "User | None") -> None:
    for row in entrant.stages.filter(stage__number=1).select_related("stage"):
        if next_number(row.stage) == 1:
            row.seed = entrant.seed
            row.because(CHANGED, by).save()


@transaction.atomic
def seed(tournament_id: int, order: Sequence[int], by: "User | None") -> None:
    """Number the seeds in this order of entrant ids, best first; who is not in it has none."""
    tournament = lock_event(tournament_id)
    check_open(tournament)
    seeds = {entrant: number for number, entrant in enumerate(order, start=1)}
    for entrant in tournament.entrants.exclude(status=EntryStatus.CANCELLED):
        change_entrant(entrant.pk, by, seed=seeds.get(entrant.pk))


@transaction.atomic
def replace_member(entrant_id: int, out: Player, into: Player, by: "User | None", reason: str) -> Entrant:
    """From the next draw on another player is this entrant's; rounds published keep who sat there.

    The reason in the history begins with the codes of both: a name of its own would not tell who they were.
    Raises TournamentError `not-a-member`, `already-entered` or `tournament-closed`.
    """
    entrant = Entrant.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entrant_id)
    check_open(entrant.tournament)
    member = entrant.members.filter(player=out).first()
    if member is None:
        raise TournamentError(
            "not-a-member", _("{name} does not belong to this entrant.").format(name=out.shown_name)
        )
    if entrant.tournament.members.filter(player=into).exists():
        raise _already_entered(entrant.tournament, [into])
    EntrantMember.objects.filter(pk=member.pk).update(player=into)
    entrant.former.add(out)
    players = _players_of(entrant)
    entrant.name, entrant.club = name_of(players), _common_club(players)
    told = f"{out.code} → {into.code}: {reason}" if reason.strip() else ""
    entrant.because(told, by).save()
    return entrant


@transaction.atomic
def enter_again(earlier_id: int, tournament_id: int, by: "User | None") -> dict[int, int]:
    """Enter everybody of an earlier event in this one, in the same order; the entrant now by that of then.

    Who has no partner any more is left out. Raises TournamentError `other-kind` between pairs and players.
    """
    earlier, later = (Tournament.objects.get(pk=pk) for pk in (earlier_id, tournament_id))
    if earlier.entry_kind != later.entry_kind:
        raise TournamentError(
            "other-kind",
            _("Pairs and single players can't be entered as one another. Create the event without entrants."),
        )
    members = EntrantMember.objects.filter(
        tournament=earlier_id, entrant__status=EntryStatus.ENTERED, player__merged_into=None
    )
    players: dict[int, list[Player]] = {}
    for member in members.select_related("player__club").order_by("entrant__number", "position"):
        players.setdefault(member.entrant_id, []).append(member.player)
    members_each = MEMBERS[EntryKind(later.entry_kind)]
    whole = {before: found for before, found in players.items() if len(found) == members_each}
    return {before: enter(tournament_id, found, by).pk for before, found in whole.items()}
