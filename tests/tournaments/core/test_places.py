"""Places of a knockout at any moment, with byes, absentees, third place and a second chance."""

from dataclasses import replace

from tests.tournaments.core.events import change, event, labels, match, with_points
from tournaments.core.places import losers
from tournaments.core.records import Bracket, Format, RoundRecord, StageRecord
from tournaments.core.rows import RemarkCode
from tournaments.core.standings import standings

FOUR = ("A-D 14-6, B-C 14-6", "A-B 14-6")
EIGHT = ("A-H 14-6, D-E 14-6, B-G 14-6, C-F 14-6", "A-D 14-6, B-C 14-6", "A-B 6-14")


def cup(*rounds: str) -> StageRecord:
    return event(*rounds, format=Format.KNOCKOUT)


def add(stage: StageRecord, number: int, text: str, bracket: Bracket) -> StageRecord:
    """One more match in a bracket beside the main one."""
    rounds = [
        replace(r, matches=(*r.matches, replace(match(text, 9), bracket=bracket)))
        if r.number == number
        else r
        for r in stage.rounds
    ]
    return replace(stage, rounds=tuple(rounds))


def test_without_a_third_place_match_the_losers_of_the_semifinals_share_the_third_place() -> None:
    assert labels(cup(*EIGHT)) == ["B 1", "A 2", "C 3=", "D 3=", "E 5=", "F 5=", "G 5=", "H 5="]


def test_who_is_still_in_has_no_place_yet() -> None:
    assert labels(cup(*EIGHT[:2])) == ["A", "B", "C 3=", "D 3=", "E 5=", "F 5=", "G 5=", "H 5="]
    assert labels(cup(*EIGHT), after_round=1)[4:] == ["E 5=", "F 5=", "G 5=", "H 5="]
    assert labels(cup("A-B")) == ["A", "B"]


def test_a_match_that_is_not_official_decides_nothing() -> None:
    stage = cup(*FOUR)
    final = replace(stage.rounds[1].matches[0], official=False)
    assert labels(replace(stage, rounds=(stage.rounds[0], RoundRecord(2, (final,)))))[:2] == ["A", "B"]


def test_a_level_match_stays_open_until_extra_deals_decide_it() -> None:
    level = with_points(match("A-B"), 2000, 2000)
    assert losers(level) == ()
    assert losers(with_points(level, 2000, 2300)) == (1,)


def test_the_third_place_match_parts_the_losers_of_the_semifinals() -> None:
    stage = add(cup(*FOUR), 2, "C-D 6-14", Bracket.THIRD_PLACE)
    assert labels(stage) == ["A 1", "B 2", "D 3", "C 4"]
    assert labels(add(cup(*FOUR), 2, "C-D", Bracket.THIRD_PLACE)) == ["A 1", "B 2", "C 3=", "D 3="]


def test_a_no_show_is_out_like_any_other_loser_of_the_round() -> None:
    stage = cup("A-H no-show, D-E 14-6, B-G 14-6, C-F 14-6", *EIGHT[1:])
    assert labels(stage)[4:] == ["E 5=", "F 5=", "G 5=", "H 5="]


def test_a_bye_to_a_top_seed_is_no_place() -> None:
    assert labels(cup("B-C 14-6, A bye", "A-B 14-6")) == ["A 1", "B 2", "C 3"]


def test_a_final_nobody_comes_to_has_no_winner() -> None:
    assert labels(cup(FOUR[0], "A-B both")) == ["A 2=", "B 2=", "C 3=", "D 3="]


def test_a_second_chance_orders_the_losers_of_the_first_round() -> None:
    stage = add(add(cup(*EIGHT), 2, "E-H 14-6", Bracket.SECOND_CHANCE), 2, "F-G 6-14", Bracket.SECOND_CHANCE)
    stage = add(stage, 3, "E-G 6-14", Bracket.SECOND_CHANCE)
    assert labels(stage) == ["B 1", "A 2", "C 3=", "D 3=", "G 5", "E 6", "F 7=", "H 7="]


def test_who_withdraws_during_a_cup_loses_the_next_match() -> None:
    stage = change(cup(EIGHT[0], "A-D, B-C 14-6"), "A", withdrawn_after=1)
    assert labels(stage)[:4] == ["B", "D", "A 3=", "C 3="]


def test_the_disqualified_of_a_cup_are_last_and_unranked() -> None:
    stage = change(cup(FOUR[0], "A-B"), "B", disqualified_from=2)
    assert labels(stage) == ["A 1", "C 2=", "D 2=", "B"]
    assert standings(stage)[0].rows[-1].unranked is RemarkCode.DISQUALIFIED
