"""What is told, to whom, how often, and where nothing is sent. The receiver is on this machine."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.translation import override

from tests.tournaments.event import make_event, make_user
from tests.tournaments.replayed import replayed_log
from webhooks import addresses, outbox
from webhooks.addresses import RefusedAddressError
from webhooks.models import Delivery, Endpoint, Kind, State
from webhooks.services import MOST_ATTEMPTS, announce, deliver, send_again

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 1, 18, tzinfo=UTC)


class Receiver:
    """Takes what is sent, and answers with these statuses one after the other, the last one for ever."""

    def __init__(self) -> None:
        self.statuses = [204]
        self.taken: list[tuple[dict[str, str], bytes]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.taken.append((dict(self.headers), body))
                status = receiver.statuses[0] if len(receiver.statuses) == 1 else receiver.statuses.pop(0)
                self.send_response(status)
                self.send_header("Location", f"http://127.0.0.1:{receiver.port}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()


def endpoint(receiver: Receiver, *kinds: str, **fields: Any) -> Endpoint:
    url = f"http://127.0.0.1:{receiver.port}/hook"
    return Endpoint.objects.create(**({"name": "table", "url": url, "kinds": list(kinds)} | fields))


def told(key: str = "a") -> Delivery:
    announce(Kind.RATINGS, key, lambda: {"pool": "classic-pairs"}, NOW)
    return Delivery.objects.get(key=key)


def test_what_is_sent_can_be_verified_by_time_and_secret(receiver: Receiver) -> None:
    secret = endpoint(receiver, "ratings").secret
    assert deliver(told().pk, NOW)
    ((headers, body),) = receiver.taken
    at, digest = (part.partition("=")[2] for part in headers["Canasta-Signature"].split(","))
    assert hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest() == digest
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.status, delivery.next_at) == (State.DELIVERED, 204, None)
    assert headers["Canasta-Event"] == "ratings"
    assert headers["Canasta-Delivery"] == json.loads(body)["id"] == str(delivery.uuid)
    assert json.loads(body)["data"] == {"pool": "classic-pairs"}


def test_only_what_is_wanted_is_told_and_each_thing_once(receiver: Receiver) -> None:
    endpoint(receiver, "verdict")
    announce(Kind.RATINGS, "a", lambda: pytest.fail("nobody asked"), NOW)
    endpoint(receiver, "ratings", active=False)
    announce(Kind.RATINGS, "a", lambda: pytest.fail("nobody asked"), NOW)
    endpoint(receiver, "ratings")
    told()
    told()
    assert Delivery.objects.count() == 1


def test_a_refusal_is_tried_again_after_longer_and_longer(receiver: Receiver) -> None:
    endpoint(receiver, "ratings")
    receiver.statuses = [500, 500, 200]
    delivery, at, waits = told(), NOW, []
    while not deliver(delivery.pk, at):
        assert not deliver(delivery.pk, at), "before it is due again"
        delivery.refresh_from_db()
        assert delivery.next_at is not None
        waits.append(int((delivery.next_at - at).total_seconds()))
        at = delivery.next_at
    assert waits == [15, 30]
    assert len({body for _headers, body in receiver.taken}) == 1


def test_after_the_last_attempt_it_is_given_up_and_can_be_sent_again(receiver: Receiver) -> None:
    endpoint(receiver, "ratings")
    receiver.statuses = [404]
    delivery = told()
    Delivery.objects.update(attempts=MOST_ATTEMPTS - 1)
    assert not deliver(delivery.pk, NOW)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.status) == (State.GIVEN_UP, 404)
    assert outbox.due(NOW + timedelta(days=1), 10) == []
    receiver.statuses = [200]
    assert send_again([delivery.pk], NOW) == 1
    assert outbox.due(NOW, 10) == [("webhooks.deliver", (delivery.pk,))]
    assert deliver(delivery.pk, NOW)


def test_a_clock_that_is_set_back_holds_no_delivery_up(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "_sent", {})
    endpoint(receiver, "ratings")
    receiver.statuses = [500, 200]
    delivery = told()
    assert outbox.due(NOW, 10) == [("webhooks.deliver", (delivery.pk,))]
    an_hour_before = NOW - timedelta(hours=1)
    assert outbox.due(an_hour_before, 10) == [("webhooks.deliver", (delivery.pk,))]
    assert not deliver(delivery.pk, NOW), "refused by the receiver"
    assert not deliver(delivery.pk, NOW - timedelta(minutes=1)), "put off, and no clock was set back"
    assert deliver(delivery.pk, an_hour_before)


def test_a_redirect_is_a_refusal(receiver: Receiver) -> None:
    endpoint(receiver, "ratings")
    receiver.statuses = [302]
    assert not deliver(told().pk, NOW)
    assert len(receiver.taken) == 1


def test_a_receiver_that_is_away_costs_an_attempt(receiver: Receiver) -> None:
    endpoint(receiver, "ratings", url="http://127.0.0.1:9/")
    assert not deliver(told().pk, NOW)
    assert "Refused" in Delivery.objects.get().last_error
    assert Delivery.objects.get().state == State.WAITING


def test_why_nothing_is_sent_is_kept_in_no_language_and_read_in_the_readers(
    receiver: Receiver, client: Client
) -> None:
    endpoint(receiver, "ratings", url="https://10.0.0.8/")
    delivery = told()
    with override("cs"):
        assert not deliver(delivery.pk, NOW)
    delivery.refresh_from_db()
    assert delivery.last_error == "This address is not public."
    client.force_login(make_user(is_superuser=True, is_staff=True))
    address = f"/referee/webhooks/delivery/{delivery.pk}/change/"
    assert "Tato adresa není veřejná." in client.get("/cs" + address).content.decode()
    assert "This address is not public." in client.get("/en" + address).content.decode()


def test_the_secret_is_shown_once_it_is_the_one_that_counts(client: Client) -> None:
    client.force_login(make_user(is_superuser=True, is_staff=True))
    pages = "/cs/referee/webhooks/endpoint/"
    assert "Tajný klíč" not in client.get(pages + "add/").content.decode()
    said = {"name": "table", "url": "https://example.org/", "kinds": ["result", "round"], "active": "on"}
    assert client.post(pages + "add/", said).status_code == 302
    made = Endpoint.objects.get()
    assert made.kinds == ["result", "round"]
    page = client.get(f"{pages}{made.pk}/change/").content.decode()
    assert made.secret in page
    assert page.count(" checked") == len(made.kinds) + 1  # and that it is active


def test_the_page_of_a_delivery_speaks_czech(receiver: Receiver, client: Client) -> None:
    endpoint(receiver, "ratings")
    client.force_login(make_user(is_superuser=True, is_staff=True))
    page = client.get(f"/cs/referee/webhooks/delivery/{told().pk}/change/").content.decode()
    assert "zpráva: zobrazit" in page
    assert "Co se stalo:" in page
    assert "Key" not in page


def lost(delivery: Delivery) -> None:
    raise KeyboardInterrupt


def test_a_worker_that_was_lost_is_followed_by_another(receiver: Receiver) -> None:
    endpoint(receiver, "ratings")
    delivery = told()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("webhooks.services._attempt", lost)
        with pytest.raises(KeyboardInterrupt):
            deliver(delivery.pk, NOW)
    assert not deliver(delivery.pk, NOW + timedelta(seconds=119))
    assert deliver(delivery.pk, NOW + timedelta(seconds=121))


PRIVATE = ["127.0.0.1", "10.0.0.8", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"]
PRIVATE += [
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "224.0.0.1",
    "::",
]


@pytest.mark.parametrize("ip", PRIVATE)
def test_private_networks_are_out_of_reach(ip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    literal = f"https://[{ip}]/" if ":" in ip else f"https://{ip}/"
    with pytest.raises(RefusedAddressError):
        addresses.check_url(literal)
    found = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (ip, 443))]
    monkeypatch.setattr("webhooks.addresses.socket.getaddrinfo", lambda *_, **__: found)
    with pytest.raises(RefusedAddressError):
        addresses.resolve("https://hook.example/")


def test_a_public_address_is_connected_to_as_it_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [[(0, 0, 0, "", ("93.184.216.34", 443))]]
    monkeypatch.setattr("webhooks.addresses.socket.getaddrinfo", lambda *_, **__: answers.pop())
    target = addresses.resolve("https://hook.example/in?a=1")
    assert (target.ip, target.host, target.port, target.path) == (
        "93.184.216.34",
        "hook.example",
        443,
        "/in?a=1",
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/",
        "https://me:secret@hook.example/",  # pragma: allowlist secret
        "https:///x",
        "ftp://hook.example/",
        "https://hook.example/\r\nX: y",
        "https://hook.example:x/",
        "https://127.1/\u00a0",
        "https://10.0.0.1/",
    ],
)
def test_an_endpoint_that_cannot_be_is_refused_when_it_is_typed(url: str) -> None:
    with pytest.raises(ValidationError):
        Endpoint(name="x", url=url, kinds=["verdict"]).full_clean()


def test_kinds_that_are_none_are_refused() -> None:
    with pytest.raises(ValidationError):
        Endpoint(name="x", url="https://93.184.216.34/", kinds=["all"]).full_clean()


def test_verdicts_results_and_rounds_of_public_events_are_told(receiver: Receiver) -> None:
    endpoint(receiver, *Kind.values)
    log = replayed_log("match-classic-4-00")
    bodies = {d.kind: json.loads(d.body)["data"] for d in Delivery.objects.all()}
    assert bodies["verdict"]["state"] == "verified"
    assert bodies["verdict"]["match"] == bodies["result"]["match"] == str(log.match.uuid)
    assert bodies["result"]["totals"] == log.match.record.totals
    assert (bodies["result"]["tournament"], bodies["result"]["round"]) == ("spring", 1)


def test_nothing_is_told_of_an_event_that_is_not_public(receiver: Receiver) -> None:
    endpoint(receiver, *Kind.values)
    make_event(2, public=False).results("1-2 2450:1980")
    assert not Delivery.objects.exists()


def test_administrators_alone_see_endpoints_and_send_again(receiver: Receiver, admin_client: Any) -> None:
    endpoint(receiver, "ratings")
    delivery = told()
    deliver(delivery.pk, NOW)
    page = admin_client.get("/en/referee/webhooks/delivery/")
    assert delivery.key in page.content.decode()
    chosen = {"action": "again", "_selected_action": [delivery.pk]}
    admin_client.post("/en/referee/webhooks/delivery/", chosen)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (State.WAITING, 0)
