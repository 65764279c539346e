"""Forgetting what is kept for a while only: who signed in from where, old invitations, run-out tokens."""

from datetime import datetime, timedelta
from importlib import import_module

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session

from accounts.models import ApiToken, IdempotentAnswer, Invitation
from accounts.services.answers import KEPT


def forget_old(now: datetime, keep: timedelta) -> dict[str, int]:
    """Delete what is older than `keep`, and what ran out; returns how many of each."""
    limit = now - keep
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    going = {
        "sign-ins": AccessLog.objects.filter(attempt_time__lt=limit),
        "failed sign-ins": AccessFailureLog.objects.filter(attempt_time__lt=limit),
        "attempts": AccessAttempt.objects.filter(attempt_time__lt=limit),
        "devices": UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")),
        "invitations": Invitation.objects.filter(expires_at__lt=limit),
        "tokens": ApiToken.objects.filter(expiry__lt=now),
        "answers": IdempotentAnswer.objects.filter(made_at__lt=now - KEPT),
    }
    return {name: rows.delete()[0] for name, rows in going.items()}
