"""The secret key is made once and kept private."""

import stat
from pathlib import Path

from canasta_site.secret import secret_key


def test_a_given_key_is_used_and_nothing_is_written(tmp_path: Path) -> None:
    assert secret_key("given", tmp_path / "var") == "given"
    assert not (tmp_path / "var").exists()


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    first = secret_key("", tmp_path)
    assert len(first) > 60
    assert secret_key("", tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
