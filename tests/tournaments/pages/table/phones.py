"""How a table's players come to their sheet and type it, by keyboard alone."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tournaments.models import Match, TableLink
from tournaments.selectors.links import link_address

# A deal as a player types it: Enter after every figure; of the ways to go out, 1 is the plain one.
WINNER = ["340", "1", "1", "2", None, "20"]
DEAL = [
    {"card_points": 340, "natural": 1, "mixed": 1, "red_threes": 2, "out": "plain", "hand": 20}
    | {"total": 1420},
    {"card_points": 120, "out": "no", "hand": 85, "total": 35},
]
LOSER = ["120", "", "", "", "", "85"]


def address(live_server: LiveServer, match: Match, side: int) -> str:
    link = link_address(TableLink.objects.select_related("match").get(match=match))
    return f"{live_server.url}/t/{link.rsplit('/', 1)[1]}?side={side}"


def type_deal(page: Page, deal: int = 0) -> int:
    """Type a deal by keyboard alone, from its first cell on; the number of keys pressed."""
    keys = 0
    expect(page.locator(f"#d{deal}s0card_points")).to_be_focused()
    for text in [*WINNER, *LOSER]:
        if text is None:
            page.keyboard.press("1")
            page.keyboard.press("Enter")
            keys += 2
        else:
            page.keyboard.type(text)
            page.keyboard.press("Tab" if text == "" else "Enter")
            keys += len(text) + 1
    return keys
