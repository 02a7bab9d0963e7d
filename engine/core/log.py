"""Messages for people, through the standard library's logging under the name "sapwood".

Only what can be carried on with is logged: a missing picture that is replaced, a device that is not there. A caller's
mistake raises. How messages look and where they go is the application's affair, as with any `logging` logger.

`logging` takes 3 to 8 ms to import, a fifth of what starting the core costs, so it is imported with the first message.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Logger:
    """One part's log: `warning(text)` and the like, and `log_once` for what would repeat every frame."""

    __slots__ = ("_said", "name")

    def __init__(self, name: str) -> None:
        """A log that writes under the full name `name`; `get_logger` puts "sapwood." before it."""
        self.name = name
        self._said: set[str] = set()

    def debug(self, text: str) -> None:
        """Something for people who look for a fault."""
        self._logger().debug("%s", text)

    def info(self, text: str) -> None:
        """Something worth knowing in an ordinary run."""
        self._logger().info("%s", text)

    def warning(self, text: str) -> None:
        """Something is wrong, and the engine goes on without it."""
        self._logger().warning("%s", text)

    def error(self, text: str, *, error: BaseException | None = None) -> None:
        """Something failed; with `error`, its traceback follows."""
        self._logger().error("%s", text, exc_info=error)

    def log_once(self, key: str, text: str) -> None:
        """A warning that is said the first time only for each `key` of this Logger object."""
        if key not in self._said:
            self._said.add(key)
            self.warning(text)

    def _logger(self) -> Any:
        return import_module("logging").getLogger(self.name)


def get_logger(part: str) -> Logger:
    """The log of one part of the engine, such as "render"; it writes under "sapwood.render".

    Each call makes a Logger with its own memory of what `log_once` said, so keep it on the object that logs.
    """
    return Logger(f"sapwood.{part}")
