"""The configuration warnings of all nodes of a tree; a part of SceneTree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError
from engine.core.object import Object
from engine.core.signal import Signal
from engine.math.value import shortened
from engine.tree import lifecycle
from engine.tree.errors import annotate
from engine.tree.node import Node

if TYPE_CHECKING:
    from engine.tree.viewport import SceneViewport


class ConfigurationWarnings(Object):
    """The part of a SceneTree that knows what is set up wrongly."""

    node_configuration_warning_changed: Signal[Node] = Signal[Node]("node")
    """A node called `update_configuration_warnings()`."""

    root: SceneViewport

    def get_configuration_warnings(self) -> dict[str, list[str]]:
        """What the nodes of the tree say of how they are set up: texts by the node's path, in tree order.

        Only nodes that have something to say are in it. Classes that do not override
        `Node.get_configuration_warnings` are not asked.

        Raises:
            InvalidTypeError: a node's answer is no list of texts.
            Exception: what a node raised; a note names it.
        """
        silent = Node.get_configuration_warnings
        found: dict[str, list[str]] = {}
        for node in lifecycle.subtree(self.root):
            if type(node).get_configuration_warnings is not silent:
                warnings = _ask(node)
                if warnings:
                    found[str(node.get_path())] = warnings
        return found


def _ask(node: Node) -> list[str]:
    try:
        warnings = node.get_configuration_warnings()
    except Exception as error:
        annotate(error, node, "get_configuration_warnings")
        raise
    if not isinstance(warnings, (list, tuple)) or not all(isinstance(text, str) for text in warnings):
        raise InvalidTypeError(
            f"{node._where()}.get_configuration_warnings must return a list of texts, got {shortened(warnings)}"
        )
    return list(warnings)
