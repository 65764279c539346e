"""How the API reads a body of JSON."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class BoundedJSONParser(JSONParser):
    """Refuses what is nested beyond reason instead of failing on it, and in the language of the asker."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except ParseError as error:
            why = error.__context__ or error.detail
            raise ParseError(_("The body can't be read as JSON in UTF-8: {why}").format(why=why)) from error
        except RecursionError as error:
            raise ParseError(_("The body is nested too deeply.")) from error
