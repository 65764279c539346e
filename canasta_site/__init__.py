"""The site: settings, addresses, the Celery app. It knows every app; no app knows it."""

from .celery import app as celery_app

__all__ = ["celery_app"]
