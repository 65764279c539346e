"""Addresses of the director's pages, below an event's own."""

from django.urls import path

from tournaments.pages.director import entrant, entrants, files, imports, rounds, settings

urlpatterns = [
    path("", rounds.direct, name="direct"),
    path("stages/<int:number>/", rounds.rounds, name="direct-rounds"),
    path("entrants/", entrants.entrants, name="direct-entrants"),
    path("entrants/<int:number>/", entrant.entrant, name="direct-entrant"),
    path("players/<int:number>/", entrants.found, name="direct-found"),
    path("import/", imports.import_list, name="direct-import"),
    path("event.json", files.event_json, name="direct-event-json"),
    path("players.csv", files.players_csv, name="direct-players-csv"),
    path("settings/", settings.settings, name="direct-settings"),
]
