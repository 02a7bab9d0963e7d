"""Waypoint: where the autopilot goes, and what it does on the way. Nobody else takes notice of it."""

from engine import NodePath, Vector2, export
from nodes import Marker2D, Node2D


class Waypoint(Marker2D):
    """A place on the way through a level, in the order of the scene.

    The autopilot first waits until the node `wait_for`, if there is one, is no farther than `reach` from here; then it
    walks here, or to where the node `on` is, if there is one; then it jumps if `jump` is more than 0: for so many
    seconds it holds the key.
    """

    wait_for: NodePath = export(NodePath(""))
    reach: float = export(10.0, range=(1, 1000), unit="px")
    on: NodePath = export(NodePath(""))
    jump: float = export(0.0, range=(0, 2), unit="s")

    @property
    def goal(self) -> Vector2:
        """Where to walk to."""
        carrier = self._named(self.on)
        return self.global_position if carrier is None else carrier.global_position

    @property
    def waits(self) -> bool:
        """Whether what is to be waited for is not there."""
        awaited = self._named(self.wait_for)
        return awaited is not None and awaited.global_position.distance_to(self.global_position) > self.reach

    def _named(self, path: NodePath) -> Node2D | None:
        return self.get_node(path, Node2D) if str(path) else None
