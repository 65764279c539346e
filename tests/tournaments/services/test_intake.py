"""What is stored of a submitted log, and which logs belong to another match."""

import hashlib
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.event import NOW, make_event
from tests.tournaments.logs import CASES, log_of
from tournaments.errors import TournamentError
from tournaments.models import LogState, MoveLog
from tournaments.services.intake import MalformedLogError, submit_log

pytestmark = pytest.mark.django_db
SEATS = ["p1a", "p2a", "p1b", "p2b"]


def match_to_5000(**fields: Any) -> Any:
    return make_event(2, deals=None, **fields).round("1-2")[0]


def refusal(match: Any, document: bytes) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        submit_log(match.pk, document, None, NOW)
    assert not MoveLog.objects.exists()
    return caught.value


def test_a_log_is_stored_word_for_word_with_its_hash_and_waits_for_a_worker() -> None:
    match = match_to_5000()
    document = log_of("match-classic-4-00", SEATS).replace(b": ", b" :  ")
    log = submit_log(match.pk, document, None, NOW).log
    log.refresh_from_db()
    assert log.text.encode() == document
    assert log.sha256 == hashlib.sha256(document).hexdigest()
    assert log.state == LogState.QUEUED
    assert log.sides == [0, 1]


def test_a_submission_takes_five_statements() -> None:
    # The match, the same document before, the seats, the log, its history.
    match = match_to_5000()
    with CaptureQueriesContext(connection) as captured:
        submit_log(match.pk, log_of("match-classic-4-00", SEATS), None, NOW)
    sent = [query["sql"] for query in captured if "SAVEPOINT" not in query["sql"]]
    assert len(sent) == 5, "\n".join(sent)


def test_the_same_document_again_is_the_same_submission() -> None:
    match = match_to_5000()
    document = log_of("match-classic-4-00", SEATS)
    first = submit_log(match.pk, document, None, NOW)
    second = submit_log(match.pk, document, None, NOW)
    assert (first.created, second.created) == (True, False)
    assert first.log == second.log
    assert MoveLog.objects.count() == 1


def test_sides_may_sit_the_other_way_round_and_are_matched_by_their_players() -> None:
    match = match_to_5000()
    log = submit_log(match.pk, log_of("match-classic-4-00", ["p2b", "p1a", "p2a", "p1b"]), None, NOW).log
    assert log.sides == [1, 0]


def test_the_forfeiting_seat_is_kept_as_a_side_of_the_match() -> None:
    match = match_to_5000()
    seats = ["p2a", "p1a", "p2b", "p1b"]
    log = submit_log(match.pk, log_of("tiny-forfeit-totals", seats), None, NOW).log
    assert log.forfeit_side == 1


def test_a_malformed_document_is_refused_with_its_verdict_and_nothing_is_stored() -> None:
    error = refusal(match_to_5000(), b'{"format": "canasta-log/1", "rules": "rummy"}')
    assert isinstance(error, MalformedLogError)
    assert error.verdict.as_dict()["verdict"] == "malformed"
    assert error.code == "rules"


@pytest.mark.parametrize(
    ("case", "place"),
    [
        # In these cases the fault is in the first deal; the unreadable move is its first.
        ("malformed-deck-missing-card", "Deal 1: The deck"),
        ("malformed-move-unknown", "Deal 1, move 1: The move"),
        ("malformed-rules-unknown", "The field “rules”"),
    ],
)
def test_a_malformed_document_is_refused_with_the_place_of_its_fault(case: str, place: str) -> None:
    document = (CASES / f"{case}.json").read_bytes()
    assert str(refusal(match_to_5000(), document)).startswith(place)


def test_a_log_of_the_other_rules_is_refused() -> None:
    match = match_to_5000(rule_set="ten-thousand")
    assert refusal(match, log_of("match-classic-4-00", SEATS)).code == "log-rules"


def test_a_log_with_another_end_condition_is_refused() -> None:
    match = make_event(2, deals=3).round("1-2")[0]
    error = refusal(match, log_of("match-classic-4-00", SEATS))
    assert error.code == "log-until"


def test_the_number_of_deals_set_for_a_match_counts_before_its_rounds_and_its_stages() -> None:
    match = make_event(2, deals=3).round("1-2", deals=4)[0]
    match.deals = 6
    match.because("time").save()
    document = log_of("match-classic-4-00", SEATS, until={"deals": 6})
    assert submit_log(match.pk, document, None, NOW).created


def test_the_rules_own_number_of_points_may_be_written_or_left_out() -> None:
    match = match_to_5000()
    document = log_of("match-classic-4-00", SEATS, until={"points": 5000})
    assert submit_log(match.pk, document, None, NOW).created


def test_a_log_with_a_stranger_in_it_is_refused_and_names_who_sits_there() -> None:
    error = refusal(match_to_5000(), log_of("match-classic-4-00", ["p1a", "p2a", "p1b", "stranger"]))
    assert error.code == "log-players"
    assert "p2b" in str(error)


def test_a_code_that_no_answer_could_carry_is_shown_with_a_replacement_and_cut_short() -> None:
    players = ["p1a", "p2a", "\ud800\0" + 100_000 * "x", "p2b"]
    sentence = str(refusal(match_to_5000(), log_of("match-classic-4-00", players)))
    assert "\ufffd\ufffdxxx" in sentence
    assert len(sentence.encode()) < 300


def test_partners_who_do_not_sit_opposite_each_other_are_refused() -> None:
    assert (
        refusal(match_to_5000(), log_of("match-classic-4-00", ["p1a", "p1b", "p2a", "p2b"])).code
        == "log-seating"
    )


def test_a_draft_round_takes_no_log() -> None:
    match = match_to_5000()
    match.round.status = "draft"
    match.round.because("test").save()
    assert refusal(match, log_of("match-classic-4-00", SEATS)).code == "round-not-published"


@pytest.mark.parametrize("status", ["finished", "archived", "cancelled"])
def test_a_closed_tournament_takes_no_log(status: str) -> None:
    match = match_to_5000(status=status)
    assert refusal(match, log_of("match-classic-4-00", SEATS)).code == "tournament-closed"


def test_six_players_in_three_pairs() -> None:
    match = make_event(3, rule_set="ten-thousand", deals=None, until_points=3000).round("1-2-3")[0]
    document = log_of("match-ten-thousand-6-02", ["p3a", "p1a", "p2b", "p3b", "p1b", "p2a"])
    assert submit_log(match.pk, document, None, NOW).log.sides == [2, 0, 1]
    assert json.loads(document)["players"][0] == "p3a"
