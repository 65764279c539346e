"""Where the service listens, and under which address others find it."""

import errno
import http.client
import socket
from dataclasses import dataclass

from launcher.errors import LauncherError

EVERY_INTERFACE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 # nosec B104 # an address to look up
# Reserved for documentation: no packet goes there, the system only tells which interface would be used.
SOMEWHERE_ELSE = ("192.0.2.1", 9)


LAST_PORT = 65535


@dataclass(frozen=True)
class Place:
    """A host and port to listen on, and the host under which browsers reach it."""

    host: str
    port: int
    name: str

    @property
    def bind(self) -> str:
        """As gunicorn wants it."""
        return f"{bracketed(self.host)}:{self.port}"

    @property
    def is_half_open(self) -> bool:
        """Whether it listens for every machine, and answers only those who know it by a name of this one."""
        return self.host in EVERY_INTERFACE and self.name == EVERY_INTERFACE[self.host]

    @property
    def url(self) -> str:
        """As a browser wants it."""
        return f"http://{bracketed(self.name)}:{self.port}"


def place(host: str | None, port: int, *, lan: bool) -> Place:
    """Where to listen. Raises LauncherError where that is not possible, with the reason."""
    host = host or ("0.0.0.0" if lan else "127.0.0.1")  # noqa: S104 # nosec B104 # only where --lan asks
    name = lan_address() if lan else EVERY_INTERFACE.get(host, host)
    return Place(host, usable_port(host, port), name)


def usable_port(host: str, port: int) -> int:
    """The port itself where one can listen on it, a free one for 0."""
    if not 0 <= port <= LAST_PORT:
        raise LauncherError(f"There is no port {port}: ports go from 0 to {LAST_PORT}, 0 takes a free one.")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.create_server((host, port), family=family) as probe:
            return int(probe.getsockname()[1])
    except socket.gaierror:
        raise LauncherError(f"There is no address {host}.") from None
    except OSError as error:
        raise LauncherError(refusal(host, port, error.errno)) from None


def refusal(host: str, port: int, reason: int | None) -> str:
    """Why one cannot listen there, and what to do instead."""
    if reason == errno.EADDRINUSE:
        return f"Port {port} of {host} is taken by another program. Choose another: --port {port + 1}"
    if reason in (errno.EACCES, errno.EPERM):
        return f"This user may not listen on port {port}. Choose one from 1024 on: --port 8000"
    if reason == errno.EADDRNOTAVAIL:
        return f"This machine does not have the address {host}."
    return f"Port {port} of {host} cannot be listened on."


def lan_address() -> str:
    """This machine's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            raise LauncherError("This machine is in no network; --lan needs one.") from None
        return str(probe.getsockname()[0])


def answers(where: Place) -> bool:
    """Whether a web server answers there, whatever it says."""
    local = EVERY_INTERFACE.get(where.host, where.host)
    connection = http.client.HTTPConnection(local, where.port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def bracketed(host: str) -> str:
    """An IPv6 address as it is written in front of a port."""
    return f"[{host}]" if ":" in host else host
