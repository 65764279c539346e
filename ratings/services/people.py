"""Clubs, players and pairs: making and changing them. Two records of one person are joined in `merging`."""

import secrets
import unicodedata
from typing import Any, TypeVar

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import override

from ratings.errors import RatingError
from ratings.models import Club, Pair, Player, RatedGame, Visibility
from ratings.names import NOBODY, search_key, written
from ratings.selectors.own import everything_of, records_of
from ratings.services.games import reconsider
from ratings.services.showing import save_as_shown

# Codes stand in public move logs: they say nothing about the name, and no letter is mistaken for another.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # pragma: allowlist secret
CODE_LENGTH = 6
# Alphabets that share the shapes of letters, as Unicode names them.
LOOK_ALIKE = {"LATIN", "CYRILLIC", "GREEK"}
Row = TypeVar("Row", Club, Player, Pair)
CHANGEABLE = {
    Club: {"name", "country"},
    Player: {"name", "club", "user", "is_guest", "minor", "visibility", "pseudonym"},
    Pair: {"name"},
}


def create_club(name: str, *, code: str, by: Any = None, **fields: Any) -> Club:
    """A new club. Raises RatingError if the code is taken."""
    return _create(Club(name=name, code=code, **fields), by)


def create_player(name: str, *, code: str = "", by: Any = None, **fields: Any) -> Player:
    """A new player; without a code of their own they get one that is free.

    Raises RatingError if the code is taken or the name is empty.
    """
    name = written(name)
    if not name:
        raise RatingError("name_missing", _("A player has a name."))
    return _create(Player(name=name, code=code or free_code(), **fields), by)


def free_code() -> str:
    """A code that no player has."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
        if not Player.objects.filter(code=code).exists():
            return code


def pair_of(one: Player, other: Player, *, name: str = "", by: Any = None) -> Pair:
    """The pair of these two, made if it is new."""
    if one.pk == other.pk:
        raise RatingError("same_player", _("A pair is two different players."))
    first, second = sorted((one, other), key=lambda player: player.pk)
    pair = Pair.objects.filter(player_a=first, player_b=second).first()
    if pair is not None:
        return pair
    try:
        return _create(Pair(player_a=first, player_b=second, name=name), by)
    except RatingError:
        return Pair.objects.get(player_a=first, player_b=second)


@transaction.atomic
def change(row: Row, *, why: str, by: Any = None, **fields: Any) -> Row:
    """Change some fields of a club, player or pair, for a reason.

    A player who becomes a guest, or is one no more, has all their games considered again; another name in
    public is told through `seams`. Raises RatingError without a reason, for a fixed field, and for a
    pseudonym that is missing.
    """
    fixed = fields.keys() - CHANGEABLE[type(row)]
    if fixed:
        raise RatingError("fixed_field", _("This can't be changed: %(names)s.") % {"names": ", ".join(fixed)})
    row = type(row).objects.select_for_update(no_key=True).get(pk=row.pk)
    was_guest = getattr(row, "is_guest", None)
    for name, value in fields.items():
        setattr(row, name, value)
    if isinstance(row, Player) and row.visibility == Visibility.PSEUDONYM and not row.pseudonym.strip():
        raise RatingError("pseudonym_missing", _("Give the pseudonym."))
    if not isinstance(row, Player):
        row.because(why, by).save()
        return row
    save_as_shown(row, why, by)
    if row.is_guest != was_guest:
        reconsider(RatedGame.objects.filter(seats__player__in=records_of(row)), why=why, by=by)
    return row


@transaction.atomic
def show_as(user: Any, visibility: str, pseudonym: str) -> Player:
    """Show the player a user is as they wish: by name, under a pseudonym, or not at all.

    Raises RatingError where no player is theirs, and for a pseudonym that is missing, has no letter,
    mixes alphabets, or is taken for somebody else.
    """
    player = next(iter(everything_of(user)), None)
    if player is None:
        raise RatingError("no_player", _("No player belongs to this account yet."))
    pseudonym = written(pseudonym)
    if visibility == Visibility.PSEUDONYM:
        _check_pseudonym(pseudonym, player)
    return change(player, why=_("own wish"), by=user, visibility=visibility, pseudonym=pseudonym)


def _check_pseudonym(pseudonym: str, player: Player) -> None:
    if pseudonym and not any(mark.isalpha() for mark in pseudonym):
        raise RatingError("pseudonym_letters", _("A pseudonym has letters."))
    if len(_scripts(pseudonym)) > 1:
        raise RatingError("pseudonym_scripts", _("A pseudonym is written in the letters of one alphabet."))
    if _is_a_name(pseudonym, player):
        raise RatingError("pseudonym_taken", _("Somebody else goes by this name."))


def _scripts(text: str) -> set[str]:
    """The alphabets of its letters: among Latin ones a Cyrillic а makes the name of somebody else."""
    return {unicodedata.name(mark, "?").partition(" ")[0] for mark in text if mark.isalpha()} & LOOK_ALIKE


def _is_a_name(pseudonym: str, player: Player) -> bool:
    """Whether another player is, appears or is named in logs as this, whatever the accents, the capital
    letters and the order of the words; or whether that is how pages speak of hidden players."""
    words = sorted(search_key(pseudonym).split())
    if not words:
        return False
    others = Player.objects.exclude(pk__in=records_of(player))
    longest = max(words, key=len)
    alike = others.filter(Q(search_key__contains=longest) | Q(public_search_key__contains=longest))
    names = {name for both in alike.values_list("search_key", "public_search_key") for name in both}
    return (
        any(sorted(name.split()) == words for name in names | _names_of_hidden())
        or others.filter(code__iexact=pseudonym).exists()
    )


def _names_of_hidden() -> set[str]:
    """How pages name who is hidden, in every language."""
    names = {search_key(NOBODY)}
    for language, _name in settings.LANGUAGES:
        with override(language):
            names.add(search_key(_("hidden player")))
    return names


def _create(row: Row, by: Any) -> Row:
    try:
        with transaction.atomic():
            row.because("", by).save(force_insert=True)
    except IntegrityError as error:
        raise RatingError("taken", _("There is one already.")) from error
    return row
