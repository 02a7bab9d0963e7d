"""AStar2D and AStar3D: the cheapest way, ties, partial ways, what connections mean, and bad input."""

from __future__ import annotations

import random
from heapq import heappop, heappush
from itertools import pairwise
from math import dist, inf, nan
from typing import Any

import pytest

from engine.math import AStar2D, AStar3D, AStarGrid2D, MathTypeError, MathValueError, Vector2, Vector3


def square() -> AStar2D:
    """0 at the top left, 1 right of it, 2 below 1, 3 below 0; connected around."""
    graph = AStar2D()
    for id, position in enumerate([(0, 0), (10, 0), (10, 10), (0, 10)]):
        graph.add_point(id, position)
    for start, end in ((0, 1), (1, 2), (2, 3), (3, 0)):
        graph.connect_points(start, end)
    return graph


def random_graph(seed: int, weights: tuple[float, float]) -> AStar3D:
    dice = random.Random(seed)
    graph = AStar3D()
    count = dice.randint(2, 40)
    for id in range(count):
        graph.add_point(id, [dice.uniform(-50, 50) for _ in range(3)], dice.uniform(*weights))
        graph.set_point_disabled(id, dice.random() < 0.1)
    for _ in range(count * 2):
        start, end = dice.randrange(count), dice.randrange(count)
        if start != end:
            graph.connect_points(start, end, dice.random() < 0.5)
    return graph


def dijkstra(graph: Any, start: int) -> dict[int, float]:
    """The least cost of reaching each point, found without any estimate."""
    costs: dict[int, float] = {}
    waiting = [(0.0, start)]
    while waiting:
        cost, id = heappop(waiting)
        if id in costs:
            continue
        costs[id] = cost
        for after in graph.get_point_connections(id):
            if not graph.is_point_disabled(after):
                heappush(waiting, (cost + step_cost(graph, id, after), after))
    return costs


def step_cost(graph: Any, start: int, end: int) -> float:
    return dist(graph.get_point_position(start), graph.get_point_position(end)) * float(
        graph.get_point_weight_scale(end)
    )


def cost_of(graph: Any, path: list[int]) -> float:
    assert all(end in graph.get_point_connections(start) for start, end in pairwise(path))
    return sum(step_cost(graph, start, end) for start, end in pairwise(path))


# --- The cheapest way


@pytest.mark.parametrize("seed", range(40))
def test_the_way_costs_what_a_search_without_estimates_finds(seed: int) -> None:
    graph = random_graph(seed, (1.0, 4.0))
    costs = dijkstra(graph, 0)

    for goal in graph.get_point_ids():
        path = graph.get_id_path(0, goal)
        if goal in costs:
            assert (path[0], path[-1]) == (0, goal)
            assert cost_of(graph, path) == pytest.approx(costs[goal])
        else:
            assert path == []


@pytest.mark.parametrize("seed", range(10))
def test_without_an_estimate_weights_below_1_do_not_mislead(seed: int) -> None:
    class Unguided(AStar3D):
        def estimate_cost(self, from_id: int, end_id: int) -> float:
            return 0.0

    known = random_graph(seed, (0.0, 1.0))
    graph = Unguided()
    for id in known.get_point_ids():
        graph.add_point(id, known.get_point_position(id), known.get_point_weight_scale(id))
        graph.set_point_disabled(id, known.is_point_disabled(id))
    for id in known.get_point_ids():
        for after in known.get_point_connections(id):
            graph.connect_points(id, after, bidirectional=False)

    for goal, cost in dijkstra(graph, 0).items():
        assert cost_of(graph, graph.get_id_path(0, goal)) == pytest.approx(cost)


def test_a_point_path_has_the_positions_of_the_id_path() -> None:
    graph = square()

    assert graph.get_point_path(0, 2) == [graph.get_point_position(id) for id in graph.get_id_path(0, 2)]
    assert all(type(position) is Vector2 for position in graph.get_point_path(0, 2))


def test_of_equally_cheap_ways_the_one_connected_first_is_taken_each_time() -> None:
    assert square().get_id_path(0, 2) == [0, 1, 2]
    other = AStar2D()
    for id, position in enumerate([(0, 0), (10, 0), (10, 10), (0, 10)]):
        other.add_point(id, position)
    for start, end in ((3, 0), (2, 3), (1, 2), (0, 1)):
        other.connect_points(start, end)
    assert other.get_id_path(0, 2) == [0, 3, 2]


def test_a_way_to_where_it_starts_is_that_point_also_when_it_is_disabled() -> None:
    graph = square()
    graph.set_point_disabled(1)

    assert graph.get_id_path(1, 1) == [1]


def test_disabled_points_are_avoided_but_may_be_where_a_way_starts() -> None:
    graph = square()
    graph.set_point_disabled(1)

    assert graph.get_id_path(0, 2) == [0, 3, 2]
    assert graph.get_id_path(1, 3) in ([1, 0, 3], [1, 2, 3])
    assert graph.get_id_path(0, 1) == []
    graph.set_point_disabled(1, False)
    assert graph.get_id_path(0, 1) == [0, 1]


def test_a_heavy_point_is_gone_around() -> None:
    graph = square()
    graph.set_point_weight_scale(1, 10.0)

    assert graph.get_id_path(0, 2) == [0, 3, 2]
    assert graph.get_point_weight_scale(1) == 10.0


def test_a_partial_way_leads_to_the_reachable_point_nearest_to_the_goal() -> None:
    graph = square()
    graph.add_point(9, (14, 11))

    assert graph.get_id_path(0, 9) == []
    assert graph.get_id_path(0, 9, allow_partial_path=True) == [0, 1, 2]
    graph.connect_points(2, 9)
    graph.set_point_disabled(9)
    assert graph.get_point_path(0, 9, True) == [(0, 0), (10, 0), (10, 10)]


def test_a_partial_way_of_equally_near_ends_is_the_cheapest() -> None:
    graph = AStar2D()
    for id, position in enumerate([(0, 0), (0, 5), (0, -5), (20, 0)]):
        graph.add_point(id, position)
    graph.connect_points(0, 1)
    graph.connect_points(0, 2)
    graph.set_point_weight_scale(1, 3.0)
    graph.set_point_position(0, (-9, 0))

    assert graph.get_id_path(0, 3, True) == [0, 2]


def test_a_partial_way_of_equally_near_ends_is_the_cheapest_also_when_estimates_mislead() -> None:
    class Misled(AStar2D):
        def estimate_cost(self, from_id: int, end_id: int) -> float:
            return [3.0, 1.0, 9.0, 1.0, 0.0][from_id]

        def compute_cost(self, from_id: int, to_id: int) -> float:
            return {(0, 1): 5.0, (0, 2): 1.0, (2, 3): 1.0}[from_id, to_id]

    graph = Misled()
    for id in range(5):
        graph.add_point(id, (0, 0))
    for start, end in ((0, 1), (0, 2), (2, 3)):
        graph.connect_points(start, end, bidirectional=False)

    assert graph.get_id_path(0, 4, allow_partial_path=True) == [0, 2, 3]


def test_costs_of_a_subclass_are_asked_with_the_ids_in_the_direction_of_the_way() -> None:
    asked = []

    class Uphill(AStar2D):
        def compute_cost(self, from_id: int, to_id: int) -> float:
            asked.append((from_id, to_id))
            return 1.0 if to_id > from_id else 100.0

        def estimate_cost(self, from_id: int, end_id: int) -> float:
            assert end_id == 2
            return 0.0

    graph = Uphill()
    for id in range(3):
        graph.add_point(id, (0, 0))
    graph.connect_points(0, 1)
    graph.connect_points(1, 2)
    graph.connect_points(0, 2)

    assert graph.get_id_path(0, 2) == [0, 2]
    assert set(asked) <= {(0, 1), (0, 2), (1, 2), (1, 0)}


# --- Points and connections


def test_adding_a_point_again_moves_it_and_keeps_its_connections() -> None:
    graph = square()

    graph.add_point(1, (20, 0), 2.0)

    assert graph.get_point_position(1) == (20, 0)
    assert graph.get_point_weight_scale(1) == 2.0
    assert graph.get_point_connections(1) == [0, 2]
    assert graph.get_point_count() == 4


def test_removing_a_point_removes_the_connections_to_it() -> None:
    graph = square()
    graph.add_point(7, (0, 0))
    graph.connect_points(7, 1, bidirectional=False)

    graph.remove_point(1)

    assert not graph.has_point(1)
    assert graph.get_point_ids() == [0, 2, 3, 7]
    assert graph.get_point_connections(7) == []
    assert graph.get_point_connections(0) == [3]


def test_an_available_id_is_free_and_one_that_was_removed_is_given_again() -> None:
    graph = AStar3D()
    assert graph.get_available_point_id() == 0
    graph.add_point(0, (0, 0, 0))
    graph.add_point(1, (0, 0, 0))
    assert graph.get_available_point_id() == 2
    graph.add_point(2, (0, 0, 0))
    graph.remove_point(1)
    assert graph.get_available_point_id() == 1
    graph.clear()
    assert (graph.get_available_point_id(), graph.get_point_count()) == (0, 0)


def test_points_that_are_missing_are_not_connected() -> None:
    assert not square().are_points_connected(0, 77)
    assert not square().are_points_connected(0, 2)


def test_space_can_be_reserved_but_not_less_than_there_is() -> None:
    graph = square()

    graph.reserve_space(100)

    assert graph.get_point_capacity() == 100
    with pytest.raises(MathValueError, match=r"reserve_space - needs more than 0 and at least 100, got 4"):
        graph.reserve_space(4)


# --- The nearest


def test_the_closest_point_is_the_one_with_the_smallest_id_of_equally_near_ones() -> None:
    graph = AStar2D()
    for id in (5, 3, 8):
        graph.add_point(id, (id % 2, 0))
    graph.add_point(1, (50, 0))

    assert graph.get_closest_point((1, 5)) == 3
    graph.set_point_disabled(3)
    assert graph.get_closest_point((1, 5)) == 5
    assert graph.get_closest_point((1, 5), include_disabled=True) == 3
    assert AStar2D().get_closest_point((0, 0)) == -1


def test_the_closest_position_lies_on_a_connection_of_points_that_are_not_disabled() -> None:
    graph = square()

    assert graph.get_closest_position_in_segment((4, 3)) == (4, 0)
    assert graph.get_closest_position_in_segment((12, -5)) == (10, 0)
    graph.set_point_disabled(0)
    assert graph.get_closest_position_in_segment((4, 3)) == (10, 3)
    assert AStar3D().get_closest_position_in_segment((1, 2, 3)) == Vector3()


def test_the_closest_position_of_a_connection_without_length_is_its_end() -> None:
    graph = AStar2D()
    graph.add_point(0, (1, 1))
    graph.add_point(1, (1, 1))
    graph.connect_points(0, 1)

    assert graph.get_closest_position_in_segment((4, 3)) == (1, 1)


# --- Bad input


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda graph: graph.get_id_path(0, 77), r"AStar2D.get_id_path - there is no point 77; add_point\(77, pos"),
        (lambda graph: graph.get_point_path(77, 0), r"there is no point 77"),
        (lambda graph: graph.remove_point(77), r"remove_point - there is no point 77"),
        (lambda graph: graph.connect_points(0, 0), r"connect_points - point 0 cannot be connected with itself"),
        (lambda graph: graph.disconnect_points(0, 77), r"disconnect_points - there is no point 77"),
        (lambda graph: graph.add_point(-1, (0, 0)), r"add_point - an id must be 0 or more, got -1"),
        (lambda graph: graph.add_point(5, (nan, 0)), r"add_point - a position must be finite, got Vector2\(nan, 0.0\)"),
        (lambda graph: graph.add_point(0, (1, 1), -1.0), r"a weight scale must be finite and 0 or more, got -1.0"),
        (lambda graph: graph.set_point_weight_scale(0, inf), r"a weight scale must be finite and 0 or more, got inf"),
        (lambda graph: graph.set_point_position(0, (0, inf)), r"set_point_position - a position must be finite"),
        (lambda graph: graph.get_closest_point((nan, 0)), r"get_closest_point - a position must be finite"),
    ],
)
def test_a_bad_argument_is_refused_before_anything_changed(call: Any, text: str) -> None:
    graph = square()

    with pytest.raises(MathValueError, match=text):
        call(graph)

    assert graph.get_point_ids() == [0, 1, 2, 3]
    assert graph.get_point_position(0) == (0, 0)
    assert graph.get_point_weight_scale(0) == 1.0


@pytest.mark.parametrize(
    "call",
    [
        lambda graph: graph.add_point("a", (0, 0)),
        lambda graph: graph.add_point(5, (0, 0, 0)),
        lambda graph: graph.add_point(5, "ab"),
        lambda graph: graph.add_point(5, (0, 0), "heavy"),
        lambda graph: graph.get_closest_position_in_segment(4),
    ],
)
def test_a_wrong_type_is_refused(call: Any) -> None:
    with pytest.raises(MathTypeError, match=r"^AStar2D\.\w+"):
        call(square())


@pytest.mark.parametrize("cost", [nan, -1.0])
def test_a_cost_that_means_nothing_is_refused_with_the_step_that_has_it(cost: float) -> None:
    class Odd(AStar2D):
        def compute_cost(self, from_id: int, to_id: int) -> float:
            return cost

    graph = Odd()
    graph.add_point(0, (0, 0))
    graph.add_point(4, (1, 0))
    graph.connect_points(0, 4)

    with pytest.raises(MathValueError, match=r"Odd.compute_cost\(0, 4\) - a cost must be 0 or more, got"):
        graph.get_id_path(0, 4)


def test_an_estimate_that_is_not_a_number_is_refused() -> None:
    class Odd(AStar2D):
        def estimate_cost(self, from_id: int, end_id: int) -> float:
            return nan

    graph = Odd()
    graph.add_point(0, (0, 0))

    with pytest.raises(MathValueError, match=r"Odd.estimate_cost\(0, 0\) - an estimate must be a number, got nan"):
        graph.get_id_path(0, 0)


@pytest.mark.parametrize("kind", [AStar2D, AStar3D, AStarGrid2D])
@pytest.mark.parametrize("name", ["_compute_cost", "_estimate_cost"])
def test_costs_under_godots_names_are_refused_when_the_class_is_made(kind: type, name: str) -> None:
    with pytest.raises(MathTypeError, match=rf"^Mine\.{name} is never called; it is {name[1:]} here$"):
        type("Mine", (kind,), {name: lambda self, from_id, to_id: 1.0})
