"""A PostgreSQL and a Redis of the fault's own, so that it may stop, fill or empty them."""

import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg

from launcher import servers
from launcher.processes import kept
from launcher.servers import MissingError
from tests.faults.harness.processes import Process


class NotPermittedError(Exception):
    """This machine does not let us do what the fault takes."""


class PostgreSQL:
    """A cluster in a folder, with one database."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, servers.free_port()
        self.binaries = servers.postgresql_binaries()
        self.as_user = servers.as_postgres(folder)
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/canasta"
        initdb = [*self.as_user, f"{self.binaries}/initdb", "-D", f"{folder}/data", "-A", "trust"]
        servers.must([*initdb, "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1"])

    def start(self) -> None:
        """Starts the server and makes the database, if it is not there."""
        where = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        servers.must([*self._control(), "-l", f"{self.folder}/log", "-o", f"{where} -c fsync=off", "start"])
        if not self.ask("select 1 from pg_database where datname = 'canasta'", "postgres"):
            self.ask("create database canasta", "postgres")

    def stop(self) -> None:
        kept([*self._control(), "-m", "immediate", "stop"], cwd=Path("/"))

    @property
    def runs(self) -> bool:
        return kept([*self._control()[:-2], "status"], cwd=Path("/")).returncode == 0

    def ask(self, question: str, database: str = "canasta") -> list[Any]:
        """The rows that answer a question."""
        url = self.url.removesuffix("canasta") + database
        with psycopg.connect(url, autocommit=True) as connection:
            answer = connection.execute(question)  # type: ignore[arg-type]
            return answer.fetchall() if answer.description else []

    def backends(self) -> list[int]:
        """The processes that serve somebody else's connection."""
        others = "datname = 'canasta' and pid <> pg_backend_pid()"
        return [pid for (pid,) in self.ask(f"select pid from pg_stat_activity where {others}")]

    def _control(self) -> list[str]:
        return [*self.as_user, f"{self.binaries}/pg_ctl", "-D", f"{self.folder}/data", "-w", "-s"]


class Redis:
    """A server that keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        binary = shutil.which("redis-server")
        if not binary:
            raise MissingError("Redis is not installed. On Debian and Ubuntu: apt-get install redis-server")
        self.port = servers.free_port()
        command = [binary, "--port", f"{self.port}", "--bind", "127.0.0.1", "--save", ""]
        self.process = Process("redis", command, {}, folder / "redis.log")

    def url(self, number: int) -> str:
        return f"redis://127.0.0.1:{self.port}/{number}"

    def start(self) -> None:
        self.process.start()
        while servers.redis_answer(self.port, "PING") != "+PONG":
            time.sleep(0.05)

    def stop(self) -> None:
        self.process.stop()


def mounted(folder: Path, megabytes: int) -> None:
    """A small file system of its own on a folder; raises NotPermittedError."""
    done = kept(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", f"{folder}"])
    if done.returncode:
        raise NotPermittedError(f"A small file system could not be mounted: {done.stderr.strip()}")


def unmounted(folder: Path) -> None:
    subprocess.run(["umount", "-l", folder], check=False)


def fill(folder: Path) -> Path:
    """Writes a file until the file system has no byte left; whoever removes it makes room again."""
    ballast = folder / "ballast"
    for size in (1 << 20, 1 << 12, 1):
        try:
            with ballast.open("ab", buffering=0) as file:
                while file.write(bytes(size)) == size:
                    pass
        except OSError:
            continue
    return ballast
