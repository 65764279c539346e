"""The records of one person, and what is kept of the player a user is: for the user to take along."""

from typing import Any

from ratings.models import Player, RatedGame


def records_of(player: Player) -> list[int]:
    """The player and every record merged into them, directly or by others."""
    records = newest = [player.pk]
    while newest:
        newest = list(Player.objects.filter(merged_into__in=newest).values_list("pk", flat=True))
        records = records + newest
    return records


def everything_of(user: Any) -> list[Player]:
    """Every record of the person a user is; the one that stands for them comes first."""
    player = Player.objects.filter(user=user).first()
    if player is None:
        return []
    records = records_of(player.identity)
    found = Player.objects.in_bulk(records)
    return [found[record] for record in records]


def known_of(user: Any) -> dict[str, Any]:
    """The player, the clubs managed and the games, as JSON can hold them."""
    player = Player.objects.select_related("club").filter(user=user).first()
    known: dict[str, Any] = {"clubs_managed": list(user.managed_clubs.values_list("name", flat=True))}
    if player is not None:
        known["player"] = {
            "code": player.code,
            "name": player.name,
            "club": player.club.name if player.club else None,
            "visibility": player.visibility,
            "pseudonym": player.pseudonym,
            "minor": player.minor,
        }
        games = RatedGame.objects.filter(seats__player__in=everything_of(user)).order_by("order_key")
        known["games"] = list(games.values("uuid", "played_at", "rule_set", "label"))
    return known
