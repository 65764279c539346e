"""A program that talks to the API: what was answered, also where nothing was."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 60


def ask(address: str, token: str, body: Any, **headers: str) -> tuple[int | str, Any]:
    """The status and the answer to a POST; the name of the fault, where there is no answer."""
    document = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json", **headers}
    try:
        with urlopen(Request(address, document, headers), timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, error.read().decode(errors="replace")[:300]
    except OSError as error:
        return type(error).__name__, None
