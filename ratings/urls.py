"""Addresses below /<language>/ratings/."""

from django.urls import path

from ratings.views import games, people, tables

app_name = "ratings"
urlpatterns = [
    path("", tables.index, name="index"),
    path("players/", people.players, name="players"),
    path("players/<str:code>/", people.player, name="player"),
    path("pairs/<str:code>/<str:other>/", people.pair, name="pair"),
    path("head-to-head/", people.head_to_head, name="head_to_head"),
    path("games/<uuid:uuid>/", games.game, name="game"),
    path("preview/", games.preview, name="preview"),
    path("<slug:slug>/", tables.rating_table, name="table"),
]
