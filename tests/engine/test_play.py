"""Bots' matches are lawful, repeatable, end, and say so in their log."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from engine import BOTS, CLASSIC, RULE_SETS, TEN_THOUSAND, PlayError, Until, play_match, replay
from engine.__main__ import main

TABLES = [(code, players) for code, rules in RULE_SETS.items() for players in rules.tables]
MATCHES = [(code, players, bot) for code, players in TABLES for bot in BOTS]
PLAY = ["play", "--rules", "classic", "--players", "4", "--seed", "7"]


@pytest.mark.parametrize(("code", "players", "bot"), MATCHES)
def test_a_match_of_any_bots_at_any_table_is_verified(code, players, bot) -> None:
    rules = RULE_SETS[code]
    log = play_match(rules, players, seed=3, bots=[bot])
    verdict = replay(json.dumps(log))
    assert verdict.verdict == "verified"
    assert log["result"] == {"scores": list(verdict.scores), "winner": verdict.winner}
    assert max(verdict.scores) >= rules.points


@pytest.mark.parametrize(
    ("rules", "players", "digest"),
    [(CLASSIC, 4, "b2bc00693f3ac1f6"), (TEN_THOUSAND, 6, "b44a0c2a4b8b9827")],  # pragma: allowlist secret
    ids=lambda value: getattr(value, "code", value),
)
def test_a_seed_gives_the_same_bytes_on_every_machine_and_python(rules, players, digest) -> None:
    bots = ["random", "cautious", "greedy", "steady", "random", "steady"][:players]
    log = json.dumps(play_match(rules, players, seed=2026, bots=bots))
    assert sha256(log.encode()).hexdigest()[:16] == digest


def test_the_decks_depend_on_the_seed_and_not_on_the_bots() -> None:
    ours = play_match(CLASSIC, 2, seed=5, until=Until(deals=3), bots=["greedy", "random"])
    same = play_match(CLASSIC, 2, seed=5, until=Until(deals=3), bots=["cautious"])
    other = play_match(CLASSIC, 2, seed=6, until=Until(deals=3), bots=["cautious"])
    decks = [[deal["deck"] for deal in log["deals"]] for log in (ours, same, other)]
    assert decks[0] == decks[1]
    assert decks[0] != decks[2]


def test_a_match_by_deals_has_so_many_and_says_so() -> None:
    log = play_match(TEN_THOUSAND, 3, seed=1, until=Until(deals=4))
    assert len(log["deals"]) == 4
    assert log["until"] == {"deals": 4}


def test_a_match_by_points_goes_on_until_a_side_has_them() -> None:
    log = play_match(CLASSIC, 4, seed=1, until=Until(points=12_000))
    assert log["until"] == {"points": 12_000}
    assert max(log["result"]["scores"]) >= 12_000


def test_even_random_players_end_a_match_to_the_most_points() -> None:
    log = play_match(TEN_THOUSAND, 5, seed=2, until=Until(points=50_000), bots=["random"])
    assert len(log["deals"]) < 200
    assert replay(log).verdict == "verified"


def test_a_forfeit_loses_the_match_before_its_end() -> None:
    log = play_match(CLASSIC, 4, seed=9, bots=["steady", "greedy"], forfeit=2)
    whole = play_match(CLASSIC, 4, seed=9, bots=["steady", "greedy"])
    verdict = replay(log)
    assert log["forfeit"] == {"seat": 2}
    assert verdict.verdict == "verified"
    assert verdict.ranks == (2, 1)
    assert verdict.moves < sum(len(deal["moves"]) for deal in whole["deals"])


@pytest.mark.parametrize(
    ("named", "seated"),
    [
        (["steady"], ["steady"] * 6),
        (["random", "greedy", "steady"], ["random", "greedy", "steady"] * 2),
        (
            ["random", "greedy", "steady", "cautious", "greedy", "random"],
            ["random", "greedy", "steady", "cautious", "greedy", "random"],
        ),
    ],
)
def test_bots_are_named_once_or_one_a_side_or_one_a_seat(named, seated) -> None:
    log = play_match(TEN_THOUSAND, 6, seed=1, until=Until(deals=1), bots=named)
    assert [code.split("-")[0] for code in log["players"]] == seated


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 3}, "classic is for 2, 4 players, not 3"),
        ({"bots": ["clever"]}, "unknown bot 'clever'; known: random, cautious, greedy, steady"),
        ({"bots": ["greedy"] * 3}, "bots named: 3; name 1, or 1 a side \\(2\\), or 1 a seat \\(4\\)"),
        ({"until": Until(deals=201)}, "deals must be from 1 to 200"),
        ({"until": Until(deals=0)}, "deals must be from 1 to 200"),
        ({"until": Until(points=0)}, "points must be from 1 to 50000"),
        ({"until": Until(points=50_001)}, "points must be from 1 to 50000"),
        ({"codes": ["a", "b", "c"]}, "player codes must be 4 different ones"),
        ({"codes": ["a", "b", "c", "a"]}, "player codes must be 4 different ones"),
        ({"codes": ["a", "b", "c", ""]}, "player codes must be 4 different ones"),
        ({"forfeit": 4}, "a forfeit names a seat from 0 to 3"),
        ({"forfeit": -1}, "a forfeit names a seat from 0 to 3"),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_its_reason(options, complaint) -> None:
    with pytest.raises(PlayError, match=complaint):
        play_match(**{"rules": CLASSIC, "players": 4, "seed": 1, **options})


def test_the_command_prints_one_line_of_ascii_json(capfdbinary) -> None:
    codes = ["--player-codes", "ana,bedřich,cyril,dana"]
    assert main([*PLAY, "--deals", "2", "--bots", "random,greedy", *codes]) == 0
    out = capfdbinary.readouterr().out
    expected = play_match(
        CLASSIC, 4, 7, Until(deals=2), ["random", "greedy"], ["ana", "bedřich", "cyril", "dana"]
    )
    assert out.decode("ascii") == json.dumps(expected) + "\n"


@pytest.mark.parametrize(
    "wrong",
    [
        ["--bots", "clever"],
        ["--points", "1000", "--deals", "2"],
        ["--points", "many"],
        ["--deals", "0"],
        ["--forfeit", "4"],
        ["--player-codes", "ana"],
    ],
)
def test_wrong_options_of_the_command_are_wrong_usage(wrong, capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*PLAY, *wrong])
    assert stopped.value.code == 2
    assert "error: " in capsys.readouterr().err
