"""A cache whose server is away remembers nothing and fails for nothing."""

from typing import Any

import pytest
from django.core.cache import cache as site_cache
from django.test import Client

from canasta_site import cache as module
from canasta_site.cache import ForgetfulRedisCache

NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture
def cache() -> ForgetfulRedisCache:
    return ForgetfulRedisCache(NOBODY, {})


def test_every_question_is_answered_as_by_an_empty_cache(cache: ForgetfulRedisCache) -> None:
    assert cache.add("a", 1) is True
    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_or_set("a", lambda: 5) == 5
    assert cache.incr("a", 2) == 2
    assert cache.get_many(["a"]) == {}
    assert not cache.has_key("a")
    assert not cache.touch("a")
    assert not cache.delete("a")
    cache.set("a", 1)
    cache.set_many({"a": 1})
    cache.delete_many(["a"])


def test_a_server_that_is_away_is_left_alone_for_some_seconds(
    cache: ForgetfulRedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, asked = [1000.0], []
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    real = cache._cache.get_client

    def counted(*args: Any, **kwargs: Any) -> Any:
        asked.append(now[0])
        return real(*args, **kwargs)

    cache._cache.get_client = counted
    for now[0] in (1000.0, 1001.0, 1004.9, 1005.0):
        cache.get("a")
    assert asked == [1000.0, 1005.0]


@pytest.mark.django_db
def test_pages_and_api_answer_without_it(settings: Any) -> None:
    away = {"BACKEND": "canasta_site.cache.ForgetfulRedisCache", "LOCATION": NOBODY}
    settings.CACHES = {"default": away, "pages": away | {"KEY_PREFIX": "pages"}}
    assert site_cache.get("anything") is None
    assert Client().get("/en/").status_code == 200
    assert Client().get("/api/v1/tournaments").status_code == 200
    assert Client().get("/t/guessed").status_code == 404
