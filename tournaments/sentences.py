"""The engine's verdicts in the visitor's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

import engine
from tournaments.models import MoveLog


def sentence(verdict: engine.Verdict) -> str:
    """What is wrong with a log, in the active language; empty for a verified one."""
    return _sentence(verdict.rule, verdict.case, verdict.params)


def sentence_of_log(log: MoveLog) -> str:
    """The same from a stored verdict."""
    evidence: Mapping[str, Any] = log.evidence or {}
    rule = (log.verdict or {}).get("rule")
    return _sentence(rule, evidence.get("case", ""), evidence.get("params", {}))


def _sentence(rule: str | None, case: str, params: Mapping[str, Any]) -> str:
    return "" if rule is None else engine.sentence(rule, case, params, gettext)
