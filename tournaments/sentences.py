"""The engine's verdicts in the visitor's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _

import engine
from tournaments.figures import Figures
from tournaments.models import MoveLog


def sentence(verdict: engine.Verdict) -> str:
    """What is wrong with a log, in the active language; empty for a verified one."""
    return _sentence(verdict.rule, verdict.case, verdict.params)


def sentence_with_place(verdict: engine.Verdict) -> str:
    """The same with the deal and the move in front, where the fault lies in one; both count from one."""
    said = sentence(verdict)
    if verdict.deal is None:
        return said
    if verdict.move is None:
        return _("Deal {deal}: {said}").format(deal=verdict.deal + 1, said=said)
    return _("Deal {deal}, move {move}: {said}").format(
        deal=verdict.deal + 1, move=verdict.move + 1, said=said
    )


def sentence_of_log(log: MoveLog) -> str:
    """The same from a stored verdict."""
    evidence: Mapping[str, Any] = log.evidence or {}
    rule = (log.verdict or {}).get("rule")
    return _sentence(rule, evidence.get("case", ""), evidence.get("params", {}))


def _sentence(rule: str | None, case: str, params: Mapping[str, Any]) -> str:
    return "" if rule is None else engine.sentence(rule, case, Figures.active().in_words(params), gettext)
