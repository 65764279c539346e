"""What a running installation notes about itself; nothing of a club's is kept here."""

from django.db import models


class Pulse(models.Model):
    """When something that must happen again and again last did: a worker's sweep, the beat, the tidying."""

    name = models.CharField(max_length=120, unique=True)
    at = models.DateTimeField()
    detail = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.name}: {self.at}"
