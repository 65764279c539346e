"""Addresses made of names: readable, without accents, and each only once."""

import unicodedata
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify

LONGEST_NAME = 60


def plain_slug(name: str, fallback: str) -> str:
    """The name as a part of an address; the fallback where no letter of it can be kept."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return slugify(plain)[:LONGEST_NAME] or fallback


def free_slug(rows: "QuerySet[Any]", stem: str) -> str:
    """The stem, with a number if one of the rows has it already."""
    taken = set(rows.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
