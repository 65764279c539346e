"""Addresses of the account's own pages; signing in and passwords are allauth's."""

from django.urls import path

from accounts.views import account, invitations

urlpatterns = [
    path("", account.account, name="account"),
    path("tokens/", account.tokens, name="account-tokens"),
    path("tokens/<str:token_key>/revoke/", account.revoke, name="account-token-revoke"),
    path("devices/<int:pk>/sign-out/", account.sign_out_device, name="account-device-sign-out"),
    path("export/", account.export, name="account-export"),
    path("erase/", account.erase, name="account-erase"),
    path("invitations/", invitations.invitations, name="invitations"),
    path("invitations/<int:pk>/withdraw/", invitations.withdraw, name="invitation-withdraw"),
    path("invitation/<str:token>/", invitations.accept, name="invitation"),
]
