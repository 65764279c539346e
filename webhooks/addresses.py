"""Where a webhook may go: to public addresses only, and to the very address that was looked at."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Prefixes of IPv6 that carry an address of IPv4 inside, through which a private one could be reached.
TUNNELS = [
    ipaddress.ip_network(prefix) for prefix in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
]


class RefusedAddressError(Exception):
    """Nothing is sent to this address; `message` is read in the language of whoever asks."""

    def __init__(self, message: Promise) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Target:
    """An address taken apart; `ip` is where to connect, whatever the name leads to a moment later."""

    secure: bool
    host: str
    port: int
    path: str
    ip: str


def may_be_asked(address: str) -> bool:
    """Whether an IP address is of the public Internet (or this machine's own, where the settings say so)."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif any(ip in tunnel for tunnel in TUNNELS):
            return False
    if ip.is_loopback and settings.WEBHOOKS_TO_LOOPBACK:
        return True
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def check_url(url: str) -> tuple[bool, str, int, str]:
    """The parts of the address: secure, host, port, path; raises RefusedAddressError."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise RefusedAddressError(_("This is not an address.")) from error
    secure = parts.scheme == "https"
    if not secure and not (parts.scheme == "http" and settings.WEBHOOKS_TO_LOOPBACK):
        raise RefusedAddressError(_("Only addresses with https are allowed."))
    if not parts.hostname or parts.username is not None or parts.fragment:
        raise RefusedAddressError(_("An address has a host, and neither a user nor a fragment."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not (path.isascii() and path.isprintable() and " " not in path):
        raise RefusedAddressError(_("This is not an address."))
    try:
        literal = str(ipaddress.ip_address(parts.hostname))
    except ValueError:
        literal = ""
    if literal and not may_be_asked(literal):
        raise RefusedAddressError(_("This address is not public."))
    return secure, parts.hostname, port or (443 if secure else 80), path


def resolve(url: str) -> Target:
    """Look the host up; refused if any of its addresses isn't public. Raises RefusedAddressError, OSError."""
    secure, host, port, path = check_url(url)
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(map(may_be_asked, found)):
        raise RefusedAddressError(_("This address is not public."))
    return Target(secure, host, port, path, found[0])
