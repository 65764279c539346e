"""The site's own pages: home, the visitor's choices, the rules of play."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from canasta_site import rules_of_play
from canasta_site.context import THEME_COOKIE, THEMES, demo_running
from ratings.editions import PEOPLE, RATINGS
from ratings.selectors.clubs import clubs_named
from ratings.selectors.tables import tops
from ratings.views.caching import kept_page
from tournaments.rules import is_administrator
from tournaments.selectors.demonstration import made_in_demonstration
from tournaments.selectors.front import front
from tournaments.services.demo import remove_demo
from tournaments.watched import EVENTS

RATED = 5  # rows of each rating table on the front page
YEAR = 365 * 24 * 3600


@kept_page(PEOPLE, RATINGS, EVENTS, minutely=True)
def home(request: HttpRequest) -> HttpResponse:
    """The front page."""
    now = timezone.now()
    pools = tops(now, RATED)
    begins = is_administrator(request.user) and not clubs_named("").exists()
    context = {"front": front(request.user, now), "pools": pools, "begins": begins}
    return render(request, "home.html", context)


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


@kept_page(PEOPLE)
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of play in the page's language."""
    document = rules_of_play.load(settings.BASE_DIR / "docs" / "rules.md", get_language() or "")
    return render(request, "rules.html", {"document": document})


@login_required
def remove_demonstration(request: HttpRequest) -> HttpResponse:
    """Ask an administrator, and begin with an empty service."""
    if not is_administrator(request.user):
        raise PermissionDenied
    if not demo_running():
        messages.info(request, _("There is no demonstration."))
        return redirect("home")
    if request.method == "POST":
        remove_demo()
        messages.success(request, _("The demonstration is removed."))
        return redirect("home")
    return render(request, "remove_demonstration.html", {"made": made_in_demonstration()})


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look that were told nothing: answers without a page."""
    return HttpResponseRedirect(static("favicon.svg"))
