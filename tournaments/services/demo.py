"""The demonstration: two made-up clubs whose events were played by bots and verified like any others.

Everything goes through the services that people use. `remove_demo` leaves nothing of it behind.
"""

import json
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import engine
from ratings.models import Club, Player, RatingPool
from ratings.models.audit import forget
from ratings.services import fold_pool
from ratings.services.forgetting import forget_demo_people
from ratings.services.people import create_club, create_player
from tournaments.errors import TournamentError
from tournaments.models import (
    LogState,
    Match,
    MoveLog,
    Round,
    RuleSet,
    Season,
    SeasonEvent,
    Tournament,
    VpTable,
)
from tournaments.services import demo_logs, draws, entries, events
from tournaments.services.forgetting import forget_events
from tournaments.services.intake import submit_log
from tournaments.services.open_play import report_game
from tournaments.services.referee import referee_log

CLUBS = (("ukazka", "Ukázkový klub U Žolíka"), ("example", "Example Club Red Three"))
# Obviously nobody's names.
PEOPLE = (
    ("Anna Ukázková", "Bedřich Zkušební", "Cyrila Příkladová", "Dan Vzorový"),
    ("Ema Pokusná", "František Cvičný", "Gita Náhradní", "Hynek Smyšlený"),
    ("Ann Example", "Bob Sample", "Cleo Placeholder", "Dirk Dummy"),
    ("Edna Specimen", "Fred Fictional", "Gwen Pretend", "Hugo Madeup"),
)
SWISS_ROUNDS = 4
DEALS = 3
# Seconds. A worker that was killed holds its log for a lease of two minutes.
LONGEST_WAIT = 180
BETWEEN_LOOKS = 0.05


def load_demo(now: datetime, seed: int = 1) -> None:
    """Make the clubs, people and events. Raises TournamentError `demo-there` where a demonstration is."""
    if Club.objects.filter(demo=True).exists():
        raise TournamentError("demo-there", "There is a demonstration already; remove it first.")
    dice = random.Random(seed)  # noqa: S311 # nosec B311 # nothing secret hangs on it
    people = _people()
    clubs = list(Club.objects.filter(demo=True).order_by("code"))
    finished = _swiss(clubs[1], "Jarní turnaj dvojic", now - timedelta(days=21), people, 0)
    for number in range(1, SWISS_ROUNDS + 1):
        at = now - timedelta(days=21) + timedelta(minutes=50 * number)
        # One player gives up in round 2, and one log of round 3 is corrected by a second one.
        _play_round(finished, dice, at, forfeits=number == 2, rejected_first=number == 3)
    events.finish_event(finished.pk, None, "the last round is played")
    under_way = _swiss(clubs[0], "Autumn pairs", now - timedelta(hours=2), people, 1)
    _play_round(under_way, dice, now - timedelta(minutes=100))
    _play_round(under_way, dice, now - timedelta(minutes=40), only=2, rejected_last=True)
    _three_pairs(clubs[1], people, dice, now - timedelta(days=7))
    for pool in RatingPool.objects.filter(dirty_from__isnull=False):
        fold_pool(pool.pk, timezone.now())


def _people() -> list[Player]:
    clubs = [create_club(name, code=code, demo=True) for code, name in CLUBS]
    return [
        create_player(name, code=f"demo-{index * 4 + seat + 1:02d}", club=clubs[index // 2], demo=True)
        for index, names in enumerate(PEOPLE)
        for seat, name in enumerate(names)
    ]


def _swiss(club: Club, name: str, at: datetime, people: Sequence[Player], shift: int) -> Tournament:
    """A Swiss event of eight pairs; `shift` makes other pairs of the same people."""
    plan = events.StagePlan("swiss", {"rounds_planned": SWISS_ROUNDS, "deals": DEALS})
    event = events.create_event(club, name, at, [plan], None, demo=True, venue="Klubovna 3♥")
    for index in range(0, len(people), 2):
        partner = people[(index + 1 + 2 * shift) % len(people)]
        entries.enter(event.pk, [people[index], partner], None)
    return event


def _play_round(
    event: Tournament,
    dice: random.Random,
    at: datetime,
    *,
    only: int | None = None,
    forfeits: bool = False,
    rejected_first: bool = False,
    rejected_last: bool = False,
) -> None:
    """Draw and publish the next round, and submit what the bots played: at all tables, or at `only` some."""
    stage = event.stages.get()
    round_ = draws.publish(draws.draw_round(stage.pk, None, at, seed=dice.getrandbits(32)).pk, None, at)
    matches = list(round_.matches.order_by("table"))[:only]
    for match in matches:
        seat = dice.randrange(4) if forfeits and match == matches[-1] else None
        document = _played(match, engine.CLASSIC, dice, engine.Until(deals=DEALS), forfeit=seat)
        if rejected_first and match == matches[0]:
            _submit(match, demo_logs.unlawful(document, "pile-frozen"), at)
        if rejected_last and match == matches[-1]:
            document = demo_logs.unlawful(document, "initial-minimum")
        _submit(match, document, at + timedelta(minutes=40))
    _wait_for_verdicts(round_)


def _three_pairs(club: Club, people: Sequence[Player], dice: random.Random, at: datetime) -> None:
    """An evening of ten-thousand: three pairs at one table."""
    plan = events.StagePlan("open", {"rounds_planned": None, "deals": 4, "scoring": {"method": "wins"}})
    event = events.create_event(
        club, "Deset tisíc ve třech dvojicích", at, [plan], None, demo=True, rule_set=RuleSet.TEN_THOUSAND
    )
    pairs = [entries.enter(event.pk, people[i : i + 2], None) for i in (0, 4, 8)]
    for number in range(3):
        played = at + timedelta(hours=number)
        match = report_game(event.stages.get().pk, [[pair] for pair in pairs], None, played)
        _submit(match, _played(match, engine.TEN_THOUSAND, dice, engine.Until(deals=4)), played)
        _wait_for_verdicts(match.round)
    events.finish_event(event.pk, None, "the evening is over")


def _played(
    match: Match, rules: engine.Rules, dice: random.Random, until: engine.Until, forfeit: int | None = None
) -> dict[str, Any]:
    """The log of this match, played by bots of different temper."""
    codes = list(match.seats.order_by("position", "side__number").values_list("player__code", flat=True))
    bots = [dice.choice(["steady", "cautious", "greedy"]) for _ in codes]
    seed = dice.getrandbits(32)
    return dict(engine.play_match(rules, len(codes), seed, until, bots=bots, codes=codes, forfeit=forfeit))


def _submit(match: Match, document: dict[str, Any], at: datetime) -> None:
    submit_log(match.pk, json.dumps(document).encode(), None, at)


def _wait_for_verdicts(round_: Round) -> None:
    """Replay what no worker has taken yet, and wait for what one holds: the next draw needs every result."""
    logs = MoveLog.objects.filter(match__round=round_, state__in=[LogState.QUEUED, LogState.RUNNING])
    waiting = logs.order_by("pk").values_list("pk", flat=True)
    give_up = monotonic() + LONGEST_WAIT
    while waiting.exists() and monotonic() < give_up:
        for log_id in waiting.all():
            referee_log(log_id)
        if waiting.exists():
            sleep(BETWEEN_LOOKS)


@transaction.atomic
def remove_demo() -> bool:
    """Remove the demonstration with all its events, games and people; False if there was none."""
    if not Club.objects.filter(demo=True).exists():
        return False
    forget(SeasonEvent.objects.filter(season__club__demo=True))
    forget(Season.objects.filter(club__demo=True))
    forget(VpTable.objects.filter(club__demo=True))
    forget_events(Tournament.objects.filter(Q(demo=True) | Q(club__demo=True)))
    forget_demo_people()
    return True
