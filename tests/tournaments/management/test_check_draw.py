"""The command that draws a round again."""

import json

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.event import NOW, Event, make_event
from tournaments.models import Round
from tournaments.services import drafts, draws

pytestmark = pytest.mark.django_db


def published(event: Event) -> Round:
    draft = draws.draw_round(event.stage.pk, None, NOW, seed=5)
    drafts.swap(draft.pk, event.entrants[0].pk, event.entrants[1].pk, None, NOW)
    return draws.publish(draft.pk, None, NOW)


def test_a_published_round_changed_by_hand_is_drawn_again(capsys: pytest.CaptureFixture[str]) -> None:
    published(make_event(7))
    call_command("check_draw", "spring/1/1")
    said = capsys.readouterr().out
    assert "seed 5" in said
    assert "the same 3 tables" in said


def test_a_table_changed_behind_the_draw_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    event = make_event(4)
    round_ = published(event)
    one, other = round_.matches.order_by("table")
    moved, back = one.side_entrants.first(), other.side_entrants.first()
    moved.entrant, back.entrant = back.entrant, moved.entrant  # type: ignore[union-attr]
    moved.save()  # type: ignore[union-attr]
    back.save()  # type: ignore[union-attr]
    with pytest.raises(CommandError, match="can't be repeated"):
        call_command("check_draw", "spring/1/1")
    assert "published, but not drawn now: " in capsys.readouterr().out


def test_a_changed_input_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    round_ = published(make_event(4))
    changed = json.loads(round_.draw_input)
    changed["candidates"][0]["score"] = 5
    Round.objects.filter(pk=round_.pk).update(
        draw_input=json.dumps(changed, sort_keys=True, separators=(",", ":"))
    )
    with pytest.raises(CommandError):
        call_command("check_draw", "spring/1/1")
    assert "does not have the published SHA-256" in capsys.readouterr().out


@pytest.mark.parametrize("address", ["", "spring", "spring/1/7", "spring/x/1"])
def test_an_unknown_round_is_said_to_be_unknown(address: str) -> None:
    make_event(4)
    with pytest.raises(CommandError, match="There is no round"):
        call_command("check_draw", address)


def test_a_round_that_nobody_drew_has_nothing_to_check() -> None:
    make_event(4).round("1-2", "3-4")
    with pytest.raises(CommandError, match="was not drawn"):
        call_command("check_draw", "spring/1/1")
