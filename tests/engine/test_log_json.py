"""Which documents are a JSON object at all."""

import json
from typing import Any

import pytest

from engine import replay
from engine.log import MOST_BYTES, MOST_NESTED
from tests.engine.logs import classic

Log = dict[str, Any]


@pytest.mark.parametrize(
    "document",
    [
        b"", b" ", b"null", b"[]", b"7", b'"canasta-log/1"', b"{", b"{}}", b"{} {}", b"{'format': 1}",
        b"\xef\xbb\xbf{}", b"\xff\xfe{\x00}\x00", "{}".encode("utf-16"), b"\x00", b'{"a": "\xff"}',
        b'{"a": NaN}', b'{"a": Infinity}', b'{"a": -Infinity}', b'{"a": 01}', b'{"a": +1}', b'{"a": .5}',
        b'{"a": 1, "a": 1}', b'{"x": {"b": 1, "b": 2}}', b'{"x": [{"b": 1, "b": 2}]}', b'{"a": "\n"}',
        b'{"a": 1,}', b"{} //", b'{"a": "\\x"}', b'{"a": \xc2\xa01}', b'{"a": "\xed\xa0\x80"}',
        "\ufeff{}", "{\ud800}", '{"a": "\ud800"}',
    ],
)  # fmt: skip
def test_what_is_no_json_object(document: bytes | str) -> None:
    verdict = replay(document)
    assert (verdict.verdict, verdict.rule) == ("malformed", "json")
    assert verdict.message


@pytest.mark.parametrize(
    "document", [None, 7, [], ("format",), object(), {"a": object()}, {"a": float("nan")}]
)
def test_a_parsed_document_is_read_as_strictly(document: Any) -> None:
    verdict = replay(document)
    assert (verdict.verdict, verdict.rule) == ("malformed", "json")


def test_a_parsed_document_that_holds_itself() -> None:
    document: Log = classic()
    document["more"] = document
    assert replay(document).rule == "json"


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("deep", [100_000, 500_000])
def test_a_document_nested_too_deeply(opening: str, deep: int) -> None:
    assert replay(opening * deep).rule == "json"
    assert replay('{"a": ' + "[" * deep + "]" * deep + "}").rule == "json"


def nested(deep: int) -> str:
    """A log with so many objects and lists inside one another, and brackets in its strings."""
    log = {**classic(), "note": '[{"\\' * 2000, "deep": 0}
    lists = deep - 1
    return json.dumps(log).replace('"deep": 0', '"deep": ' + "[" * lists + "]" * lists)


def test_the_depth_that_is_read_does_not_depend_on_the_caller() -> None:
    def called_from(frames: int, document: str) -> str | None:
        return called_from(frames - 1, document) if frames else replay(document).rule

    for frames in (0, 300):
        assert called_from(frames, nested(MOST_NESTED)) is None
        assert called_from(frames, nested(MOST_NESTED + 1)) == "json"


def test_many_lists_beside_one_another_are_read() -> None:
    assert replay({**classic(), "wide": [[[]]] * 5000}).verdict == "verified"


def test_a_parsed_document_nested_too_deeply() -> None:
    deep: object = 0
    for _ in range(100_000):
        deep = [deep]
    assert replay({"a": deep}).rule == "json"


def test_a_document_of_4_mb_is_read_and_a_larger_one_is_not() -> None:
    text = json.dumps(classic())
    assert replay(text.ljust(MOST_BYTES)).verdict == "verified"
    for document in (text.ljust(MOST_BYTES + 1), text.ljust(MOST_BYTES + 1).encode()):
        assert replay(document).rule == "json"
    log = {**classic(), "note": "č" * (MOST_BYTES // 2)}
    assert replay(json.dumps(log, ensure_ascii=False)).rule == "json"


def test_text_bytes_and_parsed_documents_are_the_same() -> None:
    text = json.dumps(classic())
    assert replay(text) == replay(text.encode()) == replay(classic())


@pytest.mark.parametrize("where", ["log", "deal", "until", "result", "forfeit"])
@pytest.mark.parametrize(
    "extra", [None, 1.5, 10**400, "\ud800", {"a": [None]}], ids=["null", "1.5", "huge", "s", "o"]
)
def test_unknown_fields_are_ignored_everywhere(where: str, extra: object) -> None:
    log = {**classic(), "until": {"deals": 2}, "forfeit": {"seat": 1}}
    log["result"] = {"scores": [680, -110], "winner": 0}
    target = {"log": log, "deal": log["deals"][0]}.get(where) or log[where]
    target["unknown"] = extra
    assert replay(json.dumps(log)).verdict == "verified"


def test_an_escaped_field_is_the_same_field() -> None:
    text = json.dumps(classic()).replace('"dealer"', '"\\u0064ealer"').replace('"draw"', '"\\u0064raw"')
    assert replay(text).verdict == "verified"
    assert replay(text[:-1] + ', "dealer": 3}').rule == "json"
