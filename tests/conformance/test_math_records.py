"""The records of records/godot_math.jsonl: expressions of Godot's value types and functions, and its easing curves.

Godot computed its values in float32; `approx` is the records' own tolerance.
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Callable
from math import inf, nan, pi, sqrt, tau
from pathlib import Path
from typing import Any

import pytest

import engine.math as em
from engine.math import Color, easing, geometry_2d, geometry_3d

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parent / "records" / "godot_math.jsonl").read_text("utf-8").splitlines()
]

# The types that are not engine.math's.
TYPES: dict[str, Callable[..., Any]] = {"String": str, "Array": lambda *items: list(items)}

CONSTANTS = {
    "Math.PI": pi,
    "Math.TAU": tau,
    "Math.INF": inf,
    "Math.NaN": nan,
    "Math.SQRT2": sqrt(2.0),
    "Math.SQRT3": sqrt(3.0),
    "Math.SQRT12": sqrt(1.0 / 2.0),
    "Math.SQRT13": sqrt(1.0 / 3.0),
    "SIDE_TOP": em.SIDE_TOP,
}

MODULES = {"Math": (em, math), "Geometry2D": (geometry_2d, em), "Geometry3D": (geometry_3d,)}

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Color.named": Color.named,
    "Color.hex": Color.hex,
    "Color.html_is_valid": Color.html_is_valid,
    "Math.next_power_of_2": em.nearest_po2,
    "Math.previous_power_of_2": em.previous_po2,
    "Math.closest_power_of_2": em.closest_po2,
    "Math.get_shift_from_power_of_2": em.po2_shift,
    "Geometry3D.planeBoxOverlap": geometry_3d.plane_box_overlap,
}

OPERATORS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "neg": operator.neg,
}

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "approx": lambda a, b: approx(a, b),
    "not_approx": lambda a, b: not approx(a, b),
}


def approx(a: Any, b: Any) -> bool:
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(approx, a, b))
    return bool(abs(a - b) <= 1e-5 * (1 + max(abs(a), abs(b))))


def evaluate(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    if "const" in tree:
        return constant(tree["const"])
    if "str" in tree:
        return tree["str"]
    if "get" in tree:
        return getattr(evaluate(tree["on"]), tree["get"])
    if "index" in tree:
        return item(evaluate(tree["on"]), evaluate(tree["index"]))
    if "call" in tree:
        return call(evaluate(tree["on"]), tree["call"], arguments(tree))
    if "fn" in tree:
        return function(tree["fn"])(*arguments(tree))
    if "op" in tree:
        return OPERATORS[tree["op"]](*arguments(tree))
    ((name, parts),) = tree.items()
    make = TYPES.get(name) or getattr(em, name)
    return make(*map(evaluate, parts if isinstance(parts, list) else [parts]))


def constant(name: str) -> Any:
    """Math.PI, SIDE_TOP, Vector2.AXIS_X or Vector2.Axis.AXIS_X."""
    if name in CONSTANTS:
        return CONSTANTS[name]
    kind, *_, last = name.split(".")
    return getattr(getattr(em, kind), last)


def function(name: str) -> Callable[..., Any]:
    """A function of a module, or a static one of a type."""
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    home, last = name.split(".")
    homes = MODULES.get(home) or (getattr(em, home),)
    return getattr(next(place for place in homes if hasattr(place, last)), last)  # type: ignore[no-any-return]


def item(target: Any, index: int) -> Any:
    """Godot's Projection is indexed by columns; ours is a flat tuple with the columns x to w."""
    return getattr(target, "xyzw"[index]) if isinstance(target, em.Projection) else target[index]


def arguments(tree: dict[str, Any]) -> list[Any]:
    return [evaluate(argument) for argument in tree["args"]]


def call(target: Any, method: str, args: list[Any]) -> Any:
    if method == "is_empty":
        return not target
    if method == "size" and isinstance(target, list):
        return len(target)
    if method in ("intersects_ray", "intersects_segment"):  # Godot's C++ says whether, ours where
        return getattr(target, method)(*args) is not None
    if not hasattr(target, method):  # a pair of get_x and set_x is a property here
        return getattr(target, method.removeprefix("get_"))
    return getattr(target, method)(*args)


def ids_of(records: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(record, id=record["id"], marks=pytest.mark.record(record["id"])) for record in records]


@pytest.mark.parametrize("record", ids_of([record for record in RECORDS if record["suite"] != "Tween"]))
def test_expression(record: dict[str, Any]) -> None:
    value, expected = evaluate(record["action"]), evaluate(record["expect"]["value"])

    assert RELATIONS[record["expect"]["rel"]](value, expected), f"{value} {record['expect']['rel']} {expected}"


@pytest.mark.parametrize("record", ids_of([record for record in RECORDS if record["suite"] == "Tween"]))
def test_easing_curve(record: dict[str, Any]) -> None:
    sentence = record["action"].removeprefix("Tween.interpolate_value(").removesuffix(")")
    initial, delta, elapsed, duration, trans, ease = sentence.split(", ")

    value = easing.interpolate(
        getattr(easing, trans), getattr(easing, ease), float(elapsed), float(initial), float(delta), float(duration)
    )

    assert value == pytest.approx(record["expect"]["result"], abs=record["expect"]["tolerance"])
