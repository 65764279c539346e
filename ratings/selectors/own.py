"""What is kept of the player a user is: for the user to take along."""

from typing import Any

from ratings.models import Player, RatedGame


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
        games = RatedGame.objects.filter(seats__player=player).order_by("order_key")
        known["games"] = list(games.values("uuid", "played_at", "rule_set", "label"))
    return known
