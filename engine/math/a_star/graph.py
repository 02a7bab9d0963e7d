"""What AStar2D and AStar3D have in common: points with ids, connections between them, and the cheapest way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist, isfinite
from typing import Any, ClassVar, Generic, TypeVar

from engine.math.a_star.costs import checked_cost, checked_estimate, checked_weight, refuse_godots_names
from engine.math.a_star.search import find_way
from engine.math.errors import MathValueError
from engine.math.scalars import clamp
from engine.math.value import integer, reals
from engine.math.vector2 import Vector2
from engine.math.vector3 import Vector3

V = TypeVar("V", Vector2, Vector3)


class _Point(Generic[V]):
    """A place of the graph; `after` are the ids that can be reached from it, in the order of connecting."""

    __slots__ = ("after", "disabled", "position", "weight_scale")

    def __init__(self, position: V, weight_scale: float) -> None:
        self.position: V = position
        self.weight_scale = weight_scale
        self.disabled = False
        self.after: dict[int, None] = {}


class AStarGraph(Generic[V]):
    """Points that are connected by hand, and the cheapest way between two of them.

    A step costs `compute_cost` times the weight scale of the point that it leads to; `estimate_cost` guides the
    search. Both are the distance between the points, and may be overridden; they must not change the graph. `AStar2D`
    and `AStar3D` are the ones to make.

    Ties: among equally cheap ways the search prefers the point that is nearest to the goal, then the one that it found
    first, neighbours being looked at in the order in which they were connected.
    """

    _vector: ClassVar[Any]
    _dimensions: ClassVar[int]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_godots_names(cls)

    def __init__(self) -> None:
        self._points: dict[int, _Point[V]] = {}
        self._free_id = 0
        self._reserved = 0

    # What the search asks; override them for other costs

    def compute_cost(self, from_id: int, to_id: int) -> float:
        """What a step between two connected points costs, 0 or more; the distance unless it is overridden."""
        return dist(self._points[from_id].position, self._points[to_id].position)

    def estimate_cost(self, from_id: int, end_id: int) -> float:
        """What the way from a point to the goal may cost; the distance unless it is overridden.

        Estimates above the real cost can make the way dearer than need be.
        """
        return dist(self._points[from_id].position, self._points[end_id].position)

    # Points

    def add_point(self, id: int, position: Sequence[float], weight_scale: float = 1.0) -> None:
        """Add a point, or move and weigh anew the one that has this id.

        Args:
            id: 0 or more; `get_available_point_id` gives one that is free.
            position: where it is, finite, in any unit.
            weight_scale: what a step to it costs is multiplied by this, 0 or more.

        Raises:
            MathTypeError: one of them is of another type.
            MathValueError: one of them is out of range.
        """
        where = self._where("add_point")
        number = integer(id, where)
        if number < 0:
            raise MathValueError(f"{where} - an id must be 0 or more, got {number}")
        place, weight = self._checked_position(where, position), checked_weight(where, weight_scale)
        point = self._points.get(number)
        if point is None:
            self._points[number] = _Point(place, weight)
        else:
            point.position, point.weight_scale = place, weight

    def remove_point(self, id: int) -> None:
        """Remove a point and its connections.

        Raises:
            MathValueError: no point has this id.
        """
        self._point("remove_point", id)
        del self._points[id]
        for point in self._points.values():
            point.after.pop(id, None)
        self._free_id = id

    def has_point(self, id: int) -> bool:
        """Whether a point has this id."""
        return id in self._points

    def clear(self) -> None:
        """Remove all points."""
        self._points.clear()
        self._free_id = 0

    def get_available_point_id(self) -> int:
        """An id that no point has."""
        while self._free_id in self._points:
            self._free_id += 1
        return self._free_id

    def get_point_count(self) -> int:
        """How many points there are."""
        return len(self._points)

    def get_point_ids(self) -> list[int]:
        """The ids of all points, in the order in which they were added."""
        return list(self._points)

    def get_point_capacity(self) -> int:
        """For how many points room is kept; here it only ever grows as needed."""
        return max(self._reserved, len(self._points))

    def reserve_space(self, num_nodes: int) -> None:
        """Say how many points there will be; nothing needs it here, it is Godot's.

        Raises:
            MathTypeError: not a whole number.
            MathValueError: it is not above 0, or fewer than there is room for.
        """
        where = self._where("reserve_space")
        count = integer(num_nodes, where)
        if count <= 0 or count < self.get_point_capacity():
            raise MathValueError(f"{where} - needs more than 0 and at least {self.get_point_capacity()}, got {count}")
        self._reserved = count

    def get_point_position(self, id: int) -> V:
        """Where a point is.

        Raises:
            MathValueError: no point has this id.
        """
        position: V = self._point("get_point_position", id).position
        return position

    def set_point_position(self, id: int, position: Sequence[float]) -> None:
        """Move a point.

        Raises:
            MathTypeError: the position is not a vector of numbers.
            MathValueError: no point has this id, or the position is not finite.
        """
        point = self._point("set_point_position", id)
        point.position = self._checked_position(self._where("set_point_position"), position)

    def get_point_weight_scale(self, id: int) -> float:
        """What the cost of a step to a point is multiplied by.

        Raises:
            MathValueError: no point has this id.
        """
        return self._point("get_point_weight_scale", id).weight_scale

    def set_point_weight_scale(self, id: int, weight_scale: float) -> None:
        """Multiply the cost of steps to a point by `weight_scale`, 0 or more.

        Raises:
            MathTypeError: not a number.
            MathValueError: no point has this id, or the scale is negative or not finite.
        """
        point = self._point("set_point_weight_scale", id)
        point.weight_scale = checked_weight(self._where("set_point_weight_scale"), weight_scale)

    def is_point_disabled(self, id: int) -> bool:
        """Whether ways avoid a point.

        Raises:
            MathValueError: no point has this id.
        """
        return self._point("is_point_disabled", id).disabled

    def set_point_disabled(self, id: int, disabled: bool = True) -> None:
        """Let ways avoid a point, or allow them to use it again.

        Raises:
            MathValueError: no point has this id.
        """
        self._point("set_point_disabled", id).disabled = bool(disabled)

    # Connections

    def connect_points(self, id: int, to_id: int, bidirectional: bool = True) -> None:
        """Let ways lead from one point to another, and back unless `bidirectional` is False.

        Raises:
            MathValueError: one of them is missing, or both are the same.
        """
        here, there = self._point("connect_points", id), self._point("connect_points", to_id)
        if id == to_id:
            raise MathValueError(f"{self._where('connect_points')} - point {id} cannot be connected with itself")
        here.after[to_id] = None
        if bidirectional:
            there.after[id] = None

    def disconnect_points(self, id: int, to_id: int, bidirectional: bool = True) -> None:
        """Undo a connection in one direction, or in both; one that is not there is no error.

        Raises:
            MathValueError: one of the points is missing.
        """
        here, there = self._point("disconnect_points", id), self._point("disconnect_points", to_id)
        here.after.pop(to_id, None)
        if bidirectional:
            there.after.pop(id, None)

    def are_points_connected(self, id: int, to_id: int, bidirectional: bool = True) -> bool:
        """Whether a connection leads from one point to the other; with `bidirectional`, or the other way.

        False if one of the points is missing.
        """
        here, there = self._points.get(id), self._points.get(to_id)
        if here is None or there is None:
            return False
        return to_id in here.after or (bidirectional and id in there.after)

    def get_point_connections(self, id: int) -> list[int]:
        """The ids that can be reached from a point in one step, in the order of connecting.

        Raises:
            MathValueError: no point has this id.
        """
        return list(self._point("get_point_connections", id).after)

    # Finding

    def get_closest_point(self, to_position: Sequence[float], include_disabled: bool = False) -> int:
        """The id of the point nearest to a position, the smallest of equally near ones; -1 if there is none.

        Raises:
            MathTypeError: the position is not a vector of numbers.
            MathValueError: it is not finite.
        """
        place = self._checked_position(self._where("get_closest_point"), to_position)
        distances = (
            (dist(place, point.position), id)
            for id, point in self._points.items()
            if include_disabled or not point.disabled
        )
        return min(distances, default=(0.0, -1))[1]

    def get_closest_position_in_segment(self, to_position: Sequence[float]) -> V:
        """The position nearest to another one on any connection of two points that are not disabled.

        Of equally near ones that on the connection whose first point was added first; the zero vector if there are no
        connections.

        Raises:
            MathTypeError: the position is not a vector of numbers.
            MathValueError: it is not finite.
        """
        place = self._checked_position(self._where("get_closest_position_in_segment"), to_position)
        nearest: V = self._vector()
        least = float("inf")
        for start, end in self._segments():
            way = end - start
            length_squared = way.length_squared()
            part = clamp((place - start).dot(way) / length_squared, 0.0, 1.0) if length_squared else 0.0
            candidate = start + way * part
            distance = dist(place, candidate)
            if distance < least:
                nearest, least = candidate, distance
        return nearest

    def get_id_path(self, from_id: int, to_id: int, allow_partial_path: bool = False) -> list[int]:
        """The ids of the points on the cheapest way, both ends included; empty if there is none.

        Args:
            from_id: where it begins; it may be disabled.
            to_id: where it should end; if it is disabled there is no way to it, except from itself.
            allow_partial_path: give the way to the reachable point that is nearest to the goal instead of none.

        Raises:
            MathValueError: one of the points is missing, or an overridden cost is negative or NaN.
            MathTypeError: an overridden cost is not a number.
        """
        self._point("get_id_path", from_id)
        goal = self._point("get_id_path", to_id)
        if from_id != to_id and goal.disabled and not allow_partial_path:
            return []
        estimate = self._estimated(to_id)
        return find_way(from_id, to_id, self._steps(), estimate, bool(allow_partial_path))

    def get_point_path(self, from_id: int, to_id: int, allow_partial_path: bool = False) -> list[V]:
        """The positions of the points on the cheapest way: those of `get_id_path`, which see."""
        return [self._points[id].position for id in self.get_id_path(from_id, to_id, allow_partial_path)]

    def _steps(self) -> Any:
        """The function that gives the points after one, each with the cost of the step."""
        points = self._points
        if type(self).compute_cost is AStarGraph.compute_cost:

            def compute(from_id: int, to_id: int) -> float:
                return dist(points[from_id].position, points[to_id].position)
        else:
            where = self._where("compute_cost")

            def compute(from_id: int, to_id: int) -> float:
                return checked_cost(where, from_id, to_id, self.compute_cost(from_id, to_id))

        def steps(id: int) -> Iterator[tuple[int, float]]:
            for after in tuple(points[id].after):
                point = points[after]
                if not point.disabled:
                    yield after, compute(id, after) * point.weight_scale

        return steps

    def _estimated(self, goal: int) -> Any:
        if type(self).estimate_cost is AStarGraph.estimate_cost:
            points, end = self._points, self._points[goal].position
            return lambda id: dist(points[id].position, end)
        where = self._where("estimate_cost")
        return lambda id: checked_estimate(where, id, goal, self.estimate_cost(id, goal))

    def _segments(self) -> Iterator[tuple[V, V]]:
        """The ends of each connection of points that are not disabled, once whichever ways it leads."""
        told: set[tuple[int, int]] = set()
        for id, point in self._points.items():
            for after in point.after:
                other = self._points[after]
                pair = (min(id, after), max(id, after))
                if pair not in told and not point.disabled and not other.disabled:
                    told.add(pair)
                    yield point.position, other.position

    def _where(self, method: str) -> str:
        return f"{type(self).__name__}.{method}"

    def _point(self, method: str, id: int) -> _Point[V]:
        point = self._points.get(id)
        if point is None:
            raise MathValueError(f"{self._where(method)} - there is no point {id!r}; add_point({id!r}, position) first")
        return point

    def _checked_position(self, where: str, position: Sequence[float]) -> V:
        place: V = self._vector(*reals(position, self._dimensions, f"{where} - a position"))
        if not all(map(isfinite, place)):
            raise MathValueError(f"{where} - a position must be finite, got {place!r}")
        return place
