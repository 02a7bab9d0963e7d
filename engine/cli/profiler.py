"""`sapwood run --profile`: where the time of a game's frames goes.

While a profiler watches, the phases of the frame and the callbacks of all node classes are replaced by ones that look
at the clock; nothing of this is there otherwise. All seconds are a part's own: a callback that runs inside another
(the `on_ready` of a node that is added in `on_process`) counts for itself, and all parts together are the frame.

A callback is counted for the class of the node, whichever of its base classes wrote it. Handlers of signals, timers
and coroutines belong to the phase, or the callback, that they run in.
"""

from __future__ import annotations

from contextlib import contextmanager
from types import FunctionType
from typing import TYPE_CHECKING, Any

from engine.tree.node import Node
from engine.tree.node_class import CALLBACK_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.app import App
    from engine.core.clock import Clock

LOOP = "loop, waiting"
EVENTS = "events"
INPUT = "input"
PHYSICS = "physics steps"
PROCESS = "process"
DEFERRED = "deferred calls, frees"
DRAW = "draw callbacks"
TRANSFORMS = "transforms"
SERVERS = "servers"
PICTURE = "picture"
PRESENT = "show, wait for screen"
PHASES = (EVENTS, INPUT, PHYSICS, PROCESS, DEFERRED, DRAW, TRANSFORMS, SERVERS, PICTURE, PRESENT, LOOP)
"""The parts of a frame, in its order."""

_TIMED = tuple(name for name in CALLBACK_NAMES if name != "on_prepare")  # which runs in another thread
_TREE_PHASES = {
    "push_input": INPUT,
    "_run_physics": PHYSICS,
    "_process_frame": PROCESS,
    "_flush_calls": DEFERRED,
    "_drain": DEFERRED,
    "_draw_items": DRAW,
    "_sync_transforms": TRANSFORMS,
}


class Row:
    """What is known of one part of the frame."""

    def __init__(self) -> None:
        """Never run."""
        self.calls = 0
        self.seconds = 0.0
        """Spent in it, without the other parts that ran inside."""


class Profiler:
    """Measures the frames of one application."""

    def __init__(self, clock: Clock) -> None:
        """By that clock; `watch` begins."""
        self.frames = 0
        """Frames measured."""
        self.rows: dict[tuple[str, str], Row] = {}
        """By phase and name of the part: "Ship.on_process", "RenderServer.process"; "" for the phase itself."""
        self._clock = clock
        # What runs now, outermost first: its row, when it began, what ran inside of it, and its phase, node, callback.
        self._running: list[list[Any]] = []
        self._wrapped: dict[type, dict[str, Any]] = {}

    @property
    def seconds(self) -> float:
        """How long the frames took together."""
        return sum(row.seconds for row in self.rows.values())

    @contextmanager
    def watch(self, app: App) -> Iterator[None]:
        """Measure each frame of an application until the `with` block ends."""
        places: list[tuple[Any, str, str]] = [(app.tree, name, phase) for name, phase in _TREE_PHASES.items()]
        places += [(app, "poll_events", EVENTS), (app.render, "draw", PICTURE), (app.display, "present", PRESENT)]
        for thing, name, phase in places:
            setattr(thing, name, self._timed(getattr(thing, name), phase))
        vars(app.tree)["_serve"] = self._timed_server(app.tree._serve)
        vars(app.loop)["step"] = self._timed_frame(app.loop.step)
        try:
            yield
        finally:
            for thing, name in [*(place[:2] for place in places), (app.tree, "_serve"), (app.loop, "step")]:
                vars(thing).pop(name, None)
            for cls, functions in self._wrapped.items():
                for name, function in functions.items():
                    setattr(cls, name, function)
            self._wrapped.clear()

    def _timed_frame(self, step: Callable[..., None]) -> Callable[..., None]:
        def timed(*args: Any) -> None:
            self._wrap_classes()
            self._begin(LOOP, "")
            try:
                step(*args)
            finally:
                self._end()
                self.frames += 1

        return timed

    def _timed(self, function: Callable[..., Any], phase: str) -> Callable[..., Any]:
        def timed(*args: Any) -> Any:
            if not self._running and phase != INPUT:  # between the frames, such as for a screenshot
                return function(*args)
            self._begin(phase, "")
            try:
                return function(*args)
            finally:
                self._end()

        return timed

    def _timed_server(self, serve: Callable[..., None]) -> Callable[..., None]:
        def timed(server: Any, method: str, *args: float) -> None:
            self._begin(SERVERS, f"{type(server).__name__}.{method}")
            try:
                serve(server, method, *args)
            finally:
                self._end()

        return timed

    def _wrap_classes(self) -> None:
        """Replace the callbacks of the node classes that have come up since the last frame."""
        classes: list[type] = [Node]
        while classes:
            cls = classes.pop()
            classes += cls.__subclasses__()
            if cls in self._wrapped or cls is Node:
                continue
            own = {name: vars(cls).get(name) for name in _TIMED}
            functions = {name: value for name, value in own.items() if isinstance(value, FunctionType)}
            self._wrapped[cls] = functions
            for name, function in functions.items():
                setattr(cls, name, self._timed_callback(function, name))

    def _timed_callback(self, function: FunctionType, name: str) -> Callable[..., Any]:
        running = self._running

        def timed(node: Node, *args: Any) -> Any:
            if not running:  # between the frames
                return function(node, *args)
            outer = running[-1]
            if outer[4] is node and outer[5] == name:  # called by super(): still the same callback
                return function(node, *args)
            self._begin(outer[3], f"{type(node).__name__}.{name}", node, name)
            try:
                return function(node, *args)
            finally:
                self._end()

        return timed

    def _begin(self, phase: str, part: str, node: Node | None = None, callback: str = "") -> None:
        row = self.rows.get((phase, part))
        if row is None:
            row = self.rows[phase, part] = Row()
        row.calls += 1
        self._running.append([row, self._clock.now(), 0.0, phase, node, callback])

    def _end(self) -> None:
        now = self._clock.now()
        row, began, inside, *_ = self._running.pop()
        row.seconds += now - began - inside
        if self._running:
            self._running[-1][2] += now - began
