"""What people made in a demonstration; what was loaded with it was made by nobody."""

from django.db.models import Q

from ratings.models import Player
from tournaments.models import Tournament


def made_in_demonstration() -> list[str]:
    """The names of the events and players that somebody made in the demonstration, and that go with it."""
    made = {"history_type": "+", "history_user__isnull": False}
    events = Tournament.objects.filter(
        Q(demo=True) | Q(club__demo=True), pk__in=Tournament.history.filter(**made).values("id")
    ).order_by("starts_at", "pk")
    people = Player.objects.filter(demo=True, pk__in=Player.history.filter(**made).values("id"))
    return [*(event.name for event in events), *(player.name for player in people.order_by("sort_key"))]
