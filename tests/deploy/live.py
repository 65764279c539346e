"""The production set-up on this machine: the commands of the units with the settings of the example."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.db import connection

from launcher.servers import free_port, throw_away_redis
from tests.deploy.files import ROOT, SERVICES, command_of, example

# Long enough for a busy machine, and short enough to tell of a fault before everything else is done.
PATIENCE = 300.0
HOST = "canasta.example"


@dataclass
class Production:
    """A running installation, spoken to as Caddy does."""

    environment: dict[str, str]
    port: int
    logs: Path

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """A management command with the installation's settings."""
        return self.python("manage.py", *arguments)

    def python(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *arguments],
            check=False,
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=600,
        )

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body; `headers` replace those of the proxy."""
        proxied = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {**proxied, **headers})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, dict(refused.headers), refused.read()

    def json(self, path: str) -> Any:
        return json.loads(self.ask(path)[2])

    def log(self, service: str) -> str:
        """What a service has written so far."""
        return (self.logs / service).read_text()


def wait_for(what: Callable[[], Any], why: str) -> Any:
    """What it returns once that is something."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := what():
            return found
        time.sleep(0.1)
    raise AssertionError(why)


@contextmanager
def production(folder: Path, **more: str) -> Iterator[Production]:
    """Migrated, with static files, and every service started; all of it is gone afterwards."""
    with ExitStack() as stack:
        database = stack.enter_context(scratch_database())
        redis = throw_away_redis(stack).removesuffix("/0")
        port = free_port()
        names = ("CANASTA_", "DATABASE_", "CELERY_", "DJANGO_", "TEST_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(names)}
        ours = {
            "DATABASE_URL": database,
            "CELERY_BROKER_URL": f"{redis}/0",
            "CANASTA_CACHE_URL": f"{redis}/1",
            "CANASTA_VAR": str(folder / "var"),
            "CANASTA_BIND": f"127.0.0.1:{port}",
            "CANASTA_SECRET_KEY": f"no-two-installations-have-the-same-{uuid.uuid4()}",
        }
        running = Production({**kept, **example(), **ours, **more}, port, folder)
        for command in (["migrate", "--verbosity", "0"], ["collectstatic", "--no-input", "--verbosity", "0"]):
            done = running.manage(*command)
            assert done.returncode == 0, done.stderr
        for service in SERVICES:
            start(stack, running, service)
        wait_for(lambda: is_up(running), "the web server does not answer")
        yield running


def is_up(running: Production) -> bool:
    try:
        return running.ask("/healthz")[0] == 200
    except OSError:
        return False


def start(stack: ExitStack, running: Production, service: str) -> None:
    """Start what the unit starts; it is stopped as systemd stops it."""
    output = stack.enter_context((running.logs / service).open("wb"))
    process = subprocess.Popen(
        command_of(service), cwd=ROOT, env=running.environment, stdout=output, stderr=subprocess.STDOUT
    )

    def stop() -> None:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    stack.callback(stop)


@contextmanager
def scratch_database() -> Iterator[str]:
    """The address of a database of its own beside that of the tests, dropped at the end."""
    tests = connection.settings_dict
    name = f"{tests['NAME']}_live"
    user, host, port = tests["USER"], tests["HOST"], tests["PORT"] or 5432
    login = f"{user}:{tests['PASSWORD']}@" if tests["PASSWORD"] else f"{user}@"
    server = f"postgres://{login}{host}:{port}/postgres"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
