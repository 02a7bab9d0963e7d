"""Snapshots: the state of a running tree, to which it can be set back.

A snapshot is taken between ticks. It holds the nodes of the tree and all they refer to: structure, attributes whether
exported or not, groups, connections, timers, tweens, random numbers, input, pending calls; also of nodes outside of the
tree that these refer to. Setting back gives the same objects their old content again: a node that was freed since is
back, one that was made since is freed. No callback and no signal tells of it; items are drawn anew.

Not part of it: what functions hold in their closures, class attributes, modules, and the generators of the modules
`random` and `numpy.random`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.connection import SignalOwner
from engine.core.coroutine import Task, cancel_all
from engine.core.errors import InvalidTypeError, TreeError, settle
from engine.core.resource import Resource
from engine.core.signal import Signal
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.children import Children
from engine.tree.node import Node
from engine.tree.state.culprit import where
from engine.tree.state.memento import Memento, Refusal
from engine.tree.state.tree_state import TreeState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.tree.scene_tree import SceneTree

_VERSION = 1  # of what a snapshot holds


class Snapshot:
    """What a tree was at one time; made by `SceneTree.snapshot`, and good for that tree only.

    Attributes:
        frame_count: of the tree when the snapshot was taken.
        version: of what a snapshot holds.
    """

    __slots__ = ("_memento", "_servers", "_states", "_tree", "frame_count", "version")

    def __init__(self, tree: SceneTree) -> None:
        """Made by `SceneTree.snapshot`."""
        self.version = _VERSION
        self.frame_count = tree.frame_count
        self._tree = tree
        self._servers = tuple(tree.servers.all())
        self._states = [_state_of(server, tree) for server in self._servers]
        opaque = (tree.servers, tree._loader, self._servers, *self._servers)
        self._memento = Memento(opaque, only=TreeState)
        try:
            self._memento.take(tree)
        except Refusal as refusal:
            culprit = refusal.culprit
            if isinstance(culprit, Task):
                problem = (
                    f"{_whose(culprit)} waits in the middle of {culprit.get_name()}(), and what a coroutine does next "
                    f"cannot be captured; wait until it is done, or use a timer or a tween there"
                )
            else:
                problem = (
                    f"{where(tree, culprit, opaque)} is a {type(culprit).__name__}, which cannot be captured; make it "
                    f"anew when it is needed, or keep it outside of the nodes"
                )
            raise TreeError(f"cannot take a snapshot: {problem}") from None

    def __repr__(self) -> str:
        return f"<Snapshot of frame {self.frame_count}>"


def restore(tree: SceneTree, snapshot: Snapshot) -> None:
    """Set a tree back to a snapshot; see `SceneTree.restore`."""
    if not isinstance(snapshot, Snapshot):
        raise InvalidTypeError(f"SceneTree.restore(snapshot): a Snapshot is needed, got {shortened(snapshot)}")
    tree._begin("restore a snapshot")
    _check_fits(snapshot, tree)
    memento = snapshot._memento
    if tree.current_load is not None:
        tree.current_load._end_canceled()
    errors = _end_tasks(tree, memento)
    for item in reversed(list(_canvas_items(tree))):
        item._exit_canvas()
    errors += _drop_what_came_since(tree, memento)
    revisions = [(resource, resource.revision) for resource in memento.all(Resource)]
    stores = [(store, store.revision, store.era) for store in (tree.transforms_2d, tree.transforms_3d)]
    memento.put_back()
    _number_places(tree, memento)
    for resource, revision in revisions:
        if resource.revision != revision:  # what was worked out of it is out of date
            resource._revision = revision + 1
    for store, revision, era in stores:
        store.revision, store.era = revision + 1, era + 1
    for signal in memento.all(Signal):
        for connection in signal.get_connections():
            if connection.callable is None:  # it was held weakly, and is gone
                signal._end(connection)
    tree._draw_queue.clear()
    for item in _canvas_items(tree):
        item._enter_canvas()
    states = dict(zip(snapshot._servers, snapshot._states, strict=True))
    for server in tree.servers.all():
        if hasattr(server, "restore_snapshot"):
            server.restore_snapshot(states.get(server))
    if errors:
        settle(errors)


def _number_places(tree: SceneTree, memento: Memento) -> None:
    """Tell nodes their places in the lists that hold them, which are not taken down."""
    for children in memento.all(Children):
        for at, child in enumerate(children):
            if child is not None:
                child._index = at
    for process_list in (tree._process_list, tree._physics_list):
        for node in process_list.pending:
            setattr(node, process_list.index, -1)
        for at, node in enumerate(process_list.nodes):  # type: ignore[assignment]
            if node is not None:
                setattr(node, process_list.index, at)
    tree._numbered_at = -1


def _state_of(server: Any, tree: SceneTree) -> Any:
    """What a server adds to a snapshot."""
    if hasattr(server, "take_snapshot"):
        return server.take_snapshot()
    if server in tree.servers.fixed:
        raise TreeError(
            f"cannot take a snapshot: {type(server).__name__} steps with the tree, and keeps its state to itself; give "
            f"it take_snapshot() and restore_snapshot(state)"
        )
    return None


def _can_empty(server: Any) -> bool:
    """Whether a server that came since can be set back to before it had anything: by `restore_snapshot(None)`."""
    return bool(getattr(server, "is_made_by_nodes", False))


def _check_fits(snapshot: Snapshot, tree: SceneTree) -> None:
    """Refuse a snapshot that the tree cannot be set back to."""
    if snapshot._tree is not tree:
        raise TreeError(f"cannot restore {snapshot!r}: it was taken of another tree")
    if snapshot.version != _VERSION:
        raise TreeError(
            f"cannot restore {snapshot!r}: it has version {snapshot.version}, and this engine writes {_VERSION}"
        )
    servers = tree.servers.all()
    since = [server for server in servers if server not in snapshot._servers]
    if any(server not in servers for server in snapshot._servers) or not all(map(_can_empty, since)):
        raise TreeError(f"cannot restore {snapshot!r}: the servers of the tree are not those of that time")
    elsewhere = next((node for node in snapshot._memento.all(Node) if node._tree not in (None, tree)), None)
    if elsewhere is not None:
        raise TreeError(f"cannot restore {snapshot!r}: {elsewhere._where()} is in another tree now; take it out there")
    changed = snapshot._memento.changed()
    if changed is not None:
        raise TreeError(
            f"cannot restore {snapshot!r}: {changed._where()} {changed.resource_path or changed.resource_name!r} has "
            f"changed since, and pictures, textures and fonts are not captured; give the node another one instead"
        )
    if tree._recorder is not None:
        raise TreeError(f"cannot restore {snapshot!r} while input is recorded; end the recording first")


def _end_tasks(tree: SceneTree, memento: Memento) -> list[BaseException]:
    """Cancel the coroutines that wait, of all objects and at all signals; returns what `finally` blocks raised."""
    tasks = tree.get_tasks()
    for owner in memento.all(SignalOwner):
        tasks += owner._tasks or ()
    for signal in memento.all(Signal):
        tasks += signal._take_waiting()
    return _errors_of(tasks)


def _errors_of(tasks: Iterable[Task[Any]]) -> list[BaseException]:
    """Cancel coroutines; returns what their `finally` blocks raised."""
    try:
        cancel_all(tasks)
    except Exception as error:
        return [error]
    return []


def _canvas_items(tree: SceneTree) -> Iterator[Any]:
    """The canvas items whose drawing matters, parents first."""
    for node in lifecycle.subtree(tree.root):
        if node._mask & f.MASK_SHOWN and (tree._draws_canvas or node._mask & f.MASK_DRAW):
            yield node


def _drop_what_came_since(tree: SceneTree, memento: Memento) -> list[BaseException]:
    """Free nodes, and stop timers, tweens and connections, that the snapshot does not have.

    Returns what the `finally` blocks of coroutines raised.
    """
    errors: list[BaseException] = []
    for tween in tree.get_processed_tweens():
        if tween not in memento:
            try:
                tween.kill()
            except Exception as error:
                errors.append(error)
    for timers in (tree._tree_timers, tree._tree_physics_timers):
        for countdowns in timers.countdowns.values():
            for timer in countdowns.items:
                if timer is not None and timer not in memento:
                    countdowns.drop(timer)
    tasks: list[Task[Any]] = []
    since: list[Any] = _nodes_since(tree, memento)
    for node in since:
        if node._mask & f.MASK_FREED:
            node._freed()
        tasks += node._tasks or ()
        tasks += node._drop_connections()
        for store in (tree.transforms_2d, tree.transforms_3d):
            if node._mask & store.kind and node._slot >= 0:
                store.remove(node)
        node._flags = node._flags & ~(f.IN_TREE | f.READY_PASSED | f.RESOLVED_MASK | f.UNIQUE) | f.FREED
        node._tree = node._parent = node._children = None
    made = [connection for signal in memento.all(Signal) for connection in signal.get_connections()]
    made += [connection for owner in memento.all(SignalOwner) for connection in owner._incoming or ()]
    for connection in made:
        signal = connection.signal
        if connection not in memento and connection.live and signal is not None:
            signal._end(connection)
    return errors + _errors_of(tasks)


def _nodes_since(tree: SceneTree, memento: Memento) -> list[Node]:
    """The nodes, now above or below one that the snapshot has, that it does not have."""
    tops: dict[Node, None] = {tree.root: None}
    for node in memento.all(Node):
        while node._parent is not None and (node not in memento or node._parent not in memento):
            node = node._parent
        if node._parent is None:
            tops[node] = None
    if tree._next_scene is not None:
        tops[tree._next_scene] = None
    return [node for top in tops for node in lifecycle.subtree(top) if node not in memento and not node._is_freed()]


def _whose(task: Task[Any]) -> str:
    owner = task.get_owner()
    return "a coroutine of nobody's" if owner is None else owner._where()
