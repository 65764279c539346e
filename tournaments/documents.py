"""Move logs as they are sent: how many bytes of one are read, and the gzip some come in. Pure."""

import zlib

from django.utils.translation import gettext as _

import engine
from tournaments.errors import InputError

# One byte more than a log may have: enough for the reader to see that it is too long.
READ_LIMIT = engine.MOST_BYTES + 1
GZIP = b"\x1f\x8b"


def gunzipped(archive: bytes) -> bytes:
    """The document in an archive, cut off behind the limit whatever it unpacks to.

    Raises InputError `gzip` for a broken archive.
    """
    reader = zlib.decompressobj(wbits=31)
    try:
        document = reader.decompress(archive, READ_LIMIT)
    except zlib.error as error:
        raise InputError("gzip", _("The log can't be unpacked with gzip.")) from error
    if not reader.eof and len(document) < READ_LIMIT:
        raise InputError("gzip", _("The compressed log breaks off."))
    return document
