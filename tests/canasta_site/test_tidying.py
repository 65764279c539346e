"""What is kept for a while only is forgotten on time, and nothing else is."""

import os
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import ApiToken, IdempotentAnswer, Invitation
from accounts.services.tokens import create_token
from canasta_site import pulses, sweeper, tasks
from canasta_site.celery import SCHEDULE, app
from canasta_site.models import Pulse
from canasta_site.tidying import tidy
from tests.tournaments.event import make_user
from webhooks.models import Delivery, Endpoint, State

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def thirty_days(settings: Any, tmp_path: Path) -> None:
    settings.KEEP_DAYS = 30
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")


def aged(model: Any, field: str, when: datetime, **fields: Any) -> None:
    row = model.objects.create(**fields)
    model.objects.filter(pk=row.pk).update(**{field: when})


@pytest.mark.parametrize("model", [AccessLog, AccessFailureLog, AccessAttempt])
def test_where_people_signed_in_from_is_forgotten_after_thirty_days(model: Any) -> None:
    now = timezone.now()
    more = {"failures_since_start": 1} if model is AccessAttempt else {}
    for name, days in (("old", 31), ("new", 29)):
        aged(model, "attempt_time", now - timedelta(days=days), username=name, **more)
    tidy(now)
    assert [row.username for row in model.objects.all()] == ["new"]


def test_sessions_tokens_and_answers_go_when_they_have_run_out() -> None:
    now, user = timezone.now(), make_user("program@example.org")
    for seconds in (-60, 3600):
        session = SessionStore()
        session.set_expiry(seconds)
        session.save()
        create_token(user, f"{seconds}", [], good_for=timedelta(seconds=seconds))
        IdempotentAnswer.objects.create(
            user=user, key=f"{seconds}", digest="x", made_at=now - timedelta(days=1, seconds=-seconds)
        )
    tidy(now + timedelta(seconds=1))
    assert Session.objects.count() == 1
    assert [token.name for token in ApiToken.objects.all()] == ["3600"]
    assert IdempotentAnswer.objects.get().key == "3600"


def test_an_invitation_is_forgotten_thirty_days_after_its_end() -> None:
    now = timezone.now()
    for name, days in (("old", 31), ("new", 29)):
        Invitation.objects.create(
            email=f"{name}@example.org",
            token_digest=name,
            created_at=now - timedelta(days=50),
            expires_at=now - timedelta(days=days),
        )
    tidy(now)
    assert [row.email for row in Invitation.objects.all()] == ["new@example.org"]


def test_mails_kept_in_files_are_forgotten(settings: Any) -> None:
    now, folder = timezone.now(), Path(settings.EMAIL_FILE_PATH)
    folder.mkdir()
    for name, days in (("old", 31), ("new", 29)):
        mail = folder / f"{name}.log"
        mail.write_text("a link that opens an account")
        then = (now - timedelta(days=days)).timestamp()
        os.utime(mail, (then, then))
    assert tidy(now)["mails"] == 1
    assert [mail.name for mail in folder.iterdir()] == ["new.log"]


def test_what_webhooks_told_is_forgotten_though_nothing_more_is_told() -> None:
    now = timezone.now()
    told, silent = (
        Endpoint.objects.create(name=f"{active}", url="https://example.org/", active=active)
        for active in (True, False)
    )
    states = [(told, state) for state in State] + [(silent, State.WAITING)]
    for endpoint, state in states:
        for days in (31, 29):
            made_at = now - timedelta(days=days)
            Delivery.objects.create(endpoint=endpoint, key=f"{state}-{days}", state=state, made_at=made_at)
    assert tidy(now)["deliveries"] == 3
    left = set(Delivery.objects.values_list("endpoint__active", "key"))
    # What is still to be attempted is not forgotten, however old it is.
    assert left == {
        (True, "waiting-31"),
        (True, "waiting-29"),
        (True, "delivered-29"),
        (True, "given-up-29"),
        (False, "waiting-29"),
    }


def test_workers_that_are_gone_for_a_day_are_forgotten() -> None:
    now = timezone.now()
    pulses.note_worker("old", ["default"], now - timedelta(hours=25))
    pulses.note_worker("new", ["default"], now - timedelta(hours=23))
    tidy(now)
    assert not Pulse.objects.filter(name="worker:old").exists()
    assert Pulse.objects.get(name="worker:new").detail == {"queues": ["default"]}


def test_tidying_is_due_once_a_day_and_after_a_clock_that_was_wrong() -> None:
    now, day = timezone.now(), timedelta(days=1)
    assert pulses.is_due("tidied", day, now)
    tidy(now)
    assert not pulses.is_due("tidied", day, now + timedelta(hours=23))
    assert pulses.is_due("tidied", day, now + day)
    assert not pulses.is_due("tidied", day, now - timedelta(hours=1))
    assert pulses.is_due("tidied", day, now - timedelta(days=400))


def test_what_the_beat_asks_for_exists_and_is_kept_in_the_database() -> None:
    assert {job["task"] for job in SCHEDULE.values()} == {tasks.BEAT_TASK, tasks.TIDY_TASK}
    for job in SCHEDULE.values():
        app.tasks[job["task"]]()
    assert set(Pulse.objects.values_list("name", flat=True)) == {"beat", "tidied"}


def test_the_embedded_worker_tidies_without_a_beat_and_others_leave_it_to_the_beat(settings: Any) -> None:
    sent: list[str] = []
    queues = SimpleNamespace(consume_from={"ratings": 0, "default": 0})
    worker = SimpleNamespace(
        hostname="celery@here",
        app=SimpleNamespace(amqp=SimpleNamespace(queues=queues), send_task=sent.append),
    )
    settings.EMBEDDED = False
    sweeper.show_life(worker)
    assert sent == []
    settings.EMBEDDED = True
    sweeper.show_life(worker)
    assert sent == ["canasta_site.tidy"]
    assert Pulse.objects.get(name="worker:celery@here").detail == {"queues": ["default", "ratings"]}
