"""Node: what a tree is made of.

Two ints carry the state that hot paths test: `_flags` of the node and `_mask` of its class (engine.tree.flags).
State that every node has stands in slots; slots behind a flag are set when the flag is; rare state has a default on
the class.

For engine classes (never for games), besides the hooks of engine.tree.callbacks:
    _init_core()                  sets the slots that a class adds
A class with `_sets_core = True` in its body has an `__init__` that sets all slots of its `_init_core` itself; MASK_CORE
tells of classes that add more.
"""

from __future__ import annotations

from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any, Self, TypeVar

from engine.core.coroutine import create_task
from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError, did_you_mean
from engine.core.object import Object
from engine.core.registry import node_types
from engine.core.signal import Signal
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.callbacks import Callbacks
from engine.tree.deferred import refuse_deferred
from engine.tree.duplicate import Copies
from engine.tree.node_class import class_mask, wrap_init
from engine.tree.node_membership import Membership
from engine.tree.node_paths import Paths
from engine.tree.overview import Overview
from engine.tree.parenthood import Parenthood
from engine.tree.processing import Processing
from engine.tree.rare_properties import RareProperties
from engine.tree.replacement import Replacement

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from engine.core.coroutine import Task
    from engine.input import Input
    from engine.tree.deferred import DeferredQueue
    from engine.tree.scene_tree import SceneTree
    from engine.tree.tween import Tween
    from engine.tree.viewport import SceneViewport

T = TypeVar("T")

_ids = count(1)
_FORBIDDEN = str.maketrans('/:@%"', "_____")


class Node(Callbacks, Parenthood, RareProperties, Processing, Paths, Membership, Copies, Replacement, Overview):
    """A node of the scene tree: it has a name, a parent and children, and callbacks that the tree calls.

    Subclass it and override the callbacks you need; each is called only if a class overrides it.

    Args:
        name: unique among its siblings; a taken one gets a number behind it. Without one the node is called after its
            class when it is added. The characters `/ : @ % "` become `_`.
        exported: values for properties of the class, as in `Timer(wait_time=0.5)`; they may stand in any order.

    Names of the engine's own begin with one underscore; a subclass that would hide one is refused, but an attribute set
    later is not seen, so begin yours with something else. A freed node keeps what it was; changing the tree, its groups
    or connections through it raises FreedError, setting plain properties has no effect.

    Signals: `tree_entered`, `ready`, `tree_exiting`, `tree_exited`, `renamed`, `child_entered_tree(node)`,
    `child_exiting_tree(node)`, `child_order_changed`, `replacing_by(node)`.
    """

    __slots__ = (
        "__dict__", "__weakref__", "_children", "_flags", "_id", "_index", "_name", "_order", "_owner", "_parent",
        "_physics_at", "_process_at", "_tree",
    )  # fmt: skip

    tree_entered: Signal[()] = Signal[()](_bit=f.HAS_SIGNALS | f.SIG_TREE_ENTERED)
    """Emitted after `on_enter_tree`."""
    ready: Signal[()] = Signal[()](_bit=f.HAS_SIGNALS | f.SIG_READY)
    """Emitted after `on_ready`."""
    tree_exiting: Signal[()] = Signal[()](_bit=f.HAS_SIGNALS | f.SIG_TREE_EXITING)
    """Emitted after `on_exit_tree`, while the node is still in the tree."""
    tree_exited: Signal[()] = Signal[()](_bit=f.HAS_SIGNALS | f.SIG_TREE_EXITED)
    """Emitted when the node has left the tree."""
    renamed: Signal[()] = Signal[()](_bit=f.HAS_SIGNALS | f.SIG_RENAMED)
    """Emitted when the name has changed."""
    child_entered_tree: Signal[Node] = Signal["Node"]("node", _bit=f.HAS_SIGNALS | f.SIG_CHILD_ENTERED)
    """Emitted when a child has entered the tree, after its own `tree_entered`."""
    child_exiting_tree: Signal[Node] = Signal["Node"]("node", _bit=f.HAS_SIGNALS | f.SIG_CHILD_EXITING)
    """Emitted when a child is about to leave the tree, after its own `tree_exiting`."""
    child_order_changed: Signal[()] = Signal[()](_bit=f.HAS_SIGNALS | f.SIG_CHILD_ORDER)
    """Emitted when a child was added, removed or moved."""
    replacing_by: Signal[Node] = Signal["Node"]("node")
    """Emitted by `replace_by` when `node` stands in this one's place, before the children follow."""

    _tree: SceneTree | None
    _ways_to_set = {"groups": "add_to_group()", "children": "add_child()", "parent": "add_child() of the parent"}
    _uncaptured: tuple[str, ...] = (  # not part of a snapshot
        "_id", "_index", "_order", "_physics_at", "_process_at", "_scene_info",
    )  # fmt: skip

    scene_file_path: str = ""
    """The file that this node was instantiated from as a scene's root; "" for others."""

    def __init_subclass__(cls, *, registered: bool = True, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._type_name = cls.__name__
        cls.__slotnames__ = []  # for object.__getstate__, as snapshots read the slots themselves
        cls._mask = class_mask(cls, Node)
        wrap_init(cls)
        if registered:  # for scene files to name it
            node_types.register(cls)

    def __init__(self, name: str = "", **exported: Any) -> None:
        mask = self._mask
        if not mask & f.MASK_NEW:
            self._flags = 0
            self._name = ""
            self._parent = None
            self._children = None
            self._tree = None
            if mask & f.MASK_CORE:
                self._init_core()
        if name:
            self._name_first(name)
        if exported:
            self._set_exported(exported)

    def _name_first(self, name: str) -> None:
        """Take the first argument for the name, unless it is meant for a property."""
        if not isinstance(name, str) or "." in name or ":" in name:
            import_module("engine.tree.name_argument").check_name_argument(type(self), name)
        self.name = name

    def __post_init__(self) -> None:
        """Called by the `__init__` that `@dataclass` gives to a class, in place of this one, to make it a node."""
        cls = type(self)
        if cls.__hash__ is None:  # what @dataclass makes of it
            raise InvalidTypeError(
                f"@dataclass takes {cls.__name__} its hash, by which trees keep nodes; write @dataclass(eq=False)"
            )
        setter: Any = next(base for base in cls.__mro__ if "_sets_core" in vars(base))
        setter.__init__(self)

    def _init_core(self) -> None:
        """Set the slots that an engine class adds."""

    # --- who and where -------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name, unique among the siblings. Setting a taken one adds or counts up a number.

        Raises:
            InvalidValueError: an empty name.
            TreeError: the node is unique in its owner, and another unique node has that name.
        """
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._check_alive("rename")
        if not isinstance(name, str):
            raise InvalidTypeError(f"{self._where()}.name must be a str, got {shortened(name)}")
        wanted = clean_name(name)
        if not wanted:
            raise InvalidValueError(f"{self._where()}.name must not be empty; leave it out to name it after its class")
        if wanted != self._name:
            self._rename(wanted)

    def _rename(self, wanted: str) -> None:
        old = self._name
        parent = self._parent
        unique = self._flags & f.UNIQUE and self._flags & f.HAS_OWNER
        if parent is None:
            self._name = wanted
        else:
            children = parent._children
            assert children is not None
            new = children.rename(self, wanted)
            if unique:
                try:
                    self._check_unique(new)
                except TreeError:
                    children.rename(self, old)
                    raise
        new = self._name
        if new == old:
            return
        if unique:
            names = self._owner._unique()
            names.pop(old, None)
            names[new] = self
        if self._flags & f.SIG_RENAMED:
            self.renamed.emit()
        if self._tree is not None and self._tree._watched:
            self._tree.tree_changed.emit()

    @property
    def parent(self) -> Node | None:
        """The node that this one is a child of, or None."""
        return self._parent

    def get_parent(self) -> Node | None:
        """`parent`, for callers used to Godot."""
        return self._parent

    @property
    def tree(self) -> SceneTree:
        """The tree that the node is in.

        Raises:
            TreeError: it is in none; `tree_or_none` does not raise.
            FreedError: it was freed.
        """
        tree = self._tree
        if tree is None:
            self._check_alive("use the tree of")
            raise TreeError(f"{self._where()} is not inside a tree; add it to one first, or ask tree_or_none")
        return tree

    @property
    def tree_or_none(self) -> SceneTree | None:
        """The tree that the node is in, or None."""
        return self._tree

    @property
    def input(self) -> Input:
        """The polled input of the tree that the node is in.

        Raises:
            TreeError: it is in none.
        """
        return self.tree.input

    def get_tree(self) -> SceneTree:
        """`tree`, for callers used to Godot."""
        return self.tree

    def is_inside_tree(self) -> bool:
        """Whether the node is inside a tree; false again once its exit callback has returned."""
        return self._tree is not None

    def is_tree_root(self) -> bool:
        """Whether this is the root of a tree."""
        return bool(self._flags & f.IS_ROOT)

    @property
    def id(self) -> int:
        """A number that no other node of this process has or will have; `SceneTree.find(id)` gives the node."""
        if not self._flags & f.HAS_ID:
            self._id = next(_ids)
            self._flags |= f.HAS_ID
            if self._tree is not None:
                self._tree._ids[self._id] = self
        return self._id

    def get_viewport(self) -> SceneViewport:
        """The nearest viewport upwards; a viewport gives itself.

        Raises:
            TreeError: the node is not inside a tree.
        """
        node: Node | None = self
        while node is not None:
            if node._is_viewport:
                return node  # type: ignore[return-value]
            node = node._parent
        raise TreeError(f"{self._where()} has no viewport: it is not inside a tree")

    _is_viewport = False
    _sets_core = True

    def _where(self) -> str:
        """What error texts call this node: its path in the tree, else its name and type."""
        if self._tree is not None:
            return str(self.get_path())
        return self._name or self._type_name

    def __repr__(self) -> str:
        state = " (freed)" if self._flags & f.FREED else ""
        return f"<{self._type_name} {str(self.get_path()) if self._tree is not None else self._name!r}{state}>"

    def __copy__(self) -> Self:
        raise TreeError(f"{self._where()} cannot be copied; use duplicate()")

    def __deepcopy__(self, memo: object) -> Self:
        return self.__copy__()

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TreeError(f"{self._where()} cannot be pickled; use duplicate() for another like it")

    # --- life ----------------------------------------------------------------------------------

    def free(self) -> None:
        """Free this node and all below it at once: they leave the tree, and their connections end.

        Freeing again does nothing, and so does freeing a node that is leaving the tree right now. An ancestor of a
        node that is leaving is freed at the end of the frame instead.

        Raises:
            TreeError: it is the root of a tree; use `SceneTree.shutdown()`.
        """
        flags = self._flags
        if flags & 0x11000001:  # freed, leaving, root
            if flags & f.IS_ROOT and not flags & f.FREED:
                raise TreeError(f"cannot free {self._where()}: it is the root of a tree; use SceneTree.shutdown()")
            return
        parent = self._parent
        tree = self._tree
        if parent is not None:
            if tree is None:
                parent._children.drop(self)  # type: ignore[union-attr]
                self._parent = None
                if parent._flags & f.SIG_CHILD_ORDER:
                    lifecycle.release(self)
                    parent.child_order_changed.emit()
                    return
            elif tree._exits and tree._is_above_exit(self):
                self.queue_free()
                return
            else:
                parent._detach_to_free(self, tree)
                return
        lifecycle.release(self)

    def _detach_to_free(self, node: Node, tree: SceneTree) -> None:
        """Let a child leave, and free it even if a callback raises."""
        try:
            if (
                not node._mask & 0xC6FF  # MASK_CALLS | MASK_LISTED | MASK_DRAW | MASK_FREED
                and not node._flags & ~0x61E
                and node._children is None
                and not tree._guards
                and not self._flags & 0xC0000
            ):
                if node._mask & 0x800:
                    tree._remove_2d(node)
                elif node._mask & 0x40000:
                    tree._remove_3d(node)
                tree._left_count += 1
                node._tree = None
                node._flags = 5
                self._children.drop(node)  # type: ignore[union-attr]
                node._parent = None
                if node._incoming is not None:
                    node._drop_connections()
                return
            self._detach(node, to_free=True)
        finally:
            if not node._flags & 1:
                lifecycle.release(node)

    def queue_free(self) -> None:
        """Free this node at the end of the frame, after deferred calls; at once outside a tree.

        From now on the tree calls none of its callbacks. Its children are called until it is freed.

        Raises:
            TreeError: it is the root of a tree; use `SceneTree.shutdown()`.
        """
        if self._flags & (f.FREED | f.QUEUED):
            return
        tree = self._tree
        if tree is None:
            self.free()
            return
        if self._flags & f.IS_ROOT:
            raise TreeError(f"cannot free {self._where()}: it is the root of a tree; use SceneTree.shutdown()")
        self._flags |= f.QUEUED
        if self._flags & (f.IN_PROCESS | f.IN_PHYSICS) or self._mask & f.MASK_TIMER:
            tree._unlist(self)
        tree._queued.append(self)

    def is_queued_for_deletion(self) -> bool:
        """Whether `queue_free` was called."""
        return bool(self._flags & f.QUEUED)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.free()

    def request_ready(self) -> None:
        """Let `on_ready` run again when the node next enters a tree."""
        self._check_alive("request ready of")
        self._flags &= ~f.READY

    def is_ready(self) -> bool:
        """Whether `on_ready` has run, or is running."""
        return bool(self._flags & f.READY)

    def _resolve_onready(self) -> None:
        for declared in type(self)._onready:
            declared.resolve(self)

    _onready: tuple[Any, ...] = ()

    # --- later ---------------------------------------------------------------------------------

    def call_deferred(self, function: Callable[..., object], *args: Any) -> None:
        """Call a function at the tree's next flush, in order; may be called from any thread.

        Raises:
            TreeError: the node is not inside a tree; use `SceneTree.call_deferred`.
            FreedError: it was freed.
            InvalidTypeError: `function` cannot be called.
        """
        tree = self._tree
        if tree is None:
            self._check_alive("defer a call through")
            raise TreeError(f"{self._where()}.call_deferred: it is not inside a tree; use SceneTree.call_deferred()")
        if not callable(function):
            refuse_deferred(f"{self._where()}.call_deferred", function)
        tree._deferred.calls.append((function, args))

    def set_deferred(self, name: str, value: Any) -> None:
        """Set a property at the tree's next flush.

        Raises:
            TreeError: the node is not inside a tree.
            InvalidTypeError: it has no such property.
        """
        if not hasattr(self, name):
            raise InvalidTypeError(f"{self._where()} has no property {name!r}{did_you_mean(name, dir(self))}")
        self.call_deferred(self.__setattr__, name, value)

    def create_task(self, coroutine: Coroutine[Any, Any, T]) -> Task[T]:
        """Start a coroutine that lives as long as this node: freeing the node cancels it.

        It runs to its first `await` at once; see `engine.Task` for how it goes on. Callbacks and handlers that are
        `async def` are started without this.

        Raises:
            InvalidTypeError: `coroutine` is none.
            FreedError: the node was freed.
            Exception: what it raised before its first `await`.
        """
        if self._flags & f.FREED and hasattr(coroutine, "close"):
            coroutine.close()
        self._check_alive("create a task of")
        return create_task(self._where(), coroutine, self)

    def create_tween(self) -> Tween:
        """Make a tween that is bound to this node: it stands still while the node is outside the tree, pauses as the
        node does, and ends when the node is freed.

        Raises:
            TreeError: the node is not inside a tree.
        """
        return self.tree.create_tween().bind_node(self)

    # --- what Object asks ----------------------------------------------------------------------

    def _signal_created(self, signal: Signal[*tuple[Any, ...]]) -> None:
        self._flags |= signal._bit or f.HAS_SIGNALS

    def _is_freed(self) -> bool:
        return bool(self._flags & f.FREED)

    def _task_started(self, task: Task[Any]) -> None:
        self._flags |= f.HAS_TASKS
        super()._task_started(task)

    def _task_failed(self, error: Exception, task: Task[Any]) -> None:
        if self._tree is None:
            raise error
        self._tree._take_task_error(error, self, task)

    def _deferred_queue(self) -> DeferredQueue | None:
        return self._tree._deferred if self._tree is not None else None


Node._mask = class_mask(Node, Node)
Node.__slotnames__ = []
node_types.register(Node)


def clean_name(name: str) -> str:
    """A name without the characters that paths need: `/ : @ % "` become `_`, and so do `.` and `..`."""
    name = name.translate(_FORBIDDEN)
    return "_" if name in (".", "..") else name


def is_instance_valid(node: object) -> bool:
    """Whether `node` is an object that was not freed; false for None."""
    return isinstance(node, Object) and not node._is_freed()
