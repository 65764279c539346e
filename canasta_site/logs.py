"""What must not stand in a log: the secrets of tables' private links."""

import logging
import re

TABLE_LINK = re.compile(r"/t/[A-Za-z0-9_-]+")


class MaskTableLinks(logging.Filter):
    """Replaces the secret in every address of a table's private link."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        masked = TABLE_LINK.sub("/t/…", message)
        if masked != message:
            record.msg, record.args = masked, ()
        return True
