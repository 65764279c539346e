"""Addresses of the pages, below the language prefix."""

from django.urls import include, path

from tournaments.pages import brackets, public, seasons, sign_up, submit, tables, viewer
from tournaments.pages.director import events, files, vp_tables

app_name = "tournaments"

urlpatterns = [
    path("tournaments/", public.index, name="index"),
    path("tournaments/new/", events.create, name="create"),
    path("tournaments/import/", files.import_event, name="import-event"),
    path("clubs/<str:code>/vp-tables/", vp_tables.vp_tables, name="vp-tables"),
    path("clubs/<str:club>/seasons/", seasons.club_seasons, name="club-seasons"),
    path("seasons/<slug:season>/", seasons.season, name="season"),
    path("seasons/<slug:season>/table.csv", seasons.season_csv, name="season-csv"),
    path("seasons/<slug:season>/table.json", seasons.season_json, name="season-json"),
    path("seasons/<slug:season>/edit/", seasons.season_edit, name="season-edit"),
    path("tournaments/<slug:slug>/", public.tournament, name="tournament"),
    path("tournaments/<slug:slug>/standings/", tables.standings, name="standings"),
    path("tournaments/<slug:slug>/<int:number>/standings/", tables.standings, name="stage-standings"),
    path("tournaments/<slug:slug>/<int:number>/standings.csv", tables.standings_csv, name="standings-csv"),
    path("tournaments/<slug:slug>/<int:number>/standings.json", tables.standings_json, name="standings-json"),
    path("tournaments/<slug:slug>/results.csv", tables.results_csv, name="results-csv"),
    path("tournaments/<slug:slug>/<int:number>/crosstable/", tables.crosstable, name="crosstable"),
    path("tournaments/<slug:slug>/<int:number>/bracket/", brackets.bracket, name="bracket"),
    path("tournaments/<slug:slug>/<int:number>/entrants/<int:entry>/", tables.entrant, name="entrant"),
    path("tournaments/<slug:slug>/<int:number>/rounds/<int:round_number>/", tables.round_page, name="round"),
    path("tournaments/<slug:slug>/sign-up/", sign_up.sign_up, name="sign-up"),
    path("tournaments/<slug:slug>/direct/", include("tournaments.pages.director.urls")),
    path("", include("tournaments.pages.results.urls")),
    path("", include("tournaments.pages.table.urls")),
    path("", include("tournaments.pages.paper.urls")),
    path("", include("tournaments.pages.hall.urls")),
    path("matches/<uuid:uuid>/", public.match, name="match"),
    path("matches/<uuid:uuid>/submit/", submit.submit, name="match-submit"),
    path("logs/<int:pk>/", public.log, name="log"),
    path("logs/<int:pk>/replay/", viewer.replay, name="replay"),
    path("logs/<int:pk>/replay/fault/", viewer.fault, name="replay-fault"),
    path("logs/<int:pk>/replay/<int:deal>/<int:move>/", viewer.step, name="replay-step"),
    path("submit/", submit.submit_index, name="submit"),
]
