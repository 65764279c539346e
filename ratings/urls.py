"""Addresses below /<language>/ratings/."""

from django.urls import path

from ratings import converters  # noqa: F401 - registers <code:…>
from ratings.views import games, people, tables

app_name = "ratings"
urlpatterns = [
    path("", tables.index, name="index"),
    path("clubs/", people.clubs, name="clubs"),
    path("clubs/<code:code>/", people.club, name="club"),
    path("players/", people.players, name="players"),
    path("players/<code:code>/", people.player, name="player"),
    path("players/<code:code>/partners/", people.partners, name="partners"),
    path("players/<code:code>/opponents/", people.opponents, name="opponents"),
    path("pairs/<code:code>/<code:other>/", people.pair, name="pair"),
    path("head-to-head/", people.head_to_head, name="head_to_head"),
    path("games/<uuid:uuid>/", games.game, name="game"),
    path("shown/", people.shown, name="shown"),
    path("preview/", games.preview, name="preview"),
    path("<slug:slug>/", tables.rating_table, name="table"),
    path("<slug:slug>/distribution/", tables.distribution, name="distribution"),
    path("<slug:slug>/about/", tables.about, name="about"),
    path("<slug:slug>/lists/", tables.official_lists, name="official_lists"),
    path("<slug:slug>/lists/<int:year>/<int:month>/", tables.official_list, name="official_list"),
]
