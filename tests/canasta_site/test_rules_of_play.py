"""The rules of play as a page: the right half, anchors, no markup of the text's own."""

from pathlib import Path

import pytest
from django.test import Client

from canasta_site.rules_of_play import draw, half, load

TEXT = """<!-- lang: en -->

# Rules

## The pile & more

| code | points |
| --- | ---: |
| `pile-frozen` | 10 |

<script>alert(1)</script> and [x](javascript:alert(1))

<!-- lang: cs -->

# Pravidla

## Odhazovací balíček
"""


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "# Rules"), ("cs", "# Pravidla"), ("de", "# Rules")]
)
def test_each_language_has_its_half_and_others_the_first(language: str, heading: str) -> None:
    assert half(TEXT, language).strip().startswith(heading)
    assert half(TEXT, language).count("\n# ") == 1


def test_a_text_without_halves_is_shown_whole() -> None:
    assert half("# Rules\n", "cs") == "# Rules\n"


def test_sections_and_codes_can_be_linked_to() -> None:
    document = draw(half(TEXT, "en"))
    assert [(section.anchor, section.text) for section in document.sections] == [
        ("the-pile-more", "The pile & more")
    ]
    assert '<h2 id="the-pile-more">' in document.html
    assert '<td id="pile-frozen"><code>pile-frozen</code></td>' in document.html


def test_czech_headings_have_anchors_without_accents() -> None:
    assert draw(half(TEXT, "cs")).sections[0].anchor == "odhazovaci-balicek"


def test_an_aligned_column_has_a_class_and_no_style() -> None:
    html = draw(half(TEXT, "en")).html
    assert '<td class="num">10</td>' in html
    assert "style=" not in html


def test_no_line_breaks_within_a_number() -> None:
    html = draw("from 5 000 to 10\n000, section 2 4 of 1 000 000, 12 3456").html
    assert "from 5\xa0000 to 10\xa0000, section 2 4 of 1\xa0000\xa0000, 12 3456" in html


def test_markup_in_the_text_is_shown_and_not_obeyed() -> None:
    html = draw(half(TEXT, "en")).html
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "href=" not in html


def test_a_changed_file_is_drawn_again(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# One\n")
    assert "One" in load(path, "en").html
    path.write_text("# Two, longer\n")
    assert "Two" in load(path, "en").html


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "heading"), [("cs", "Pravidla hry"), ("en", "Rules of play")])
def test_the_page_of_the_rules(client: Client, language: str, heading: str) -> None:
    text = client.get(f"/{language}/rules/").content.decode()
    assert f"<h1>{heading}</h1>" in text
    assert 'id="pile-frozen"' in text
    assert "style=" not in text
