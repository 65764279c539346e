"""What holds for every document and every lawful match."""

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import replay
from tests.engine.fuzz import check
from tests.engine.logs import CASES
from tests.engine.mutations import mutated, mutated_bytes

GOLDEN = [path.read_text(encoding="utf-8") for path in sorted(CASES.glob("*.json"))]
SMALL = [text for text in GOLDEN if len(text) < 4000 and json.loads(text).get("deals")]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SMALL), st.randoms(use_true_random=False))
def test_a_spoilt_log_gets_a_verdict(text: str, chance: random.Random) -> None:
    check(json.dumps(mutated(text, chance)).encode())


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SMALL), st.randoms(use_true_random=False))
def test_spoilt_bytes_get_a_verdict(text: str, chance: random.Random) -> None:
    check(mutated_bytes(text.encode(), chance))


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_get_a_verdict(octets: bytes) -> None:
    assert check(octets).verdict == "malformed"


@settings(deadline=None)
@given(st.text())
def test_any_text_gets_a_verdict(text: str) -> None:
    assert replay(text).verdict == "malformed"


@settings(deadline=None)
@given(JSON)
def test_any_parsed_document_gets_a_verdict(document: object) -> None:
    assert replay(document).verdict == "malformed"  # type: ignore[arg-type]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(SMALL),
    st.sampled_from(["format", "rules", "players", "dealer", "until", "deals", "forfeit", "result"]),
    JSON,
)
def test_any_value_in_any_field_gets_a_verdict(text: str, field: str, value: object) -> None:
    check(json.dumps({**json.loads(text), field: value}).encode())


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SMALL), st.sampled_from(["deck", "cut", "moves"]), JSON)
def test_any_value_in_a_deal_gets_a_verdict(text: str, field: str, value: object) -> None:
    log = json.loads(text)
    log["deals"][0][field] = value
    check(json.dumps(log).encode())
