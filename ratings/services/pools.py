"""Opening pools and changing their parameters."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.errors import RatingError
from ratings.games import LedgerError
from ratings.ledger import Parameters
from ratings.models import RatingPool
from ratings.services.marks import FROM_THE_START, mark_pool

TAKEN_OVER = gettext_noop("A new version of the pool is complete.")


def pool_for(rule_set: str, kind: str) -> RatingPool:
    """The pool shown for this rule set and kind; the first game of its sort opens it."""
    pool = RatingPool.objects.filter(rule_set=rule_set, kind=kind, active=True).first()
    if pool is None:
        pool, _created = RatingPool.objects.get_or_create(rule_set=rule_set, kind=kind, version=1)
    return pool


@transaction.atomic
def new_version(
    pool: RatingPool, parameters: dict[str, Any], *, model_name: str, why: str, by: Any = None
) -> RatingPool:
    """A new version of a pool with other parameters. It is shown once its ledger is complete; until then
    readers see the old one, which stays as it was."""
    if not why.strip():
        raise RatingError("reason_required", _("Say why this is changed."))
    try:
        Parameters.from_json(parameters)
    except LedgerError as error:
        raise RatingError(error.code, str(error)) from error
    versions = RatingPool.objects.filter(rule_set=pool.rule_set, kind=pool.kind).select_for_update()
    newest = max(versions.values_list("version", flat=True))
    if versions.filter(takes_over=True).exists():
        raise RatingError("version_pending", _("A new version of this pool is being computed already."))
    successor = RatingPool(
        rule_set=pool.rule_set,
        kind=pool.kind,
        version=newest + 1,
        model_name=model_name,
        parameters=parameters,
        active=False,
        takes_over=True,
    ).because(why)
    successor.save()
    mark_pool(successor.pk, FROM_THE_START, why, by)
    return successor


def take_over(pool: RatingPool) -> None:
    """Show a new version in the place of the old one; called by the fold that completed it."""
    shown = RatingPool.objects.filter(rule_set=pool.rule_set, kind=pool.kind, active=True)
    new = RatingPool.objects.select_for_update().get(pk=pool.pk)
    for old in shown.select_for_update():
        new.listed = old.listed
        old.active = False
        old.because(TAKEN_OVER).save(update_fields=["active"])
    new.active, new.takes_over = True, False
    new.because(TAKEN_OVER).save(update_fields=["active", "takes_over", "listed"])
