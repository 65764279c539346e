"""The production set-up, started as its units start it, takes a log from the door to the rating table."""

import http.client
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from tests.deploy.live import HOST, Production, production, wait_for

pytestmark = [pytest.mark.pg, pytest.mark.redis]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    with production(tmp_path_factory.mktemp("production")) as started:
        yield started


@pytest.fixture(scope="module")
def verified(running: Production) -> str:
    """The address of a match that a submitted log made official."""
    made = running.python("-m", "tests.deploy.a_match")
    assert made.returncode == 0, made.stderr
    match, players, token = json.loads(made.stdout)
    document = {**engine.play_match(engine.CLASSIC, 4, 7), "players": players}
    status, _, body = running.ask(
        f"/api/v1/matches/{match}/logs",
        json.dumps(document).encode(),
        **{"Authorization": f"Token {token}", "Content-Type": "application/json"},
    )
    assert status == 202, body
    address = f"/api/v1/matches/{match}"
    wait_for(lambda: running.json(address)["state"] == "official", "the log is not replayed")
    return address


def test_a_log_becomes_official_and_is_rated(running: Production, verified: str) -> None:
    """The event lies in the past, so its players may count as inactive by now."""
    table = "/api/v1/ratings/pools/classic-pairs/table?everybody=true"
    rows = wait_for(lambda: running.json(table).get("results"), "the game is not rated")
    assert len(rows) == 4


def test_djangos_check_of_a_production_finds_nothing(running: Production) -> None:
    done = running.manage("check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


def test_pages_name_static_files_that_are_there_compressed(running: Production) -> None:
    page = running.ask("/cs/")[2].decode()
    name = page.split('href="/static/site.')[1].split('"')[0]
    folder = Path(running.environment["CANASTA_VAR"]) / "static"
    assert all((folder / f"site.{name}{suffix}").exists() for suffix in ("", ".gz", ".br"))
    assert running.ask(f"/static/site.{name}")[0] == 200


def test_plain_http_is_sent_to_https(running: Production) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    asked.request("GET", "/cs/", headers={"Host": HOST, "X-Forwarded-Proto": "http"})
    answer = asked.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/cs/")


def test_a_connection_stays_open_while_a_proxy_may_use_it(running: Production) -> None:
    """Two seconds are what gunicorn would give it by itself."""
    proxy = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    proxy.request("GET", "/healthz", headers={"Host": HOST})
    proxy.getresponse().read()
    kept = proxy.sock
    time.sleep(3)
    proxy.request("GET", "/healthz", headers={"Host": HOST})
    assert (proxy.getresponse().status, proxy.sock) == (200, kept)


def examined(running: Production) -> dict[str, str]:
    """What the doctor says of each check."""
    report = json.loads(running.manage("doctor", "--json").stdout)
    return {check["name"]: check["state"] for check in report["checks"]}


def test_the_doctor_finds_mail_address_and_backups_to_mend_and_nothing_else(
    running: Production, verified: str
) -> None:
    """There is no mail server on this machine, no Caddy at the public address, and no backup was made yet."""
    wait_for(lambda: examined(running)["beat"] == "ok", "the beat is not heard")
    states = examined(running)
    faults = {name for name, state in states.items() if state == "fault"}
    assert faults - {"disk", "mail"} == {"backups", "web server"}
    assert running.manage("backup").returncode == 0
    assert examined(running)["backups"] == "ok"
