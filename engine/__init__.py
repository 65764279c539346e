"""The rules of canasta: from a move log to a verdict. Pure Python, standard library only."""

from engine.errors import LogError
from engine.log import MOST_BYTES, Log, read_log
from engine.match import Until, ranks
from engine.replay import Verdict, replay
from engine.rules import CLASSIC, RULE_SETS, TEN_THOUSAND, Out, Rules
from engine.scoring import DealItems, minimum, score
from engine.sentences import sentence

__all__ = [
    "CLASSIC",
    "MOST_BYTES",
    "RULE_SETS",
    "TEN_THOUSAND",
    "DealItems",
    "Log",
    "LogError",
    "Out",
    "Rules",
    "Until",
    "Verdict",
    "minimum",
    "ranks",
    "read_log",
    "replay",
    "score",
    "sentence",
]
