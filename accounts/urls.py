"""Addresses of the account's own pages; signing in and passwords are allauth's."""

from django.urls import path

from accounts.views import account

urlpatterns = [path("", account, name="account")]
