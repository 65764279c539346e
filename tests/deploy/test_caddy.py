"""Caddy with the file of `deploy/`, in front of a service that says which request reached it."""

import http.client
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from launcher.servers import free_port
from tests.deploy.files import DEPLOY
from tests.deploy.live import HOST, wait_for

pytestmark = pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
HASHED = "site.0123456789ab.css"
Ask = Callable[..., http.client.HTTPResponse]


class Reached(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"reached")

    def log_message(self, *_arguments: object) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    folder = tmp_path_factory.mktemp("caddy")
    for name in ("robots.txt", HASHED):
        (folder / name).write_text("static")
    port = free_port()
    service = ThreadingHTTPServer(("127.0.0.1", 0), Reached)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    text = (DEPLOY / "Caddyfile").read_text().replace("{\n", "{\n\tadmin off\n", 1)
    for ours, here in (
        ("\ncanasta.example {", f"\nhttp://{HOST}:{port} {{"),
        ("/var/lib/canasta/static", f"{folder}"),
        ("127.0.0.1:8000", f"127.0.0.1:{service.server_port}"),
    ):
        assert ours in text
        text = text.replace(ours, here)
    (folder / "Caddyfile").write_text(text)

    def asked(path: str, **headers: str) -> http.client.HTTPResponse:
        caddy = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        caddy.request("GET", path, headers={"Host": HOST, **headers})
        return caddy.getresponse()

    def answers() -> bool:
        try:
            return asked("/").status == 200
        except OSError:
            return False

    command = ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]
    environment = {"HOME": f"{folder}", "PATH": "/usr/bin:/bin"}
    with (folder / "log").open("w") as log, subprocess.Popen(command, env=environment, stderr=log) as running:
        try:
            wait_for(answers, "Caddy does not answer")
            yield asked
        finally:
            running.terminate()
            service.shutdown()
            service.server_close()


@pytest.mark.parametrize(("name", "kept"), [(HASHED, "31536000, immutable"), ("robots.txt", "3600")])
def test_a_static_file_is_kept_as_long_as_its_name_stands_for_it(ask: Ask, name: str, kept: str) -> None:
    answer = ask(f"/static/{name}")
    assert (answer.read(), answer.headers.get_all("Cache-Control")) == (
        b"static",
        [f"public, max-age={kept}"],
    )


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_who_shows_a_token_may_ask_the_service_for_its_figures(ask: Ask, scheme: str) -> None:
    assert ask("/metrics", Authorization=f"{scheme} a-token").read() == b"reached"


@pytest.mark.parametrize("path", ["/metrics", "/readyz", "//metrics", "/%72eadyz"])
def test_what_is_for_the_machine_itself_is_hidden(ask: Ask, path: str) -> None:
    assert ask(path, Authorization="Token a-token").status == 404


@pytest.mark.parametrize("length", ["13000001", "14000000", "20000000", "100000000"])
def test_what_is_too_large_is_refused_as_such(ask: Ask, length: str) -> None:
    assert ask("/", **{"Content-Length": length}).status == 413
