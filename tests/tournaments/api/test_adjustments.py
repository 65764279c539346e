"""Awards and penalties by a referee's program."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Scope
from tests.tournaments.api.test_directing import EVENT, Program
from tests.tournaments.event import Event, make_event, make_user
from tournaments.models import Adjustment

pytestmark = pytest.mark.django_db
HERE = EVENT + "/1/adjustments"
PENALTY = {"entrant": 1, "value": "-2.50", "round": 1, "reason": "late"}


@pytest.fixture
def event() -> Event:
    event = make_event(4)
    event.results("1-2 2450:1980", "3-4 2000:2500")
    return event


@pytest.fixture
def referee(event: Event) -> Program:
    user = make_user("referee@example.org")
    event.tournament.referees.add(user)
    return Program(user, Scope.DIRECT)


def value_of(entry: int) -> str:
    (table,) = Client().get(EVENT + "/1/standings").json()["tables"]
    return next(row["value"] for row in table["rows"] if row["number"] == entry)


def test_a_penalty_changes_the_standings_until_it_is_taken_back(event: Event, referee: Program) -> None:
    before = float(value_of(1))
    given = referee.post(HERE, PENALTY)
    assert (given.status_code, given.json()["value"]) == (201, "-2.50")
    assert float(value_of(1)) == round(before - 2.5, 2)
    assert Client().get(given["Location"]).json() == given.json()
    assert referee.send("DELETE", given["Location"]).status_code == 204
    assert float(value_of(1)) == before
    assert referee.send("DELETE", given["Location"]).status_code == 404
    assert Adjustment.history.count() == 2


def test_the_same_key_gives_once(event: Event, referee: Program) -> None:
    first, second = (referee.post(HERE, PENALTY, **{"Idempotency-Key": "a"}) for _ in range(2))
    assert first.json() == second.json()
    assert Adjustment.objects.count() == 1


def test_the_list_can_be_asked_for_one_entrant(event: Event, referee: Program) -> None:
    for entrant in (1, 2, 1):
        referee.post(HERE, PENALTY | {"entrant": entrant})
    answer = Client().get(HERE + "?entrant=1&limit=1").json()
    assert [one["entrant"] for one in answer["results"]] == [1]
    assert len(Client().get(answer["next"]).json()["results"]) == 1
    assert Client().get(HERE + "?entrant=x").status_code == 400


@pytest.mark.parametrize(
    "change",
    [
        {"entrant": 99},
        {"value": "0"},
        {"value": "0.001"},
        {"value": "100000.01"},
        {"reason": " "},
        {"round": 0},
        {"value": "NaN"},
    ],
)
def test_what_is_no_adjustment_is_bad_input(referee: Program, change: dict[str, Any]) -> None:
    assert referee.post(HERE, PENALTY | change).status_code == 400
    assert not Adjustment.objects.exists()


def test_only_a_referee_with_the_scope_gives_one(event: Event) -> None:
    stranger = make_user("stranger@example.org")
    assert Program(stranger, Scope.DIRECT).post(HERE, PENALTY).status_code == 403
    event.tournament.referees.add(stranger)
    assert Program(stranger, Scope.SUBMIT).post(HERE, PENALTY).status_code == 403
