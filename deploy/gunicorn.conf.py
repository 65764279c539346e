"""gunicorn behind Caddy on the same machine: some processes with threads, on a port of this machine only."""

import os
import re
import sys
from pathlib import Path


def number(name: str, default: str) -> int:
    """A number of processes or threads."""
    if not re.fullmatch("[1-9][0-9]{0,3}", value := os.environ.get(name, default)):
        sys.exit(f"canasta: {name}: “{value}” is no number like {default}")
    return int(value)


bind = os.environ.get("CANASTA_BIND", "127.0.0.1:8000")
port = bind.rpartition(":")[2]
if not bind.startswith(("unix:", "fd:")) and not (port.isdecimal() and int(port) < 65536):
    sys.exit(f"canasta: CANASTA_BIND: “{bind}” is nothing like 127.0.0.1:8000")
workers = number("CANASTA_WEB_PROCESSES", "2")
worker_class = "canasta_site.patience.Worker"
threads = number("CANASTA_WEB_THREADS", "8")
# Heartbeats of the processes must not wait for a disk.
shared_memory = Path("/dev/shm")  # noqa: S108 # nosec B108 # gunicorn names its files by chance
worker_tmp_dir = str(shared_memory) if shared_memory.is_dir() else None
timeout = 60
# Longer than Caddy keeps an idle connection (2 minutes): a form must not be sent into one that just closes.
keepalive = 150
graceful_timeout = 30
control_socket_disable = True
loglevel = "warning"


def on_starting(_server: object) -> None:
    """Empty the folder in which the processes share their counts for the metrics."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        for old in Path(folder).glob("*.db"):
            old.unlink()
