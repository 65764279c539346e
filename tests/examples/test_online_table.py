"""The example of docs/api.md does what the page says, against a running server."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Scope
from accounts.services.tokens import create_token
from ratings.models import PlayerRating, RatingPool
from ratings.services import fold_pool
from tests.tournaments.event import make_event, make_user
from tournaments.models import Match, MatchState, MoveLog
from tournaments.services.referee import referee_log

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("online_table", ROOT / "examples" / "online_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def work(_seconds: float) -> None:
    """What a worker does while the table waits."""
    for log in MoveLog.objects.filter(state="queued"):
        referee_log(log.pk)
    for pool in RatingPool.objects.filter(dirty_from__isnull=False):
        fold_pool(pool.pk, timezone.now())


@pytest.fixture
def run(script: ModuleType, live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    RatingPool.objects.get_or_create(rule_set="classic", kind="pairs")

    def start(token: str, *arguments: str) -> int:
        monkeypatch.setenv("CANASTA_TOKEN", token)
        monkeypatch.setattr(script, "pause", work)
        result: int = script.main(["--api", f"{live_server.url}/api/v1", "--seed", "7", *arguments])
        return result

    return start


def test_a_table_plays_its_match_and_reads_the_new_ratings(run: Any, capsys: Any) -> None:
    match = make_event(2, deals=2).round("1-2")[0]
    token = create_token(make_user(player="p1a"), "table", [Scope.SUBMIT])[1]
    assert run(token, "--tournament", "spring") == 0
    match.refresh_from_db()
    assert match.state == MatchState.OFFICIAL
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Round 1, table 1: p1a, p2a, p1b, p2b", "The log is verified."]
    assert len(lines) == 2 + 4
    assert all(line.startswith("Player p") and "1500 → " in line for line in lines[2:])
    assert PlayerRating.objects.count() == 4


def test_without_a_token_the_table_says_why_it_failed(run: Any, capsys: Any) -> None:
    make_event(2, deals=1).round("1-2")
    assert run("") == 1
    assert capsys.readouterr().err.startswith("401: ")
    assert not MoveLog.objects.exists()


def test_where_no_match_waits_it_says_so(run: Any, capsys: Any) -> None:
    event = make_event(2)
    event.results("1-2 2450:1980")
    assert run("", "--player", "p1a") == 1
    assert "no match waits" in capsys.readouterr().err
    assert Match.objects.count() == 1
