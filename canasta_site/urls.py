"""Addresses. Pages for people have a language prefix; the API, table links and health checks have none."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from canasta_site import feeds, finding, watching
from canasta_site.almanac import calendar
from canasta_site.api.views import DocumentationView, NothingView, SchemaView
from canasta_site.views import favicon, home, preferences, remove_demonstration, rules
from ratings.api.urls import urlpatterns as ratings_api
from ratings.views.caching import conditional_page
from tournaments.api.urls import urlpatterns as tournaments_api
from tournaments.pages.public import match_link
from tournaments.pages.table.doors import by_link

handler500 = "canasta_site.faults.failed"

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="home"), name="root"),
    path("healthz", watching.healthz, name="healthz"),
    path("readyz", watching.readyz, name="readyz"),
    path("metrics", watching.figures, name="metrics"),
    path("preferences", preferences, name="preferences"),
    path("favicon.ico", favicon),
    path("robots.txt", feeds.robots),
    path("sitemap.xml", sitemap, {"sitemaps": feeds.SITEMAPS}, name="sitemap"),
    path("m/<uuid:uuid>", match_link, name="match-link"),
    path("t/<str:token>", by_link, name="table"),
    path("api/v1/schema", SchemaView.as_view(), name="api-schema"),
    path("api/v1/docs", DocumentationView.as_view(), name="api-docs"),
    path("api/v1/", include((tournaments_api, "api"))),
    path("api/v1/ratings/", include((ratings_api, "ratings-api"))),
    re_path(r"^api/", NothingView.as_view()),
    *i18n_patterns(
        path("", home, name="home"),
        path("rules/", rules, name="rules"),
        path("search/", finding.search, name="search"),
        path("calendar/", calendar, name="calendar"),
        path("calendar.ics", feeds.calendar, name="calendar-file"),
        path("results.atom", conditional_page(feeds.ResultsFeed()), name="results-feed"),
        path("help/", finding.help_index, name="help"),
        path("help/<slug:topic>/", finding.help_page, name="help-page"),
        path("demonstration/remove/", remove_demonstration, name="remove-demonstration"),
        path("accounts/", include("allauth.urls")),
        path("account/", include("accounts.urls")),
        path("referee/", admin.site.urls),
        path("ratings/", include("ratings.urls")),
        path("", include("tournaments.urls")),
    ),
]
