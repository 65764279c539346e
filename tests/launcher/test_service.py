"""What the service's processes are told, by command line and environment."""

from pathlib import Path

import pytest

from launcher import database, first_start, service
from launcher.errors import LauncherError
from launcher.network import Place
from launcher.service import data_folder, has_broker, service_environment, web_command, worker_command

HERE = Place("127.0.0.1", 8000, "127.0.0.1")
NETWORK = Place("0.0.0.0", 8000, "192.168.7.5")


def test_links_use_the_address_where_the_service_listens() -> None:
    assert service_environment({}, Path("/data"), NETWORK)["CANASTA_URL"] == "http://192.168.7.5:8000"


def test_an_address_set_by_the_administrator_comes_first() -> None:
    given = {"CANASTA_URL": "https://canasta.example"}
    assert service_environment(given, Path("/data"), NETWORK)["CANASTA_URL"] == "https://canasta.example"


def test_the_network_address_is_an_allowed_host_next_to_those_that_were_set() -> None:
    given = {"CANASTA_URL": "https://canasta.example", "CANASTA_ALLOWED_HOSTS": "a.example,b.example"}
    hosts = service_environment(given, Path("/data"), NETWORK)["CANASTA_ALLOWED_HOSTS"]
    assert hosts == "a.example,b.example,192.168.7.5"


def test_what_is_compiled_is_kept_for_the_next_start() -> None:
    assert "PYTHONDONTWRITEBYTECODE" not in service_environment(
        {"PYTHONDONTWRITEBYTECODE": "1"}, Path("/data"), HERE
    )


def test_the_folder_of_the_option_comes_before_that_of_the_environment() -> None:
    given = {"CANASTA_VAR": "/elsewhere"}
    assert service_environment(given, Path("/data"), HERE)["CANASTA_VAR"] == "/data"


def test_the_data_are_for_their_owner_alone(tmp_path: Path) -> None:
    assert data_folder(tmp_path / "new" / "var").stat().st_mode & 0o777 == 0o700


def test_a_folder_of_data_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "var"):
        with pytest.raises(LauncherError, match="is no folder"):
            data_folder(path)


@pytest.mark.parametrize(
    ("url", "expected"), [(None, False), ("memory://localhost/", False), ("redis://localhost/0", True)]
)
def test_the_memory_of_the_worker_is_no_broker(url: str | None, expected: bool) -> None:
    assert has_broker({"CELERY_BROKER_URL": url} if url else {}) is expected


def test_with_a_broker_the_queue_of_ratings_is_served_too() -> None:
    assert "-Q" not in worker_command({})
    assert worker_command({"CELERY_BROKER_URL": "redis://localhost/0"})[-2:] == ["-Q", "default,ratings"]


def test_there_is_one_web_process_on_the_given_address() -> None:
    command = web_command(HERE)
    assert command[command.index("--bind") + 1] == "127.0.0.1:8000"
    assert command[command.index("--workers") + 1] == "1"
    assert command[command.index("--worker-class") + 1] == "canasta_site.patience.Worker"


def test_a_restored_database_gets_nothing_that_an_earlier_one_still_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_start.begin(tmp_path, demo=True)
    monkeypatch.setattr(service, "prepare_code", lambda: 0)
    monkeypatch.setattr(database, "restore", lambda *_: None)
    monkeypatch.setattr(database, "bring_up_to_date", lambda *_: False)
    service.prepare({}, tmp_path, demo=True, backup=tmp_path / "canasta.backup")
    assert first_start.remaining(tmp_path) == []
