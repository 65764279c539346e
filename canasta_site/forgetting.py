"""Who leaves, in what other people typed: a pseudonym takes the place of the whole name, wherever it stands.

So it does of an e-mail address. Nothing less than a whole name is looked for: a surname alone is many
people's, and many words'.
"""

import re
from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import models
from django.db.models.functions import Replace

from accounts.models import User
from accounts.services.profile import forget_addresses, invited_for
from ratings.models import Player
from ratings.selectors.own import everything_of
from ratings.services.claims import forget_person
from tournaments.services.entry_names import forget_names

TYPED_IN = ("ratings", "tournaments")
# Kept word for word, under its hash: a log names codes, never people.
WORD_FOR_WORD = ("tournaments.movelog",)
NOBODY = "–"


def forget(user: User) -> None:
    """Put a pseudonym in the place of a user's names, and forget to which addresses they were invited."""
    records = list(everything_of(user))
    names = {user.name} | {name for player in records for name in _names_of(player)}
    invited = invited_for([player.code for player in records])
    confirmed = list(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
    forget_addresses(invited)
    forget_names(user)
    forget_person(user)
    pseudonym = Player.objects.get(pk=records[0].pk).name if records else NOBODY
    # The longest first: a shorter one may be its beginning.
    for name in sorted(names, key=len, reverse=True):
        if " " in name.strip() and not Player.objects.filter(name=name).exists():
            _replace(name, pseudonym)
    for address in {user.email, *confirmed, *invited}:
        _replace_address(address, pseudonym)


def _names_of(player: Player) -> set[str]:
    lines = player.history.values_list("name", "pseudonym")
    return {player.name, player.pseudonym, *(name for line in lines for name in line)}


def _replace(name: str, pseudonym: str) -> None:
    for model, field in _typed():
        found = model._default_manager.filter(**{f"{field.name}__contains": name})
        put = Replace(models.F(field.name), models.Value(name), models.Value(pseudonym))
        found.update(**{field.name: put})


def _replace_address(address: str, pseudonym: str) -> None:
    """In any case; an address that only ends like this one is another person's."""
    whole = re.compile(rf"(?<![\w.+-]){re.escape(address)}(?!\.?[\w-])", re.IGNORECASE)
    for model, field in _typed():
        found = model._default_manager.filter(**{f"{field.name}__icontains": address})
        for pk, text in found.values_list("pk", field.name):
            put = whole.sub(lambda _: pseudonym, text)[: field.max_length]
            model._default_manager.filter(pk=pk).update(**{field.name: put})


def _typed() -> Iterator[tuple[Any, Any]]:
    """Every column of text that a person may have written."""
    for app in TYPED_IN:
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            if model._meta.label_lower not in WORD_FOR_WORD:
                for field in model._meta.concrete_fields:
                    if isinstance(field, models.CharField | models.TextField) and not field.choices:
                        yield model, field
