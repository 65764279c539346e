"""A device is named by its browser and system."""

import pytest
from django.utils import translation

from accounts.templatetags.accounts import device

ANDROID = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (ANDROID, "Chrome, Android"),
        (ANDROID + " Edg/140.0", "Edge, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Windows"),
        ("curl/8.0", "unknown device"),
    ],
)
def test_a_device_is_named_by_browser_and_system(user_agent: str, name: str) -> None:
    with translation.override("en"):
        assert device(user_agent) == name
