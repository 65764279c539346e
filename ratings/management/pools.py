"""The --pool option of the commands of this app."""

from argparse import ArgumentParser

from django.core.management.base import CommandError

from ratings.models import RatingPool


def add_pool_option(parser: ArgumentParser) -> None:
    parser.add_argument("--pool", metavar="NAME", help="one pool, such as classic-pairs; without it, all")


def chosen_pools(name: str | None) -> list[RatingPool]:
    """The shown pools, or the one named."""
    pools = list(RatingPool.objects.filter(active=True))
    chosen = [pool for pool in pools if name in {None, pool.slug}]
    if name and not chosen:
        known = ", ".join(pool.slug for pool in pools) or "none"
        raise CommandError(f"There is no pool {name}. Known: {known}.")
    return chosen
