"""Where the service listens, in addresses and in refusals."""

import errno
import socket

import pytest

from launcher.errors import LauncherError
from launcher.network import Place, answers, place, refusal, usable_port


def test_a_taken_port_is_refused_with_another_to_try() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(LauncherError, match=f"Port {port} of 127.0.0.1 is taken.*--port {port + 1}"):
            usable_port("127.0.0.1", port)


@pytest.mark.parametrize("port", [-1, 65536])
def test_what_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(LauncherError, match="ports go from 0 to 65535"):
        usable_port("127.0.0.1", port)


def test_port_zero_takes_a_free_one() -> None:
    assert usable_port("127.0.0.1", 0) > 0


def test_a_free_port_is_taken_as_it_is() -> None:
    port = usable_port("127.0.0.1", 0)
    assert usable_port("127.0.0.1", port) == port


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (errno.EACCES, "may not listen on port 80"),
        (errno.EADDRNOTAVAIL, "does not have the address 192.0.2.7"),
        (None, "cannot be listened on"),
    ],
)
def test_each_refusal_says_why(reason: int | None, sentence: str) -> None:
    assert sentence in refusal("192.0.2.7", 80, reason)


def test_a_port_that_no_machine_has_is_refused() -> None:
    with pytest.raises(LauncherError):
        usable_port("127.0.0.1", 70000)


def test_by_default_this_machine_alone_is_served() -> None:
    where = place(None, 0, lan=False)
    assert (where.host, where.name) == ("127.0.0.1", "127.0.0.1")


def test_the_local_network_is_served_on_every_interface_under_one_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("launcher.network.lan_address", lambda: "192.168.7.5")
    where = place(None, 0, lan=True)
    assert where.host == "0.0.0.0"
    assert where.url == f"http://192.168.7.5:{where.port}"


def test_every_interface_is_reached_here_by_the_loopback_address_and_from_elsewhere_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    where = place("0.0.0.0", 0, lan=False)
    assert where.name == "127.0.0.1"
    assert where.is_half_open
    monkeypatch.setattr("launcher.network.lan_address", lambda: "192.168.7.5")
    assert not place("0.0.0.0", 0, lan=True).is_half_open
    assert not place("127.0.0.1", 0, lan=False).is_half_open


def test_an_ipv6_address_stands_in_brackets() -> None:
    where = Place("::1", 8000, "::1")
    assert where.bind == "[::1]:8000"
    assert where.url == "http://[::1]:8000"


def test_nobody_answers_on_a_free_port() -> None:
    assert not answers(place(None, 0, lan=False))
