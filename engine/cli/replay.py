"""`sapwood run --replay-input FILE`: the recording stands for devices and clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.clock import RealClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.app import App
    from engine.input.recording import InputRecording


def replay_input(
    app: App,
    recording: InputRecording,
    *,
    frames: int | None = None,
    on_frame: Callable[[int, float], object],
    on_diverged: Callable[[int], object],
) -> int:
    """Play a recording on a started game until it ends, or the game does; the exit code.

    Where somebody sees the frames they come at the pace at which they were recorded, otherwise as fast as can be. Of
    the window only its close button counts.

    Args:
        app: the game, made with the recording's seed, arguments and size.
        recording: what to play.
        frames: how many frames at most; None plays all.
        on_frame: called after each frame with the number of frames until then, and the seconds that it stood for.
        on_diverged: called with the first frame at which the game went another way than recorded.
    """
    app.takes_input = False
    clock = RealClock()
    due = clock.now()
    if frames == 0:
        return 0
    for done, delta in enumerate(recording.play(app.tree, on_diverged), 1):
        if app.shown:
            due = max(due, clock.now() - delta) + delta  # a frame that came late is not made up for
            clock.sleep(due - clock.now())
        app.loop.step(delta)
        on_frame(done, delta)
        if app.loop.exit_code is not None or done == frames:
            break
    return app.loop.exit_code or 0
