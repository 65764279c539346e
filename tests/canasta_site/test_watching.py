"""Readiness and figures: right, cheap to ask, and not for everybody."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from canasta_site import health, pulses
from ratings.models import RatingPool, RatingReplay
from ratings.services.marks import mark_pool
from ratings.services.pools import pool_for
from tests.tournaments.event import make_event
from tests.tournaments.logs import log_of
from tournaments.models import LogState, MoveLog, ReplayTally
from tournaments.services.intake import submit_log
from tournaments.services.referee import referee_log
from tournaments.services.tallies import count_replay

TOKEN = {"Authorization": "Bearer a-token-for-the-metrics"}


def figures(client: Client) -> dict[str, float]:
    """Every sample by its name and labels."""
    text = client.get("/metrics").content.decode()
    return {
        sample.name + "".join(f" {value}" for _, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.django_db
def test_a_service_with_all_it_needs_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "faults": {}})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["database", "broker", "migrations"])
def test_a_service_that_lacks_something_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr(health, f"{part}_fault", lambda: "OperationalError")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["faults"][part] == "OperationalError"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "proxies", "headers", "status"),
    [
        ("127.0.0.1", 0, {}, 200),
        ("::1", 0, {}, 200),
        ("192.0.2.7", 0, {}, 403),
        ("127.0.0.1", 0, {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("127.0.0.1", 1, {"X-Forwarded-For": "192.0.2.7"}, 403),
        ("127.0.0.1", 1, {"X-Forwarded-For": "127.0.0.1, 192.0.2.7"}, 403),
        ("127.0.0.1", 1, {}, 200),
        ("192.0.2.7", 0, TOKEN, 200),
        ("192.0.2.7", 0, {"Authorization": TOKEN["Authorization"].replace("Bearer", "bearer")}, 200),
        ("192.0.2.7", 0, {"Authorization": TOKEN["Authorization"].removeprefix("Bearer ")}, 403),
        ("192.0.2.7", 0, {"Authorization": "Bearer another"}, 403),
        ("192.0.2.7", 0, {"Authorization": "Bearer "}, 403),
    ],
)
def test_figures_are_for_this_machine_or_with_the_token(
    client: Client, settings: Any, address: str, proxies: int, headers: dict[str, str], status: int
) -> None:
    settings.TRUSTED_PROXIES = proxies
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": proxies}
    settings.METRICS_TOKEN = TOKEN["Authorization"].removeprefix("Bearer ")
    assert client.get("/metrics", headers=headers, REMOTE_ADDR=address).status_code == status


@pytest.mark.django_db
def test_an_empty_token_opens_nothing(client: Client) -> None:
    answer = client.get("/metrics", headers={"Authorization": "Bearer "}, REMOTE_ADDR="192.0.2.7")
    assert answer.status_code == 403


@pytest.mark.django_db
def test_the_queues_show_depth_and_age(client: Client) -> None:
    match = make_event(2).round("1-2")[0]
    for number, seconds in enumerate((10, 700)):
        at = timezone.now() - timedelta(seconds=seconds)
        MoveLog.objects.create(match=match, text="{}", sha256=f"{number}", submitted_at=at)
    MoveLog.objects.create(match=match, text="{}", sha256="2", submitted_at=at, state=LogState.FAILED)
    mark_pool(pool_for("classic", "pairs").pk, "0")
    RatingPool.objects.update(marked_at=timezone.now() - timedelta(seconds=30), failures=2)
    found = figures(client)
    assert found["canasta_queue_depth default"] == 2
    assert found["canasta_queue_age_seconds default"] == pytest.approx(700, abs=60)
    assert found["canasta_logs queued"] == 2
    assert found["canasta_logs failed"] == 1
    assert found["canasta_queue_depth ratings"] == 1
    assert found["canasta_queue_age_seconds ratings"] == pytest.approx(30, abs=60)
    assert found["canasta_pool_failures"] == 1


@pytest.mark.django_db
def test_a_replay_is_counted_once_by_its_verdict(client: Client) -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    document = log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"])
    log = submit_log(match.pk, document, None, timezone.now()).log
    referee_log(log.pk)
    referee_log(log.pk)
    log.refresh_from_db()
    found = figures(client)
    assert found[f"canasta_verdicts_total {log.state}"] == 1
    assert found[f"canasta_replay_seconds_bucket +Inf {log.state}"] == 1


@pytest.mark.django_db
def test_replays_are_counted_below_their_bounds(client: Client) -> None:
    for seconds in (0.01, 0.011, 2.0, 500.0):
        count_replay("verified", seconds)
    count_replay("rejected", 0.2)
    found = figures(client)
    assert found["canasta_verdicts_total verified"] == 4
    assert found["canasta_verdicts_total rejected"] == 1
    buckets = {
        bound: found[f"canasta_replay_seconds_bucket {bound} verified"]
        for bound in ("0.01", "0.03", "1.0", "3.0", "30.0", "+Inf")
    }
    assert buckets == {"0.01": 1, "0.03": 2, "1.0": 2, "3.0": 3, "30.0": 3, "+Inf": 4}
    assert found["canasta_replay_seconds_sum verified"] == pytest.approx(502.021)
    assert ReplayTally.objects.count() == 5


@pytest.mark.django_db
def test_corrections_of_ratings_are_counted(client: Client) -> None:
    pool = pool_for("classic", "pairs")
    for games, seconds in ((7, 0.5), (5, 0.25)):
        RatingReplay.objects.create(
            pool=pool,
            at=timezone.now(),
            why="",
            games=games,
            players_moved=0,
            largest_move=0,
            seconds=seconds,
        )
    found = figures(client)
    assert found["canasta_rating_replays_total"] == 2
    assert found["canasta_rating_replay_games_total"] == 12
    assert found["canasta_rating_replay_seconds_total"] == 0.75


@pytest.mark.django_db
def test_workers_sweep_and_beat_show_that_they_live(client: Client, settings: Any) -> None:
    settings.EMBEDDED = False
    now = timezone.now()
    pulses.note_worker("a", ["default"], now)
    pulses.note_worker("b", ["default"], now - timedelta(seconds=120))
    pulses.note(pulses.BEAT, now - timedelta(seconds=90))
    found = figures(client)
    assert (found["canasta_workers default"], found["canasta_workers ratings"]) == (1, 0)
    assert found["canasta_sweep_age_seconds"] == pytest.approx(0, abs=60)
    assert found["canasta_beat_age_seconds"] == pytest.approx(90, abs=60)


@pytest.mark.django_db
def test_without_the_database_the_figures_say_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "database_fault", lambda: "OperationalError")
    found = figures(client)
    assert found["canasta_database_up"] == 0
    assert "canasta_queue_depth default" not in found
    monkeypatch.undo()

    def broken(_now: Any) -> Any:
        raise DatabaseError

    monkeypatch.setattr("canasta_site.metrics.waiting_logs", broken)
    assert figures(client)["canasta_database_up"] == 1
