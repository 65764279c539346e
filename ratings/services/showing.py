"""Under what name a person appears: told to whoever stored it, and kept alike in records that are merged."""

from typing import Any

from ratings.models import Player
from ratings.seams import seams


def save_as_shown(player: Player, why: str, by: Any) -> None:
    """Save a player; if that shows them under another name, so it does the records merged into them."""
    shown_as = Player.objects.values_list("public_name", flat=True).get(pk=player.pk)
    player.because(why, by).save()
    if player.public_name == shown_as:
        return
    for renamed in seams.renamed:
        renamed(player, shown_as, by)
    for record in Player.objects.select_for_update().filter(merged_into=player.pk).order_by("pk"):
        save_as_shown(record, why, by)
