"""The way of an input event through a tree.

Polled state first; then nodes with `input_before_ui`, input servers, `on_input` and `on_unhandled_input`, each in
reverse tree order, until a viewport is told `set_input_as_handled()`. What is left is kept for collision objects under
the pointer, which are told in the next physics step; that does not count as handled. First of all, an event of the
mouse tells whether that is over the root: in its visible part. Nodes that cannot process or wait
to be freed are skipped; nodes that come in meanwhile get the next event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.coroutine import start
from engine.input.mouse_events import InputEventMouse
from engine.tree import flags as f

if TYPE_CHECKING:
    from engine.input import InputEvent
    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree


def dispatch(tree: SceneTree, event: InputEvent) -> bool:
    """Send an event on its way; returns whether it was handled."""
    tree.input.feed(event)
    root = tree.root
    if isinstance(event, InputEventMouse):
        cross(tree, root.get_visible_rect().has_point(event.position))
    before = root._input_handled
    root._input_handled = False
    nodes = tree._input_nodes.sorted()
    try:
        early = [node for node in nodes if node._before_ui]
        if early and not _offer(tree, early, event, "on_input"):
            return True
        if root._input_handled:
            return True
        for serve in tree.servers.input:
            if serve(event):
                return True
        late = [node for node in nodes if not node._before_ui] if early else nodes
        if not _offer(tree, late, event, "on_input") or root._input_handled:
            return True
        if not _offer(tree, nodes, event, "on_unhandled_input"):
            return True
        if tree._picking is not None and not root._input_handled:
            tree._picking.take(event)
        return root._input_handled
    finally:
        root._input_handled = before


def cross(tree: SceneTree, inside: bool) -> bool:
    """The mouse is over the root now, or not; False if it was so before.

    When it leaves, the collision objects that it was over are told at once, and then the root's signal.
    """
    root = tree.root
    if inside == root._has_mouse:
        return False
    root._has_mouse = inside
    if inside:
        tree._guarded(root.mouse_entered.emit, root, "mouse_entered")
        return True
    if tree._picking is not None:
        tree._picking.leave()
    tree._guarded(root.mouse_exited.emit, root, "mouse_exited")
    return True


def _offer(tree: SceneTree, nodes: list[Node], event: InputEvent, callback: str) -> bool:
    """Call a callback of each node from the last to the first; False when an error ended it."""
    mask, flip = (f.MASK_INPUT, f.FLIP_INPUT) if callback == "on_input" else (f.MASK_UNHANDLED, f.FLIP_UNHANDLED)
    root = tree.root
    for node in reversed(nodes):
        flags = node._flags
        if (
            node._tree is tree
            and not flags & (f.QUEUED | f.FREED)
            and bool(node._mask & mask) != bool(flags & flip)
            and node.can_process()
        ):
            try:
                returned = getattr(node, callback)(event)
                if returned is not None:
                    start(returned, node)
            except Exception as error:
                if not tree._failed(error, node, callback):
                    return False
            if root._input_handled:
                return True
    return True
