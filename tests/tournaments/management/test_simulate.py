"""The simulator's command: the seed first, status 1 at the first fault, nothing in the database."""

import pytest
from django.core.management import CommandError, call_command

from tournaments.core.invariants import BrokenInvariantError
from tournaments.core.records import Format
from tournaments.management.commands import simulate
from tournaments.models import Tournament


def test_the_seed_is_printed_first_and_the_same_seed_plays_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = []
    for _ in range(2):
        call_command("simulate", format="swiss", runs=3, seed=7)
        said.append(capsys.readouterr().out)
    assert said[0].startswith("seed 7\nswiss: 3 tournaments")
    assert said[0] == said[1]


def test_all_formats_are_played_where_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", runs=1, seed=1)
    said = capsys.readouterr().out
    assert [line.split(":")[0] for line in said.splitlines()[1:]] == [form.value for form in Format]


def test_the_first_fault_ends_it_and_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(form: Format, seed: int) -> int:
        if seed == 9:
            raise BrokenInvariantError("nobody is drawn twice")
        return 1

    monkeypatch.setattr(simulate, "simulate", broken)
    with pytest.raises(CommandError, match="seed 9: nobody is drawn twice") as caught:
        call_command("simulate", format="swiss", runs=5, seed=8)
    assert caught.value.returncode == 1


@pytest.mark.django_db
def test_nothing_is_left_in_the_database() -> None:
    call_command("simulate", format="knockout", runs=2, seed=3)
    assert not Tournament.objects.exists()
