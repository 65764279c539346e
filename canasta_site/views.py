"""The site's own pages: home, the visitor's choices, the rules of play, the health check."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from canasta_site import rules_of_play
from canasta_site.context import THEME_COOKIE, THEMES

YEAR = 365 * 24 * 3600


def home(request: HttpRequest) -> HttpResponse:
    """The front page."""
    return render(request, "home.html")


@csrf_exempt  # A token in every page's footer would make each answer differ and end all 304s.
@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Keep the visitor's colours or language in a cookie, and go back to the page."""
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    response = HttpResponseRedirect(back)
    theme, language = request.POST.get("theme"), request.POST.get("language")
    if theme in THEMES:
        keep(response, THEME_COOKIE, theme)
    if language in dict(settings.LANGUAGES):
        keep(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


def keep(response: HttpResponse, cookie: str, value: str) -> None:
    """Set a cookie that holds a choice for a year."""
    response.set_cookie(cookie, value, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")


def rules(request: HttpRequest) -> HttpResponse:
    """The rules of play in the page's language."""
    document = rules_of_play.load(settings.BASE_DIR / "docs" / "rules.md", get_language() or "")
    return render(request, "rules.html", {"document": document})


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look that were told nothing: answers without a page."""
    return HttpResponseRedirect(static("favicon.svg"))


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")
