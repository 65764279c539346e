"""Addresses below /api/v1/."""

from django.urls import path

from tournaments.api import adjustments, draws, entries, presence, results, views

STAGE = "tournaments/<slug:slug>/<int:number>"
ENTRY = "tournaments/<slug:slug>/entries/<int:entry>"

urlpatterns = [
    path("tournaments", views.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/<slug:slug>", views.TournamentView.as_view(), name="tournament"),
    path(f"{STAGE}/standings", views.StandingsView.as_view(), name="standings"),
    path("tournaments/<slug:slug>/entries", entries.EntriesView.as_view(), name="entries"),
    path(ENTRY, entries.EntryView.as_view(), name="entry"),
    path(f"{ENTRY}/check-in", presence.CheckInView.as_view(), name="entry-check-in"),
    path(f"{ENTRY}/withdraw", presence.WithdrawView.as_view(), name="entry-withdraw"),
    path(f"{ENTRY}/return", presence.ReturnView.as_view(), name="entry-return"),
    path(f"{STAGE}/adjustments", adjustments.AdjustmentsView.as_view(), name="adjustments"),
    path(f"{STAGE}/adjustments/<int:adjustment>", adjustments.AdjustmentView.as_view(), name="adjustment"),
    path(f"{STAGE}/rounds", draws.RoundsView.as_view(), name="rounds"),
    path(f"{STAGE}/rounds/<int:round_number>", draws.RoundView.as_view(), name="round"),
    path(f"{STAGE}/draft", draws.DraftView.as_view(), name="draft"),
    path(f"{STAGE}/draft/publish", draws.PublishView.as_view(), name="draft-publish"),
    path(f"{STAGE}/games", draws.GamesView.as_view(), name="games"),
    path("matches", views.MatchesView.as_view(), name="matches"),
    path("matches/<uuid:uuid>", views.MatchView.as_view(), name="match"),
    path("matches/<uuid:uuid>/logs", views.MatchLogsView.as_view(), name="match-logs"),
    path("matches/<uuid:uuid>/results", results.MatchResultsView.as_view(), name="match-results"),
    path("matches/<uuid:uuid>/decision", results.MatchDecisionView.as_view(), name="match-decision"),
    path("logs/<int:pk>", views.LogView.as_view(), name="log"),
]
