"""The frame of a tree: everything that a tick does, top to bottom.

`tick(delta)` in order:
1. physics: as many fixed steps as the accumulated time holds; each: `physics_frame`, picking, deferred calls,
   on_physics_process (Timer nodes at their places), deferred calls, tree timers, tweens, fixed-step servers, cameras
2. process: `process_frame`, deferred calls, on_process (Timer nodes at their places)
3. deferred: deferred calls, then frees, until both are empty; a pending scene change; tree timers; tweens; cameras;
   on_draw of items queued for redraw; deferred calls and frees again
4. transform sync: what follows the cameras; globals are brought in step; on_transform_changed for those who asked
5. frame servers
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any

from engine.core.coroutine import start
from engine.core.errors import FreedError, InvalidValueError, TreeError, settle
from engine.core.property_checks import check_seconds, is_finite
from engine.core.signal import Signal
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree.deferred import DeferredQueue
from engine.tree.error_policy import ErrorPolicy
from engine.tree.frame_time import FrameTime
from engine.tree.listing import Listing
from engine.tree.scene_change import SceneChange
from engine.tree.timers import TreeTimers
from engine.tree.view_updates import ViewUpdates

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.input import Input
    from engine.tree.node import Node
    from engine.tree.servers import ServerRegistry
    from engine.tree.tween.tweens import Tweens

_INFINITE = float("inf")
_TOLD = {"_local_changed": "on_local_transform_changed", "_global_changed": "on_transform_changed"}
_MOST_RELAYS = 8  # so often nodes may hand their moves on to others in one frame
_MOST_DRAWINGS = 8  # so often one item may draw in one frame: others that draw may ask it to


class Frame(FrameTime, SceneChange, Listing, ErrorPolicy):
    """The part of a SceneTree that runs its frames.

    Attributes:
        frame_count: frames begun.
        physics_frame_count: physics steps begun.
    """

    input: Input
    servers: ServerRegistry

    process_frame: Signal[()] = Signal[()]()
    """Emitted each frame before `on_process`."""
    physics_frame: Signal[()] = Signal[()]()
    """Emitted each physics step before `on_physics_process`."""

    _uncaptured = ("_picking", "_recorder")
    _picking: Any = None
    """What tells collision objects of the mouse: made by the first, `take(event)` and `step()`."""
    _recorder: Any = None
    """What keeps the input from outside, an `engine.input.recording.InputRecorder`."""

    def _start_frames(self) -> None:
        tree: Any = self
        self.frame_count = 0
        self.physics_frame_count = 0
        self._in_tick = False
        self._in_input = 0
        self._entering = 0  # walks of nodes that enter, one inside another
        self._exits: list[Node] = []  # the tops of what is leaving, one inside another
        self._deferred = DeferredQueue(tree)
        self._queued: list[Node] = []
        self._draw_queue: list[Any] = []
        self._tree_timers = TreeTimers(tree)
        self._tree_physics_timers = TreeTimers(tree)
        self._tweens: Tweens | None = None  # made with the first one
        self._views = ViewUpdates(tree)
        self._relayed = False  # whether a node has moved another one because it moved

    def tick(self, delta: float) -> None:
        """Run one frame.

        Args:
            delta: seconds since the last frame, 0 or more. What goes beyond `max_frame_delta`, and physics steps beyond
                `max_physics_steps_per_frame`, are dropped, also from what `on_process` is told.

        Raises:
            TreeError: called from inside a callback of this tree.
            FreedError: the tree was shut down.
            InvalidValueError: delta is negative or not finite.
            Exception: the first error of a callback, if the error policy is "raise"; the frame was finished.
        """
        self._begin("tick")
        try:
            fits = 0 <= delta < _INFINITE
        except TypeError:
            fits = False
        if not fits:
            raise InvalidValueError(
                f"tick(delta): delta must be a finite number of seconds, 0 or more, got {shortened(delta)}"
            )
        if self._recorder is not None:
            self._recorder.take_frame(delta)
        self._in_tick = True
        try:
            dropped = self._run_physics(delta)
            self._process_frame(delta - dropped)
        finally:
            self._in_tick = False
        if self._errors:
            errors, self._errors = self._errors, []
            settle(errors)

    def _begin(self, what: str) -> None:
        if self._disposed:
            raise FreedError(f"cannot {what}: the tree was shut down; make a new SceneTree")
        if self._is_in_callback():
            raise TreeError(
                f"cannot {what} inside a callback of the same tree; use call_deferred, or do it between ticks"
            )

    def _is_in_callback(self) -> bool:
        return bool(self._in_tick or self._in_input or self._entering or self._exits)

    def advance(self, seconds: float, delta: float = 1 / 60) -> None:
        """Run frames of `delta` seconds until `seconds` have passed; the last one is shorter if they do not fit.

        Args:
            seconds: of unscaled time, 0 or more.
            delta: of each frame, in seconds; so short that no physics step is dropped.

        Raises:
            InvalidValueError: `delta` is longer than `max_frame_delta`, or than `max_physics_steps_per_frame` steps.
        """
        check_seconds("advance(seconds)", seconds)
        if not (is_finite(delta) and delta > 0):
            raise InvalidValueError(
                f"advance(delta): delta must be a finite number of seconds above 0, got {shortened(delta)}"
            )
        longest = self._longest_frame()
        if delta > longest + 1e-9:
            raise InvalidValueError(
                f"advance(delta): frames of {delta!r} s drop time, as the longest that passes whole is {longest:.4g} s"
                f"; take a smaller delta, or raise max_frame_delta and max_physics_steps_per_frame"
            )
        whole = floor(seconds / delta + 1e-6)
        self.frames(whole, delta)
        rest = seconds - whole * delta
        if rest > 1e-6 * delta:
            self.tick(rest)

    def frames(self, count: int, delta: float = 1 / 60) -> None:
        """Run `count` frames of `delta` seconds, each a `tick(delta)`.

        Raises:
            InvalidValueError: `count` is negative, or not a whole number.
        """
        self._begin("run frames")
        if not isinstance(count, int) or count < 0:
            raise InvalidValueError(f"frames(count): count must be a whole number, 0 or more, got {shortened(count)}")
        for _ in range(count):
            self.tick(delta)

    def _run_physics(self, delta: float) -> float:
        """Run the fixed steps of a frame; returns the seconds that were dropped."""
        steps, dropped = self._take_steps(delta)
        fixed = self.servers.fixed if not (self._paused or self._edit_mode) else ()
        if steps:
            step = 1.0 / self._rate
            for server in fixed:
                self._serve(server, "before_fixed_steps")
            for _ in range(steps):
                self._physics_step(step)
        for server in fixed:
            self._serve(server, "after_fixed_steps", self.physics_interpolation_fraction)
        return dropped

    def _physics_step(self, delta: float) -> None:
        """One fixed step of `delta` unscaled seconds."""
        self.callback_delta = scaled = delta * self._time_scale
        self.physics_frame_count += 1
        self.input.begin_physics_step()
        self._emit(self.physics_frame)
        if self._picking is not None:
            self._picking.step()
        if self._deferred.calls:
            self._flush_calls()
        if self._modes_stale:
            self._refresh_modes()
        self._physics_list.prepare()
        self._physics_timers.walk(scaled, delta, self._failed)
        if self._deferred.calls:
            self._flush_calls()
        self._tree_physics_timers.advance(scaled, delta, self._failed)
        if self._tweens is not None and self._tweens.physics:
            self._tweens.process(self._tweens.physics, scaled, delta, self._failed)
        if not (self._paused or self._edit_mode):
            for server in self.servers.fixed:
                self._serve(server, "fixed_step", scaled)
        if self._views.cameras.members:
            self._views.advance(scaled, in_physics=True)
        self.input.end_physics_step()

    def _process_frame(self, delta: float) -> None:
        """The frame behind the physics steps; `delta` in unscaled seconds."""
        self.callback_delta = scaled = delta * self._time_scale
        self.frame_count += 1
        self.input.begin_process()
        self._emit(self.process_frame)
        if self._deferred.calls:
            self._flush_calls()
        if self._modes_stale:
            self._refresh_modes()
        self._process_list.prepare()
        self._process_timers.walk(scaled, delta, self._failed)
        self._drain()
        if self._next_scene is not None:
            self._guarded(self._swap_scene, self.root, "change_scene")
        if self._loads:
            self._advance_loads(delta)
        self._tree_timers.advance(scaled, delta, self._failed)
        if self._tweens is not None and self._tweens.idle:
            self._tweens.process(self._tweens.idle, scaled, delta, self._failed)
        if self._views.cameras.members:
            self._views.advance(scaled, in_physics=False)
        if self._draw_queue:
            self._draw_items()
        else:
            self._drain()
        if self._views.followers.members:
            self._views.follow()
        self._sync_transforms()
        for server in self.servers.frame:
            self._serve(server, "process", scaled)
        self.input.end_process()

    def _emit(self, signal: Signal[()]) -> None:
        try:
            signal.emit()
        except Exception as error:
            self._failed(error, None, signal.get_name())

    def _serve(self, server: Any, method: str, *args: float) -> None:
        try:
            getattr(server, method)(*args)
        except Exception as error:
            self._failed(error, None, f"{type(server).__name__}.{method}")

    def _guarded(self, function: Callable[[], object], node: Node | None, what: str) -> None:
        try:
            function()
        except Exception as error:
            self._failed(error, node, what)

    def _flush_calls(self) -> None:
        while self._deferred.calls:
            try:
                self._deferred.flush()
            except Exception as error:
                if not self._keep(error):
                    return

    def _drain(self) -> None:
        """Deferred calls, then frees, until both are empty; an error ends it, and the rest waits for the next."""
        while self._deferred.calls or self._queued:
            before = len(self._errors)
            self._flush_calls()
            if self._queued:
                self._free_queued()
            if len(self._errors) > before:
                return

    def _free_queued(self) -> None:
        queued, self._queued = self._queued, []
        for node in queued:
            try:
                node.free()
            except Exception as error:
                self._failed(error, None, "queue_free")

    def _draw_items(self) -> None:
        """Let items draw, with those that are asked to meanwhile, then drain; what drew too often waits for a frame."""
        before = len(self._errors)
        drawn: dict[Any, int] = {}  # by item how often, of those that others asked
        late: list[Any] = []
        while self._draw_queue and len(self._errors) == before:
            queue, self._draw_queue = self._draw_queue, []
            self._draw_all(queue)
            self._drain()
            asked, self._draw_queue = self._draw_queue, []
            for item in asked:
                drawn[item] = drawn.get(item, 1) + 1
                (late if drawn[item] > _MOST_DRAWINGS else self._draw_queue).append(item)
        self._draw_queue += late

    def _draw_all(self, queue: list[Any]) -> None:
        """Let the items of `queue` draw; when an error ends it, the rest is queued again."""
        for at, item in enumerate(queue):
            if item._flags & f.QUEUED:
                continue
            try:
                item._draw()
            except Exception as error:
                if not self._failed(error, item, "on_draw"):
                    self._draw_queue = queue[at + 1 :] + self._draw_queue
                    return

    def _sync_transforms(self) -> None:
        for _ in range(_MOST_RELAYS):
            self._relayed = False
            if not self._tell_of_moves() or not self._relayed:
                return

    def _tell_of_moves(self) -> bool:
        """Bring globals in step and tell those who asked; False when an error ended it."""
        tree: Any = self
        stores = (tree.transforms_2d, tree.transforms_3d)
        for store in stores:
            store.flush()
        moved = [(node, "_local_changed") for store in stores for node in store.take_moved()]
        changed = [(node, "_global_changed") for store in stores for node in store.take_changed()]
        for node, tell in moved + changed:
            if node._tree is self and not node._flags & f.QUEUED:
                try:
                    returned = getattr(node, tell)()
                    if returned is not None:
                        start(returned, node)
                except Exception as error:
                    if not self._failed(error, node, _TOLD[tell]):
                        return False
        return True
