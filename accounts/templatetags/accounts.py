"""What pages about accounts say about devices."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first word that a browser sends and no earlier one does: all of them claim to be others, too.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows"}
SYSTEMS |= {"Mac OS": "macOS", "Linux": "Linux"}


@register.filter
def device(user_agent: str) -> str:
    """The browser and the system in words, such as "Firefox, Windows"."""
    known = (first(BROWSERS, user_agent), first(SYSTEMS, user_agent))
    return ", ".join(filter(None, known)) or _("unknown device")


def first(names: dict[str, str], user_agent: str) -> str:
    """The name of the first sign that is there."""
    return next((name for sign, name in names.items() if sign in user_agent), "")
