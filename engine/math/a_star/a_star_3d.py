"""AStar3D: the cheapest way over connected points of space."""

from __future__ import annotations

from engine.math.a_star.graph import AStarGraph
from engine.math.vector3 import Vector3


class AStar3D(AStarGraph[Vector3]):
    """Points of space, connected by hand, and the cheapest way between two of them.

    >>> graph = AStar3D()
    >>> for id, position in enumerate([(0, 0, 0), (1, 0, 0), (1, 0, 5)]):
    ...     graph.add_point(id, position)
    >>> graph.connect_points(0, 1)
    >>> graph.connect_points(1, 2)
    >>> graph.get_point_path(0, 2)
    [Vector3(0.0, 0.0, 0.0), Vector3(1.0, 0.0, 0.0), Vector3(1.0, 0.0, 5.0)]
    """

    _vector = Vector3
    _dimensions = 3
