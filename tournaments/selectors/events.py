"""Events for pages: the list, and one event with its rounds."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404

from ratings.names import sort_key
from tournaments.models import Bye, Match, Round, RoundStatus, Stage, Tournament
from tournaments.selectors.matches import with_people


def visible_tournaments(user: Any) -> QuerySet[Tournament]:
    """The events this user may see, newest first, with their number of entrants."""
    shown = Q(public=True)
    if user.is_authenticated:
        shown |= Q(organisers=user) | Q(referees=user) | Q(scorers=user) | Q(club__managers=user)
    events = Tournament.objects.all() if user.is_superuser else Tournament.objects.filter(shown).distinct()
    entered = Count("entrants", filter=Q(entrants__status="entered"), distinct=True)
    return events.select_related("club").annotate(entered=entered)


def visible_tournament(user: Any, slug: str) -> Tournament:
    """The event, for those who may see it; raises Http404 for others."""
    event = Tournament.objects.select_related("club").filter(slug=slug).first()
    if event is None or not user.has_perm("tournaments.see", event):
        raise Http404
    return event


@dataclass(frozen=True)
class PublishedRound:
    """A published round with its people, and the numbers of all published rounds of its stage."""

    round: Round
    numbers: list[int]

    def by_name(self) -> list[tuple[str, Match | None]]:
        """Every entrant by name with its table; None for a bye."""
        seated = [
            (row.entrant.name, match)
            for match in self.round.matches.all()
            for side in match.sides.all()
            for row in side.entrants.all()
        ]
        byes = [(bye.entrant.name, None) for bye in self.round.byes.all()]
        return sorted([*seated, *byes], key=lambda pair: sort_key(pair[0]))


def published_round(stage: Stage, number: int | None = None) -> PublishedRound:
    """A published round of a stage, the newest if no number is given; raises Http404."""
    numbers = list(
        stage.rounds.filter(status=RoundStatus.PUBLISHED).order_by("number").values_list("number", flat=True)
    )
    wanted = numbers[-1] if number is None and numbers else number
    if wanted not in numbers:
        raise Http404
    rounds = stage.rounds.filter(number=wanted).defer("draw_input")
    found = rounds.prefetch_related(
        Prefetch("matches", with_people(Match.objects.order_by("table"))),
        Prefetch("byes", Bye.objects.select_related("entrant").order_by("entrant__number")),
    ).get()
    return PublishedRound(found, numbers)
