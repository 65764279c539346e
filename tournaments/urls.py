"""Addresses of the pages, below the language prefix."""

from django.urls import path

from tournaments.pages import public, submit

app_name = "tournaments"

urlpatterns = [
    path("tournaments/", public.index, name="index"),
    path("tournaments/<slug:slug>/", public.tournament, name="tournament"),
    path("matches/<uuid:uuid>/", public.match, name="match"),
    path("matches/<uuid:uuid>/submit/", submit.submit, name="match-submit"),
    path("logs/<int:pk>/", public.log, name="log"),
    path("submit/", submit.submit_index, name="submit"),
]
