"""The commands for operators: what they find, what they change, how they end."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from ratings.ledger import Parameters
from ratings.models import Player, PlayerRating, RatingEntry, RatingPool, RatingReplay
from ratings.services.folding import rebuild
from tests.ratings.club import NOW, fold_all, lines, make_players, play, play_evening, standings

pytestmark = pytest.mark.django_db


def run(*command: str, **options: Any) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out, stderr=out, **options)
    return out.getvalue()


def failing(*command: str) -> str:
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(*command, stdout=out, stderr=out)
    assert ended.value.code == 1
    return out.getvalue()


@pytest.fixture
def evening() -> None:
    play_evening(make_players())
    fold_all()


@pytest.mark.usefixtures("evening")
class TestCheckRatings:
    def test_a_right_ledger_passes(self):
        assert run("check_ratings") == "classic-pairs: 7 games, all right\n"

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda: RatingEntry.objects.filter(number=3, seat=0, side=0).update(
                mu_after=F("mu_after") + 1e-6
            ),
            lambda: RatingEntry.objects.filter(number=7).delete(),
            lambda: RatingEntry.objects.filter(number=7, seat=0).update(nth=9),
            lambda: RatingEntry.objects.filter(number=7, seat=0).update(expected=0.9),
            lambda: RatingEntry.objects.filter(number=7, seat=0).update(score=0.5),
            lambda: RatingEntry.objects.filter(number=7, seat=0).update(sides=3),
            lambda: RatingEntry.objects.filter(number=7, seat=0).update(played_at=NOW),
        ],
    )
    def test_a_wrong_line_fails(self, spoil):
        spoil()
        assert ", ratings: 0" in failing("check_ratings")

    def test_a_wrong_rating_fails(self):
        PlayerRating.objects.filter(player__code="p-a").update(sigma=F("sigma") + 1e-6)
        assert "lines that differ: 0, ratings: 1" in failing("check_ratings")

    @pytest.mark.parametrize(
        "spoiled", [{"games": 99}, {"partners": 1}, {"order_value": 40.0}, {"last_game_at": NOW}]
    )
    def test_a_rating_that_is_sorted_or_filtered_wrongly_fails(self, spoiled):
        PlayerRating.objects.filter(player__code="p-a").update(**spoiled)
        assert "lines that differ: 0, ratings: 1" in failing("check_ratings")

    def test_a_fold_that_keeps_failing_fails(self):
        RatingPool.objects.update(failures=2, last_error="disk full", dirty_from="0")
        assert "disk full" in failing("check_ratings")

    def test_a_pool_that_waits_for_its_fold_is_no_failure(self):
        RatingPool.objects.update(dirty_from="0")
        assert run("check_ratings") == "classic-pairs: waits for a worker\n"


@pytest.mark.usefixtures("evening")
class TestRebuildRatings:
    def test_a_dry_run_shows_who_would_move_and_changes_nothing(self):
        PlayerRating.objects.filter(player__code="p-a").update(mu=30)
        before = lines(), standings()
        shown = run("rebuild_ratings", dry_run=True)
        assert "classic-pairs: 7 games, 1 player would move" in shown
        assert "p-a: 1600 -> " in shown
        assert (lines(), standings()) == before
        assert not RatingReplay.objects.exists()

    def test_a_dry_run_of_a_wrong_line_that_moves_nobody_says_so(self):
        RatingEntry.objects.filter(number=3).update(mu_after=1)
        shown = run("rebuild_ratings", dry_run=True)
        assert "classic-pairs: 7 games, 0 players would move" in shown
        assert "differs all the same: check_ratings" in shown

    def test_a_rebuild_puts_everything_right_and_says_why(self):
        before = lines(), standings()
        RatingEntry.objects.filter(number__gte=3).update(mu_after=1)
        PlayerRating.objects.filter(player__code="p-a").update(mu=30)
        assert "7 games" in run("rebuild_ratings", reason="proof")
        assert (lines(), standings()) == before
        assert RatingReplay.objects.get().why == "proof"

    def test_a_pool_that_a_quicker_worker_took_does_not_keep_the_others_from_it(self, monkeypatch):
        players = {player.code[-1].upper(): player for player in Player.objects.all()}
        play(players, 40, "AB CD", (1, 2), rule_set="ten-thousand")
        fold_all()
        taken = RatingPool.objects.get(rule_set="classic")

        def rebuilt(pool, **said):
            return None if pool == taken else rebuild(pool, **said)

        monkeypatch.setattr("ratings.management.commands.rebuild_ratings.rebuild", rebuilt)
        told = run("rebuild_ratings", reason="proof")
        assert "classic-pairs: a worker computes it" in told
        assert "ten-thousand-pairs: 1 game in" in told

    def test_no_rebuild_without_a_reason(self):
        with pytest.raises(CommandError, match="reason"):
            run("rebuild_ratings")

    def test_an_unknown_pool_is_refused_by_name(self):
        with pytest.raises(CommandError, match="Known: classic-pairs"):
            run("rebuild_ratings", pool="whist-pairs", dry_run=True)


@pytest.mark.usefixtures("evening")
class TestNewPoolVersion:
    command = ("new_pool_version", "--pool=classic-pairs", "--model=club-v2", "--reason=backtest")

    def test_it_is_shown_once_it_is_folded_and_keeps_what_was_not_named(self):
        assert "version 2 waits for a worker" in run(*self.command, "--beta=6", "--rate-both-after-no-show")
        assert RatingPool.objects.get(active=True).version == 1
        fold_all()
        shown = RatingPool.objects.get(active=True)
        assert (shown.version, shown.model_name) == (2, "club-v2")
        assert shown.model == Parameters(beta=6.0, no_show_rates_both=True)
        assert run("check_ratings") == "classic-pairs: 7 games, all right\n"

    @pytest.mark.parametrize(
        ("options", "refused"),
        [
            ([], "at least one"),
            (["--beta=0"], "parameter_range"),
            (["--tau=nan"], "not_finite"),
        ],
    )
    def test_what_cannot_be_is_refused(self, options, refused):
        with pytest.raises(CommandError, match=refused):
            run(*self.command, *options)
        assert RatingPool.objects.count() == 1


class TestBacktest:
    def test_it_says_plainly_that_there_are_too_few_games(self, evening):
        shown = run("backtest")
        assert "Too few games" in shown
        assert shown.count("<- in use") == 1

    def test_every_combination_of_the_grid_has_its_line(self, evening):
        table = [
            line
            for line in run("backtest").splitlines()
            if line.strip().endswith(("%", "use")) and "-" not in line[:8]
        ]
        assert len(table) == 20

    def test_without_games_there_is_nothing_to_judge(self):
        players = make_players()
        play(players, 1, "AB CD", (1, 2), rated=False)
        assert run("backtest") == "classic-pairs: no games to judge by.\n"

    @pytest.mark.parametrize("number", ["0", "-5", "x", "²"])
    def test_it_judges_by_one_game_at_least(self, number):
        with pytest.raises(CommandError, match="a number from 1 on"):
            run("backtest", f"--games={number}")
