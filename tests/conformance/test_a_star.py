"""The records of records/a_star.jsonl: Godot's own tests of AStar3D."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.math import AStar3D

RECORDS = [
    json.loads(line) for line in (Path(__file__).parent / "records" / "a_star.jsonl").read_text("utf-8").splitlines()
]


def records(case: str) -> list[Any]:
    of_case = [record for record in RECORDS if record["case"] == case]
    return [pytest.param(record, id=record["id"], marks=pytest.mark.record(record["id"])) for record in of_case]


class Detour(AStar3D):
    """Going from A (0) to C (2) directly is dear."""

    def compute_cost(self, from_id: int, to_id: int) -> float:
        return 1000.0 if (from_id, to_id) == (0, 2) else 100.0


@pytest.mark.parametrize("record", records("custom cost detour"))
def test_a_dear_edge_is_avoided(record: dict[str, Any]) -> None:
    graph = Detour()
    for id, position in enumerate([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]):
        graph.add_point(id, position)
    for start, end in ((0, 1), (0, 2), (1, 2), (3, 0)):
        graph.connect_points(start, end)
    start, end = ("ABCX".index(name) for name in record["action"][len("get_id_path(") : -1].split(", "))

    assert graph.get_id_path(start, end) == record["expect"]["ids"]


def add_two(graph: AStar3D) -> None:
    graph.add_point(0, (0, -1, 0))
    graph.add_point(3, (2, 1, 0))
    graph.connect_points(2, 3)


STEPS: dict[str, Callable[[AStar3D], None]] = {
    "query": lambda graph: None,
    "disconnect(1,2)": lambda graph: graph.disconnect_points(1, 2),
    "disconnect(4,1, bidirectional=false)": lambda graph: graph.disconnect_points(4, 1, bidirectional=False),
    "disconnect(4,1,true)": lambda graph: graph.disconnect_points(4, 1, True),
    "connect(2,3,false)": lambda graph: graph.connect_points(2, 3, False),
    "connect(2,3,true)": lambda graph: graph.connect_points(2, 3, True),
    "disconnect(2,3,false)": lambda graph: graph.disconnect_points(2, 3, False),
    "connect(4,3,true)": lambda graph: graph.connect_points(4, 3, True),
    "disconnect(3,4,false)": lambda graph: graph.disconnect_points(3, 4, False),
    "remove_point(3)": lambda graph: graph.remove_point(3),
    "add 0(0,-1,0), 3(2,1,0); connect(2,3); get_closest_position_in_segment((0.5,0.5,0))": add_two,
}


def look(graph: AStar3D, asked: str) -> Any:
    """What a line of `expect` asks of the graph."""
    if asked == "result":
        return "Vector3({:g},{:g},{:g})".format(*graph.get_closest_position_in_segment((0.5, 0.5, 0)))
    if asked.startswith("deg "):
        return len(graph.get_point_connections(int(asked.removeprefix("deg "))))
    ids, *one_way = asked.removeprefix("connected(").removesuffix(")").replace("bidirectional=", "").rsplit("false", 1)
    start, end = (int(number) for number in ids.rstrip(", ").split(","))
    return graph.are_points_connected(start, end, bidirectional=not one_way)


@pytest.mark.parametrize("record", records("directed connections"))
def test_connections_of_one_and_both_directions(record: dict[str, Any]) -> None:
    graph = AStar3D()
    for id, position in enumerate([(0, 0, 0), (0, 1, 0), (1, 1, 0), (2, 0, 0)], 1):
        graph.add_point(id, position)
    graph.connect_points(1, 2)
    graph.connect_points(1, 3)
    graph.connect_points(1, 4, bidirectional=False)

    for earlier in RECORDS:
        if earlier["case"] == record["case"] and earlier["seq"] <= record["seq"]:
            STEPS[earlier["action"]](graph)

    assert {asked: look(graph, asked) for asked in record["expect"]} == record["expect"]
