"""Errors that end a command, or a check, with a sentence instead of a traceback."""


class LauncherError(Exception):
    """What is wrong and what to do about it, in words for the person at the keyboard."""


class SkippedError(Exception):
    """This machine does not permit what a check needs, and the check has said so."""
