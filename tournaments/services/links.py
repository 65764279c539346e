"""Private links of tables: issued with the draw, renewed or revoked by the director."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from tournaments.models import Match, Round, TableLink
from tournaments.table_tokens import digest_of, tokens


def issue_links(round_: Round, now: datetime) -> None:
    """A link for every table of the round that has none."""
    TableLink.objects.bulk_create(
        [_link(match, now) for match in round_.matches.filter(link=None)], ignore_conflicts=True
    )


def _link(match: Match, now: datetime) -> TableLink:
    nonce = secrets.token_hex(16)
    return TableLink(
        match=match, nonce=nonce, digest=digest_of(next(tokens(match.uuid, nonce))), issued_at=now
    )


@transaction.atomic
def renew_link(match: Match, now: datetime) -> TableLink:
    """A new link for the table; the former one leads nowhere any more."""
    TableLink.objects.filter(match=match).delete()
    link = _link(match, now)
    link.save()
    return link


def revoke_links(matches: Iterable[Match], now: datetime) -> None:
    """End these tables' links at once."""
    TableLink.objects.filter(match__in=matches, revoked_at=None).update(revoked_at=now)
