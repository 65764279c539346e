"""Events for pages: the list, and one event with its rounds."""

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from ratings.names import sort_key
from tournaments.models import Bye, Match, Round, RoundStatus, Stage
from tournaments.selectors.matches import with_entrants, with_people


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


def published_rounds(stage: Stage) -> QuerySet[Round]:
    """The published rounds of a stage in their order, without the input of their draws."""
    return stage.rounds.filter(status=RoundStatus.PUBLISHED).defer("draw_input").order_by("number")


def published_round(stage: Stage, number: int | None = None, *, seats: bool = True) -> PublishedRound:
    """A published round of a stage, the newest if no number is given, or only entrants; raises Http404."""
    numbers = list(published_rounds(stage).values_list("number", flat=True))
    wanted = numbers[-1] if number is None and numbers else number
    if wanted not in numbers:
        raise Http404
    matches = Match.objects.order_by("table")
    shown = with_people(matches) if seats else with_entrants(matches.select_related("record"))
    return PublishedRound(with_tables(stage.rounds.filter(number=wanted), shown).get(), numbers)


def with_tables(rounds: QuerySet[Round], matches: QuerySet[Match]) -> QuerySet[Round]:
    """Rounds with their matches, byes and people, without the input of their draw."""
    return rounds.defer("draw_input").prefetch_related(
        Prefetch("matches", matches),
        Prefetch("byes", Bye.objects.select_related("entrant").order_by("entrant__number")),
    )


def draft_with_tables(stage: Stage) -> Round:
    """The draft of a stage with its people; raises Http404."""
    tables = with_people(Match.objects.order_by("table"))
    draft = with_tables(stage.rounds.filter(status=RoundStatus.DRAFT), tables).first()
    if draft is None:
        raise Http404
    return draft
