"""Parts of addresses that are ours."""

from django.urls import register_converter


class CodeConverter:
    """The code of a player or club."""

    regex = "[A-Za-z0-9][A-Za-z0-9._-]*"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")
