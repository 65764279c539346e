"""A person typed into a form: found among the known players, or made new when nobody is meant.

Works by submitting; with htmx the possible players appear while the name is typed.
"""

from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext as _

from ratings.models import Player
from ratings.names import search_key, written
from ratings.services.people import create_player
from tournaments.models import Tournament
from tournaments.selectors.people import Known, People

NEW = "new"


@dataclass
class PersonField:
    """One person of a form: what was typed, who could be meant, who was chosen."""

    number: int
    text: str = ""
    choice: str = ""
    found: list[Known] = field(default_factory=list)
    error: str = ""

    @property
    def player(self) -> Player | None:
        """The known player who is meant, if that is clear."""
        return next((known.player for known in self.found if known.player.code == self.choice), None)

    @property
    def is_new(self) -> bool:
        return self.choice == NEW

    @property
    def is_settled(self) -> bool:
        return self.is_new or self.player is not None


def look_up(people: People, text: str, number: int, choice: str = "") -> PersonField:
    """Those who could be meant; the only one of just that name, or somebody wholly new, is chosen."""
    text = written(text)[:120]
    person = PersonField(number, text, choice, people.like(text))
    if not text:
        person.choice = ""
    elif not person.is_settled:
        exact = [known.player.code for known in person.found if _is_meant(known, text)]
        person.choice = exact[0] if len(exact) == 1 else ("" if person.found else NEW)
    return person


def _is_meant(known: Known, text: str) -> bool:
    return search_key(text) == search_key(known.name) or known.player.code == text


def read_person(people: People, data: QueryDict, number: int) -> PersonField:
    """The person of a sent form. A choice counts only while the name it was made for still stands."""
    text = data.get(f"name{number}", "")
    chosen = data.get(f"choice{number}", "") if data.get(f"for{number}", "") == written(text) else ""
    person = look_up(people, text, number, chosen)
    if not person.text:
        person.error = _("Type a name.")
    elif not person.is_settled:
        person.error = _("Choose who is meant.")
    return person


def settle(event: Tournament, person: PersonField, by: object) -> Player:
    """The player who was chosen, made now if new."""
    return person.player or create_player(person.text, by=by, club=event.club, demo=event.demo)
