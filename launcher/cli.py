"""The command line: what the two commands are called with, and how they end."""

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from launcher import checks, service
from launcher.errors import LauncherError, in_words


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; what goes wrong for a known reason ends with a sentence and status 1."""
    options = parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return options.command(options)
    except LauncherError as error:
        return _fail(str(error))
    except PermissionError as error:
        return _fail(f"This user may not write {error.filename}. Change its owner, or use another folder.")
    except OSError as error:
        return _fail(f"{error.filename or 'A file'}: {in_words(error)}.")
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """Every command with its options."""
    top = argparse.ArgumentParser(prog="canasta.py", description="The canasta service and its checks.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="the service: web server and worker", description=service.__doc__)
    run.add_argument("--host", help="address to listen on (127.0.0.1)")
    run.add_argument("--port", type=int, default=8000, help="port to listen on (8000); 0 takes a free one")
    run.add_argument("--lan", action="store_true", help="listen for the whole local network, and say where")
    run.add_argument("--no-demo", dest="demo", action="store_false", help="start a new database empty")
    run.add_argument("--restore", type=Path, metavar="FILE", help="begin a new database with this backup")
    run.add_argument("--var", type=Path, metavar="DIR", help="folder of the data (./var, or CANASTA_VAR)")
    run.set_defaults(command=service.run)

    prepare = commands.add_parser(
        "prepare",
        help="packages and translations alone, for a server",
        description=service.prepare_code.__doc__,
    )
    prepare.set_defaults(command=lambda _options: service.prepare_code())

    test = commands.add_parser("test", help="every check that CI runs", description=checks.__doc__)
    test.add_argument("--all", action="store_true", help="add the slow tests, simulators and faults")
    test.add_argument("-k", metavar="EXPRESSION", help="only the tests that match, and no other check")
    test.set_defaults(command=checks.test)
    return top


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _fail(sentence: str) -> int:
    print(f"canasta: {sentence}", file=sys.stderr, flush=True)
    return 1
