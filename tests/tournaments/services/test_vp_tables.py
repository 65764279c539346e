"""A club's own tables of victory points."""

import pytest

from ratings.models import Club
from tests.tournaments.at_once import at_once
from tournaments.core.records import VpStep
from tournaments.models import VpTable
from tournaments.services.vp_tables import save_table


@pytest.mark.pg
@pytest.mark.django_db(transaction=True)
def test_two_managers_who_make_one_name_at_once_make_one_table() -> None:
    club = Club.objects.create(code="made-up", name="Made-up club")

    steps = (VpStep(0, 1000, 1000), VpStep(300, 1250, 750), VpStep(None, 2000, 0))

    def saving() -> str:
        return save_table(club, "Ours", steps, None).name

    for _ in range(10):
        VpTable.objects.all().delete()
        assert at_once([saving, saving]) == ["Ours", "Ours"]
        assert VpTable.objects.count() == 1
