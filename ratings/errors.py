"""The one way in which this app refuses: a code for programs, a sentence for people."""


class RatingError(Exception):
    """Something asked of the ratings that cannot be done."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
