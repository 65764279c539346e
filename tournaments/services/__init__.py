"""Everything that writes: one file a verb-area. Pages, API, tasks and commands call these and write nothing.

intake: a log comes in. referee: a worker replays it. results: reports become the official record.
"""
