"""PostgreSQL and Redis for the tests: the ones named, else the ones that run here, else throw-away ones.

Nothing that a server already holds is touched: a database of this run's own name on PostgreSQL, an empty
database number on Redis. Throw-away servers stop with the stack they were started on, and leave nothing.
"""

import getpass
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from launcher.processes import PYTHON, kept

POSTGRESQL_FOLDERS = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "opt/homebrew/opt/postgresql*/bin",
    "usr/local/opt/postgresql*/bin",
)
MAY_WE_MAKE_DATABASES = """
import psycopg, sys
with psycopg.connect(sys.argv[1], connect_timeout=3) as connection:
    row = connection.execute("select rolcreatedb from pg_roles where rolname = current_user").fetchone()
sys.exit(not row[0])
"""
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
REDIS_PORT = 6379
# Not below $TMPDIR: the path of a socket may have no more than about 100 characters.
SHORT = "/tmp"  # noqa: S108 # nosec B108 # folders in it are named by chance


class MissingError(Exception):
    """Something that a check needs and this machine lacks, with the way to get it."""


def postgresql(stack: ExitStack) -> str:
    """The URL of a PostgreSQL database whose test copies the tests may make and drop."""
    if named := os.environ.get("TEST_DATABASE_URL"):
        return named
    name = f"canasta_{os.getpid()}"
    for user in ("postgres", getpass.getuser()):
        server = f"postgres://{user}@127.0.0.1:5432"
        if kept([PYTHON, "-c", MAY_WE_MAKE_DATABASES, f"{server}/postgres"]).returncode == 0:
            return f"{server}/{name}"
    return f"{throw_away_postgresql(stack)}/{name}"


def throw_away_postgresql(stack: ExitStack) -> str:
    """The URL of a server that was just made, without a database's name."""
    binaries = postgresql_binaries()
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="canasta-", dir=SHORT)))
    as_user = as_postgres(folder) if os.getuid() == 0 else []
    data, port = folder / "data", free_port()
    initdb = [*as_user, f"{binaries}/initdb", "-D", f"{data}", "-A", "trust", "-U", "postgres"]
    must([*initdb, "-E", "UTF8", "--locale=C", "--no-sync"])
    control = [*as_user, f"{binaries}/pg_ctl", "-D", f"{data}", "-w", "-s"]
    listen = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    must([*control, "-l", f"{folder}/log", "-o", f"{listen} {QUICK}", "start"])
    stack.callback(kept, [*control, "-m", "immediate", "stop"], cwd=Path("/"))
    return f"postgres://postgres@127.0.0.1:{port}"


def postgresql_binaries() -> Path:
    """Where initdb and pg_ctl are: on the PATH, or where Debian, Red Hat and macOS put them."""
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    found = [folder for pattern in POSTGRESQL_FOLDERS for folder in Path("/").glob(pattern)]
    with_initdb = [folder for folder in found if (folder / "initdb").exists()]
    if not with_initdb:
        raise MissingError("PostgreSQL is not installed. On Debian and Ubuntu: apt-get install postgresql")
    return max(with_initdb)


def as_postgres(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: the user that its package made gets the folder and runs it."""
    try:
        shutil.chown(folder, "postgres")
    except LookupError:
        raise MissingError("PostgreSQL does not run as root, and there is no user postgres.") from None
    return ["runuser", "-u", "postgres", "--"]


def redis(stack: ExitStack) -> str:
    """The URL of a Redis database that the tests may fill and empty."""
    if named := os.environ.get("TEST_REDIS_URL"):
        return named
    for number in range(15, 0, -1):
        if redis_answer(REDIS_PORT, f"SELECT {number}", "DBSIZE") == ":0":
            return f"redis://127.0.0.1:{REDIS_PORT}/{number}"
    return throw_away_redis(stack)


def throw_away_redis(stack: ExitStack) -> str:
    """The URL of a server that was just started."""
    binary = shutil.which("redis-server")
    if not binary:
        raise MissingError("Redis is not installed. On Debian and Ubuntu: apt-get install redis-server")
    port = free_port()
    command = [binary, "--port", f"{port}", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    stack.callback(server.wait)
    stack.callback(server.terminate)
    for _ in range(100):
        if redis_answer(port, "PING") == "+PONG":
            return f"redis://127.0.0.1:{port}/0"
        time.sleep(0.05)
    raise MissingError("Redis was started and does not answer.")


def redis_answer(port: int, *commands: str) -> str:
    """The answer to the last of some commands, empty where no server lets us in."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall("".join(f"{command}\r\n" for command in (*commands, "QUIT")).encode())
            lines = connection.makefile().read().splitlines()
    except OSError:
        return ""
    return lines[-2] if len(lines) > 1 else ""


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def must(command: Sequence[str]) -> None:
    """Runs a step of the start, in a folder that every user may enter."""
    done = kept(command, cwd=Path("/"))
    if done.returncode:
        raise MissingError(f"PostgreSQL could not be started:\n{done.stderr}")
