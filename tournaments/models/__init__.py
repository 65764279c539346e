"""What is stored of an event. Only services write these rows, only selectors read them for pages."""

from .choices import EntryKind, RuleSet
from .entries import Entrant, EntrantMember, EntryStatus, StageEntrant
from .events import CLOSED, Stage, StageStatus, Tournament, TournamentStatus
from .notes import Note
from .results import UNHAPPY, GameRecord, LogState, MoveLog, ScoreSheet, SheetState, Source
from .rounds import Absence, Adjustment, Bye, Match, MatchState, Round, RoundStatus, Seat, Side, SideEntrant
from .seasons import Season, SeasonEvent
from .tables import Protest, TableLink
from .tallies import ReplayTally
from .vp_tables import VpTable

__all__ = [
    "CLOSED",
    "UNHAPPY",
    "Absence",
    "Adjustment",
    "Bye",
    "Entrant",
    "EntrantMember",
    "EntryKind",
    "EntryStatus",
    "GameRecord",
    "LogState",
    "Match",
    "MatchState",
    "MoveLog",
    "Note",
    "Protest",
    "ReplayTally",
    "Round",
    "RoundStatus",
    "RuleSet",
    "ScoreSheet",
    "Season",
    "SeasonEvent",
    "Seat",
    "SheetState",
    "Side",
    "SideEntrant",
    "Source",
    "Stage",
    "StageEntrant",
    "StageStatus",
    "TableLink",
    "Tournament",
    "TournamentStatus",
    "VpTable",
]
