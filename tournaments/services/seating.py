"""Who sits at which table: writes the matches of a round with their sides, entrants and seats."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop
from simple_history.utils import bulk_create_with_history

from tournaments.models import Bye, Entrant, EntrantMember, Match, Round, Seat, Side, SideEntrant

DRAWN = gettext_noop("Seated by the draw.")


@dataclass(frozen=True)
class Seating:
    """A table to be: the entrants of each side (two single players make one), and further match fields."""

    table: int
    sides: Sequence[Sequence[Entrant]]
    fields: dict[str, Any] = field(default_factory=dict)


def seat_round(
    round_: Round,
    seatings: Iterable[Seating],
    byes: Iterable[Entrant] = (),
    locked_byes: Collection[int] = (),
) -> list[Match]:
    """Write the tables and byes of a round: a fixed number of statements for any number of tables."""
    plans = list(seatings)
    matches = bulk_create_with_history(
        [Match(round=round_, table=plan.table, **plan.fields) for plan in plans],
        Match,
        default_change_reason=DRAWN,
    )
    by_table = {match.table: match for match in matches}
    sides = Side.objects.bulk_create(
        Side(match=by_table[plan.table], number=number) for plan in plans for number in range(len(plan.sides))
    )
    on_side = {(side.match_id, side.number): side for side in sides}
    placed = [
        (on_side[by_table[plan.table].pk, number], entrant)
        for plan in plans
        for number, entrants in enumerate(plan.sides)
        for entrant in entrants
    ]
    SideEntrant.objects.bulk_create(
        SideEntrant(match_id=side.match_id, side=side, entrant=entrant) for side, entrant in placed
    )
    bulk_create_with_history(list(_seats(placed)), Seat, default_change_reason=DRAWN)
    bulk_create_with_history(
        [Bye(round=round_, entrant=entrant, locked=entrant.pk in locked_byes) for entrant in byes],
        Bye,
        default_change_reason=DRAWN,
    )
    return list(matches)


def _seats(placed: Sequence[tuple[Side, Entrant]]) -> Iterable[Seat]:
    """Every member of every placed entrant takes the next seat of the side."""
    members: dict[int, list[int]] = {}
    rows = EntrantMember.objects.filter(entrant__in=[entrant for _, entrant in placed]).order_by("position")
    for entrant_id, player_id in rows.values_list("entrant_id", "player_id"):
        members.setdefault(entrant_id, []).append(player_id)
    taken: dict[int, int] = {}
    for side, entrant in placed:
        for player_id in members.get(entrant.pk, ()):
            position = taken.get(side.pk, 0)
            taken[side.pk] = position + 1
            yield Seat(
                match_id=side.match_id, side=side, position=position, player_id=player_id, entrant=entrant
            )
