"""Entering, becoming ready and leaving the tree; freeing. All walks are iterative: any depth works.

Order for a subtree: enter top-down; then ready bottom-up; exit bottom-up in reverse child order; then `tree_exited`.
For one node: on_enter_tree, tree_entered, the tree's node_added, the parent's child_entered_tree; on_ready, ready;
on_exit_tree, tree_exiting, the tree's node_removed, the parent's child_exiting_tree, and after the removal the
parent's child_order_changed and tree_exited. The tree's tree_changed comes once for the subtree.

Callbacks may change the tree: a walk goes over a copy of each node's children and skips who has gone. A child added
while its parent enters is entered at once and gets ready with the walk; one added while its parent gets ready is
ready at once. Under a node that is leaving nothing can be added.

An error in a callback does not stop a walk, so that every node ends in a consistent state: the first one is raised
at the end (error policy "raise") or all are logged ("log").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.coroutine import cancel_all, start
from engine.tree.errors import annotate
from engine.tree.flags import (
    EXITING,
    FLIPPED,
    FREED,
    HAS_GROUPS,
    HAS_ID,
    HAS_OWNER,
    HAS_SIGNALS,
    HAS_TASKS,
    IN_PHYSICS,
    IN_PROCESS,
    IN_TREE,
    MASK_2D,
    MASK_3D,
    MASK_CALLS,
    MASK_DRAW,
    MASK_ENTER,
    MASK_EXIT,
    MASK_FREED,
    MASK_HOOKS,
    MASK_INPUT,
    MASK_LISTED,
    MASK_ONREADY,
    MASK_READY,
    MASK_SHOWN,
    MASK_TIMER,
    MASK_TOOL,
    MASK_UNHANDLED,
    READY,
    READY_PASSED,
    RESOLVED_MASK,
    RESOLVED_SHIFT,
    SIG_CHILD_ENTERED,
    SIG_CHILD_EXITING,
    SIG_CHILD_ORDER,
    SIG_READY,
    SIG_TREE_ENTERED,
    SIG_TREE_EXITED,
    SIG_TREE_EXITING,
    UNIQUE,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.core.coroutine import Task
    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree


def enter(node: Node, tree: SceneTree) -> None:
    """Take a node that was just given a parent inside `tree` into the tree, with its subtree."""
    errors: list[BaseException] = []
    above = node._parent
    tree._entering += 1
    try:
        _enter_walk(node, tree, errors)
        parent = node._parent
        if node._flags & IN_TREE and (parent is None or parent._flags & READY_PASSED):
            _ready_walk(node, errors)
        if tree._watched:
            tree._notify_changed(node, errors)
    finally:
        tree._entering -= 1
    if above is not None and above._flags & SIG_CHILD_ORDER:
        _call(above, "child_order_changed", above.child_order_changed.emit, errors)
    if errors:
        tree._settle(errors)


def _enter_walk(top: Node, tree: SceneTree, errors: list[BaseException]) -> None:
    stack: list[Iterator[Node]] = [iter((top,))]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            continue
        parent = node._parent
        if node._flags & (IN_TREE | FREED) or (parent is not None and parent._tree is not tree):
            continue  # a callback removed it, or entered it already
        if node is not top and len(stack) > 1 and parent is None:
            continue
        _enter_one(node, tree, errors)
        children = node._children
        if children and node._tree is tree:
            stack.append(iter(children.live()))


def _enter_one(node: Node, tree: SceneTree, errors: list[BaseException]) -> None:
    parent = node._parent
    flags = node._flags
    mask = node._mask
    mode = node._process_mode
    if mode:
        resolved = (mode - 1) << RESOLVED_SHIFT
    else:
        resolved = parent._flags & RESOLVED_MASK if parent is not None else 0
    node._tree = tree
    node._flags = flags = (flags & ~(RESOLVED_MASK | READY_PASSED)) | IN_TREE | resolved
    tree._entered_count += 1
    if mask & MASK_2D:
        tree._add_2d(node)
    elif mask & MASK_3D:
        tree._add_3d(node)
    if flags & HAS_GROUPS:
        tree._groups.node_entered(node)
    if flags & HAS_ID:
        tree._ids[node._id] = node
    if mask & MASK_LISTED or flags & FLIPPED:
        tree._update_processing(node)
    if mask & MASK_SHOWN and (tree._draws_canvas or mask & MASK_DRAW):
        node._enter_canvas()
    arriving = tree._arriving
    arriving.append(node)  # until it leaves: a callback may even remove it and add it again
    if mask & MASK_HOOKS:
        _call(node, "_enter_tree", node._enter_tree, errors)
    if mask & MASK_ENTER and arriving[-1] is node:
        _call(node, "on_enter_tree", callback(node, tree, "on_enter_tree"), errors)
    if node._flags & SIG_TREE_ENTERED and arriving[-1] is node:
        _call(node, "tree_entered", node.tree_entered.emit, errors)
    if tree._watched and arriving[-1] is node:
        tree._notify_added(node, errors)
    parent = node._parent
    if arriving.pop() is node and parent is not None and parent._flags & SIG_CHILD_ENTERED:
        _call(parent, "child_entered_tree", parent.child_entered_tree.emit, errors, node)


def _ready_walk(top: Node, errors: list[BaseException]) -> None:
    tree = top._tree
    assert tree is not None
    stack: list[tuple[Node, Iterator[Node]]] = []
    node: Node | None = top
    while True:
        if node is not None:
            flags = node._flags
            if flags & IN_TREE and node._tree is tree and not flags & READY_PASSED:
                node._flags = flags | READY_PASSED
                children = node._children
                if children:
                    stack.append((node, iter(children.live())))
                else:
                    _ready_one(node, errors)
        if not stack:
            return
        parent, rest = stack[-1]
        node = next(rest, None)
        if node is None:
            stack.pop()
            if parent._tree is tree and parent._flags & READY_PASSED:
                _ready_one(parent, errors)
        elif node._parent is not parent:
            node = None


def _ready_one(node: Node, errors: list[BaseException]) -> None:
    flags = node._flags
    if flags & READY:
        return
    node._flags = flags | READY
    mask = node._mask
    if mask & MASK_CALLS:
        if mask & MASK_ONREADY:
            _call(node, "onready", node._resolve_onready, errors)
        if mask & MASK_HOOKS:
            _call(node, "_ready", node._ready, errors)
        if mask & MASK_READY:
            _call(node, "on_ready", callback(node, node._tree, "on_ready"), errors)
    if node._flags & (SIG_READY | FREED) == SIG_READY:
        _call(node, "ready", node.ready.emit, errors)


def leave(node: Node, tree: SceneTree) -> list[BaseException]:
    """Take a node and its subtree out of `tree`; its parent still holds it. Returns the errors of callbacks."""
    errors: list[BaseException] = []
    stack: list[tuple[Node, Iterator[Node]]] = [(node, _begin_exit(node))]
    while stack:
        current, rest = stack[-1]
        child = next(rest, None)
        if child is None:
            stack.pop()
            _exit_one(current, tree, errors)
        elif child._parent is current and child._flags & IN_TREE and not child._flags & EXITING:
            if child._children or child._mask & MASK_CALLS:
                stack.append((child, _begin_exit(child)))
            else:
                _exit_one(child, tree, errors)
    return errors


def _begin_exit(node: Node) -> Iterator[Node]:
    node._flags |= EXITING
    children = node._children
    return iter(children.live()[::-1]) if children else iter(())


def _exit_one(node: Node, tree: SceneTree, errors: list[BaseException]) -> None:
    mask = node._mask
    node._flags |= EXITING  # free() of a node that is leaving does nothing
    if mask & (MASK_EXIT | MASK_HOOKS):
        if mask & MASK_EXIT:
            _call(node, "on_exit_tree", callback(node, tree, "on_exit_tree"), errors)
        if mask & MASK_HOOKS:
            _call(node, "_exit_tree", node._exit_tree, errors)
    if node._flags & SIG_TREE_EXITING:
        _call(node, "tree_exiting", node.tree_exiting.emit, errors)
    if tree._watched:
        tree._notify_removed(node, errors)
    parent = node._parent
    if parent is not None and parent._flags & SIG_CHILD_EXITING:
        _call(parent, "child_exiting_tree", parent.child_exiting_tree.emit, errors, node)
    if mask & MASK_SHOWN and (tree._draws_canvas or mask & MASK_DRAW):
        node._exit_canvas()
    flags = node._flags
    if flags & (IN_PROCESS | IN_PHYSICS) or mask & MASK_TIMER:
        tree._unlist(node)
        flags = node._flags
    if mask & (MASK_INPUT | MASK_UNHANDLED) or flags & FLIPPED:
        tree._input_nodes.drop(node)
    if tree._arriving and node in tree._arriving:
        tree._arriving[:] = [each if each is not node else None for each in tree._arriving]
    if flags & HAS_GROUPS:
        tree._groups.node_exited(node)
    if flags & HAS_ID:
        tree._ids.pop(node._id, None)
    if mask & MASK_2D:
        tree._remove_2d(node)
    elif mask & MASK_3D:
        tree._remove_3d(node)
    tree._left_count += 1
    node._flags = flags & ~(IN_TREE | READY_PASSED | RESOLVED_MASK | EXITING)
    node._tree = None


def after_exit(node: Node, tree: SceneTree, errors: list[BaseException], parent: Node | None) -> None:
    """Emit `child_order_changed` of the parent that a subtree had, and `tree_exited` through it, children first.

    The tree's `tree_changed` comes before both.
    """
    if tree._watched:
        tree._notify_changed(node, errors)
    if parent is not None and parent._flags & SIG_CHILD_ORDER:
        _call(parent, "child_order_changed", parent.child_order_changed.emit, errors)
    for gone in reversed(subtree(node)):
        if gone._flags & SIG_TREE_EXITED:
            _call(gone, "tree_exited", gone.tree_exited.emit, errors)
    if errors:
        tree._settle(errors)


def clear_owners(top: Node) -> None:
    """Clear the owner of each node below `top`, itself included, whose owner is no longer an ancestor."""
    for node in subtree(top):
        if node._flags & HAS_OWNER:
            owner = node._owner
            above: Node | None = node._parent
            while above is not None and above is not owner:
                above = above._parent
            if above is None:
                node._forget_owner()


def subtree(top: Node) -> list[Node]:
    """`top` and all below it, parents before children and siblings in order."""
    if not top._children:
        return [top]
    nodes: list[Node] = []
    stack = [top]
    while stack:
        node = stack.pop()
        nodes.append(node)
        children = node._children
        if children:
            stack.extend(children.reversed_live())
    return nodes


def release(top: Node) -> None:
    """Mark a subtree that has left its parent as freed, let go of all it is connected to, and cancel its coroutines."""
    nodes = subtree(top)
    tasks: list[Task[Any]] = []
    for node in reversed(nodes):
        flags = node._flags
        if flags & FREED:
            continue
        if flags & (HAS_TASKS | HAS_OWNER) or node._mask & MASK_FREED:
            if flags & HAS_TASKS:
                tasks += node._tasks or ()
            if node._mask & MASK_FREED:
                node._freed()
            if flags & HAS_OWNER:
                node._forget_owner()
            flags = node._flags
        node._flags = (flags | FREED) & ~(UNIQUE | EXITING)
        if flags & HAS_SIGNALS or node._incoming is not None:
            tasks += node._drop_connections()
        node._children = None
        if node is not top:
            node._parent = None
    if tasks:
        cancel_all(tasks)


def callback(node: Node, tree: SceneTree | None, name: str) -> Callable[[], object]:
    """A node's callback; in edit mode, for a game's script that is no tool, that of the nearest class that is none."""
    if tree is not None and tree._edit_mode and not node._mask & MASK_TOOL:
        is_script = tree.is_game_script
        for cls in type(node).__mro__:
            if name in vars(cls) and not is_script(cls):
                return vars(cls)[name].__get__(node)  # type: ignore[no-any-return]
    return getattr(node, name)  # type: ignore[no-any-return]


def _call(node: Node, name: str, function: Callable[..., object], errors: list[BaseException], *args: object) -> None:
    try:
        returned = function(*args)
        if returned is not None:
            start(returned, node)
    except BaseException as error:  # also of an interrupt: the walk must end with every node whole
        annotate(error, node, name)
        errors.append(error)
