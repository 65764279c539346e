"""What the service refuses to do, with a code for programs and a sentence for people."""

from typing import Any


class TournamentError(Exception):
    """A step that the event's state or rules do not allow (409, or an error of the form).

    `field` among the `params` names what of the input is wrong.
    """

    status = 409

    def __init__(self, code: str, message: Any, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.params = params

    def __str__(self) -> str:
        return str(self.message)


class InputError(TournamentError):
    """What was sent can't be meant: a value outside its range, a document of another kind (400)."""

    status = 400


class NotAllowedError(TournamentError):
    """The person may see this, but not do it (403)."""

    status = 403
