"""Which tests run where, and the settings that tests share.

A test marked `pg`, `redis` or `browser` is skipped, with the reason, where its server or program is missing;
what CANASTA_REQUIRE names (`CANASTA_REQUIRE=pg,redis,browser`) fails instead. `--slow` adds the tests marked
`slow`; `--database-only` leaves those that touch a database or Redis, for a second pass on other servers.
"""

import os
import shutil

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "admin_client"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow, too")
    parser.addoption("--database-only", action="store_true", help="only tests that touch a database or Redis")


def pytest_configure() -> None:
    """Cheap password hashes, static files found without being collected first, every page made each time.

    The token model that ours replaces gets no table: PostgreSQL could not empty the others between tests.
    """
    settings.MIGRATION_MODULES = {"knox": None}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.CACHES = settings.CACHES | {"pages": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if not is_wanted(item, config)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if is_wanted(item, config)]
    for item in items:
        if item.get_closest_marker("redis"):
            item.add_marker(pytest.mark.xdist_group("redis"))


def is_wanted(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("slow") and not config.getoption("--slow"):
        return False
    return touches_the_database(item) or not config.getoption("--database-only")


def touches_the_database(item: pytest.Item) -> bool:
    marked = any(item.get_closest_marker(name) for name in ("django_db", "pg", "redis"))
    return marked or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_runtest_setup(item: pytest.Item) -> None:
    required = os.environ.get("CANASTA_REQUIRE", "").split(",")
    for need, reason in missing().items():
        if item.get_closest_marker(need):
            if need in required:
                pytest.fail(f"{reason}, and CANASTA_REQUIRE asks for it")
            pytest.skip(reason)


def missing() -> dict[str, str]:
    """What this run lacks of the things that tests can ask for, each with its reason."""
    lacks = {
        "pg": (
            "postgresql" not in settings.DATABASES["default"]["ENGINE"],
            "DATABASE_URL is not PostgreSQL",
        ),
        "redis": (not settings.CELERY_BROKER_URL.startswith("redis"), "CELERY_BROKER_URL is not Redis"),
        "browser": (shutil.which("chromium") is None, "Chromium is not installed"),
    }
    return {need: reason for need, (lacking, reason) in lacks.items() if lacking}


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Throttles and login limits count in the cache; no test sees another's count."""
    cache.clear()


@pytest.fixture(autouse=True)
def first_language() -> None:
    """A page that another test opened leaves its language behind; each test begins in the code's own."""
    translation.activate("en")
