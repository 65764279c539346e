"""The table of settings is complete, both ways, and the example of an environment file is, too."""

import ast
import re
from pathlib import Path

from tests.deploy.files import ROOT, example

READERS = [
    ROOT / "canasta_site" / "settings.py",
    ROOT / "canasta_site" / "databases.py",
    ROOT / "deploy" / "gunicorn.conf.py",
]
READ_BY = {"str", "list", "db", "get", "choice", "rate", "time_zone", "switch", "number", "seconds"} | {
    "address",
    "addresses",
    "networks",
    "listed",
    "hosts",
    "sender",
    "imported",
}
# Read by the libraries themselves, and documented because an installation needs them.
BY_OTHERS: set[str] = set()


def read_in(path: Path) -> set[str]:
    """The names of the variables that a file reads: `env.str("NAME")`, `os.environ.get("NAME")`."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in READ_BY
        and ast.unparse(call.func.value) in ("env", "os.environ")
        and isinstance(call.args[0], ast.Constant)
    } | {
        call.args[0].value
        for call in calls
        if ast.unparse(call.func) == "number" and isinstance(call.args[0], ast.Constant)
    }


def table() -> dict[str, list[str]]:
    """The rows of the table of settings, without the variable's own cell."""
    section = (ROOT / "docs" / "operations.md").read_text().split("\n## Settings\n")[1]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return {row[0].strip("`"): row[1:] for row in rows}


def test_the_table_lists_what_is_read_and_nothing_else() -> None:
    assert sorted(table()) == sorted(set().union(*map(read_in, READERS)) | BY_OTHERS)


def test_each_row_tells_meaning_default_and_example() -> None:
    assert [name for name, cells in table().items() if len(cells) != 3 or not all(cells)] == []


def test_the_example_of_an_environment_file_has_every_variable_once() -> None:
    text = (ROOT / "deploy" / "canasta.env.example").read_text()
    names = re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE)
    assert sorted(names) == sorted(table())


def test_what_the_example_comments_out_is_the_default() -> None:
    """Unless there is none, or it depends on another variable: then a possible value stands there."""
    values = {name: value for name, value in example(commented=True).items() if name not in example()}
    fixed = {name: cells[1].strip("`") for name, cells in table().items() if cells[1].count("`") == 2}
    literal = {name: value for name, value in fixed.items() if table()[name][1] == f"`{value}`"}
    assert {name: values[name] for name in literal if name in values} == {
        name: value for name, value in literal.items() if name in values
    }


def test_commands_named_in_the_text_exist() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    ours = {path.stem for path in ROOT.glob("*/management/commands/*.py")}
    known = ours | {"sendtestemail", "axes_reset_username", "shell"}
    assert set(re.findall(r"deploy/manage ([a-z_]+)", text)) <= known
    for script in re.findall(r"deploy/(install|restore|manage|Caddyfile)", text):
        assert (ROOT / "deploy" / script).exists()
