"""Who sits where now: the way from a name to a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from ratings.names import search_key
from tournaments.models import Bye, Match, Round, RoundStatus, Tournament
from tournaments.selectors.matches import with_people

MOST_FOUND = 20


@dataclass(frozen=True)
class Found:
    """A name and the match it sits at; no match: a bye."""

    name: str
    match: Match | None
    round: Round


def tables_of_name(event: Tournament, asked: str) -> Sequence[Found]:
    """Everybody in the newest round of each stage whose name begins, in some word, with each word asked."""
    newest = event.stages.filter(rounds__status=RoundStatus.PUBLISHED).annotate(last=Max("rounds__number"))
    words = search_key(asked).split()
    found: list[Found] = []
    for stage, last in newest.values_list("pk", "last") if words else ():
        round_ = Round.objects.filter(stage=stage, number=last).defer("draw_input").get()
        for match in with_people(round_.matches.order_by("table")):
            found += [Found(name, match, round_) for name in _names(match) if _fits(name, words)]
        byes = Bye.objects.filter(round=round_).select_related("entrant")
        found += [Found(bye.entrant.name, None, round_) for bye in byes if _fits(bye.entrant.name, words)]
    return found[:MOST_FOUND]


def _names(match: Match) -> list[str]:
    """The players of a match by name, or its entrants where their players are hidden or unknown."""
    names = []
    for side in match.sides.all():
        seen = [seat.player.shown_name for seat in side.seats.all() if not seat.player.is_hidden]
        names += seen or [row.entrant.name for row in side.entrants.all()]
    return names


def _fits(name: str, words: Sequence[str]) -> bool:
    parts = search_key(name).split()
    return all(any(part.startswith(word) for part in parts) for word in words)
