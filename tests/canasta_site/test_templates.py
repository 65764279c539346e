"""What every template of the house must keep to."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted(
    path
    for folder in ("templates", "accounts", "canasta_site", "ratings", "tournaments")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and "templates" in path.parts and path.suffix in {".html", ".svg"}
)
# A script that only holds data isn't run, so the policy lets it be.
SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/(?:ld\+)?json\")", re.IGNORECASE)
STYLE = re.compile(r"<style|\sstyle\s*=", re.IGNORECASE)
HANDLER = re.compile(r"<[^>]*\son[a-z]+\s*=|javascript:|hx-on", re.IGNORECASE)
ELSEWHERE = re.compile(r"<(?:script|img|link|iframe)[^>]*(?:src|href)=\"(?:https?:)?//", re.IGNORECASE)


def test_there_are_templates_to_look_at() -> None:
    assert ROOT / "templates" / "base.html" in TEMPLATES


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
@pytest.mark.parametrize(
    "pattern", [SCRIPT, STYLE, HANDLER, ELSEWHERE], ids=["script", "style", "handler", "foreign"]
)
def test_nothing_inline_and_nothing_from_elsewhere(path: Path, pattern: re.Pattern[str]) -> None:
    assert not pattern.search(path.read_text())


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (SCRIPT, "<script>go()</script>"),
        (STYLE, '<p style="color:red">'),
        (STYLE, "<style>"),
        (HANDLER, '<a onclick="go()">'),
        (ELSEWHERE, '<script src="https://cdn.example/x.js">'),
    ],
)
def test_the_patterns_find_what_they_look_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def test_dark_sets_only_tokens_that_the_stylesheet_has() -> None:
    def tokens(name: str) -> set[str]:
        return set(re.findall(r"^\s+(--[\w-]+):", (ROOT / "static" / name).read_text(), re.MULTILINE))

    assert tokens("dark.css") < tokens("site.css")
