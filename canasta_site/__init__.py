"""The site: settings, addresses, the Celery app. It knows every app; no app knows it."""

import sys

from django.core.exceptions import ImproperlyConfigured

try:
    from .celery import app as celery_app
except ImproperlyConfigured as error:
    # Whatever was started ends here, in a sentence: manage.py, web server, worker and beat.
    sys.exit(f"canasta: {error}")

__all__ = ["celery_app"]
