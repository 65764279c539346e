"""docs/rules.md as a page: its half in the page's language, with anchors, without any markup of its own."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKER = re.compile(r"^<!-- lang: (\w+) -->\n", re.MULTILINE)
# The gap in 10 000, where no line may break.
THOUSANDS = re.compile(r"(?<=\d)\s(?=\d{3}\b)")
# HTML in the text is shown, not obeyed.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Heading:
    """A section's heading and its anchor."""

    anchor: str
    text: str


@dataclass(frozen=True)
class Document:
    """The text as HTML and its sections."""

    html: SafeString
    sections: list[Heading]


def half(text: str, language: str) -> str:
    """The part of a document written in a language; of one without such a part, the first."""
    first, *rest = MARKER.split(text)
    parts = dict(zip(rest[::2], rest[1::2], strict=True))
    return parts.get(language) or next(iter(parts.values()), first)


def load(path: Path, language: str) -> Document:
    """The document in a language; drawn again only when the file changed."""
    return _load(path, language, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _load(path: Path, language: str, _changed: int) -> Document:
    return draw(half(path.read_text(encoding="utf-8"), language))


def draw(text: str) -> Document:
    """Markdown as HTML: anchors for sections and codes, tables that scroll, numbers kept whole, no style."""
    tokens = MARKDOWN.parse(THOUSANDS.sub("\N{NO-BREAK SPACE}", text))
    sections = []
    for opening, content in pairwise(tokens):
        _no_inline_style(opening)
        if opening.type == "heading_open" and opening.tag == "h2":
            sections.append(Heading(slugify(content.content), content.content))
            opening.attrSet("id", sections[-1].anchor)
        elif opening.type == "td_open" and _is_only_code(content):
            opening.attrSet("id", content.content.strip("`"))
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    html = html.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="table">')
    html = html.replace("</table>", "</table></div>").replace("<th></th>", "<td></td>")
    return Document(mark_safe(html), sections)  # noqa: S308 # nosec B703 # made of our own docs/rules.md


def _no_inline_style(token: Token) -> None:
    """Columns aligned to the right get a class for the style that the policy forbids."""
    style = token.attrs.pop("style", None)
    if style == "text-align:right":
        token.attrSet("class", "num")


def _is_only_code(token: Token) -> bool:
    return len(token.children or []) == 1 and token.children[0].type == "code_inline"  # type: ignore[index]
