"""The one error that ends a command with a sentence instead of a traceback."""


class LauncherError(Exception):
    """What is wrong and what to do about it, in words for the person at the keyboard."""
