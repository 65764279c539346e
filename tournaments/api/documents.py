"""A move log as the body of a request: raw bytes, perhaps compressed, never more than the limit."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser

from tournaments.documents import READ_LIMIT, gunzipped
from tournaments.errors import InputError


class DocumentParser(BaseParser):
    """The body as it came, cut off behind the limit: of any media type but a form's, which wraps the log."""

    media_type = "*/*"

    def parse(  # type: ignore[override]
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if media_type and media_type.startswith("multipart/"):
            raise UnsupportedMediaType(media_type)
        return stream.read(READ_LIMIT)


def unpacked(body: bytes, encoding: str) -> bytes:
    """The document in a body of this `Content-Encoding`, cut off behind the limit whatever it unpacks to.

    Raises InputError (`content-encoding`, `gzip`) for an unknown encoding or a broken archive.
    """
    if encoding in ("", "identity"):
        return body
    if encoding != "gzip":
        raise InputError("content-encoding", _("Send the log as it is, or compressed with gzip."))
    return gunzipped(body)
