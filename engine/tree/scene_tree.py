"""SceneTree: owns the nodes and runs the frame.

`tick(delta)` in order:
1. physics: as many fixed steps as the accumulated time holds; each: `physics_frame`, picking, deferred calls,
   on_physics_process (Timer nodes at their places), deferred calls, tree timers, tweens, fixed-step servers, cameras
2. process: `process_frame`, deferred calls, on_process (Timer nodes at their places)
3. deferred: deferred calls, then frees, until both are empty; a pending scene change; tree timers; tweens; cameras;
   on_draw of items queued for redraw; deferred calls and frees again
4. transform sync: what follows the cameras; globals are brought in step; on_transform_changed for those who asked
5. frame servers

The tree belongs to one thread; only `call_deferred` may be called from others. Nothing is found through a global:
several trees may live in one process.
"""

from __future__ import annotations

from importlib import import_module
from math import floor
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from engine.core.contracts import CanvasServer
from engine.core.coroutine import Task, cancel_all, create_task, start
from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, TreeError, settle
from engine.core.log import get_logger
from engine.core.property_checks import check_seconds, is_finite
from engine.core.signal import Signal
from engine.input import Input, InputEvent, InputMap
from engine.math import RandomNumberGenerator
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.configuration_warnings import ConfigurationWarnings
from engine.tree.debug_hints import DebugHints
from engine.tree.deferred import DeferredQueue, refuse_deferred
from engine.tree.errors import annotate
from engine.tree.frame_time import FrameTime
from engine.tree.group_calls import GroupCalls
from engine.tree.groups import Groups
from engine.tree.input_dispatch import dispatch
from engine.tree.listing import Listing
from engine.tree.node import Node
from engine.tree.scene_change import SceneChange
from engine.tree.servers import ServerRegistry
from engine.tree.state.tree_state import TreeState
from engine.tree.timers import SceneTreeTimer, TreeTimers
from engine.tree.transforms.store_2d import TransformStore2D
from engine.tree.transforms.store_3d import TransformStore3D
from engine.tree.transforms.transforms import Transforms
from engine.tree.view_updates import ViewUpdates
from engine.tree.viewport import SceneViewport

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Sequence

    from engine.core.contracts import Server
    from engine.tree.tween import Tween, Tweens

T = TypeVar("T")

_INFINITE = float("inf")
_WATCH = 1  # bits of SceneTree._guards: why a node may not take the short way in and out
_CANVAS = 2
_TOLD = {"_local_changed": "on_local_transform_changed", "_global_changed": "on_transform_changed"}
_MOST_RELAYS = 8  # so often nodes may hand their moves on to others in one frame
_MOST_DRAWINGS = 8  # so often one item may draw in one frame: others that draw may ask it to


def checked_args(where: str, args: Iterable[str]) -> tuple[str, ...]:
    """A game's arguments; one text is refused, since its letters would be taken for them.

    Raises:
        InvalidTypeError: they are not several texts.
    """
    texts: tuple[Any, ...] = tuple(args) if hasattr(args, "__iter__") and not isinstance(args, str) else (None,)
    if not all(isinstance(each, str) for each in texts):
        raise InvalidTypeError(f"{where}(args): several texts are needed, got {args!r}; write [{args!r}] for one")
    return texts


class SceneTree(FrameTime, SceneChange, TreeState, Listing, GroupCalls, ConfigurationWarnings, DebugHints):
    """A tree of nodes and its clock.

    Args:
        servers: registered in this order, before any node enters.
        loader: what `load` asks for resources, an object with `load(path)`.
        seed: of `rng`.
        args: the arguments that the game was started with, each a str.

    Attributes:
        root: the SceneViewport at the top, named "root".
        input: polled input state.
        servers: the ServerRegistry.
        transforms: `transforms.view(group or nodes)` gives the transforms of many nodes as arrays.
        rng: the tree's random numbers; use it instead of `random`, and a run can be repeated.
        args: the arguments that the game was started with.
        error_policy: "raise": an error in a callback skips the rest of its phase, and leaves `tick` at its end;
            "log": it is logged, and the next node is called.
        frame_count: frames begun.
        physics_frame_count: physics steps begun.

    Signals: `process_frame`, `physics_frame`, `quit_requested(code)`, `node_added(node)`, `node_removed(node)`,
    `tree_changed` (a node came, went, moved or was renamed), `node_configuration_warning_changed(node)`.
    """

    process_frame: Signal[()] = Signal[()]()
    """Emitted each frame before `on_process`."""
    physics_frame: Signal[()] = Signal[()]()
    """Emitted each physics step before `on_physics_process`."""
    quit_requested: Signal[int] = Signal[int]("code")
    """Emitted by `quit`; whoever runs the tree stops."""
    node_added: Signal[Node] = Signal[Node]("node", _bit=1)
    """Emitted when a node has entered the tree."""
    node_removed: Signal[Node] = Signal[Node]("node", _bit=1)
    """Emitted when a node has left the tree."""
    tree_changed: Signal[()] = Signal[()](_bit=1)
    """Emitted when a node came, went, moved or was renamed."""

    _uncaptured = ("_loader", "_picking", "_recorder", "servers")
    _picking: Any = None
    """What tells collision objects of the mouse: made by the first, `take(event)` and `step()`."""
    _recorder: Any = None
    """What keeps the input from outside, an `engine.input.recording.InputRecorder`."""

    def __init__(
        self,
        servers: Iterable[Server] = (),
        loader: Any = None,
        seed: int = 0,
        args: Iterable[str] = (),
    ) -> None:
        self._start_time()
        self._start_scenes()
        self.frame_count = 0
        self.physics_frame_count = 0
        self.args = checked_args("SceneTree", args)
        self.rng = RandomNumberGenerator(seed)
        self._error_policy = "raise"
        if loader is not None and not hasattr(loader, "load"):
            raise InvalidTypeError(f"SceneTree(loader): an object with load(path) is needed, got {loader!r}")
        self._loader = loader
        self._disposed = False
        self.input = Input(push_input=self.push_input)
        self._set_up_state()
        self.servers = ServerRegistry(self)
        self.root = SceneViewport("root")
        self.root._flags |= f.IS_ROOT
        self.root.physics_object_picking = True
        lifecycle.enter(self.root, self)
        if not hasattr(servers, "__iter__"):
            raise InvalidTypeError(f"SceneTree(servers): several servers are needed, got {servers!r}; write [server]")
        for server in servers:
            self.servers.register(server)

    def _set_up_state(self) -> None:
        """What nodes read and write: counters, lists and queues."""
        self._guards = 0
        self._watched = False
        self._draws_canvas = False
        self._relayed = False  # whether a node has moved another one because it moved
        self._entered_count = 0  # nodes that ever entered
        self._left_count = 0
        self._numbered_at = -1  # _entered_count when Node._order was last right
        self._move_count = 0
        self._start_listing()
        self._errors: list[Exception] = []
        self._in_tick = False
        self._in_input = 0
        self._entering = 0  # walks of nodes that enter, one inside another
        self._arriving: list[Node | None] = []  # the nodes whose callbacks on entering run, one inside another
        self._exits: list[Node] = []  # the tops of what is leaving, one inside another
        self._ids: dict[int, Node] = {}
        self._deferred = DeferredQueue(self)
        self._queued: list[Node] = []
        self._draw_queue: list[Any] = []
        self._groups = Groups(self)
        self._start_group_calls()
        self._tree_timers = TreeTimers(self)
        self._tree_physics_timers = TreeTimers(self)
        self._tweens: Tweens | None = None  # made with the first one
        self._views = ViewUpdates(self)
        self.transforms_2d = TransformStore2D()
        self.transforms_3d = TransformStore3D()
        self.transforms = Transforms(self)
        self._add_2d: Callable[[Any], None] = self.transforms_2d.add
        self._remove_2d: Callable[[Any], None] = self.transforms_2d.remove
        self._add_3d: Callable[[Any], None] = self.transforms_3d.add
        self._remove_3d: Callable[[Any], None] = self.transforms_3d.remove

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TreeError("a SceneTree can be neither copied nor pickled; make another")

    # --- the frame -----------------------------------------------------------------------------

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
            raise InvalidValueError(f"tick(delta): delta must be a finite number of seconds, 0 or more, got {delta!r}")
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
            raise InvalidValueError(f"advance(delta): delta must be a finite number of seconds above 0, got {delta!r}")
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
            raise InvalidValueError(f"frames(count): count must be a whole number, 0 or more, got {count!r}")
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
        stores = (self.transforms_2d, self.transforms_3d)
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

    # --- errors --------------------------------------------------------------------------------

    @property
    def error_policy(self) -> str:
        """What an error in a callback does: "raise" or "log"; see the class."""
        return self._error_policy

    @error_policy.setter
    def error_policy(self, policy: str) -> None:
        if policy not in ("raise", "log"):
            raise InvalidValueError(f'SceneTree.error_policy must be "raise" or "log", got {policy!r}')
        self._error_policy = policy

    def _failed(self, error: Exception, node: Node | None, callback: str) -> bool:
        """Take the error of a callback: log it and go on (True), or keep it for the end of the tick (False)."""
        annotate(error, node, callback)
        return self._keep(error)

    def _keep(self, error: Exception) -> bool:
        """`_failed` for an error that has its note."""
        if self._error_policy == "log":
            self._log(error)
            return True
        self._errors.append(error)
        return False

    @staticmethod
    def _log(error: BaseException) -> None:
        get_logger("tree").error("; ".join(error.__notes__), error=error)

    def _task_failed(self, error: Exception, task: Task[Any]) -> None:
        self._take_task_error(error, None, task)

    def _take_task_error(self, error: Exception, node: Node | None, task: Task[Any]) -> None:
        """What a coroutine raised after its first `await`; outside of ticks and input the policy "raise" raises it."""
        name = f"coroutine {task.get_name()}"
        if self._in_tick or self._in_input or self._error_policy == "log":
            self._failed(error, node, name)
            return
        annotate(error, node, name)
        raise error

    def _settle(self, errors: Sequence[BaseException]) -> None:
        """Raise or log the errors of a lifecycle walk; interrupts are always raised."""
        if self._error_policy == "log":
            for error in errors:
                self._log(error)
            errors = [error for error in errors if not isinstance(error, Exception)]
        if errors:
            settle(errors)

    # --- coroutines ----------------------------------------------------------------------------

    def create_task(self, coroutine: Coroutine[Any, Any, T]) -> Task[T]:
        """Start a coroutine that belongs to the tree: `shutdown` cancels it. It runs to its first `await` at once.

        Raises:
            InvalidTypeError: `coroutine` is none.
            FreedError: the tree was shut down.
            Exception: what it raised before its first `await`.
        """
        if self._disposed:
            if hasattr(coroutine, "close"):
                coroutine.close()
            raise FreedError("cannot create a task: the tree was shut down; make a new SceneTree")
        return create_task("SceneTree", coroutine, self)

    def get_tasks(self) -> list[Task[Any]]:
        """The coroutines that wait: the tree's own, then those of its nodes in tree order."""
        nodes = [node for node in lifecycle.subtree(self.root) if node._flags & f.HAS_TASKS]
        return [*(self._tasks or ()), *(task for node in nodes for task in node._tasks or ())]

    # --- time ----------------------------------------------------------------------------------

    def create_timer(
        self,
        seconds: float,
        process_always: bool = True,
        process_in_physics: bool = False,
        ignore_time_scale: bool = False,
    ) -> SceneTreeTimer:
        """Start a timer that emits `timeout` once.

        Args:
            seconds: until then; 0 is the next chance.
            process_always: whether it counts while the tree is paused.
            process_in_physics: whether it counts in physics steps instead of frames.
            ignore_time_scale: whether it counts unscaled seconds.
        """
        check_seconds("create_timer(seconds)", seconds)
        timers = self._tree_physics_timers if process_in_physics else self._tree_timers
        return timers.create(float(seconds), process_always, ignore_time_scale)

    def create_tween(self) -> Tween:
        """Make a tween, which begins with this tree's next tweens; `Node.create_tween` binds it to a node as well.

        Raises:
            FreedError: the tree was shut down.
        """
        if self._tweens is None:  # imported here: it is a tenth of what importing the engine takes
            self._tweens = cast("Tweens", import_module("engine.tree.tween.tweens").Tweens(self))
        return self._tweens.create()

    def get_processed_tweens(self) -> list[Tween]:
        """The tweens that the tree runs, paused ones too, in the order in which they were made, as a new list."""
        return [] if self._tweens is None else self._tweens.all()

    def call_deferred(self, function: Callable[..., object], *args: Any) -> None:
        """Call a function at the next flush, in order. May be called from any thread.

        Raises:
            InvalidTypeError: `function` cannot be called.
        """
        if not callable(function):
            refuse_deferred("SceneTree.call_deferred", function)
        self._deferred.calls.append((function, args))

    def flush_deferred(self) -> None:
        """Run the deferred calls now. An error leaves at once; the calls behind it wait for the next flush."""
        self._deferred.flush()

    def _deferred_queue(self) -> DeferredQueue:
        return self._deferred

    def _is_freed(self) -> bool:
        return self._disposed

    # --- nodes ---------------------------------------------------------------------------------

    def get_node_count(self) -> int:
        """How many nodes are in the tree, the root included."""
        return self._entered_count - self._left_count

    def find(self, node_id: int) -> Node | None:
        """The node in this tree with that `Node.id`, or None."""
        return self._ids.get(node_id)

    def _is_above_exit(self, node: Node) -> bool:
        """Whether a node that is leaving right now is below `node`, or it."""
        return any(node is leaving or node.is_ancestor_of(leaving) for leaving in self._exits)

    def _moved(self, child: Node) -> None:
        """Tell the topmost canvas items of a subtree that their place changed."""
        stack = [child]
        while stack:
            node = stack.pop()
            if node._mask & f.MASK_CANVAS:
                node._moved_in_canvas()
            elif node._children is not None:
                stack.extend(node._children.live())

    def queue_draw(self, item: Any) -> None:
        """Let the tree call `item._draw()` once in this frame's drawing step; for canvas items."""
        self._draw_queue.append(item)

    def _signal_created(self, signal: Signal[*tuple[Any, ...]]) -> None:
        if signal._bit:
            self._watched = True
            self._guards |= _WATCH

    def _notify_added(self, node: Node, errors: list[BaseException]) -> None:
        self._tell(errors, node, self.node_added, node)

    def _notify_removed(self, node: Node, errors: list[BaseException]) -> None:
        self._tell(errors, node, self.node_removed, node)

    def _notify_changed(self, node: Node, errors: list[BaseException]) -> None:
        self._tell(errors, node, self.tree_changed)

    @staticmethod
    def _tell(errors: list[BaseException], node: Node, signal: Signal[*tuple[Any, ...]], *args: Node) -> None:
        try:
            signal.emit(*args)
        except BaseException as error:
            annotate(error, None, f"{signal.get_name()} about {node._where()}")
            errors.append(error)

    def _servers_changed(self) -> None:
        draws = any(isinstance(each, CanvasServer) and each.draws_canvas for each in self.servers.all())
        if draws == self._draws_canvas:
            return
        items = [node for node in lifecycle.subtree(self.root) if node._mask & f.MASK_SHOWN]
        for node in reversed(items):
            if self._draws_canvas or node._mask & f.MASK_DRAW:
                node._exit_canvas()
        self._draws_canvas = draws
        self._guards = self._guards & ~_CANVAS | (_CANVAS if draws else 0)
        for node in items:
            if draws or node._mask & f.MASK_DRAW:
                node._enter_canvas()

    @overload
    def load(self, path: str) -> Any: ...
    @overload
    def load(self, path: str, type: type[T]) -> T: ...
    def load(self, path: str, type: Any = None) -> Any:
        """Load a resource through the project's loader, as `tree.load("ship.png", Texture2D)`.

        Args:
            path: of the project, as the loader takes it.
            type: the class that it must be of.

        Raises:
            TreeError: the tree was made without a loader.
            InvalidTypeError: the resource is not a `type`, or that is no class.
            ResourceError: it cannot be loaded.
        """
        if self._loader is None:
            raise TreeError(
                f"cannot load {path!r}: this tree has no loader; pass SceneTree(loader=ResourceLoader(...))"
            )
        return self._loader.load(path) if type is None else self._loader.load(path, type)

    # --- input ---------------------------------------------------------------------------------

    @property
    def input_map(self) -> InputMap:
        """Which inputs press which actions. Replacing it keeps what is held, without a new edge."""
        return self.input.input_map

    @input_map.setter
    def input_map(self, input_map: InputMap) -> None:
        self.input.input_map = input_map

    def push_input(self, event: InputEvent) -> bool:
        """Send an input event through the tree; returns whether it was handled.

        It goes to the polled state, then to nodes with `input_before_ui`, to input servers such as user interfaces, to
        `on_input` and then to `on_unhandled_input`, each in reverse tree order, until
        `get_viewport().set_input_as_handled()` is called. Nodes that cannot process are skipped.

        Raises:
            FreedError: the tree was shut down.
            Exception: what the callbacks raise.
        """
        if self._disposed:
            raise FreedError("cannot push input: the tree was shut down; make a new SceneTree")
        if not isinstance(event, InputEvent):
            raise InvalidTypeError(f"push_input(event): an InputEvent is needed, got {event!r}")
        if self._recorder is not None:
            self._recorder.take(event)
        outer, self._errors = self._errors, []
        self._in_input += 1
        try:
            handled = dispatch(self, event)
        finally:
            self._in_input -= 1
            errors, self._errors = self._errors, outer
        if errors:
            settle(errors)
        return handled

    # --- the end -------------------------------------------------------------------------------

    def quit(self, code: int = 0) -> None:
        """Ask whoever runs the tree to stop; emits `quit_requested(code)`.

        Raises:
            InvalidValueError: `code` is no whole number from 0 to 255: the system keeps no more of an exit code, and
                256 would pass for success.
        """
        if not isinstance(code, int) or not 0 <= code <= 255:
            raise InvalidValueError(f"quit(code): an exit code is a whole number from 0 to 255, got {code!r}")
        self.quit_requested.emit(code)

    def shutdown(self) -> None:
        """Free all nodes, then dispose of the servers in reverse order. Doing it again does nothing.

        An asynchronous change of the scene is canceled, and its thread waited for.

        Raises:
            TreeError: called from inside a callback of this tree.
            Exception: the first error of a callback or a server; all the same everything is freed.
        """
        if self._disposed:
            return
        self._begin("shut the tree down")
        errors = self._end_loads()
        self._set_next(None)
        self._in_tick = True
        try:
            errors += lifecycle.leave(self.root, self)
            try:
                lifecycle.after_exit(self.root, self, [], None)
            except Exception as error:
                errors.append(error)
            try:
                lifecycle.release(self.root)
            except Exception as error:
                errors.append(error)
        finally:
            self._in_tick = False
            self._disposed = True
        if self._tweens is not None:
            errors += self._tweens.clear()
        self._deferred.calls.clear()
        self._queued.clear()
        self._draw_queue.clear()
        errors += self._end_loads()  # what callbacks on leaving have begun
        self._set_next(None)
        self.unload_current_scene()
        try:
            cancel_all([*(self._tasks or ()), *self._drop_connections()])
        except Exception as error:
            errors.append(error)
        try:
            self.servers.dispose()
        except Exception as error:
            errors.append(error)
        if errors:
            self._settle(errors)
