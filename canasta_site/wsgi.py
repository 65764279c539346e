"""The WSGI entry point that gunicorn serves."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import resolve

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "canasta_site.settings")

# A page makes many thousands of objects, hardly any of them in circles. To look through them, and through
# all that is loaded, as often as the interpreter would takes a third of the time of the large pages.
OBJECTS_UNTIL_COLLECTED = 50_000

application = get_wsgi_application()
resolve("/healthz")  # loads every view
gc.collect()
gc.freeze()
gc.set_threshold(OBJECTS_UNTIL_COLLECTED)
