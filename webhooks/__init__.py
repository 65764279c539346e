"""Webhooks: what happened, told to the addresses that an administrator allowed. Knows no other app."""
