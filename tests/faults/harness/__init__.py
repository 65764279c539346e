"""What the scripts of this folder share: each is one fault, and ends with status 0 if every promise was kept.

    python -m tests.faults.killed           one fault; canasta.py test --all runs them all

A fault is a function that breaks the running service while a program submits logs; it may return what it saw
broken itself. `endure` prepares the set-up, lets it happen, and checks afterwards that what was accepted was
refereed, recorded and rated once.
"""

import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NoReturn

from django.db import connections

from launcher.checks import SKIPPED, in_ci
from launcher.servers import MissingError
from tests.faults.harness.event import make_games, make_token
from tests.faults.harness.promises import broken_promises, settle
from tests.faults.harness.servers import NotPermittedError
from tests.faults.harness.service import Service
from tests.faults.harness.traffic import Traffic

Fault = Callable[[Service, Traffic], Iterable[str] | None]
SETTLE_WITHIN = 300
DATA = shutil.ignore_patterns("data", "static", ".s.PGSQL.*")


def endure(fault: Fault, *, games: int = 150, every: float = 0.5, **setup: Any) -> NoReturn:
    """Runs the fault and ends the script; its last line says what was kept or broken.

    `setup` goes to `Service`. After a broken promise the logs of all processes are kept, and it says where.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(f"{fault} was stopped"))
    with ExitStack() as stack:
        try:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="canasta-", dir="/tmp")))
            broken = _endured(stack, fault, Service(stack, folder, **setup), games, every)
        except NotPermittedError as refusal:
            skip(str(refusal))
        except MissingError as missing:
            lacking(str(missing))
        except Exception as error:
            traceback.print_exc()
            broken = [str(error)]
        if broken:
            print(f"what the processes said is in {shutil.copytree(folder, f'{folder}-broken', ignore=DATA)}")
    print("\n".join(f"BROKEN: {promise}" for promise in broken) or "every promise kept", flush=True)
    sys.exit(1 if broken else 0)


def skip(why: str) -> NoReturn:
    """Ends a script that this machine cannot run."""
    print(f"skipped: {why}", flush=True)
    sys.exit(SKIPPED)


def lacking(why: str) -> NoReturn:
    """Ends a script for want of something that CI has."""
    print(why, flush=True)
    sys.exit(1 if in_ci() else SKIPPED)


def _endured(stack: ExitStack, fault: Fault, service: Service, games: int, every: float) -> list[str]:
    os.environ.update(service.environment)
    started = time.monotonic()
    prepared, token = service.prepare(lambda: (make_games(games), make_token()))
    service.start(stack)
    print(f"prepared in {time.monotonic() - started:.0f} s, ", end="", flush=True)
    traffic = Traffic(service.address, token, prepared, every)
    traffic.wait_for(5)
    started = time.monotonic()
    broken = list(fault(service, traffic) or ())
    print(f"the fault lasted {time.monotonic() - started:.0f} s, ", end="", flush=True)
    traffic.finish()
    connections.close_all()
    seconds = settle(SETTLE_WITHIN)
    print(f"{len(traffic.accepted)} logs accepted, the last settled after {seconds:.0f} s", flush=True)
    print(f"refused and sent again: {dict(traffic.refusals) or 'none'}", flush=True)
    dead = [f"{process.name} does not run any more" for process in service.processes if not process.runs]
    faults = [f"{times} times answered 500" for status, times in traffic.refusals.items() if status == "500"]
    return [*broken, *faults, *dead, *broken_promises(traffic.accepted, traffic.others)]
