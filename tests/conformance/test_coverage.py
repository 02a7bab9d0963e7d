"""Every record of the suites below has exactly one test, or one line in excluded.jsonl that says why it has none.

A test names its record with `@pytest.mark.record(id)`. The records that have a test are copied, line by line, to
records/*.jsonl, so that the suite stands alone; where the originals are there, the copies are compared with them.
A line of excluded.jsonl has the record's id, a reason, what the record is about, and where a line of the design
overrules it, that line.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import COUNTS, MARKED

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
ORIGINALS = REPOSITORY.parent / "shared" / "spec" / "conformance"
DESIGNS = (REPOSITORY / "DESIGN.md", REPOSITORY.parent / "shared" / "DESIGN.md")

SUITES = {
    ("mainframe", suite)
    for suite in (
        "node_tree", "lifecycle", "frame", "pause", "groups", "timers", "scene_change", "input", "input_map",
        "servers_registry", "fixed_step_servers", "runtime_rules", "signals", "transform2d", "world", "allocation",
        "tweens", "edit_mode", "transform3d", "scene_load", "scene_format", "serialization", "camera2d", "canvas",
        "physics_interpolation", "physics2d", "physics_edge", "physics_serialization",
    )
} | {
    ("godot", suite)
    for suite in (
        "Node", "SceneTree", "NodePath", "Timer", "InputEvent", "InputEventKey", "InputEventMouse", "Shortcut",
        "Camera2D", "Node2D", "Object", "Callable", "Tween", "InstancePlaceholder", "ResourceUID", "PackedScene",
        "VariantText", "Sprite2D", "SpriteFrames", "Path2D", "PathFollow2D", "Viewport",
        "Vector2", "Vector2i", "Vector3", "Vector3i", "Vector4", "Rect2", "Rect2i", "AABB", "Plane", "Quaternion",
        "Basis", "Transform2D", "Transform3D", "Projection", "Color", "Geometry2D", "Geometry3D", "MathFuncs", "AStar",
    )
} | {("sindri", suite) for suite in ("sindri.texture", "sindri.uvrect", "sindri.extraction.batch")}  # fmt: skip
REASONS = ("another format", "later", "overruled", "no counterpart")


def read(path: Path) -> dict[str, dict[str, Any]]:
    """The lines of a file by their ids."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    by_id = {line["id"]: line for line in lines}
    assert len(by_id) == len(lines), f"{path.name} has an id twice"
    return by_id


@pytest.fixture(scope="module")
def excluded() -> dict[str, dict[str, Any]]:
    return read(HERE / "excluded.jsonl")


@pytest.fixture(scope="module")
def copies() -> dict[str, dict[str, Any]]:
    copies: dict[str, dict[str, Any]] = {}
    for path in sorted((HERE / "records").glob("*.jsonl")):
        records = read(path)
        assert not records.keys() & copies.keys(), f"{path.name} has a record that another file has"
        copies |= records
    return copies


@pytest.fixture(scope="module")
def originals() -> dict[str, dict[str, Any]]:
    if not ORIGINALS.is_dir():
        pytest.skip("the original records are not beside this repository")
    originals: dict[str, dict[str, Any]] = {}
    for path in sorted(ORIGINALS.glob("*.jsonl")):
        originals |= read(path)
    return originals


@pytest.fixture
def tests(request: pytest.FixtureRequest) -> dict[str, set[tuple[str, str]]]:
    """The tests of each record: file and name."""
    marked = request.session.stash[MARKED]
    if {path for path, _, _ in marked} < set(HERE.glob("test_*.py")):
        pytest.skip("tests are only counted when all of tests/conformance is collected")
    tests: dict[str, set[tuple[str, str]]] = {}
    for path, name, record in marked:
        if record:
            tests.setdefault(record, set()).add((path.name, name))
    return tests


def covered(records: dict[str, dict[str, Any]]) -> set[str]:
    """The ids of those records whose suite this page covers."""
    return {key for key, record in records.items() if (record["origin"], record["suite"]) in SUITES}


def test_every_record_has_one_test_or_one_exclusion(
    tests: dict[str, set[tuple[str, str]]],
    excluded: dict[str, dict[str, Any]],
    copies: dict[str, dict[str, Any]],
    pytestconfig: pytest.Config,
) -> None:
    records = covered(copies) | excluded.keys()
    if ORIGINALS.is_dir():
        records = set()
        for path in sorted(ORIGINALS.glob("*.jsonl")):
            records |= covered(read(path))
        assert excluded.keys() <= records

    assert sorted(records - tests.keys() - excluded.keys()) == []
    assert sorted(tests.keys() & excluded.keys()) == []
    assert {record: sorted(names) for record, names in tests.items() if len(names) > 1} == {}

    reasons = Counter(line["reason"] for line in excluded.values())
    pytestconfig.stash[COUNTS] = (
        f"records of the covered suites: {len(records)}, {len(records & tests.keys())} with a test, "
        f"{len(excluded)} excluded ({', '.join(f'{count} {reason}' for reason, count in reasons.most_common())}); "
        f"of other suites: {len(tests.keys() - records)} with a test"
    )


def test_every_record_that_has_a_test_is_copied(
    tests: dict[str, set[tuple[str, str]]], copies: dict[str, dict[str, Any]]
) -> None:
    assert sorted(tests.keys() - copies.keys()) == []
    assert sorted(covered(copies) - tests.keys()) == []


def test_copied_records_are_the_originals(
    copies: dict[str, dict[str, Any]], originals: dict[str, dict[str, Any]]
) -> None:
    assert [key for key, record in copies.items() if record != originals.get(key)] == []


def test_every_exclusion_has_one_of_four_reasons(excluded: dict[str, dict[str, Any]]) -> None:
    for line in excluded.values():
        assert line["reason"] in REASONS
        assert line["because"]
        assert ("quote" in line) == (line["reason"] == "overruled")


def test_what_overrules_a_record_stands_in_the_design(excluded: dict[str, dict[str, Any]]) -> None:
    design = next((path for path in DESIGNS if path.is_file()), None)
    if design is None:
        pytest.skip("DESIGN.md is neither in this repository nor beside it")
    text = design.read_text("utf-8")

    quotes = [line["quote"] for line in excluded.values() if line["reason"] == "overruled"]

    assert quotes
    assert [quote for quote in quotes if quote not in text] == []
