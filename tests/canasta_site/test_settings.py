"""A setting that means nothing ends in a sentence."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("address", ["rubbish", "http://db/canasta"])
def test_what_is_no_address_of_a_database_is_said_to_be_none(address: str) -> None:
    asked = [
        sys.executable,
        "-c",
        "import canasta_site.settings as s; print(s.DATABASES['default']['ENGINE'])",
    ]
    done = subprocess.run(
        asked, check=False, env={**os.environ, "DATABASE_URL": address}, capture_output=True, text=True
    )
    assert "DATABASE_URL is no address" in done.stderr.splitlines()[-1]
