"""How much room does a game take, with its log, its history and its lines in the ledger? And its backup?

    python -m benchmarks.storage --database URL [--logs 500]

It works in a database of its own (`canasta_trip`) on PostgreSQL and removes it again.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from benchmarks.trip import prepare, scratch_database

SIZES = """
SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--logs", type=int, default=500)
    parser.add_argument("--database", required=True, help="PostgreSQL URL")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as var, scratch_database(options.database) as url:
        os.environ |= {
            "CANASTA_VAR": var,
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "canasta_site.settings",
        }
        import django

        django.setup()
        run(options.logs, Path(var))


def run(logs: int, folder: Path) -> None:
    from django.core.management import call_command
    from django.db import connection, connections
    from django.utils import timezone

    from canasta_site.backups import back_up
    from ratings.models import RatingPool
    from ratings.services.folding import fold_pool
    from tournaments.services.intake import submit_log
    from tournaments.services.referee import referee_log

    call_command("migrate", verbosity=0)
    work = prepare(logs)
    before = sizes()
    text = sum(len(document) for _, document in work)
    started = time.perf_counter()
    for match_id, document in work:
        referee_log(submit_log(match_id, document, None, timezone.now()).log.pk)
    replayed = time.perf_counter() - started
    started = time.perf_counter()
    fold_pool(RatingPool.objects.get().pk, timezone.now())
    folded = time.perf_counter() - started
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    after = sizes()
    grown = {name: after[name] - before.get(name, 0) for name in after}
    print(f"{logs} logs of {text / logs / 1000:.1f} kB each")
    print(
        f"intake and referee {1000 * replayed / logs:.1f} ms a log, fold {1000 * folded / logs:.2f} ms a game"
    )
    for name, size in sorted(grown.items(), key=lambda item: -item[1])[:12]:
        print(f"  {size / logs / 1000:7.2f} kB a game  {name}")
    print(f"  {sum(grown.values()) / logs / 1000:7.2f} kB a game in all")
    started = time.perf_counter()
    file = folder / "all.backup"
    contents = back_up(file, timezone.now())
    seconds = time.perf_counter() - started
    size = file.stat().st_size
    print(f"backup: {contents.rows} rows in {seconds:.1f} s, {size / logs / 1000:.1f} kB a game")
    connections.close_all()


def sizes() -> dict[str, int]:
    """The size of each table with its indexes, in bytes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        return dict(cursor.fetchall())


if __name__ == "__main__":
    main()
