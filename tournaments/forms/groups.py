"""Fields of a form in named groups, so that a long form opens where something is to be seen."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

Groups = tuple[tuple[Any, tuple[str, ...]], ...]


class FieldGroup(list[BoundField]):
    """The fields of one group; it is shown open where one of them is wrong."""

    @property
    def wrong(self) -> bool:
        return any(field.errors for field in self)


class GroupedForm(forms.Form):
    """A form whose `GROUPS` name each group (the first without a title) and its fields."""

    GROUPS: Groups = ()

    @property
    def parts(self) -> Iterator[tuple[Any, FieldGroup]]:
        for title, names in self.GROUPS:
            yield title, FieldGroup(self[name] for name in names)
