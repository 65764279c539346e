"""Addresses below /api/v1/."""

from django.urls import path

from tournaments.api import results, views

urlpatterns = [
    path("tournaments", views.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/<slug:slug>", views.TournamentView.as_view(), name="tournament"),
    path("tournaments/<slug:slug>/<int:number>/standings", views.StandingsView.as_view(), name="standings"),
    path("matches", views.MatchesView.as_view(), name="matches"),
    path("matches/<uuid:uuid>", views.MatchView.as_view(), name="match"),
    path("matches/<uuid:uuid>/logs", views.MatchLogsView.as_view(), name="match-logs"),
    path("matches/<uuid:uuid>/results", results.MatchResultsView.as_view(), name="match-results"),
    path("matches/<uuid:uuid>/decision", results.MatchDecisionView.as_view(), name="match-decision"),
    path("logs/<int:pk>", views.LogView.as_view(), name="log"),
]
