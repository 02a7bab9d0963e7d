"""Where the loop gets its time from: the machine's clock, or one that is moved by hand.

The loop, the runner and the tests are handed a Clock; nothing in the engine reads the time by itself, so a run on a
ManualClock is the same every time.
"""

from __future__ import annotations

import time
from math import isfinite
from typing import Protocol

from engine.core.errors import InvalidValueError
from engine.math.value import shortened


class Clock(Protocol):
    """A source of time in seconds."""

    def now(self) -> float:
        """Seconds since some moment that stays the same while the process runs; never goes back."""

    def sleep(self, seconds: float) -> None:
        """Return when `seconds` have passed; at once for 0 and less."""


class RealClock:
    """The machine's monotonic clock."""

    __slots__ = ()

    def now(self) -> float:
        """Seconds since an arbitrary moment; setting the machine's date does not move it."""
        return time.perf_counter()

    def sleep(self, seconds: float) -> None:
        """Give the processor away for about `seconds`; at once for 0 and less."""
        if seconds > 0:
            time.sleep(seconds)


class ManualClock:
    """A clock that stands still until it is moved: for tests, recordings and training.

    >>> clock = ManualClock()
    >>> clock.advance(0.5)
    >>> clock.sleep(0.25)
    >>> clock.now()
    0.75
    """

    __slots__ = ("_now",)

    def __init__(self, start: float = 0.0) -> None:
        """A clock that shows `start` seconds."""
        self._now = start

    def now(self) -> float:
        """What the clock shows, in seconds."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Move the clock on by `seconds`, without waiting; 0 and less leave it alone."""
        if seconds > 0:
            self.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Move the clock on.

        Raises:
            InvalidValueError: `seconds` is negative or not finite.
        """
        if not (isfinite(seconds) and seconds >= 0):
            raise InvalidValueError(
                f"ManualClock.advance: seconds must be 0 or more and finite, "
                f"got {shortened(seconds)}; a clock never goes back"
            )
        self._now += seconds
