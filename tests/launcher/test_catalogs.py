"""Translations are compiled when they changed, and every difference between them and the code is named."""

import os
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from launcher.catalogs import catalogs, compiled, is_newer
from launcher.compare_catalogs import compare


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    path = tmp_path / "ratings" / "locale" / "cs" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.touch()
    return path


def czech(**translations: str) -> Catalog:
    catalog = Catalog(locale="cs")
    for text, translation in translations.items():
        catalog.add(text, translation)
    return catalog


def test_a_catalog_that_was_never_compiled_is_newer(catalog: Path) -> None:
    assert is_newer(catalog)


def test_a_catalog_is_newer_only_than_what_was_compiled_before_it_changed(catalog: Path) -> None:
    compiled(catalog).touch()
    os.utime(compiled(catalog), (100, 100))
    os.utime(catalog, (99, 99))
    assert not is_newer(catalog)
    os.utime(catalog, (101, 101))
    assert is_newer(catalog)


def test_the_site_and_its_apps_have_catalogs(catalog: Path, tmp_path: Path) -> None:
    site = tmp_path / "locale" / "cs" / "LC_MESSAGES" / "django.po"
    site.parent.mkdir(parents=True)
    site.touch()
    (tmp_path / ".venv" / "django" / "locale" / "cs" / "LC_MESSAGES").mkdir(parents=True)
    assert catalogs(tmp_path) == [site, catalog]


def test_translations_that_match_the_code_pass() -> None:
    assert list(compare(czech(Round="Kolo"), czech(Round="Kolo"))) == []


def test_a_string_of_the_code_must_be_in_the_catalog() -> None:
    assert list(compare(czech(), czech(Round=""))) == ["not in the catalog, run makemessages: 'Round'"]


def test_a_string_that_the_code_lacks_must_go() -> None:
    assert list(compare(czech(Round="Kolo"), czech())) == ["not in the code, run makemessages: 'Round'"]


def test_a_string_must_be_translated() -> None:
    assert list(compare(czech(Round=""), czech(Round=""))) == ["not translated: 'Round'"]


def test_a_translation_must_be_sure() -> None:
    unsure = Catalog(locale="cs")
    unsure.add("Round", "Kulatý", flags=["fuzzy"])
    assert list(compare(unsure, czech(Round=""))) == ["fuzzy: 'Round'"]


def test_every_plural_form_must_be_translated() -> None:
    incomplete = Catalog(locale="cs")
    incomplete.add(("%(n)s round", "%(n)s rounds"), ("%(n)s kolo", "%(n)s kola", ""), flags=["python-format"])
    assert "not translated: '%(n)s round'" in list(compare(incomplete, incomplete))


def test_a_translation_must_keep_its_placeholders() -> None:
    wrong = Catalog(locale="cs")
    wrong.add("Round %(number)s", "Kolo %(cislo)s", flags=["python-format"])
    assert [problem[-20:] for problem in compare(wrong, wrong)] == [": 'Round %(number)s'"]
