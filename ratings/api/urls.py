"""Addresses below /api/v1/ratings/."""

from django.urls import path

from ratings import converters  # noqa: F401 - registers <code:…>
from ratings.api import views

urlpatterns = [
    path("pools", views.PoolsView.as_view(), name="pools"),
    path("pools/<slug:slug>/table", views.TableView.as_view(), name="table"),
    path("pools/<slug:slug>/distribution", views.DistributionView.as_view(), name="distribution"),
    path("pools/<slug:slug>/quality", views.QualityView.as_view(), name="quality"),
    path("pools/<slug:slug>/lists", views.ListsView.as_view(), name="lists"),
    path("pools/<slug:slug>/lists/<int:year>-<int:month>", views.ListView.as_view(), name="list"),
    path("clubs", views.ClubsView.as_view(), name="clubs"),
    path("players", views.PlayersView.as_view(), name="players"),
    path("players/<code:code>", views.PlayerView.as_view(), name="player"),
    path("players/<code:code>/ledger", views.LedgerView.as_view(), name="ledger"),
    path("players/<code:code>/partners", views.RecordsView.as_view(partners=True), name="partners"),
    path("players/<code:code>/opponents", views.RecordsView.as_view(partners=False), name="opponents"),
    path("pairs/<code:code>/<code:other>", views.PairView.as_view(), name="pair"),
    path("head-to-head/<code:code>/<code:other>", views.HeadToHeadView.as_view(), name="head-to-head"),
    path("games/<uuid:uuid>", views.GameDetailView.as_view(), name="game"),
    path("preview", views.PreviewView.as_view(), name="preview"),
]
