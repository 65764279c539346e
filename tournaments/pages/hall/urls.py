"""Addresses of the hall's screen and of the clock."""

from django.urls import path

from tournaments.pages.hall import clock, screen

ROUND = "tournaments/<slug:slug>/<int:number>/rounds/<int:round_number>/"

urlpatterns = [
    path(ROUND + "hall/", screen.hall, name="hall"),
    path(ROUND + "clock/", clock.clock_page, name="clock"),
]
