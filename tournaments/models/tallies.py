"""Counts for those who watch the service; no result depends on them."""

from django.db import models

# Upper bounds in seconds; the last one takes whatever is slower.
FOREVER = 1e9
BOUNDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, FOREVER)


class ReplayTally(models.Model):
    """How many replays ended with a verdict (or "failed") within these seconds; each is in one row."""

    verdict = models.CharField(max_length=12)
    within = models.FloatField()
    count = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["verdict", "within"], name="tally_once_a_bound")]

    def __str__(self) -> str:
        return f"{self.verdict} ≤ {self.within} s: {self.count}"
