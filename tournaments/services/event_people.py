"""Who the players and clubs of an event's file are here: known, new, or perhaps somebody else."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from ratings.models import Club, Player, Visibility
from ratings.names import search_key
from ratings.services.people import create_club, create_player, free_code
from tournaments.event_reading import Part, column

if TYPE_CHECKING:
    from accounts.models import User

CODE = Player._meta.get_field("code")


class Link(StrEnum):
    """What becomes of a player of the file: known here already, new, or perhaps somebody else."""

    KNOWN = "known"
    NEW = "new"
    DOUBTFUL = "doubtful"


class Who(StrEnum):
    """What is said of a doubtful player: the same person, or another one who gets a new number."""

    SAME = "same"
    OTHER = "other"


@dataclass(frozen=True)
class Person:
    """A player of the file, and who that is here."""

    code: str
    name: str
    link: Link
    known_as: str = ""


def clubs_of(document: Part, by: "User | None") -> tuple[dict[str, Club], list[str]]:
    """The clubs of the file by their code, and the names of those made now, without a manager."""
    clubs: dict[str, Club] = {}
    made = []
    for part in document.parts("clubs"):
        part.only(("code", "name", "country"))
        code, name = _code(part), part.text("name", 120)
        club = Club.objects.filter(code__iexact=code).first()
        if club is None:
            club = create_club(name or code, code=code, by=by, country=part.text("country", 2))
            made.append(str(club))
        clubs[code] = club
    event = document.part("event")
    if event.text("club", 40) not in clubs:
        raise event.refuse("club", _("nothing in this file has this number."))
    return clubs, made


def _code(part: Part) -> str:
    try:
        return str(column(CODE, part.get("code", str)))
    except (ValueError, ValidationError) as error:
        raise part.refuse("code", _("this can't stand here.")) from error


def players_of(
    document: Part, clubs: Mapping[str, Club], host: Club, said: Mapping[str, Who], by: "User | None"
) -> tuple[dict[str, Player], list[Person]]:
    """The players of the file by their code, and what became of each; unknown ones are made.

    A number that somebody of another name has here is doubtful until it is `said` who that is. Players of a
    demonstration and others are never taken for each other.
    """
    parts = document.parts("players")
    codes = [_code(part) for part in parts]
    known = {player.code: player for player in Player.objects.filter(code__in=codes)}
    players: dict[str, Player] = {}
    people = []
    for code, part in zip(codes, parts, strict=True):
        part.only(("code", "name", "club", "is_guest", "minor", "visibility", "pseudonym", "withheld"))
        here = known.get(code)
        everything = by is None or by.is_superuser or (here is not None and here.club_id == host.pk)
        person = _person(code, part.text("name", 120), here, host, said.get(code), everything)
        people.append(person)
        if person.link is Link.NEW:
            own = document.part("event").text("club", 40)
            free = code if code not in known else _free(f"{own}-{code}"[:40])
            players[code] = _made(free, part, clubs, host, by)
        else:
            players[code] = known[code]
    return players, people


def _person(
    code: str, name: str, known: Player | None, host: Club, said: Who | None, everything: bool
) -> Person:
    """`everything`: the importer knows the player's own name, and not only the one shown to all."""
    if known is None or known.demo != host.demo or said is Who.OTHER:
        return Person(code, name, Link.NEW)
    names = {known.public_search_key, known.search_key} if everything else {known.public_search_key}
    same = said is Who.SAME or search_key(name) in names
    called = known.name if everything else known.shown_name
    return Person(code, name, Link.KNOWN if same else Link.DOUBTFUL, called)


def _free(code: str) -> str:
    """A number for somebody whose own one means another person here."""
    return free_code() if Player.objects.filter(code=code).exists() else code


def _made(code: str, part: Part, clubs: Mapping[str, Club], host: Club, by: "User | None") -> Player:
    club, visibility = part.get("club", str, type(None)), part.text("visibility", 10)
    if visibility not in Visibility.values:
        raise part.refuse("visibility", _("this can't stand here."))
    if club is not None and club not in clubs:
        raise part.refuse("club", _("nothing in this file has this number."))
    name = part.text("name", 120)
    return create_player(
        name or code,
        code=code,
        by=by,
        club=None if club is None else clubs[club],
        demo=host.demo,
        is_guest=part.get("is_guest", bool),
        minor=part.get("minor", bool),
        visibility=visibility,
        pseudonym=_pseudonym(part, name, visibility),
    )


def _pseudonym(part: Part, name: str, visibility: str) -> str:
    """Of somebody whose own name the file keeps back, the name they are shown by."""
    if "pseudonym" in part.values:
        return part.text("pseudonym", 80)
    return name[:80] if visibility == Visibility.PSEUDONYM else ""
