"""Random cases are the same in every run, and their time is not limited: no result depends on the machine's load."""

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")
