"""Input recorded frame by frame and played again, so that a session can be repeated bit for bit.

    with InputRecorder(tree) as recorder:           # push events, tick: what comes from outside is kept
        ...
    recorder.recording.save("session.input")

    recording = InputRecording.load("session.input")
    tree = SceneTree(seed=recording.seed, args=recording.args)
    ...                                             # start the same game
    recording.replay(tree)

What is kept comes from outside: events that are pushed into the tree, gamepads that come and go, the window that loses
the keyboard or changes its size, actions that a script or a test presses between two frames, and how long each frame
is. What callbacks of the game do (`action_press`, events that a node pushes) is not: the game does it again.

The file is text, one JSON object a line; frames are counted from 0, the first tick of the recording:

    {"sapwood_input": 1, "seed": 7, "args": [], "size": [1152.0, 648.0]}
    {"frame": 0, "delta": 0.016666666666666666}                 from here on each frame has so many seconds
    {"frame": 12, "event": "InputEventKey", "with": {"keycode": 32, "pressed": true}}
    {"frames": 600}                                             the end
"""

from __future__ import annotations

from array import array
from contextlib import contextmanager
from sys import float_info
from typing import TYPE_CHECKING, Any

from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, ResourceFormatError, TreeError
from engine.input import recorded_change
from engine.input.event import InputEvent
from engine.input.recorded_change import (
    ActionForced,
    JoypadConnection,
    MouseCrossing,
    RandomState,
    ReleaseAll,
    ViewportSize,
    is_size,
)
from engine.input.recording_file import read_lines, write_lines
from engine.math import Vector2
from engine.math.errors import MathTypeError
from engine.math.value import shortened

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from engine.input.recorded_change import Change

VERSION = 1
"""Of the file; files of a later one are refused."""

CHECK_EVERY = 60
"""Frames between two notes of where `tree.rng` stands, by which a replay that goes astray is noticed."""

MOST_FRAMES = 1 << 31
"""A recording of 1,000 frames a second would last 24 days."""


class InputRecording:
    """What came into a tree from outside, by frame; made by an InputRecorder, or by `load`."""

    seed: int
    """What `tree.rng` started from."""
    args: tuple[str, ...]
    """The game's arguments, as in `tree.args`."""
    size: Vector2
    """The size of the root viewport when the game was started, in pixels."""
    frame_count: int
    """How many frames there are."""

    def __init__(self, seed: int, args: tuple[str, ...], size: Vector2) -> None:
        """One without frames."""
        self.seed = seed
        self.args = args
        self.size = size
        self.frame_count = 0
        # From frame _starts[i] on, each frame has _deltas[i] seconds.
        self._starts = array("q")
        self._deltas = array("d")
        self._changes: list[tuple[int, Change]] = []  # in the order in which they came

    @property
    def duration(self) -> float:
        """Seconds that the frames have together."""
        ends = [*self._starts[1:], self.frame_count]
        return sum((end - start) * delta for start, end, delta in zip(self._starts, ends, self._deltas, strict=True))

    def get_events(self) -> list[tuple[int, InputEvent]]:
        """Copies of the events, each with its frame; those behind the last frame have `frame_count`."""
        return [(frame, change.clone()) for frame, change in self._changes if isinstance(change, InputEvent)]

    def replay(self, tree: Any) -> None:
        """Run all frames on a SceneTree: for each what came from outside, then a tick.

        Args:
            tree: as it was when the recording began: made with `seed` and `args`, `root.size` set to `size`, and then
                the same game started.

        Raises:
            InvalidTypeError: `tree` is no SceneTree.
            TreeError: `tree.rng` went another way than recorded, so the game did not do the same; the text names the
                frame.
            Exception: what the game's callbacks raise.
        """

        def refuse(frame: int) -> None:
            raise TreeError(f"InputRecording.replay: {self.describe_divergence(frame)}")

        for delta in self.play(tree, refuse):
            tree.tick(delta)

    def play(self, tree: Any, on_diverged: Callable[[int], object] | None = None) -> Iterator[float]:
        """For a loop that ticks by itself: hand each frame's input to the tree, then give the seconds to tick.

            for delta in recording.play(tree):
                tree.tick(delta)

        Args:
            tree: see `replay`.
            on_diverged: called, once, with the first frame at which `tree.rng` does not stand where it stood.
        """
        _check_tree("InputRecording.play", tree)
        changes = iter(self._changes)
        upcoming = next(changes, None)
        run, delta = -1, 0.0
        for frame in range(self.frame_count + 1):
            while upcoming is not None and upcoming[0] == frame:
                if not recorded_change.apply(upcoming[1], tree) and on_diverged is not None:
                    on_diverged(frame)
                    on_diverged = None
                upcoming = next(changes, None)
            if frame < self.frame_count:
                if run + 1 < len(self._starts) and self._starts[run + 1] == frame:
                    run += 1
                    delta = self._deltas[run]
                yield delta

    def describe_divergence(self, frame: int) -> str:
        """What to tell a person when `play` called `on_diverged(frame)`."""
        when = f"at frame {frame} of {self.frame_count} tree.rng stands elsewhere than it did when this was recorded"
        if frame == 0:
            return f"{when} - make the tree with seed={self.seed}, and start the same game with args={self.args!r}"
        return f"{when} - the game was changed, or it does what follows neither from its input nor from its seed"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file that `load` reads; an existing one is replaced in one step.

        Raises:
            InvalidTypeError: an event of a class of the game's own holds what cannot be written.
            ResourceError: the file cannot be written; the text says why.
        """
        write_lines(path, self._lines())

    def _lines(self) -> Iterator[dict[str, Any]]:
        yield {"sapwood_input": VERSION, "seed": self.seed, "args": list(self.args), "size": list(self.size)}
        changes = iter(self._changes)
        upcoming = next(changes, None)
        for start, delta in [*zip(self._starts, self._deltas, strict=True), (self.frame_count, None)]:
            while upcoming is not None and (upcoming[0] < start or delta is None):
                yield {"frame": upcoming[0], **recorded_change.to_data(upcoming[1])}
                upcoming = next(changes, None)
            if delta is not None:
                yield {"frame": start, "delta": delta}
        yield {"frames": self.frame_count}

    @staticmethod
    def load(path: str | os.PathLike[str]) -> InputRecording:
        """Read what `save` wrote.

        Events of the game's own classes are known once those classes are: start the game before.

        Raises:
            ResourceNotFoundError: there is no such file.
            ResourceFormatError: it is no recording, one of a later version, damaged, or too large; the text names file
                and line.
        """
        lines = read_lines(path)
        where, head = next(lines, (f"{path}:1", {}))
        recording = _begin(where, head)
        ended = False
        for where, data in lines:
            if ended:
                raise ResourceFormatError(f"{where}: there is more behind the line that ends the recording")
            ended = "frames" in data
            try:
                recording._end(data) if ended else recording._take(data)
            except ValueError as error:
                raise ResourceFormatError(f"{where}: {error}") from None
        if not ended:
            raise ResourceFormatError(f'{where}: the recording breaks off: its last line, {{"frames": N}}, is missing')
        return recording

    def _take(self, data: dict[str, Any]) -> None:
        """One line of a file between the first and the last."""
        frame = _checked_frame("frame", data.pop("frame", None))
        latest = max(self._starts[-1] if self._starts else 0, self._changes[-1][0] if self._changes else 0)
        if frame < latest:
            raise ValueError(f"frame {frame} comes after frame {latest}; lines are in the order of their frames")
        if data.keys() != {"delta"}:
            self._changes.append((frame, recorded_change.from_data(data)))
            return
        delta = data["delta"]
        if not isinstance(delta, (int, float)) or not 0 <= delta <= float_info.max:
            raise ValueError(f"delta must be a finite number of seconds, 0 or more, got {shortened(delta)}")
        if self._starts and frame == self._starts[-1]:
            raise ValueError(f"frame {frame} has two deltas")
        self._starts.append(frame)
        self._deltas.append(delta)

    def _end(self, data: dict[str, Any]) -> None:
        """The last line of a file."""
        count = _checked_frame("frames", data["frames"])
        if len(data) > 1:
            raise ValueError(f"{shortened(data, 200)} is nothing that a recording holds")
        if self._starts and (self._starts[-1] >= count or self._starts[0] > 0):
            raise ValueError(f"there are {count} frames, but deltas from frame {self._starts[0]} to {self._starts[-1]}")
        if count and not self._starts:
            raise ValueError(f"there are {count} frames, but no delta")
        if self._changes and self._changes[-1][0] > count:
            raise ValueError(f"there are {count} frames, but something happens at frame {self._changes[-1][0]}")
        self.frame_count = count


class InputRecorder:
    """Records what comes into a tree from outside, from when it is made until it is stopped, or its `with` ends."""

    recording: InputRecording
    """What was recorded until now."""

    def __init__(self, tree: Any, seed: int | None = None, size: Sequence[float] | None = None) -> None:
        """Begin; the next tick is frame 0.

        Args:
            tree: a SceneTree.
            seed: what the tree was made with; None takes `tree.rng.seed`, which is that if the game did not set it.
            size: of the root viewport when the game was started, in pixels; None takes the present one.

        Raises:
            InvalidTypeError: `tree` is none, the seed no whole number, or the size no two numbers.
            InvalidValueError: a size that no viewport has.
            FreedError: it was shut down.
            TreeError: another recorder records it.
        """
        _check_tree("InputRecorder", tree)
        size = tree.root.size if size is None else _checked_size(size)
        if seed is not None and not isinstance(seed, int):
            raise InvalidTypeError(f"InputRecorder(seed): a whole number is needed, got {shortened(seed)}")
        if tree._disposed:
            raise FreedError("InputRecorder: the tree was shut down; make a new SceneTree")
        if tree._recorder is not None:
            raise TreeError(
                "InputRecorder: the input of this tree is being recorded already; stop() that recorder first"
            )
        self._tree = tree
        self._size: Vector2 | None = None
        self._ignores = 0
        self.recording = InputRecording(tree.rng.seed if seed is None else seed, tree.args, size)
        tree._recorder = tree.input._recorder = self

    def stop(self) -> None:
        """End; what was recorded stays. Harmless the second time."""
        if self._tree._recorder is not self:
            return
        self._tree._recorder = self._tree.input._recorder = None
        if not self._tree._is_in_callback():
            self._add(RandomState(self._tree.rng.state))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    # What the tree and its Input call.

    def take_frame(self, delta: float) -> None:
        """A tick begins."""
        recording = self.recording
        frame = recording.frame_count
        size = self._tree.root.size
        if size != self._size:
            self._size = size
            self._add(ViewportSize(*size))
        if frame % CHECK_EVERY == 0:
            self._add(RandomState(self._tree.rng.state))
        if not recording._deltas or recording._deltas[-1] != delta:
            recording._starts.append(frame)
            recording._deltas.append(delta)
        recording.frame_count = frame + 1

    def take(self, event: InputEvent) -> None:
        """An event is pushed into the tree."""
        if self._comes_from_outside():
            self._add(event.clone())

    def take_joypad(self, device: int, connected: bool, name: str) -> None:
        """A gamepad comes or goes."""
        if self._comes_from_outside():
            self._add(JoypadConnection(device, connected, name))

    def take_release(self) -> None:
        """Everything held is let go of."""
        if self._comes_from_outside():
            self._add(ReleaseAll())

    def take_mouse_crossing(self, inside: bool) -> None:
        """The root is told that the mouse came over it, or left it."""
        if self._comes_from_outside():
            self._add(MouseCrossing(inside))

    def take_action(self, action: str, strength: float | None) -> None:
        """An action is pressed by code, or released with None."""
        if self._comes_from_outside():
            self._add(ActionForced(action, strength))

    @contextmanager
    def ignoring(self) -> Iterator[None]:
        """While handlers of the game run outside a tick: what they do is the game's doing."""
        self._ignores += 1
        try:
            yield
        finally:
            self._ignores -= 1

    def _comes_from_outside(self) -> bool:
        return not self._ignores and not self._tree._is_in_callback()

    def _add(self, change: Change) -> None:
        self.recording._changes.append((self.recording.frame_count, change))


def _begin(where: str, head: dict[str, Any]) -> InputRecording:
    """The recording that a file's first line begins."""
    version = head.get("sapwood_input")
    if not isinstance(version, int) or version < 1:
        raise ResourceFormatError(
            f'{where}: this is no recording of input: it does not begin with {{"sapwood_input": 1'
        )
    if version > VERSION:
        raise ResourceFormatError(f"{where}: the recording has version {version}, this engine reads up to {VERSION}")
    match head:
        case {"seed": int(seed), "args": [*args], "size": [float(width) | int(width), float(height) | int(height)]}:
            if is_size(width, height) and all(isinstance(each, str) for each in args) and len(head) == 4:
                return InputRecording(seed, tuple(args), Vector2(width, height))
    raise ResourceFormatError(
        f'{where}: the first line must have a whole "seed", "args", a list of texts, and "size", two numbers above 0'
    )


def _checked_size(size: Sequence[float]) -> Vector2:
    try:
        checked = Vector2(size)
    except MathTypeError:
        raise InvalidTypeError(f"InputRecorder(size): width and height are needed, got {shortened(size)}") from None
    if not is_size(*checked):
        raise InvalidValueError(
            f"InputRecorder(size): width and height must be above 0, and finite, got {shortened(size)}"
        )
    return checked


def _check_tree(where: str, tree: object) -> None:
    if not hasattr(tree, "_recorder") or not hasattr(tree, "push_input"):
        raise InvalidTypeError(f"{where}(tree): a SceneTree is needed, got {shortened(tree)}")


def _checked_frame(name: str, value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= MOST_FRAMES:
        raise ValueError(f"{name} must be a whole number from 0 to {MOST_FRAMES}, got {shortened(value)}")
    return value
