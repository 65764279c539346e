"""Chromium for tests marked `browser`: what a page does in it that it should not."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

# Playwright's loop runs in this thread, where Django would otherwise refuse the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Widths in pixels and colours: each page is looked at in a hall and at home.
VIEWS = [(390, "light"), (1280, "dark")]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def view(browser: Browser, width: int = 390, colours: str = "light") -> Iterator[tuple[Page, list[str]]]:
    """A page of this width, and a list that gets every error on its console."""
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=colours)  # type: ignore[arg-type]
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page, errors
    context.close()


def sign_in(page: Page, address: str, email: str, password: str) -> None:
    """Sign in on the service's own page, as somebody without a second factor."""
    page.goto(f"{address}/en/accounts/login/")
    page.fill("#id_login", email)
    page.fill("#id_password", password)
    page.click("main button")


def faults(page: Page) -> list[str]:
    """What hinders people on this page: axe's findings, and having to scroll sideways."""
    found = [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in Axe().run(page, options={"runOnly": WCAG}).response["violations"]
    ]
    return found + too_wide(page)


def too_wide(page: Page) -> list[str]:
    """Whether people have to scroll sideways on this page."""
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        return ["the page is wider than its window"]
    return []
