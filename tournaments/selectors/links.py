"""From a private link's token to its table, and from a table to its link."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from tournaments.models import Match, Round, TableLink
from tournaments.selectors.matches import with_people
from tournaments.selectors.reporting import is_live
from tournaments.table_tokens import digest_of, tokens


@dataclass(frozen=True)
class LinkedTable:
    """The table a token leads to, whether it still opens it, and whether somebody ended it."""

    match: Match
    valid: bool
    revoked: bool


def table_of(token: str) -> LinkedTable | None:
    """What this token leads to; None if it never was one."""
    link = TableLink.objects.filter(digest=digest_of(token)).first()
    if link is None:
        return None
    match = with_people(Match.objects.filter(pk=link.match_id)).get()
    revoked = link.revoked_at is not None
    return LinkedTable(match, not revoked and is_live(match), revoked)


def link_address(link: TableLink) -> str:
    """The whole address for the slip; empty where the site's secret has changed since."""
    for token in tokens(link.match.uuid, link.nonce):
        if digest_of(token) == link.digest:
            return settings.CANASTA_URL + reverse("table", args=[token])
    return ""


def links_of(round_: Round) -> dict[int, str]:
    """The address of every table of the round that has a working link, by match."""
    links = TableLink.objects.filter(match__round=round_, revoked_at=None).select_related("match")
    return {link.match_id: address for link in links if (address := link_address(link))}
