"""The rules of canasta: from a move log to a verdict. Pure Python, standard library only."""

from engine.replay import Verdict, replay
from engine.rules import CLASSIC, TEN_THOUSAND, Out, Rules
from engine.scoring import DealItems, minimum, score
from engine.sentences import sentence

__all__ = [
    "CLASSIC",
    "TEN_THOUSAND",
    "DealItems",
    "Out",
    "Rules",
    "Verdict",
    "minimum",
    "replay",
    "score",
    "sentence",
]
