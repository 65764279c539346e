"""How often what pages show was changed. Database triggers count it (`ratings.editions`), nothing else."""

from django.db import models


class Edition(models.Model):
    """The changes of one subject ("people", "ratings", "event:12") by the writers of one slot.

    Writers at the same time count in different slots, so that none waits for another. A count begins at
    random, never at the same number twice; only the sum over the slots means something.
    """

    subject = models.CharField(max_length=40)
    slot = models.PositiveSmallIntegerField()
    changes = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["subject", "slot"], name="edition_once")]

    def __str__(self) -> str:
        return f"{self.subject}: {self.changes}"
