"""Accounts on their own: what other apps add to them is tested with the site."""

from dataclasses import fields

import pytest

from accounts.seams import seams


@pytest.fixture(autouse=True)
def no_other_app(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in fields(seams):
        monkeypatch.setattr(seams, field.name, [])
