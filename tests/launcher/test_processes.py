"""What a program printed is told without what only a developer reads."""

from launcher.processes import last_words

TRACEBACK = """Traceback (most recent call last):
  File "manage.py", line 19, in <module>
    main()
    ~~~~^^
django.db.utils.OperationalError: connection refused
\tIs the server running?
"""


def test_an_exception_is_told_without_its_traceback() -> None:
    assert last_words(TRACEBACK) == (
        "django.db.utils.OperationalError: connection refused\n\tIs the server running?"
    )


def test_a_sentence_is_told_as_it_is() -> None:
    assert last_words("CommandError: no such tournament\n") == "no such tournament"
