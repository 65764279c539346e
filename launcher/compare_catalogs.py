"""Compares translations with the strings collected from the code: `compare_catalogs OLD NEW [OLD NEW ...]`.

Runs inside the virtual environment, since it reads .po files with Babel; the rest of the launcher never
imports it.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

Messages = dict[tuple[str | None, str], Message]


def main(paths: list[str]) -> int:
    """Prints what is wrong with each pair of catalogs; status 1 if anything is."""
    problems = [
        f"{old}: {problem}"
        for old, new in zip(paths[::2], paths[1::2], strict=True)
        for problem in compare(read(Path(old)), read(Path(new)))
    ]
    print("\n".join(problems) or "Every string is translated.")
    return 1 if problems else 0


def read(path: Path) -> Catalog:
    """The catalog in a file, empty where there is none yet."""
    if not path.exists():
        return Catalog()
    with path.open("rb") as file:
        return read_po(file)


def compare(old: Catalog, new: Catalog) -> Iterator[str]:
    """Each string that is missing, unused, untranslated, fuzzy, or differs in a placeholder."""
    translated, wanted = messages(old), messages(new)
    for _, text in wanted.keys() - translated.keys():
        yield f"not in the catalog, run makemessages: {text!r}"
    for _, text in translated.keys() - wanted.keys():
        yield f"not in the code, run makemessages: {text!r}"
    for (_, text), message in translated.items():
        if message.fuzzy:
            yield f"fuzzy: {text!r}"
        elif not all(forms(message.string)):
            yield f"not translated: {text!r}"
        for error in message.check(old):
            yield f"{error}: {text!r}"


def messages(catalog: Catalog) -> Messages:
    """Every entry but the header, by context and singular."""
    return {(message.context, forms(message.id)[0]): message for message in catalog if message.id}


def forms(text: str | list[str] | tuple[str, ...] | None) -> list[str]:
    """One form, or one for each number."""
    return list(text) if isinstance(text, list | tuple) else [text or ""]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
