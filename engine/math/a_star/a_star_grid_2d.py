"""AStarGrid2D: the cheapest way over the cells of a rectangle, which are connected by being neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from math import hypot, sqrt
from typing import Any

from engine.math.a_star.costs import checked_cost, checked_estimate, refuse_godots_names
from engine.math.a_star.grid_cells import GridCells
from engine.math.a_star.jump_points import jump_points
from engine.math.a_star.search import find_way
from engine.math.choice import checked_choice
from engine.math.vector2 import Vector2
from engine.math.vector2i import Vector2i

_Steps = Callable[[int], list[tuple[int, float]]]


class AStarGrid2D(GridCells):
    """Cells of a rectangle, and the cheapest way from one to another; no points or connections to add.

    Set `region`, and `cell_size` and the like if positions matter, then call `update()`; it also makes every cell
    walkable again. A step costs `compute_cost` times the weight scale of the cell that it leads to; `estimate_cost`
    guides the search. Both may be overridden; they must not change the grid.

    Ties: among equally cheap ways the search prefers the cell that is nearest to the goal, then the one that it found
    first, looking up, right, down, left, and then at the corners clockwise from the top left.

    >>> grid = AStarGrid2D()
    >>> grid.region = (0, 0, 4, 3)
    >>> grid.diagonal_mode = AStarGrid2D.DiagonalMode.NEVER
    >>> grid.update()
    >>> grid.fill_solid_region((1, 0, 1, 2))
    >>> [tuple(cell) for cell in grid.get_id_path((0, 1), (2, 1))]
    [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1)]
    """

    class Heuristic(IntEnum):
        """How far apart two cells are, from the differences of their columns and rows; the numbers are Godot's."""

        EUCLIDEAN = 0
        """The straight line; the default."""
        MANHATTAN = 1
        """Both added: no diagonal steps."""
        OCTILE = 2
        """The larger, and 0.41 times the smaller: diagonal steps cost 1.41."""
        CHEBYSHEV = 3
        """The larger: diagonal steps cost 1."""

    class DiagonalMode(IntEnum):
        """When a way may step to a diagonal neighbour; the numbers are Godot's."""

        ALWAYS = 0
        """The default; also between two solid cells."""
        NEVER = 1
        AT_LEAST_ONE_WALKABLE = 2
        """If one of the two cells beside the step is not solid."""
        ONLY_IF_NO_OBSTACLES = 3
        """If neither of the two cells beside the step is solid."""

    def __init__(self) -> None:
        super().__init__()
        self._diagonal_mode = self.DiagonalMode.ALWAYS
        self._compute = self.Heuristic.EUCLIDEAN
        self._estimate = self.Heuristic.EUCLIDEAN
        self._jumping_enabled = False

    # Properties; those of the cells are in the base class
    @property
    def diagonal_mode(self) -> DiagonalMode:
        """When a way may step to a diagonal neighbour; always by default.

        Raises:
            MathValueError: set to something else than a DiagonalMode.
        """
        return self._diagonal_mode

    @diagonal_mode.setter
    def diagonal_mode(self, diagonal_mode: DiagonalMode) -> None:
        self._diagonal_mode = checked_choice("AStarGrid2D.diagonal_mode", self.DiagonalMode, diagonal_mode)

    @property
    def default_compute_heuristic(self) -> Heuristic:
        """What a step costs, unless `compute_cost` is overridden; the straight line by default.

        Raises:
            MathValueError: set to something else than a Heuristic.
        """
        return self._compute

    @default_compute_heuristic.setter
    def default_compute_heuristic(self, heuristic: Heuristic) -> None:
        self._compute = checked_choice("AStarGrid2D.default_compute_heuristic", self.Heuristic, heuristic)

    @property
    def default_estimate_heuristic(self) -> Heuristic:
        """What the rest of a way may cost, unless `estimate_cost` is overridden; the straight line by default.

        One that fits the steps is fastest: OCTILE with diagonal steps, MANHATTAN without.

        Raises:
            MathValueError: set to something else than a Heuristic.
        """
        return self._estimate

    @default_estimate_heuristic.setter
    def default_estimate_heuristic(self, heuristic: Heuristic) -> None:
        self._estimate = checked_choice("AStarGrid2D.default_estimate_heuristic", self.Heuristic, heuristic)

    @property
    def jumping_enabled(self) -> bool:
        """Whether ways skip the cells where nothing can change; False by default.

        Then a way holds only the cells where it may turn, and weight scales do not count, as in Godot.
        """
        return self._jumping_enabled

    @jumping_enabled.setter
    def jumping_enabled(self, jumping_enabled: bool) -> None:
        self._jumping_enabled = bool(jumping_enabled)

    # What the search asks; override them for other costs

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_godots_names(cls)

    def compute_cost(self, from_id: Vector2i, to_id: Vector2i) -> float:
        """What a step costs, 0 or more; by `default_compute_heuristic` unless it is overridden."""
        return _DISTANCES[self._compute](abs(to_id[0] - from_id[0]), abs(to_id[1] - from_id[1]))

    def estimate_cost(self, from_id: Vector2i, end_id: Vector2i) -> float:
        """What the way to the goal may cost; by `default_estimate_heuristic` unless it is overridden."""
        return _DISTANCES[self._estimate](abs(end_id[0] - from_id[0]), abs(end_id[1] - from_id[1]))

    # Finding

    def get_id_path(
        self, from_id: Sequence[int], to_id: Sequence[int], allow_partial_path: bool = False
    ) -> list[Vector2i]:
        """The cells of the cheapest way, both ends included; empty if there is none.

        Args:
            from_id: where it begins; it may be solid.
            to_id: where it should end; if it is solid there is no way to it, except from itself.
            allow_partial_path: give the way to the reachable cell that is nearest to the goal instead of none.

        Raises:
            MathTypeError: an id is not a Vector2i, or an overridden cost not a number.
            MathValueError: a cell is not in the region, the grid needs `update()`, or an overridden cost is negative
                or NaN.
        """
        return [self._id(index) for index in self._way("get_id_path", from_id, to_id, allow_partial_path)]

    def get_point_path(
        self, from_id: Sequence[int], to_id: Sequence[int], allow_partial_path: bool = False
    ) -> list[Vector2]:
        """The positions of the cells of the cheapest way: those of `get_id_path`, which see."""
        return [self._position(index) for index in self._way("get_point_path", from_id, to_id, allow_partial_path)]

    def _way(self, method: str, from_id: Sequence[int], to_id: Sequence[int], allow_partial: bool) -> list[int]:
        start, goal = self._index(method, from_id), self._index(method, to_id)
        if start != goal and self._solid[goal] and not allow_partial:
            return []
        if self._jumping_enabled:
            ends = jump_points(self._solid, self._stride, _DIAGONALS[self._diagonal_mode], goal)
            return find_way(start, goal, self._costed(ends), self._estimated(goal), bool(allow_partial))
        return find_way(start, goal, self._steps(), self._estimated(goal), bool(allow_partial))

    def _steps(self) -> _Steps:
        """The function that gives the neighbours of a cell, each with the cost of the step."""
        solid, stride, corners = self._solid, self._stride, _DIAGONALS[self._diagonal_mode]
        distance = _DISTANCES[self._compute]
        straight, diagonal = distance(0, 1), distance(1, 1)

        def steps(here: int) -> list[tuple[int, float]]:
            above, below = here - stride, here + stride
            up, right, down, left = not solid[above], not solid[here + 1], not solid[below], not solid[here - 1]
            found = []
            if up:
                found.append((above, straight))
            if right:
                found.append((here + 1, straight))
            if down:
                found.append((below, straight))
            if left:
                found.append((here - 1, straight))
            if corners[left + up] and not solid[above - 1]:
                found.append((above - 1, diagonal))
            if corners[up + right] and not solid[above + 1]:
                found.append((above + 1, diagonal))
            if corners[right + down] and not solid[below + 1]:
                found.append((below + 1, diagonal))
            if corners[down + left] and not solid[below - 1]:
                found.append((below - 1, diagonal))
            return found

        if self._is_overridden("compute_cost"):
            return self._weighed(self._costed(lambda here: [after for after, _ in steps(here)]))
        return self._weighed(steps)

    def _costed(self, ends: Callable[[int], list[int]]) -> _Steps:
        """Steps to the ends that a function gives, at the cost that `compute_cost` gives."""

        def costed(here: int) -> list[tuple[int, float]]:
            start = self._id(here)
            reached = [(after, self._id(after)) for after in ends(here)]
            return [
                (after, checked_cost("AStarGrid2D.compute_cost", start, end, self.compute_cost(start, end)))
                for after, end in reached
            ]

        return costed

    def _weighed(self, steps: _Steps) -> _Steps:
        weights = self._weights
        if not weights:
            return steps
        return lambda here: [(after, cost * weights[after]) for after, cost in steps(here)]

    def _estimated(self, goal: int) -> Callable[[int], float]:
        if self._is_overridden("estimate_cost"):
            end = self._id(goal)
            where = "AStarGrid2D.estimate_cost"

            def estimate(here: int) -> float:
                start = self._id(here)
                return checked_estimate(where, start, end, self.estimate_cost(start, end))
        else:
            stride, distance = self._stride, _DISTANCES[self._estimate]
            goal_y, goal_x = divmod(goal, stride)

            def estimate(here: int) -> float:
                return distance(abs(here % stride - goal_x), abs(here // stride - goal_y))

        return estimate

    def _is_overridden(self, method: str) -> bool:
        return getattr(type(self), method) is not getattr(AStarGrid2D, method)


_DIAGONALS = {
    AStarGrid2D.DiagonalMode.ALWAYS: (True, True, True),
    AStarGrid2D.DiagonalMode.NEVER: (False, False, False),
    AStarGrid2D.DiagonalMode.AT_LEAST_ONE_WALKABLE: (False, True, True),
    AStarGrid2D.DiagonalMode.ONLY_IF_NO_OBSTACLES: (False, False, True),
}
"""Whether a diagonal step is allowed, by how many of the two cells beside it are not solid."""


def _octile(across: int, down: int) -> float:
    return max(across, down) + (sqrt(2.0) - 1.0) * min(across, down)


_DISTANCES: dict[AStarGrid2D.Heuristic, Callable[[int, int], float]] = {
    AStarGrid2D.Heuristic.EUCLIDEAN: hypot,
    AStarGrid2D.Heuristic.MANHATTAN: lambda across, down: float(across + down),
    AStarGrid2D.Heuristic.OCTILE: _octile,
    AStarGrid2D.Heuristic.CHEBYSHEV: lambda across, down: float(max(across, down)),
}
