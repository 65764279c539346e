"""The people of an event: who directs it, and the players who could enter with their ratings."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from ratings.display import shown
from ratings.models import Kind, Player, PlayerRating, RatingPool
from ratings.names import search_key
from ratings.selectors.public import named, public_players
from tournaments.core.records import Format
from tournaments.models import EntrantMember, EntryKind, Tournament

MOST = 8
LIKENESS = 0.82
NOBODY = Q(pk__in=())

ROLES = {"organisers": _("organisers"), "referees": _("referees"), "scorers": _("scorers")}


@dataclass(frozen=True)
class Officials:
    """Those who hold one role in an event."""

    role: str
    name: Any
    people: list[Any]


def officials_of(event: Tournament) -> list[Officials]:
    """Organisers, referees and scorers of the event."""
    return [
        Officials(role, name, list(getattr(event, role).order_by("email"))) for role, name in ROLES.items()
    ]


@dataclass(frozen=True)
class Known:
    """A player who could be meant: `rating` in the event's own pool, `entered` as whom they are in already.

    `name` is what the reader may see; `alike`: it is not what was typed, only much like it.
    """

    player: Player
    name: str
    rating: int | None
    entered: str
    alike: bool = False


def pool_of(event: Tournament) -> RatingPool | None:
    """The pool in which games of this event count: single players who play alone have their own."""
    partners = event.stages.filter(format=Format.INDIVIDUAL).exists()
    kind = Kind.SOLO if event.entry_kind == EntryKind.SINGLE and not partners else Kind.PAIRS
    return RatingPool.objects.filter(rule_set=event.rule_set, kind=kind, active=True).first()


def ratings_in(event: Tournament, players: Iterable[int]) -> dict[int, int]:
    """The shown rating of those of these players who have one."""
    rows = PlayerRating.objects.filter(pool=pool_of(event), player__in=list(players))
    return {player: shown(mu) for player, mu in rows.values_list("player_id", "mu")}


class People:
    """The players who may be entered in an event; a demonstration keeps to its own.

    A director knows the members of the event's own club by their names in its list, `private`; everybody
    else, and everybody to the public, has the name shown in public.
    """

    def __init__(self, event: Tournament, *, private: bool) -> None:
        self.event = event
        self.private = private
        self.own = Q(club=event.club_id) if private else NOBODY
        rows = Player.objects.filter(public_players() | self.own, merged_into=None, demo=event.demo)
        self.rows = rows.select_related("club").order_by("sort_key", "pk")

    def name_of(self, player: Player) -> str:
        known_here = self.private and player.club_id == self.event.club_id
        return player.name if known_here else player.public_name

    def like(self, text: str, most: int = MOST) -> list[Known]:
        """Those of this code or name; where nobody is, those whose name is much like it."""
        if not search_key(text):
            return []
        found = list(self.rows.filter(Q(code=text.strip()) | named(text) | self._named_here(text))[:most])
        alike = [] if found else self._alike(text, most)
        return self._described(found, alike)

    def _named_here(self, text: str) -> Q:
        own = self.own
        for word in search_key(text).split():
            own &= Q(search_key__startswith=word) | Q(search_key__contains=f" {word}")
        return own

    def _alike(self, text: str, most: int) -> list[Player]:
        """Names with a few other letters, or with their words turned round."""
        wanted = _turned(search_key(text))
        keys: dict[str, list[int]] = {}
        for player in self.rows.select_related(None).only("pk", "name", "public_name", "club_id"):
            keys.setdefault(_turned(search_key(self.name_of(player))), []).append(player.pk)
        near = get_close_matches(wanted, keys, most, LIKENESS)
        return list(self.rows.filter(pk__in=[pk for key in near for pk in keys[key]])[:most])

    def _described(self, found: list[Player], alike: list[Player]) -> list[Known]:
        everybody = [*found, *alike]
        ids = [player.pk for player in everybody]
        ratings = ratings_in(self.event, ids)
        members = EntrantMember.objects.filter(tournament=self.event, player__in=ids)
        entered = dict(members.values_list("player_id", "entrant__name"))
        return [
            Known(p, self.name_of(p), ratings.get(p.pk), entered.get(p.pk, ""), p in alike) for p in everybody
        ]

    def by_code(self, codes: Iterable[str]) -> dict[str, Player]:
        """Those with these codes, by code in small letters."""
        wanted = {code.casefold() for code in codes}
        found = self.rows.annotate(lower_code=Lower("code")).filter(lower_code__in=wanted)
        return {player.code.casefold(): player for player in found}

    def by_name(self, names: Iterable[str]) -> dict[str, list[Player]]:
        """Those of just these names, by name without accents and capitals."""
        keys = {search_key(name) for name in names}
        found: dict[str, list[Player]] = {}
        own = self.own & Q(search_key__in=keys)
        for player in self.rows.filter(own | Q(public_search_key__in=keys)):
            for key in {player.search_key, player.public_search_key} & keys:
                found.setdefault(key, []).append(player)
        return found


def _turned(key: str) -> str:
    return " ".join(sorted(key.split()))
