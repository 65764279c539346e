"""Addresses of the printed pages."""

from django.urls import path

from tournaments.pages.paper import slips, walls

ROUND = "tournaments/<slug:slug>/<int:number>/rounds/<int:round_number>/"

urlpatterns = [
    path(ROUND + "slips/", slips.slips, name="slips"),
    path(ROUND + "blank-sheets/", slips.blank_sheets, name="blank-sheets"),
    path(ROUND + "wall/", walls.wall, name="wall"),
]
