"""The service: a web server and a worker, started, watched and stopped together.

Settings come from the environment (docs/operations.md); without any, everything is kept in `var/` and the
service listens on this machine alone.
"""

import argparse
import os
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from launcher import catalogs, database, first_start, static_files, venv
from launcher.errors import LauncherError
from launcher.locks import sole_service
from launcher.network import Place, answers, place
from launcher.processes import ROOT
from launcher.supervisor import Child, Supervisor

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 # nosec B108 # gunicorn names its files by chance


def run(options: argparse.Namespace) -> int:
    """Serves until SIGINT or SIGTERM."""
    var = data_folder(options.var or Path(os.environ.get("CANASTA_VAR") or ROOT / "var"))
    with sole_service(var):
        where = place(options.host, options.port, lan=options.lan)
        environment = service_environment(os.environ, var, where)
        prepare(environment, var, demo=options.demo, backup=options.restore)
        supervisor = Supervisor(environment)
        supervisor.heed_signals()
        try:
            serve(supervisor, environment, var, where)
        finally:
            print("Stopping; this can take some seconds.", flush=True)
            supervisor.stop()
    return 0


def data_folder(path: Path) -> Path:
    """The folder of the data, made if it is not there, for this user alone."""
    path = path.absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise LauncherError(f"{path} is no folder, or lies in a file. Choose another with --var.") from None
    # WhiteNoise warns at each start where the folder of collected files is missing.
    (path / "static").mkdir(exist_ok=True)
    return path


def service_environment(given: Mapping[str, str], var: Path, where: Place) -> dict[str, str]:
    """What web server and worker find in their environment; what the administrator set comes first."""
    hosts = [*given.get("CANASTA_ALLOWED_HOSTS", "").split(","), where.name]
    # Packages are installed uncompiled: never keeping what was compiled would make every start a first one.
    kept = {name: value for name, value in given.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        "CANASTA_URL": where.url,
        **kept,
        "CANASTA_VAR": str(var),
        "CANASTA_ALLOWED_HOSTS": ",".join(filter(None, hosts)),
    }


def has_broker(environment: Mapping[str, str]) -> bool:
    """Whether jobs go through a broker of their own instead of the worker's memory."""
    return not environment.get("CELERY_BROKER_URL", "memory:").startswith("memory:")


def prepare(environment: Mapping[str, str], var: Path, *, demo: bool, backup: Path | None) -> None:
    """Everything that has to be there before the first request; quick where nothing changed."""
    prepare_code()
    if backup:
        database.restore(environment, var, backup)
        first_start.write(var, [])  # what an earlier database here still needed is not for this one
    if database.bring_up_to_date(environment, var):
        first_start.begin(var, demo=demo)
    elif not demo:
        first_start.done(var, first_start.DEMO)
    if has_broker(environment):
        static_files.collect_changed(environment, var)


def prepare_code() -> int:
    """Installs the packages into .venv and compiles the translations; starts nothing, touches no data."""
    venv.prepare("base")
    catalogs.compile_changed()
    return 0


def serve(supervisor: Supervisor, environment: Mapping[str, str], var: Path, where: Place) -> None:
    """Starts the web server, then what may come after its first answer, and watches."""
    web = Child("web server", web_command(where))
    supervisor.start(web)
    if not supervisor.wait_for(web, lambda: answers(where)):
        return
    supervisor.start(Child("worker", worker_command(environment)))
    print(f"\nCanasta is at {environment['CANASTA_URL'].rstrip('/')}/ (Ctrl-C stops it)", flush=True)
    if where.is_half_open and not os.environ.get("CANASTA_ALLOWED_HOSTS"):
        print("Other machines are refused: --lan lets them in under this one's address.", flush=True)
    finish_first_start(supervisor, environment, var)
    supervisor.watch(partial(back_up_if_due, environment, var))


def web_command(where: Place) -> list[str]:
    """One process: throttles and the cache count in its memory."""
    shared_memory = ["--worker-tmp-dir", str(SHARED_MEMORY)] if SHARED_MEMORY.is_dir() else []
    options = ["--workers", "1", "--threads", "8", "--worker-class", "canasta_site.patience.Worker"]
    options += ["--no-control-socket", "--log-level", "warning"]
    return ["gunicorn", "--bind", where.bind, *options, *shared_memory, "canasta_site.wsgi:application"]


def worker_command(environment: Mapping[str, str]) -> list[str]:
    """One process for the embedded broker; with a broker two, which then serve the queue of ratings too."""
    queues = ["-c", "2", "-Q", "default,ratings"] if has_broker(environment) else ["-c", "1"]
    return ["celery", "--quiet", "-A", "canasta_site", "worker", "-P", "prefork", "-l", "WARNING", *queues]


def back_up_if_due(environment: Mapping[str, str], var: Path) -> None:
    """The daily backup; one that fails is said aloud and tried again, and the service goes on."""
    try:
        database.back_up_daily(environment, var)
    except LauncherError as error:
        print(f"canasta: {error}", file=sys.stderr, flush=True)


def finish_first_start(supervisor: Supervisor, environment: Mapping[str, str], var: Path) -> None:
    """Shows the first referee's one-time password; has the demonstration loaded while pages are served."""
    left = first_start.remaining(var)
    if first_start.REFEREE in left:
        print(database.manage(environment, first_start.REFEREE), flush=True)
        first_start.done(var, first_start.REFEREE)
    if first_start.DEMO in left:
        print("A demonstration club is being loaded.", flush=True)

        def loaded(status: int) -> None:
            if status:
                print("The demonstration club failed to load.", flush=True)
            else:
                first_start.done(var, first_start.DEMO)

        supervisor.start(Child("demonstration", ["manage", first_start.DEMO], then=loaded))
