"""AStarGrid2D: steps of each diagonal mode, the cheapest way, jumping, cells and where they lie, and bad input."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from math import dist, hypot, inf, nan, sqrt
from typing import Any

import pytest

from engine.math import AStarGrid2D, MathTypeError, MathValueError, Vector2, Vector2i
from engine.math.a_star.grid_cells import MAX_CELLS

Cell = tuple[int, int]
Mode = AStarGrid2D.DiagonalMode
Heuristic = AStarGrid2D.Heuristic
Shape = AStarGrid2D.CellShape

DISTANCE: dict[Heuristic, Callable[[int, int], float]] = {
    Heuristic.EUCLIDEAN: hypot,
    Heuristic.MANHATTAN: lambda x, y: x + y,
    Heuristic.OCTILE: lambda x, y: max(x, y) - min(x, y) + min(x, y) * sqrt(2),
    Heuristic.CHEBYSHEV: max,
}


def grid_of(width: int, height: int, mode: Mode = Mode.ALWAYS, left: int = 0, top: int = 0) -> AStarGrid2D:
    grid = AStarGrid2D()
    grid.region = (left, top, width, height)
    grid.diagonal_mode = mode
    grid.update()
    return grid


def drawn(*rows: str, mode: Mode = Mode.ALWAYS) -> AStarGrid2D:
    """A grid in which # is solid."""
    grid = grid_of(len(rows[0]), len(rows), mode)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            grid.set_point_solid((x, y), sign == "#")
    return grid


def random_grid(seed: int, mode: Mode, share: float = 0.35) -> AStarGrid2D:
    dice = random.Random(seed)
    grid = grid_of(dice.randint(1, 14), dice.randint(1, 14), mode, dice.randint(-9, 9), dice.randint(-9, 9))
    for cell in cells(grid):
        grid.set_point_solid(cell, dice.random() < share)
    return grid


def cells(grid: AStarGrid2D) -> list[Cell]:
    left, top, width, height = grid.region
    return [(x, y) for y in range(top, top + height) for x in range(left, left + width)]


def is_open(grid: AStarGrid2D, x: int, y: int) -> bool:
    return grid.is_in_bounds(x, y) and not grid.is_point_solid((x, y))


def neighbours(grid: AStarGrid2D, cell: Cell) -> Iterator[Cell]:
    """The rule of each mode, as it is written down."""
    x, y = cell
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if (dx, dy) == (0, 0) or not is_open(grid, x + dx, y + dy):
                continue
            if dx and dy:
                beside = [is_open(grid, x + dx, y), is_open(grid, x, y + dy)]
                allowed = {
                    Mode.ALWAYS: True,
                    Mode.NEVER: False,
                    Mode.AT_LEAST_ONE_WALKABLE: any(beside),
                    Mode.ONLY_IF_NO_OBSTACLES: all(beside),
                }
                if not allowed[grid.diagonal_mode]:
                    continue
            yield x + dx, y + dy


def costs_from(grid: AStarGrid2D, start: Cell) -> dict[Cell, float]:
    """The least cost of reaching each cell, found without any estimate."""
    distance = DISTANCE[grid.default_compute_heuristic]
    costs: dict[Cell, float] = {}
    waiting = [(0.0, start)]
    while waiting:
        cost, cell = heappop(waiting)
        if cell in costs:
            continue
        costs[cell] = cost
        for after in neighbours(grid, cell):
            step = distance(abs(after[0] - cell[0]), abs(after[1] - cell[1])) * grid.get_point_weight_scale(after)
            heappush(waiting, (cost + step, after))
    return costs


def cost_of(grid: AStarGrid2D, path: list[Any]) -> float:
    distance = DISTANCE[grid.default_compute_heuristic]
    total = 0.0
    for start, end in pairwise(path):
        assert tuple(end) in set(neighbours(grid, start))
        total += distance(abs(end[0] - start[0]), abs(end[1] - start[1])) * grid.get_point_weight_scale(end)
    return total


# --- The cheapest way


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(8))
def test_the_way_takes_allowed_steps_and_costs_what_a_search_without_estimates_finds(mode: Mode, seed: int) -> None:
    grid = random_grid(seed, mode)
    start = cells(grid)[seed % len(cells(grid))]
    costs = costs_from(grid, start)

    for goal in cells(grid):
        path = grid.get_id_path(start, goal)
        if goal in costs and (goal == start or not grid.is_point_solid(goal)):
            assert (path[0], path[-1]) == (start, goal)
            assert cost_of(grid, path) == pytest.approx(costs[goal])
        else:
            assert path == []


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(5))
def test_weights_make_ways_dearer_and_are_counted_at_the_cell_stepped_to(mode: Mode, seed: int) -> None:
    grid = random_grid(seed, mode, 0.1)
    dice = random.Random(seed)
    for cell in cells(grid):
        grid.set_point_weight_scale(cell, dice.choice([1.0, 2.0, 5.5]))
    start = cells(grid)[0]

    for goal, cost in costs_from(grid, start).items():
        assert cost_of(grid, grid.get_id_path(start, goal)) == pytest.approx(cost)


@pytest.mark.parametrize(
    ("compute", "estimate", "mode"),
    [
        (Heuristic.EUCLIDEAN, Heuristic.EUCLIDEAN, Mode.ALWAYS),
        (Heuristic.EUCLIDEAN, Heuristic.OCTILE, Mode.ALWAYS),
        (Heuristic.OCTILE, Heuristic.OCTILE, Mode.ONLY_IF_NO_OBSTACLES),
        (Heuristic.MANHATTAN, Heuristic.MANHATTAN, Mode.NEVER),
        (Heuristic.MANHATTAN, Heuristic.CHEBYSHEV, Mode.ALWAYS),
        (Heuristic.CHEBYSHEV, Heuristic.CHEBYSHEV, Mode.ALWAYS),
        (Heuristic.EUCLIDEAN, Heuristic.MANHATTAN, Mode.NEVER),
    ],
)
def test_each_heuristic_finds_the_cheapest_way_where_it_does_not_overestimate(
    compute: Heuristic, estimate: Heuristic, mode: Mode
) -> None:
    for seed in range(5):
        grid = random_grid(seed, mode)
        grid.default_compute_heuristic = compute
        grid.default_estimate_heuristic = estimate
        start = cells(grid)[-1]
        for goal, cost in costs_from(grid, start).items():
            if not grid.is_point_solid(goal):
                assert cost_of(grid, grid.get_id_path(start, goal)) == pytest.approx(cost)


@pytest.mark.parametrize("heuristic", Heuristic)
def test_costs_and_estimates_are_those_of_the_heuristic(heuristic: Heuristic) -> None:
    grid = AStarGrid2D()
    grid.default_compute_heuristic = grid.default_estimate_heuristic = heuristic

    for a, b in (((0, 0), (3, 4)), ((5, -2), (-1, -2)), ((0, 0), (-2, 9))):
        wanted = DISTANCE[heuristic](abs(a[0] - b[0]), abs(a[1] - b[1]))
        assert grid.compute_cost(Vector2i(a), Vector2i(b)) == pytest.approx(wanted)
        assert grid.estimate_cost(Vector2i(a), Vector2i(b)) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("mode", "length"),
    [(Mode.ALWAYS, 2), (Mode.NEVER, 0), (Mode.AT_LEAST_ONE_WALKABLE, 0), (Mode.ONLY_IF_NO_OBSTACLES, 0)],
)
def test_only_always_goes_between_two_solid_cells(mode: Mode, length: int) -> None:
    assert len(drawn(".#", "#.", mode=mode).get_id_path((0, 0), (1, 1))) == length


@pytest.mark.parametrize(
    ("mode", "length"),
    [(Mode.ALWAYS, 2), (Mode.NEVER, 3), (Mode.AT_LEAST_ONE_WALKABLE, 2), (Mode.ONLY_IF_NO_OBSTACLES, 3)],
)
def test_a_corner_is_cut_where_the_mode_allows_it(mode: Mode, length: int) -> None:
    assert len(drawn(".#", "..", mode=mode).get_id_path((0, 0), (1, 1))) == length


def test_of_equally_cheap_ways_up_and_right_are_looked_at_before_down_and_left() -> None:
    grid = grid_of(3, 3, Mode.NEVER)

    assert grid.get_id_path((0, 0), (1, 1)) == [(0, 0), (1, 0), (1, 1)]
    assert grid.get_id_path((1, 1), (0, 0)) == [(1, 1), (1, 0), (0, 0)]


def test_a_way_to_where_it_starts_is_that_cell_also_when_it_is_solid() -> None:
    assert drawn("#").get_id_path((0, 0), (0, 0)) == [(0, 0)]


def test_a_way_may_start_in_a_solid_cell_but_not_end_in_one() -> None:
    grid = drawn("#..#")

    assert grid.get_id_path((0, 0), (2, 0)) == [(0, 0), (1, 0), (2, 0)]
    assert grid.get_id_path((1, 0), (3, 0)) == []


def test_a_partial_way_leads_to_the_reachable_cell_nearest_to_the_goal() -> None:
    grid = drawn("..#.", "..#.", "..##")

    assert grid.get_id_path((0, 0), (3, 1)) == []
    assert grid.get_id_path((0, 0), (3, 1), allow_partial_path=True) == [(0, 0), (1, 1)]
    assert grid.get_id_path((0, 0), (2, 1), True) == [(0, 0), (1, 1)]
    assert grid.get_point_path((0, 0), (3, 1), True) == [(0, 0), (1, 1)]


def test_costs_of_a_subclass_are_asked_with_cells_and_weighed() -> None:
    class Hills(AStarGrid2D):
        def compute_cost(self, from_id: Vector2i, to_id: Vector2i) -> float:
            assert type(from_id) is type(to_id) is Vector2i
            return 100.0 if to_id == (1, 0) else 1.0

        def estimate_cost(self, from_id: Vector2i, end_id: Vector2i) -> float:
            assert end_id == (2, 0)
            return 0.0

    grid = Hills()
    grid.region = (0, 0, 3, 2)
    grid.diagonal_mode = Mode.NEVER
    grid.update()

    assert grid.get_id_path((0, 0), (2, 0)) == [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)]
    grid.set_point_weight_scale((1, 1), 1000.0)
    assert grid.get_id_path((0, 0), (2, 0)) == [(0, 0), (1, 0), (2, 0)]


# --- Jumping


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("share", [0.1, 0.35])
def test_jumping_finds_ways_as_short_as_walking(mode: Mode, share: float) -> None:
    for seed in range(12):
        grid = random_grid(seed, mode, share)
        grid.jumping_enabled = True
        start = cells(grid)[seed % len(cells(grid))]
        costs = costs_from(grid, start)
        for goal in cells(grid):
            path = grid.get_id_path(start, goal)
            if goal in costs and (goal == start or not grid.is_point_solid(goal)):
                assert (path[0], path[-1]) == (start, goal)
                assert sum(map(dist, path, path[1:])) == pytest.approx(costs[goal])
            else:
                assert path == []


def test_a_jump_skips_what_lies_between() -> None:
    grid = grid_of(50, 50)
    grid.jumping_enabled = True

    assert grid.get_id_path((0, 0), (49, 20)) == [(0, 0), (20, 20), (49, 20)]


def test_jumps_cost_what_a_subclass_says() -> None:
    class Far(AStarGrid2D):
        def compute_cost(self, from_id: Vector2i, to_id: Vector2i) -> float:
            return 1.0

    grid = Far()
    grid.region = (0, 0, 9, 9)
    grid.jumping_enabled = True
    grid.update()

    assert grid.get_id_path((0, 0), (8, 8)) == [(0, 0), (8, 8)]


# --- Cells


def test_positions_of_squares_are_their_top_left_corners() -> None:
    grid = AStarGrid2D()
    grid.region = (-2, 3, 4, 4)
    grid.cell_size = (16, 8)
    grid.offset = (100, 50)
    grid.update()

    assert grid.get_point_position((-2, 3)) == (68, 74)
    assert type(grid.get_point_position((0, 4))) is Vector2


@pytest.mark.parametrize(
    ("shape", "column", "row"),
    [(Shape.ISOMETRIC_RIGHT, (16, -8), (16, 8)), (Shape.ISOMETRIC_DOWN, (16, 8), (-16, 8))],
)
def test_isometric_cells_lie_half_a_cell_apart_both_ways_and_positions_are_middles(
    shape: int, column: Cell, row: Cell
) -> None:
    grid = AStarGrid2D()
    grid.region = (0, 0, 3, 3)
    grid.cell_size = (32, 16)
    grid.cell_shape = Shape(shape)
    grid.offset = (5, 7)
    grid.update()
    origin = grid.get_point_position((0, 0))

    assert origin == (5 + 16, 7 + 8)
    assert grid.get_point_position((1, 0)) - origin == column
    assert grid.get_point_position((0, 1)) - origin == row


def test_what_changes_the_layout_makes_the_grid_dirty_until_update_which_opens_all_cells() -> None:
    grid = drawn("#.")
    grid.set_point_weight_scale((1, 0), 3.0)
    assert not grid.is_dirty()

    for name, value in (("region", (0, 0, 3, 1)), ("cell_size", (2, 2)), ("offset", (1, 1)), ("cell_shape", 1)):
        setattr(grid, name, value)
        assert grid.is_dirty()
        with pytest.raises(MathValueError, match=r"call update\(\) first"):
            grid.get_id_path((0, 0), (1, 0))
        grid.update()
        assert not grid.is_dirty()
        assert not grid.is_point_solid((0, 0))
        assert grid.get_point_weight_scale((1, 0)) == 1.0
        setattr(grid, name, value)
        assert not grid.is_dirty()


def test_update_keeps_the_cells_of_a_grid_that_is_not_dirty() -> None:
    grid = drawn("#.")

    grid.update()

    assert grid.is_point_solid((0, 0))


def test_regions_are_filled_as_far_as_they_reach_into_the_grid() -> None:
    grid = grid_of(4, 3, left=-1, top=-1)

    grid.fill_solid_region((-5, -5, 6, 6))
    grid.fill_weight_scale_region((1, 0, 9, 1), 2.5)
    grid.fill_solid_region((-1, -1, 1, 1), False)

    assert {cell for cell in cells(grid) if grid.is_point_solid(cell)} == {(0, -1), (-1, 0), (0, 0)}
    assert {cell for cell in cells(grid) if grid.get_point_weight_scale(cell) == 2.5} == {(1, 0), (2, 0)}


def test_data_of_a_region_are_told_row_after_row() -> None:
    grid = grid_of(3, 3)
    grid.set_point_solid((1, 0))
    grid.set_point_weight_scale((0, 1), 4.0)

    data = grid.get_point_data_in_region((-1, 0, 3, 2))

    assert [each["id"] for each in data] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert [each["solid"] for each in data] == [False, True, False, False]
    assert [each["weight_scale"] for each in data] == [1.0, 1.0, 4.0, 1.0]
    assert data[3]["position"] == (1, 1)


def test_bounds_and_clearing() -> None:
    grid = grid_of(2, 2, left=5, top=-5)

    assert grid.is_in_bounds(5, -5)
    assert grid.is_in_boundsv((6, -4))
    assert not grid.is_in_boundsv((7, -5))
    assert not grid.is_in_bounds(5, -6)
    assert grid.size == (2, 2)
    grid.clear()
    assert grid.region == (0, 0, 0, 0)
    assert not grid.is_in_bounds(5, -5)


# --- Bad input


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda grid: grid.get_id_path((0, 0), (9, 0)),
            r"AStarGrid2D.get_id_path - the cell \(9, 0\) is not in",
        ),
        (
            lambda grid: grid.get_point_path((0, -1), (0, 0)),
            r"get_point_path - the cell \(0, -1\) is not in",
        ),
        (lambda grid: grid.set_point_solid((3, 0)), r"set_point_solid - the cell \(3, 0\) is not in the region"),
        (lambda grid: grid.set_point_weight_scale((0, 0), -1), r"a weight scale must be finite and 0 or more, got -1"),
        (lambda grid: grid.fill_weight_scale_region((0, 0, 1, 1), nan), r"finite and 0 or more, got nan"),
        (lambda grid: setattr(grid, "region", (0, 0, -1, 2)), r"AStarGrid2D.region - a size must not be negative"),
        (lambda grid: setattr(grid, "region", (0, 0, 1, MAX_CELLS)), r"nor more than 67108864 cells"),
        (lambda grid: setattr(grid, "offset", (0, inf)), r"AStarGrid2D.offset - must be finite"),
        (lambda grid: setattr(grid, "cell_size", (nan, 1)), r"AStarGrid2D.cell_size - must be finite"),
        (lambda grid: setattr(grid, "diagonal_mode", 9), r"diagonal_mode must be one of ALWAYS 0, .* got 9"),
        (lambda grid: setattr(grid, "diagonal_mode", True), r"diagonal_mode must be one of ALWAYS 0, .* got True"),
        (lambda grid: setattr(grid, "cell_shape", "round"), r"cell_shape must be one of SQUARE 0, .* got 'round'"),
        (lambda grid: setattr(grid, "default_compute_heuristic", None), r"must be one of EUCLIDEAN 0, .* got None"),
        (lambda grid: setattr(grid, "default_estimate_heuristic", -1), r"must be one of EUCLIDEAN 0, .* got -1"),
    ],
)
def test_a_bad_argument_is_refused_before_anything_changed(call: Any, text: str) -> None:
    grid = grid_of(3, 2)
    before = grid.get_point_data_in_region((0, 0, 3, 2))

    with pytest.raises(MathValueError, match=text):
        call(grid)

    assert not grid.is_dirty()
    assert grid.get_point_data_in_region((0, 0, 3, 2)) == before


@pytest.mark.parametrize(
    "call",
    [
        lambda grid: setattr(grid, "region", (0, 0, 1)),
        lambda grid: setattr(grid, "region", "abcd"),
        lambda grid: setattr(grid, "offset", 1.0),
        lambda grid: setattr(grid, "size", None),
        lambda grid: grid.is_point_solid((0, 0, 0)),
        lambda grid: grid.is_in_boundsv(1),
        lambda grid: grid.get_id_path((0, 0), None),
        lambda grid: grid.fill_solid_region(5),
        lambda grid: grid.set_point_weight_scale((0, 0), "much"),
    ],
)
def test_a_wrong_type_is_refused(call: Any) -> None:
    with pytest.raises(MathTypeError, match=r"^AStarGrid2D\.\w+"):
        call(grid_of(3, 2))


@pytest.mark.parametrize("cost", [nan, -1.0])
def test_a_cost_that_means_nothing_is_refused_with_the_step_that_has_it(cost: float) -> None:
    class Odd(AStarGrid2D):
        def compute_cost(self, from_id: Vector2i, to_id: Vector2i) -> float:
            return cost

    grid = Odd()
    grid.region = (0, 0, 2, 1)
    grid.update()

    with pytest.raises(MathValueError, match=r"compute_cost\(Vector2i\(0, 0\), Vector2i\(1, 0\)\) - a cost must be 0"):
        grid.get_id_path((0, 0), (1, 0))
