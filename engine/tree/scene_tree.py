"""SceneTree: owns the nodes; engine.tree.frame is what it does in a frame.

The tree belongs to one thread; only `call_deferred` may be called from others. Nothing is found through a global:
several trees may live in one process.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from engine.core.coroutine import Task, cancel_all, create_task
from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, TreeError, settle
from engine.core.property_checks import check_seconds
from engine.core.signal import Signal
from engine.input import Input, InputEvent, InputMap
from engine.math import RandomNumberGenerator
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.configuration_warnings import ConfigurationWarnings
from engine.tree.debug_hints import DebugHints
from engine.tree.deferred import DeferredQueue, refuse_deferred
from engine.tree.errors import annotate
from engine.tree.frame import Frame
from engine.tree.group_calls import GroupCalls
from engine.tree.groups import Groups
from engine.tree.input_dispatch import dispatch
from engine.tree.node import Node
from engine.tree.servers import ServerRegistry
from engine.tree.state.tree_state import TreeState
from engine.tree.transforms.store_2d import TransformStore2D
from engine.tree.transforms.store_3d import TransformStore3D
from engine.tree.transforms.transforms import Transforms
from engine.tree.viewport import SceneViewport

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from engine.core.contracts import Server
    from engine.tree.timers import SceneTreeTimer
    from engine.tree.tween import Tween, Tweens

T = TypeVar("T")

_WATCH = 1  # bits of SceneTree._guards: why a node may not take the short way in and out
_CANVAS = 2


def checked_args(where: str, args: Iterable[str]) -> tuple[str, ...]:
    """A game's arguments; one text is refused, since its letters would be taken for them.

    Raises:
        InvalidTypeError: they are not several texts.
    """
    texts: tuple[Any, ...] = tuple(args) if hasattr(args, "__iter__") and not isinstance(args, str) else (None,)
    if not all(isinstance(each, str) for each in texts):
        raise InvalidTypeError(
            f"{where}(args): several texts are needed, got {shortened(args)}; write [{shortened(args)}] for one"
        )
    return texts


class SceneTree(Frame, TreeState, GroupCalls, ConfigurationWarnings, DebugHints):
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

    quit_requested: Signal[int] = Signal[int]("code")
    """Emitted by `quit`; whoever runs the tree stops."""
    node_added: Signal[Node] = Signal[Node]("node", _bit=1)
    """Emitted when a node has entered the tree."""
    node_removed: Signal[Node] = Signal[Node]("node", _bit=1)
    """Emitted when a node has left the tree."""
    tree_changed: Signal[()] = Signal[()](_bit=1)
    """Emitted when a node came, went, moved or was renamed."""

    _uncaptured = ("_loader", "servers")

    def __init__(
        self,
        servers: Iterable[Server] = (),
        loader: Any = None,
        seed: int = 0,
        args: Iterable[str] = (),
    ) -> None:
        self._start_time()
        self._start_scenes()
        self._start_errors()
        self.args = checked_args("SceneTree", args)
        self.rng = RandomNumberGenerator(seed)
        if loader is not None and not hasattr(loader, "load"):
            raise InvalidTypeError(f"SceneTree(loader): an object with load(path) is needed, got {shortened(loader)}")
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
            raise InvalidTypeError(
                f"SceneTree(servers): several servers are needed, got {shortened(servers)}; write [server]"
            )
        for server in servers:
            self.servers.register(server)

    def _set_up_state(self) -> None:
        """What nodes read and write: counters, lists and queues."""
        self._guards = 0
        self._watched = False
        self._draws_canvas = False
        self._entered_count = 0  # nodes that ever entered
        self._left_count = 0
        self._numbered_at = -1  # _entered_count when Node._order was last right
        self._move_count = 0
        self._start_listing()
        self._arriving: list[Node | None] = []  # the nodes whose callbacks on entering run, one inside another
        self._ids: dict[int, Node] = {}
        self._start_frames()
        self._groups = Groups(self)
        self._start_group_calls()
        self.transforms_2d = TransformStore2D()
        self.transforms_3d = TransformStore3D()
        self.transforms = Transforms(self)
        self._add_2d: Callable[[Any], None] = self.transforms_2d.add
        self._remove_2d: Callable[[Any], None] = self.transforms_2d.remove
        self._add_3d: Callable[[Any], None] = self.transforms_3d.add
        self._remove_3d: Callable[[Any], None] = self.transforms_3d.remove

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TreeError("a SceneTree can be neither copied nor pickled; make another")

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
        draws = any(getattr(each, "draws_canvas", False) for each in self.servers.all())
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
            raise InvalidTypeError(f"push_input(event): an InputEvent is needed, got {shortened(event)}")
        if self._recorder is not None:
            self._recorder.take(event)
        return self._take_input(dispatch, event)

    def _take_input(self, take: Callable[[SceneTree, T], bool], what: T) -> bool:
        """Call `take(tree, what)` as what comes in from outside; raises what callbacks raise then."""
        outer, self._errors = self._errors, []
        self._in_input += 1
        try:
            handled = take(self, what)
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
            raise InvalidValueError(f"quit(code): an exit code is a whole number from 0 to 255, got {shortened(code)}")
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
