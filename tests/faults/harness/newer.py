"""A newer version of the service, as an upgrade may bring it: a copy of this code with what may be added.

Its messages say more than this version's tasks know, one of its tasks has a name that nobody here knows, and
its database has one more column. Nothing else differs, so that every promise can be asked of both.
"""

import re
import shutil
from pathlib import Path

from tests.faults.harness.processes import ROOT

APPS = ("canasta_site", "ratings", "tournaments", "webhooks")
PARTS = (*APPS, "accounts", "engine", "locale", "static", "templates")
MORE = "said by the newer version"
REFEREE, RENAMED = "tournaments.referee_log", "tournaments.referee_log_2"
TASK = re.compile(r"^def (\w+)\((.*)\) -> None:$", re.MULTILINE)
"""The head of a task: a newer version may give it more arguments, each with a default (messages.py)."""

SAY_MORE = f"""

_send_task = app.send_task
_sent = []


def _say_more(name, args=(), kwargs=None, **options):
    _sent.append(name)
    if name == "{REFEREE}" and _sent.count(name) % 2 == 0:
        name = "{RENAMED}"
    return _send_task(name, [*args, "{MORE}"], {{**(kwargs or {{}}), "mark": 1}}, **options)


app.send_task = _say_more
"""
OTHER_NAME = f"""

@shared_task(name="{RENAMED}")
def referee_log_2(log_id: int, word: str = "", *, mark: int = 0) -> None:
    referee.referee_log(log_id)
"""
COLUMN = 'models.CharField(max_length=20, db_default="")'
LAST_COLUMN = '    history = history("text")\n'
MIGRATION = f"""from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "%s")]
    operations = [
        migrations.AddField("movelog", "remark", {COLUMN}),
        migrations.AddField("historicalmovelog", "remark", {COLUMN}),
    ]
"""


def make_newer(folder: Path) -> Path:
    """Writes the newer version into a folder, and returns that."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", folder)
    for app in APPS:
        tasks = folder / app / "tasks.py"
        tasks.write_text(TASK.sub(_with_more, tasks.read_text()))
    with (folder / "canasta_site/celery.py").open("a") as code:
        code.write(SAY_MORE)
    with (folder / "tournaments/tasks.py").open("a") as code:
        code.write(OTHER_NAME)
    _add_column(folder / "tournaments")
    return folder


def _with_more(head: re.Match[str]) -> str:
    name, arguments = head.groups()
    more = 'word: str = "", *, mark: int = 0'
    return f"def {name}({', '.join(filter(None, (arguments, more)))}) -> None:"


def _add_column(app: Path) -> None:
    model, migrations = app / "models/results.py", app / "migrations"
    text = model.read_text()
    assert text.count(LAST_COLUMN) == 1, f"{model} has no place for one more column"
    model.write_text(text.replace(LAST_COLUMN, f"    remark = {COLUMN}\n{LAST_COLUMN}"))
    last = max(each.stem for each in migrations.glob("[0-9]*.py"))
    (migrations / f"{int(last[:4]) + 1:04}_newer.py").write_text(MIGRATION % last)
