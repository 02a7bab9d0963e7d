"""`tree.transforms`: what is offered for the transforms of many nodes of a tree at once.

The views are imported when the first one is made: few games have any, and every start would take longer.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math.value import shortened
from engine.tree.flags import MASK_2D, MASK_3D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree
    from engine.tree.transforms.views import TransformView

_PLACED = MASK_2D | MASK_3D


class Transforms:
    """Views of many nodes' transforms. `tree.transforms_2d` and `tree.transforms_3d` are the stores behind them."""

    __slots__ = ("_tree",)

    def __init__(self, tree: SceneTree) -> None:
        self._tree = tree

    def view(self, of: str | Iterable[Node]) -> TransformView:
        """The transforms of many nodes as arrays, to read and to assign.

            swarm = tree.transforms.view("boids")
            swarm.positions += velocities * delta       # velocities: (N, 2), in the order of swarm.nodes

        Args:
            of: a group's name, for the nodes that are in it at each time, in tree order, those without a transform
                left out; or nodes with a transform, for these nodes in this order.

        Returns:
            A view of 2D or of 3D nodes, as the first node says; keep it, since making one costs more than using it.

        Raises:
            InvalidTypeError: something that is neither, or a node without a transform.
            InvalidValueError: a node twice, 2D and 3D nodes among each other, or nothing: an empty group does not
                tell of which kind its nodes will be.
            TreeError: a node that is not inside this tree.
        """
        if isinstance(of, str):
            found = self._tree._groups.nodes(of)
            first = next((node for node in found if node._mask & _PLACED), None)
            if first is None:
                raise InvalidValueError(
                    f"tree.transforms.view({of!r}): no node with a transform is in that group, so the view cannot know "
                    "whether it is one of 2D or of 3D nodes; make it when there is one"
                )
            return self._kind_of(first)(self._tree, group=of)
        nodes = self._checked(of)
        return self._kind_of(nodes[0])(self._tree, nodes=nodes)

    def give_back(self, nodes: Sequence[Any]) -> None:
        """Let nodes, all of this tree, have what views have written; for those who read what keeps a transform."""
        tree = self._tree
        for store in (tree.transforms_2d, tree.transforms_3d):
            if store.has_bulk():
                for node in nodes:
                    if node._mask & store.kind and (node._pos is None or node._basis is None):
                        store.local_of(node)

    def _kind_of(self, node: Any) -> type[TransformView]:
        views = import_module("engine.tree.transforms.views")
        return cast("type[TransformView]", views.TransformView2D if node._mask & MASK_2D else views.TransformView3D)

    def _checked(self, of: Iterable[Node]) -> tuple[Node, ...]:
        if not isinstance(of, Iterable):
            raise InvalidTypeError(f"tree.transforms.view(of): a group's name or nodes are needed, got {shortened(of)}")
        nodes = tuple(of)
        if not nodes:
            raise InvalidValueError("tree.transforms.view(of): nodes are needed, got none")
        for node in nodes:
            if not getattr(node, "_mask", 0) & _PLACED:
                what = node._where() if hasattr(node, "_where") else shortened(node)
                raise InvalidTypeError(f"tree.transforms.view(of): {what} has no transform; leave it out")
        kind = nodes[0]._mask & _PLACED
        other = next((node for node in nodes if not node._mask & kind), None)
        if other is not None:
            raise InvalidValueError(
                f"tree.transforms.view(of): {nodes[0]._where()} and {other._where()} are not both 2D or both 3D; "
                "make a view of each kind"
            )
        if len(set(nodes)) < len(nodes):
            twice = next(node for at, node in enumerate(nodes) if node in nodes[:at])
            raise InvalidValueError(f"tree.transforms.view(of): {twice._where()} is there twice; give each node once")
        return nodes
