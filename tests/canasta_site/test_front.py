"""The front page: what runs, what comes, the last results, the top of the rating tables."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ratings.models import RatingPool
from ratings.services import fold_pool
from tests.tournaments.event import make_event, make_user

pytestmark = pytest.mark.django_db


def test_it_shows_events_results_and_ratings(client: Client) -> None:
    make_event(4).results("1-2 2450:1980", "3-4 2000:2000")
    make_event(2, slug="next", status="planned", starts_at=timezone.now() + timedelta(days=3))
    for pool in RatingPool.objects.filter(dirty_from__isnull=False):
        fold_pool(pool.pk, timezone.now())
    page = client.get("/en/").content.decode()
    for text in ("Running now", "Coming", "Last results", "2,450\u00a0:\u00a01,980", "/en/tournaments/next/"):
        assert text in page


def test_an_empty_service_has_a_front_page_too(client: Client) -> None:
    assert "Last results" not in client.get("/en/").content.decode()


def test_an_empty_service_leads_its_administrator_to_the_first_club(client: Client) -> None:
    assert "Make the first club" not in client.get("/en/").content.decode()
    client.force_login(make_user("a@example.org", is_superuser=True, is_staff=True))
    assert "Make the first club" in client.get("/en/").content.decode()
    assert "Založit první klub" in client.get("/cs/").content.decode()
    make_event(2)
    assert "Make the first club" not in client.get("/en/").content.decode()


def test_more_events_need_no_more_queries(client: Client, django_assert_num_queries: Any) -> None:
    make_event(4).results("1-2 2450:1980")
    client.get("/en/")
    with django_assert_num_queries(30, exact=False) as few:
        client.get("/en/")
    for number in range(3):
        make_event(4, slug=f"event-{number}").results("1-2 2450:1980", "3-4 2450:1980")
    with django_assert_num_queries(len(few)):
        client.get("/en/")
