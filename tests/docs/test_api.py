"""Every address, scope and code that docs/api.md names is one that exists."""

import re
from pathlib import Path

from django.conf import settings
from django.urls import resolve

from accounts.models import Scope
from canasta_site.api.views import NothingView

TEXT = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = {"UUID": "0b6e0000-0000-4000-8000-000000000000", "SLUG": "spring"}


def test_every_address_of_the_page_exists() -> None:
    found = set(re.findall(r"\$API/([\w/-]+)", TEXT))
    assert len(found) > 8
    for path in found:
        for name, value in EXAMPLES.items():
            path = path.replace(name, value)  # noqa: PLW2901
        view = getattr(resolve(f"/api/v1/{path}").func, "cls", None)
        assert view is not NothingView, path


def test_every_scope_is_described() -> None:
    assert all(f"| `{scope}` |" in TEXT for scope in Scope.values)


def test_the_example_it_names_is_there() -> None:
    assert (Path(settings.BASE_DIR) / "examples" / "online_table.py").exists()
