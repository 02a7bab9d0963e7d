"""The loop that runs a tree: events, tick, draw, present, frame after frame.

In:    a SceneTree, a Clock, and what a screen does, as a `Screen`: events, drawing, showing.
Out:   the exit code that the game asked for with `tree.quit(code)`.
When:  on the tree's thread, until the tree quits or the frames asked for have run.

Time comes from the clock only. In real time a frame's delta is the time since the frame before, and the first is 0, so
that what starting took is not played; with a fixed rate every frame has the same delta, the first too, however long it
takes. `max_fps` keeps the frames apart by sleeping, also with a fixed rate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.core.errors import InvalidValueError
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.core.clock import Clock
    from engine.input.events import InputEvent
    from engine.tree.scene_tree import SceneTree


LEAST_FPS = 0.001
MOST_FPS = 1_000_000.0
"""The limits of a frame rate; what lies outside is a slip, and a frame of 1e300 seconds would lose all its digits."""


class Screen(Protocol):
    """What the loop needs of the outside world."""

    def poll_events(self) -> Iterable[InputEvent]:
        """What happened since the last frame, in order."""

    def show_frame(self) -> None:
        """Draw the tree and show the picture; with vsync on, this waits for the screen."""


class Loop:
    """Runs one tree. A game that owns its loop calls `run`; a host with a loop of its own calls `step` once a frame."""

    def __init__(
        self, tree: SceneTree, screen: Screen, clock: Clock, *, fixed_fps: float = 0.0, max_fps: float = 0.0
    ) -> None:
        """A loop that has not started.

        Args:
            tree: what is ticked.
            screen: where events come from and pictures go.
            clock: what time it is.
            fixed_fps: frames a second that every delta pretends; 0 (the default) takes the clock's time.
            max_fps: frames a second at most; 0 (the default) runs as fast as the screen lets it.

        Raises:
            InvalidValueError: a rate is neither 0 nor from 0.001 to 1,000,000.
        """
        self._tree = tree
        self._screen = screen
        self._clock = clock
        self._fixed_delta = 1.0 / fixed_fps if _checked_rate("fixed_fps", fixed_fps) else 0.0
        self._least_time = 1.0 / max_fps if _checked_rate("max_fps", max_fps) else 0.0
        self._last: float | None = None
        self._due = 0.0
        self._exit_code: int | None = None
        self.frames = 0
        """How many frames have run."""
        tree.quit_requested.connect(self._on_quit_requested)

    @property
    def exit_code(self) -> int | None:
        """The code of the last `tree.quit(code)`; None while nobody has asked to quit."""
        return self._exit_code

    def run(self, frames: int | None = None, on_frame: Callable[[int], object] | None = None) -> int:
        """Run until the tree quits, or for `frames` frames more.

        Args:
            frames: how many frames at most; None runs until the tree quits.
            on_frame: called after each frame with the number of frames that this call has run.

        Returns:
            The exit code: what `tree.quit` was given, 0 when the frames ran out.

        An error that leaves the tick leaves `run` too; the loop can go on with another `run`.

        Raises:
            InvalidValueError: `frames` is no whole number, or below 0.
        """
        if frames is not None and (not isinstance(frames, int) or frames < 0):
            raise InvalidValueError(
                f"run(frames): frames must be a whole number, 0 or more, or None, got {shortened(frames)}"
            )
        done = 0
        while self._exit_code is None and (frames is None or done < frames):
            self.step()
            done += 1
            if on_frame is not None:
                on_frame(done)
        return self._exit_code or 0

    def step(self, delta: float | None = None) -> None:
        """Run one frame: wait for its time, hand the events to the tree, tick, draw, present.

        When the tree asks to quit, the frame ends without being drawn.

        Args:
            delta: seconds that the frame stands for, without waiting; None leaves that to the clock and the rates.
        """
        if delta is None:
            delta = self._next_delta()
        for event in self._screen.poll_events():
            self._tree.push_input(event)
        if self._exit_code is not None:
            return
        self.frames += 1
        self._tree.tick(delta)
        if self._exit_code is None:
            self._screen.show_frame()

    def _next_delta(self) -> float:
        """Wait until the frame may start; the seconds that it stands for."""
        now = self._clock.now()
        last = self._last
        if self._least_time:
            if last is None:
                self._due = now
            self._clock.sleep(self._due - now)
            now = self._clock.now()
            # The next frame is due one interval after this one was, not after it began: sleeping too long is made up
            # for. A frame that came a whole interval late is not.
            self._due = max(self._due, now - self._least_time) + self._least_time
        self._last = now
        if self._fixed_delta:
            return self._fixed_delta
        return 0.0 if last is None else now - last

    def _on_quit_requested(self, code: int) -> None:
        self._exit_code = code


def _checked_rate(name: str, rate: float) -> float:
    if not (isinstance(rate, (int, float)) and (rate == 0 or LEAST_FPS <= rate <= MOST_FPS)):
        raise InvalidValueError(
            f"Loop: {name} must be frames a second, {LEAST_FPS:g} to {MOST_FPS:g}, or 0 for none, got {shortened(rate)}"
        )
    return rate
