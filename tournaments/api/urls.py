"""Addresses below /api/v1/."""

from django.urls import path

from tournaments.api import views

urlpatterns = [
    path("matches/<uuid:uuid>", views.MatchView.as_view(), name="match"),
    path("matches/<uuid:uuid>/logs", views.MatchLogsView.as_view(), name="match-logs"),
    path("logs/<int:pk>", views.LogView.as_view(), name="log"),
]
