"""One POST to one address: signed, without redirects, with an end to every wait."""

import hashlib
import hmac
import socket
import ssl
import time
from http.client import HTTPConnection, HTTPException
from typing import Any

from webhooks.addresses import Target, resolve

TIMEOUT = 10.0  # seconds to connect, and for each read
LONGEST = 20.0  # seconds in all
LARGEST_ANSWER = 64_000


class PinnedConnection(HTTPConnection):
    """Connects to the address that was checked, and asks it for the certificate of the name."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=TIMEOUT)
        self.target = target

    def connect(self) -> None:
        self.sock = socket.create_connection((self.target.ip, self.target.port), TIMEOUT)
        if self.target.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.target.host)


def signature(secret: str, body: bytes, at: int) -> str:
    """The header: the time, and the HMAC-SHA-256 over time, a full stop and the body."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def send(url: str, secret: str, body: str, **headers: str) -> int:
    """The status that was answered; raises OSError, HTTPException or RefusedAddressError instead."""
    target, data = resolve(url), body.encode()
    told: dict[str, Any] = {
        "Content-Type": "application/json",
        "User-Agent": "Canasta-Webhook/1",
        "Canasta-Signature": signature(secret, data, int(time.time())),
        "Connection": "close",
    } | headers
    connection = PinnedConnection(target)
    ends = time.monotonic() + LONGEST
    try:
        connection.request("POST", target.path, data, told)
        answer = connection.getresponse()
        left = LARGEST_ANSWER
        while left > 0 and (part := answer.read1(min(left, 4096))):
            left -= len(part)
            if time.monotonic() > ends:
                raise TimeoutError("the answer took too long")
        return answer.status
    finally:
        connection.close()


FAILURES = (OSError, HTTPException)
