"""The one way in which the accounts refuse: a code for programs, a sentence for people."""


class AccountError(Exception):
    """Something asked of an account that can't be done (409 or another `status`, or an error of the form)."""

    def __init__(self, code: str, message: str, *, status: int = 409) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return str(self.message)
