"""The one way in which the accounts refuse: a code for programs, a sentence for people."""


class AccountError(Exception):
    """Something asked of an account that cannot be done (409, or an error of the form)."""

    status = 409

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return str(self.message)
