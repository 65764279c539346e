"""Why there is no draw, or why a table is as it is: words for the codes of `tournaments.core.draws`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from tournaments.core.draws import Criterion, DrawError, Flag, Reason, Relaxation
from tournaments.models import Entrant, Stage

REASONS = {
    Reason.TOO_FEW: gettext_lazy("Entrants to draw: {entrants}; at least {needed} are needed."),
    Reason.TOO_MANY: gettext_lazy("There are more entrants than this format can draw: {entrants}."),
    Reason.EVERY_OPPONENT_USED: gettext_lazy(
        "Somebody has met every possible opponent already: every opponent used."
    ),
    Reason.ONLY_LAST_OPPONENT: gettext_lazy("Somebody could only meet the opponent of the round before."),
    Reason.FORBIDDEN_TABLES: gettext_lazy("The forbidden tables leave no draw."),
    Reason.ONLY_NEWCOMERS: gettext_lazy("Only entrants who joined in this round are left for the bye."),
    Reason.LOCKED_TABLES: gettext_lazy("The tables made by hand leave no draw for the others."),
    Reason.NO_LAWFUL_DRAW: gettext_lazy(
        "There is no lawful draw, and no single rule given up would make one."
    ),
    Reason.LOCK_NOT_PRESENT: gettext_lazy("Locked at a table, but not in this round: {names}."),
    Reason.LOCK_TWICE: gettext_lazy("Locked at two tables at once: {names}."),
    Reason.LEFT_OVER: gettext_lazy("The tables made by hand leave these without an opponent: {names}."),
    Reason.ROUNDS_OVER: gettext_lazy("The schedule has {rounds} rounds, and all of them are drawn."),
    Reason.STEP_REPEATS: gettext_lazy(
        "Moving {step} tables on, pairs would come to a table twice when there are {tables} tables. "
        "Choose a step that has no common divisor with the number of tables."
    ),
    Reason.NO_SEAT_LEFT: gettext_lazy("The schedule has no place left for: {names}."),
    Reason.MATCHES_OPEN: gettext_lazy(
        "These matches have no winner yet (round/table): {tables}. "
        "A level match gets extra deals, a postponed one is played before the bracket goes on."
    ),
    Reason.STAGE_DECIDED: gettext_lazy("Everything in this stage is decided."),
    Reason.NOT_DRAWN: gettext_lazy("An open event has no draw: games are reported when they are played."),
    Reason.SIDES: gettext_lazy("A table needs the right number of sides and of entrants on each."),
}

RELAXATIONS = {
    Relaxation.REMATCHES: gettext_lazy("allow rematches"),
    Relaxation.FORBIDDEN: gettext_lazy("allow forbidden tables"),
    Relaxation.NEWCOMER_BYE: gettext_lazy("allow a bye for who joined in this round"),
    Relaxation.LOCKS: gettext_lazy("give up the tables made by hand"),
}


COUNTED = {
    Criterion.SECOND_BYE: ngettext_lazy(
        "has had {number} bye already", "has had {number} byes already", "number"
    ),
    Criterion.REMATCH: ngettext_lazy("have met {number} time", "have met {number} times", "number"),
    Criterion.PARTNER_AGAIN: gettext_lazy("partners before: {number}×"),
    Criterion.OPPONENT_AGAIN: gettext_lazy("opponents before: {number}×"),
    Criterion.BYE_PLACE: ngettext_lazy(
        "{number} place above the last", "{number} places above the last", "number"
    ),
    Criterion.SEEDING: ngettext_lazy(
        "{number} place away from the seeded opponent",
        "{number} places away from the seeded opponent",
        "number",
    ),
    Criterion.NEIGHBOURS: ngettext_lazy("{number} place apart", "{number} places apart", "number"),
}

FLAGS = {
    Flag.REPEAT: gettext_lazy("met before"),
    Flag.FORBIDDEN: gettext_lazy("forbidden table"),
    Flag.CLUBMATES: gettext_lazy("same club"),
    Flag.SECOND_BYE: gettext_lazy("another bye"),
    Flag.NEWCOMER_BYE: gettext_lazy("joined in this round"),
    Flag.LOCKED: gettext_lazy("locked"),
    Flag.WALKOVER: gettext_lazy("walkover"),
    Flag.ABSENT: gettext_lazy("somebody is absent"),
    Flag.FORFEIT: gettext_lazy("somebody has left: forfeit"),
    Flag.OFF_TABLE: gettext_lazy("not at the fixed table"),
}

CRITERIA = {
    Criterion.NEWCOMER_BYE: gettext_lazy("byes for who joined in this round"),
    Criterion.SECOND_BYE: gettext_lazy("byes beyond the first"),
    Criterion.FORBIDDEN: gettext_lazy("forbidden tables"),
    Criterion.REMATCH: gettext_lazy("repeated meetings"),
    Criterion.PARTNER_AGAIN: gettext_lazy("repeated partners"),
    Criterion.OPPONENT_AGAIN: gettext_lazy("repeated opponents"),
    Criterion.BYE_PLACE: gettext_lazy("places of the bye above the last"),
    Criterion.CLUBMATES: gettext_lazy("tables of clubmates"),
    Criterion.SEEDING: gettext_lazy("squared distances from the seeded opponents"),
    Criterion.NEIGHBOURS: gettext_lazy("squared distances in the standings"),
    Criterion.GAP: gettext_lazy("squared differences of the scores"),
}


def refusal(error: DrawError, stage: Stage) -> str:
    """The reason with names and tables in it, and what could be given up."""
    params: dict[str, Any] = dict(error.params)
    ids = params.get("stuck") or (params["entrants"] if isinstance(params.get("entrants"), list) else [])
    if ids:
        names = Entrant.objects.filter(tournament=stage.tournament_id, pk__in=ids).order_by("number")
        params["names"] = ", ".join(names.values_list("name", flat=True))
    if error.code is Reason.MATCHES_OPEN:
        params["tables"] = ", ".join(f"{number}/{table}" for number, table in error.params["tables"])  # type: ignore[attr-defined]
    sentence = str(REASONS[error.code]).format(**params)
    if error.params.get("stuck"):
        sentence += " " + _("Without a possible opponent: {names}.").format(names=params["names"])
    if error.relax:
        options = ", ".join(str(RELAXATIONS[rule]) for rule in error.relax)
        sentence += " " + _("Possible if you: {options}.").format(options=options)
    return sentence


def why(lines: Iterable[Sequence[Any]], score_unit: int) -> list[str]:
    """The stored cost lines of a table or bye, the most important first; what a flag says is left to it."""
    stored = [(Criterion(criterion), int(value)) for criterion, value, _cost in lines]
    return [_cost(*line, score_unit) for line in stored if line[0] in {*COUNTED, Criterion.GAP}]


def _cost(criterion: Criterion, value: int, score_unit: int) -> str:
    if criterion is Criterion.GAP:
        return _("scores {difference} apart").format(difference=_decimals(value * score_unit, 100))
    return str((COUNTED[criterion] % {"number": value}).format(number=value))


def price(extra: Mapping[Criterion, int], score_unit: int) -> list[str]:
    """What another draw costs more, the most important first; what it costs less has a minus."""
    return [
        f"{CRITERIA[criterion]}: {_more(criterion, extra[criterion], score_unit)}"
        for criterion in Criterion
        if criterion in extra
    ]


def _more(criterion: Criterion, value: int, score_unit: int) -> str:
    in_words = value * score_unit**2 if criterion is Criterion.GAP else 10_000 * value
    return f"{'+' if value > 0 else '−'}{_decimals(abs(in_words), 10_000)}"


def _decimals(value: int, divisor: int) -> str:
    """value / divisor with two decimals, or none where it is whole."""
    places = 2 if value % divisor else 0
    return number_format(value / divisor, decimal_pos=places, force_grouping=True)
