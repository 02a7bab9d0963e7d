"""What touches a node, as the physics server told it: nodes, and the shapes by which they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.tree.node import is_instance_valid
from servers.physics_2d import EventKind, Parting

if TYPE_CHECKING:
    from engine.core.signal import Signal
    from nodes.physics_2d.collision_object_2d import CollisionObject2D
    from servers.physics_2d import Event

_ENTERED = (EventKind.BODY_ENTERED, EventKind.AREA_ENTERED)


class TouchSignals(NamedTuple):
    """The signals of a node that tell what touches it."""

    entered: Signal[Any]
    exited: Signal[Any]
    shape_entered: Signal[int, Any, int, int]
    shape_exited: Signal[int, Any, int, int]


class _Touched(NamedTuple):
    """A node, and the pairs of shapes that touch: its own, and the told node's."""

    node: Any
    pairs: set[tuple[int, int]]


class TouchedNodes:
    """The bodies, or the areas, that touch a node."""

    def __init__(self) -> None:
        self._known: dict[int, _Touched] = {}
        self._gone: set[int] = set()  # the numbers of those that are told to be gone, whose shapes are not yet

    def nodes(self) -> list[Any]:
        """Those nodes, in the order in which they began to."""
        return [each.node for each in self._known.values()]

    def take(self, owner: CollisionObject2D, event: Event, signals: TouchSignals) -> None:
        """Take what the server tells of a pair of shapes, and tell it.

        As Godot, of the node before the shape that comes first or goes last; of one that leaves before all its shapes,
        and after all of them where it is the owner that leaves.

        Args:
            owner: the node that is touched.
            event: what the server told it.
            signals: those of the owner.
        """
        rid = event.other.rid
        pair = event.other_shape, event.own_shape
        known = self._known.get(rid)
        if event.kind in _ENTERED:
            is_new = known is None
            if known is None:
                known = self._known[rid] = _Touched(event.other.owner, set())
            known.pairs.add(pair)
            if is_new:
                owner._emit(signals.entered, known.node)
            if pair in known.pairs and is_instance_valid(owner):  # the handler may have ended it
                owner._emit(signals.shape_entered, rid, known.node, *pair)
        elif known is not None:
            known.pairs.discard(pair)
            is_last = not known.pairs
            if is_last:
                del self._known[rid]
            was_told = rid in self._gone
            self._gone.discard(rid)
            if event.parting is Parting.OTHER_LEFT and not is_last:
                self._gone.add(rid)
            comes_after = event.parting is Parting.OWN_LEFT
            tells_node = not was_told and (is_last or event.parting is Parting.OTHER_LEFT)
            if tells_node and not comes_after:
                owner._emit(signals.exited, known.node)
            if is_instance_valid(owner):
                owner._emit(signals.shape_exited, rid, known.node, *pair)
            if tells_node and comes_after and is_instance_valid(owner):
                owner._emit(signals.exited, known.node)
