"""AStar2D: the cheapest way over connected points of the plane."""

from __future__ import annotations

from engine.math.a_star.graph import AStarGraph
from engine.math.vector2 import Vector2


class AStar2D(AStarGraph[Vector2]):
    """Points of the plane, connected by hand, and the cheapest way between two of them.

    >>> graph = AStar2D()
    >>> for id, position in enumerate([(0, 0), (10, 0), (10, 10)]):
    ...     graph.add_point(id, position)
    >>> graph.connect_points(0, 1)
    >>> graph.connect_points(1, 2)
    >>> graph.get_id_path(0, 2)
    [0, 1, 2]
    >>> graph.get_closest_position_in_segment((4, 3))
    Vector2(4.0, 0.0)
    """

    _vector = Vector2
    _dimensions = 2
