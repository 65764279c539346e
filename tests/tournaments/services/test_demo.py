"""The demonstration shows what the service does, and leaves nothing behind."""

import pytest
from django.apps import apps

from ratings.models import Club, Player, PlayerRating, RatedGame, RatingPool
from ratings.services.people import create_player
from tests.tournaments.event import NOW, make_event
from tests.tournaments.logs import log_of
from tournaments.core.records import VpStep
from tournaments.errors import TournamentError
from tournaments.models import GameRecord, LogState, Match, MoveLog, Tournament
from tournaments.selectors.people import People
from tournaments.services.demo import load_demo, remove_demo
from tournaments.services.entries import enter
from tournaments.services.events import StagePlan, create_event
from tournaments.services.intake import submit_log
from tournaments.services.referee import referee_log
from tournaments.services.seasons import create_season, put_in
from tournaments.services.vp_tables import save_table

pytestmark = pytest.mark.django_db
# What a pool tells of itself goes on after the demonstration.
KEPT = {"RatingPool", "HistoricalRatingPool", "RatingReplay", "LedgerChange", "Edition", "ReplayTally"}


def rows() -> dict[str, int]:
    """How many rows every table of people and events has."""
    models = [*apps.get_app_config("ratings").get_models(), *apps.get_app_config("tournaments").get_models()]
    return {model.__name__: model._default_manager.count() for model in models}


def test_the_demonstration_has_a_finished_event_one_under_way_and_an_evening_of_three_pairs() -> None:
    load_demo(NOW)
    assert sorted(Tournament.objects.values_list("status", flat=True)) == ["finished", "finished", "running"]
    rejected = MoveLog.objects.filter(state=LogState.REJECTED)
    assert {log.verdict["rule"] for log in rejected if log.verdict} == {"pile-frozen", "initial-minimum"}
    forfeit = GameRecord.objects.exclude(outcome="played").get()
    assert (forfeit.outcome, sorted(forfeit.ranks), forfeit.at_fault.count(True)) == ("forfeit", [1, 2], 1)
    assert forfeit.ranks[forfeit.at_fault.index(True)] == 2
    official = Match.objects.filter(state="official").count()
    assert official == GameRecord.objects.count() == RatedGame.objects.count() == 4 * 4 + 4 + 1 + 3
    assert PlayerRating.objects.filter(pool__rule_set="ten-thousand").count() == 6
    assert not RatingPool.objects.filter(dirty_from__isnull=False).exists()
    with pytest.raises(TournamentError):
        load_demo(NOW)
    assert Club.objects.count() == 2


def test_it_waits_for_a_log_that_a_worker_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[int] = set()

    def held_at_first(log_id: int) -> None:
        if log_id in seen or len(seen) > 3:
            referee_log(log_id)
        seen.add(log_id)

    monkeypatch.setattr("tournaments.services.demo.referee_log", held_at_first)
    monkeypatch.setattr("tournaments.services.demo.SWISS_ROUNDS", 2)
    load_demo(NOW)
    assert len(seen) > 3
    assert not MoveLog.objects.filter(state__in=[LogState.QUEUED, LogState.RUNNING]).exists()


def test_removing_it_leaves_real_games_with_their_fold_asked_for_and_nothing_of_its_own() -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    document = log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"])
    referee_log(submit_log(match.pk, document, None, NOW).log.pk)
    before = rows()
    load_demo(NOW)
    assert remove_demo()
    after = rows()
    assert {name: n for name, n in after.items() if name not in KEPT} == {
        name: n for name, n in before.items() if name not in KEPT
    } | {"PlayerRating": 4, "RatingEntry": 4}
    assert RatingPool.objects.get(rule_set="classic", kind="pairs").dirty_from is not None
    assert not remove_demo()


def test_what_was_made_in_its_clubs_goes_with_it_but_players_of_ones_own_stay() -> None:
    before = rows()
    load_demo(NOW)
    club = Club.objects.filter(demo=True).order_by("code")[0]
    event = create_event(club, "Tried out", NOW, [StagePlan("swiss")], None)
    names = [known.name for known in People(event, private=True).like("Ann Example")]
    assert names == ["Ann Example"]
    enter(event.pk, [create_player(f"New {n}", club=club, demo=event.demo) for n in range(2)], None)
    season = create_season(club, "Spring", None, None)
    put_in(season.pk, event.pk, None)
    save_table(club, "Gentle", [VpStep(100, 1000, 1000), VpStep(None, 1200, 800)], None)
    own = create_player("Of my own", club=club)
    assert remove_demo()
    assert not Tournament.objects.exists()
    assert not Club.objects.exists()
    assert list(Player.objects.all()) == [own]
    own.refresh_from_db()
    assert own.club is None
    after = rows()
    assert {name for name, n in after.items() if n != before[name]} <= KEPT | {"Player", "HistoricalPlayer"}
