"""Errors that end a command, or a check, with a sentence instead of a traceback."""


class LauncherError(Exception):
    """What is wrong and what to do about it, in words for the person at the keyboard."""


class SkippedError(Exception):
    """This machine does not permit what a check needs, and the check has said so."""


def in_words(error: Exception) -> str:
    """What an exception says, without the number and the file that `OSError` puts around its words."""
    return getattr(error, "strerror", None) or str(error)
