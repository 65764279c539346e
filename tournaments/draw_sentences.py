"""Why there is no draw, in a director's words: made from the codes of `tournaments.core.draws`."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.draws import DrawError, Reason, Relaxation
from tournaments.models import Entrant, Stage

REASONS = {
    Reason.TOO_FEW: gettext_lazy("There are {entrants} entrants to draw; at least {needed} are needed."),
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
        "These matches have no winner yet (round/table): {tables}. A level match gets extra deals."
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
