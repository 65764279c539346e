"""Addresses of the director's pages, below an event's own."""

from django.urls import path

from tournaments.pages.director import entrants, rounds, settings

urlpatterns = [
    path("", rounds.direct, name="direct"),
    path("stages/<int:number>/", rounds.rounds, name="direct-rounds"),
    path("entrants/", entrants.entrants, name="direct-entrants"),
    path("settings/", settings.settings, name="direct-settings"),
]
