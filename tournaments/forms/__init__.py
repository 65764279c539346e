"""What directors type: fields, explanations, and the plain values that services take."""

from collections.abc import Iterable

from django.forms import BaseForm


def all_valid(forms: Iterable[BaseForm]) -> bool:
    """Whether all forms are valid; each of them says what is wrong with it, not only the first."""
    return not [form for form in list(forms) if not form.is_valid()]
