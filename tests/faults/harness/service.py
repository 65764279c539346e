"""The whole set-up on this machine: gunicorn, two workers, one beat, PostgreSQL and Redis of its own."""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar
from urllib.request import urlopen

import django
from django.core.management import call_command

from launcher.servers import free_port
from tests.faults.harness.processes import Process
from tests.faults.harness.servers import PostgreSQL, Redis, mounted, unmounted

Made = TypeVar("Made")
START_WITHIN = 240
SMALL = 200  # megabytes


class Service:
    """The running set-up.

    `more` are settings for every process, `small` names folders with little room; `pages` are shown to
    people, so that static files have to be collected first.
    """

    def __init__(
        self,
        stack: ExitStack,
        folder: Path,
        more: Mapping[str, str] = {},
        small: Sequence[str] = (),
        pages: bool = False,
        web_processes: int = 2,
    ) -> None:
        folder.chmod(0o755)  # PostgreSQL, which is another user, gets to its own folder below
        self.folder, self.var, self.pages = folder, folder / "var", pages
        for name in ("var", "postgresql"):
            (folder / name).mkdir()
            if name in small:
                mounted(folder / name, SMALL)
                stack.callback(unmounted, folder / name)
        (self.var / "static").mkdir()
        self.postgresql, self.redis = PostgreSQL(folder / "postgresql"), Redis(folder)
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("CANASTA_")},
            "CANASTA_URL": self.address,
            "CANASTA_VAR": str(self.var),
            "CANASTA_SECRET_KEY": "kept for the length of one fault, and by nobody",
            "DATABASE_URL": self.postgresql.url,
            "CELERY_BROKER_URL": self.redis.url(0),
            "CANASTA_CACHE_URL": self.redis.url(1),
            "DJANGO_SETTINGS_MODULE": "canasta_site.settings",
            **more,
        }
        gunicorn = ["gunicorn", "--bind", f"127.0.0.1:{port}", "--workers", f"{web_processes}"]
        gunicorn += ["--threads", "4", "--worker-class", "canasta_site.patience.Worker"]
        self.web = self._process("web", *gunicorn, "--no-control-socket", "canasta_site.wsgi:application")
        self.workers = [self._process(f"worker-{n}", *self._celery("worker", f"{n}")) for n in (1, 2)]
        self.beat = self._process("beat", *self._celery("beat", "1"))
        for server in (self.postgresql, self.redis):
            stack.callback(server.stop)
            server.start()

    @property
    def processes(self) -> list[Process]:
        return [self.web, *self.workers, self.beat]

    def prepare(self, make: Callable[[], Made]) -> Made:
        """Migrates the new database, and makes something in it, from this process."""
        django.setup()
        call_command("migrate", verbosity=0)
        if self.pages:
            call_command("collectstatic", verbosity=0, interactive=False)
        return make()

    def start(self, stack: ExitStack) -> None:
        """Starts every process and waits for the first page."""
        for process in self.processes:
            stack.callback(process.stop)
            process.start()
        self.wait_for_web()

    def wait_for_web(self) -> None:
        deadline = time.monotonic() + START_WITHIN
        while True:
            try:
                with urlopen(f"{self.address}/healthz", timeout=30):
                    return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def another_beat(self) -> Process:
        return self._process("beat-2", *self._celery("beat", "2"))

    def _celery(self, kind: str, name: str) -> list[str]:
        start = ["celery", "-A", "canasta_site", kind, "-l", "WARNING"]
        if kind == "beat":
            return [*start, "-s", f"{self.var}/beat-{name}", "--pidfile="]
        return [*start, "-P", "prefork", "-c", "1", "-Q", "default,ratings", "-n", f"w{name}@%h"]

    def _process(self, name: str, *command: str) -> Process:
        log = self.folder / f"{name}.log"
        return Process(name, [sys.executable, "-m", *command], self.environment, log)
