"""Addresses of the results' pages."""

from django.urls import path

from tournaments.pages.results import decide, rounds

urlpatterns = [
    path(
        "tournaments/<slug:slug>/<int:number>/rounds/<int:round_number>/results/",
        rounds.results,
        name="results",
    ),
    path("matches/<uuid:uuid>/decide/", decide.decide_page, name="decide"),
]
