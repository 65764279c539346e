"""Workers of the old and of the new version side by side: no message is too short or too long for either."""

import pytest
from django.utils import timezone

from canasta_site.celery import app
from canasta_site.messages import TolerantTask
from tests.tournaments.event import NOW, make_event
from tests.tournaments.logs import log_of
from tournaments import outbox
from tournaments.models import LogState, MoveLog
from tournaments.services.intake import submit_log
from tournaments.tasks import referee_log


def test_every_task_of_ours_is_tolerant() -> None:
    app.loader.import_default_modules()
    ours = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    assert len(ours) >= 3
    assert all(isinstance(task, TolerantTask) for task in ours)


@pytest.mark.django_db
def test_what_a_newer_version_adds_to_a_message_is_left_out() -> None:
    match = make_event(2, deals=None).round("1-2")[0]
    document = log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"])
    log = submit_log(match.pk, document, None, NOW).log
    referee_log(log.pk, "hurry", priority=3)
    assert MoveLog.objects.get().state == LogState.VERIFIED


def test_an_argument_that_an_older_version_does_not_send_has_its_default() -> None:
    @app.task(name="tests.greet", shared=False)
    def greet(name: str, *, word: str = "Hello") -> str:
        return f"{word} {name}"

    try:
        assert greet.apply(args=("Ann",)).result == "Hello Ann"
        assert greet.apply(args=("Ann",), kwargs={"word": "Ahoj", "mark": "!"}).result == "Ahoj Ann"
    finally:
        app.tasks.unregister("tests.greet")


@pytest.mark.django_db
def test_a_log_whose_message_an_old_worker_did_not_understand_is_sent_again() -> None:
    # Celery drops a message whose task it does not know; the row stays due.
    match = make_event(2, deals=None).round("1-2")[0]
    document = log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "p2b"])
    log = submit_log(match.pk, document, None, NOW).log
    assert outbox.due(timezone.now(), 10) == [(referee_log.name, (log.pk,))]
