"""A table as its players see it: the terms of its sheet, what was reported, what its points are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from tournaments.core.records import Format, MatchRecord, SideRecord
from tournaments.core.scoring import match_values, tariff
from tournaments.core.vp import ScoreError
from tournaments.models import GameRecord, Match, MatchState, ScoreSheet, SheetState
from tournaments.score_sheets import Terms
from tournaments.selectors.matches import end_condition
from tournaments.selectors.reporting import protest_until
from tournaments.stage_settings import scoring_of


def terms_of(match: Match, *, totals_only: bool = False) -> Terms:
    """What is settled for this match before its first deal."""
    stage = match.round.stage
    sides = list(match.sides.all())
    return Terms(
        rules=engine.RULE_SETS[stage.tournament.rule_set],
        players=sum(len(side.seats.all()) for side in sides),
        sides=len(sides),
        until=end_condition(match),
        totals_only=totals_only or stage.totals_only,
        has_a_winner=stage.format == Format.KNOCKOUT,
        start=tuple(match.penalties) if len(match.penalties) == len(sides) else (),
    )


@dataclass(frozen=True)
class Outlook:
    """What the totals would be worth: hundredths a side, and the number of the winner (None: level)."""

    values: Sequence[int]
    winner: int | None


def outlook(match: Match, totals: Sequence[int]) -> Outlook | None:
    """What these totals would give; None where they can't be scored."""
    scoring = scoring_of(match.round.stage)
    sides = tuple(SideRecord((), points) for points in totals)
    record = MatchRecord(match.pk, match.table, sides, official=True)
    try:
        values = match_values(record, scoring, tariff(scoring, ()), None)
    except ScoreError:
        return None
    best = [number for number, points in enumerate(totals) if points == max(totals)]
    return Outlook(values, best[0] if len(best) == 1 else None)


@dataclass(frozen=True)
class Standing:
    """How far the result of a table has come, seen from one side."""

    match: Match
    record: GameRecord | None
    sheets: Sequence[ScoreSheet]
    protest_until: datetime | None

    def waits_for(self, side: int) -> ScoreSheet | None:
        """The report that this side has to confirm or contradict."""
        waiting = self.match.state == MatchState.REPORTED and self.sheets
        return self.sheets[0] if waiting and self.sheets[0].side != side else None

    def own(self, side: int) -> ScoreSheet | None:
        """This side's report that the other side has not answered."""
        waiting = self.match.state == MatchState.REPORTED and self.sheets
        return self.sheets[0] if waiting and self.sheets[0].side == side else None


def standing_of(match: Match) -> Standing:
    """How far the result of this table has come."""
    record = GameRecord.objects.filter(match=match).first()
    official = record is not None and match.state == MatchState.OFFICIAL
    return Standing(
        match,
        record,
        list(match.sheets.filter(state=SheetState.OPEN)),
        protest_until(match, record) if record is not None and official else None,
    )


def taken_back(match: Match, side: int) -> Sequence[Any]:
    """The deals of the report that this side took back last, to be mended; none if it took none back."""
    own = match.sheets.filter(side=side, state=SheetState.SUPERSEDED).order_by("pk").last()
    return own.deals if own is not None else ()
