"""The rules of canasta: from a move log to a verdict. Pure Python, standard library only."""

from engine.bots import BOTS
from engine.errors import Field, Impossible, LogError, Rule, excerpt
from engine.legal import legal_moves
from engine.log import MOST_BYTES, MOST_DEALS, MOST_MOVES, Log, read_log
from engine.match import Until, match_over, ranks
from engine.play import PlayError, play_match
from engine.positions import Position, Positions, TableMeld, positions
from engine.replay import Verdict, replay
from engine.rules import CLASSIC, RULE_SETS, TEN_THOUSAND, Out, Rules, Table
from engine.scoring import DealItems, DealScore, minimum, score, score_parts
from engine.sentences import sentence
from engine.sheets import SheetFault, deal_range, faults

VERSION = "1"
"""Raised with every change that may give some log another verdict; `manage.py rereferee` finds those."""

__all__ = [
    "BOTS",
    "CLASSIC",
    "MOST_BYTES",
    "MOST_DEALS",
    "MOST_MOVES",
    "RULE_SETS",
    "TEN_THOUSAND",
    "VERSION",
    "DealItems",
    "DealScore",
    "Field",
    "Impossible",
    "Log",
    "LogError",
    "Out",
    "PlayError",
    "Position",
    "Positions",
    "Rule",
    "Rules",
    "SheetFault",
    "Table",
    "TableMeld",
    "Until",
    "Verdict",
    "deal_range",
    "excerpt",
    "faults",
    "legal_moves",
    "match_over",
    "minimum",
    "play_match",
    "positions",
    "ranks",
    "read_log",
    "replay",
    "score",
    "score_parts",
    "sentence",
]
