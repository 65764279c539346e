"""Addresses of the players' pages below the language prefix; the private link (`by_link`) has none."""

from django.urls import path

from tournaments.pages.table import doors, find

urlpatterns = [
    path("tournaments/<slug:slug>/find/", find.find, name="find-table"),
    path("matches/<uuid:uuid>/sheet/", doors.by_account, name="sheet"),
]
