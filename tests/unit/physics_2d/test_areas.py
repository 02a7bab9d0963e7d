"""Area2D: what it tells of bodies and other areas that come in and go, when, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, TreeError
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CollisionShape2D, StaticBody2D
from tests.unit.physics_2d.worlds import box, circle, floating, floor, rectangle, with_shape

Log = list[Any]


def region(parent: Node, x: float = 0.0, y: float = 0.0, **exported: Any) -> Area2D:
    """An area of 50 px."""
    area = Area2D(position=(x, y), **exported)
    with_shape(area, rectangle())
    return parent.add_child(area)


def logged(*areas: Area2D) -> Log:
    """What areas tell, each as (area, what, node)."""
    log: Log = []
    for area in areas:
        for name in ("body_entered", "body_exited", "area_entered", "area_exited"):
            signal = getattr(area, name)
            signal.connect(lambda node, area=area, name=name: log.append((area.name, name, node.name)))
    return log


def shapes_logged(area: Area2D) -> Log:
    log: Log = []
    for name in ("body_shape_entered", "body_shape_exited", "area_shape_entered", "area_shape_exited"):
        signal = getattr(area, name)
        signal.connect(lambda rid, node, other, own, name=name: log.append((name, rid, node.name, other, own)))
    return log


# --- bodies -----------------------------------------------------------------------------------------------------------


def test_a_body_comes_in_and_goes(tree: SceneTree) -> None:
    area = region(tree.root)
    body = floating(tree.root, 300, name="Body")
    log = logged(area)
    tree.frames(2)
    assert log == []

    body.position = (40, 0)
    tree.frames(2)
    assert log == [("Area2D", "body_entered", "Body")]
    assert area.get_overlapping_bodies() == [body]
    assert area.overlaps_body(body)
    assert area.has_overlapping_bodies()

    body.position = (300, 0)
    tree.frames(2)
    assert log[1:] == [("Area2D", "body_exited", "Body")]
    assert area.get_overlapping_bodies() == []
    assert not area.overlaps_body(body)
    assert not area.has_overlapping_bodies()


@pytest.mark.parametrize("kind", ["rigid", "static", "asleep"])
def test_an_area_that_is_moved_finds_what_rests(tree: SceneTree, kind: str) -> None:
    area = region(tree.root, 1000)
    body: Node = (
        tree.root.add_child(with_shape(StaticBody2D(), rectangle()))
        if kind == "static"
        else floating(tree.root, sleeping=kind == "asleep")
    )
    tree.frames(2)

    area.position = (0, 0)
    tree.frames(2)

    assert area.get_overlapping_bodies() == [body]


def test_what_sleeps_in_it_stays_in_it(tree: SceneTree) -> None:
    floor(tree.root)
    area = region(tree.root, 0, -25, collision_mask=2)
    body = box(tree.root, 0, -25, collision_layer=3)
    log = logged(area)

    tree.frames(200)

    assert body.sleeping
    assert log == [("Area2D", "body_entered", "RigidBody2D")]


def test_what_passes_through_within_one_step_is_not_told(tree: SceneTree) -> None:
    log = logged(region(tree.root))
    body = floating(tree.root, -60, linear_velocity=(20000, 0))

    tree.frames(1)

    assert body.position.x > 200
    assert log == []


def test_a_body_is_told_before_its_shapes_and_each_shape_once(tree: SceneTree) -> None:
    area = region(tree.root)
    area.add_child(CollisionShape2D(shape=circle(), position=(200, 0)))
    body = floating(tree.root, 10, name="Body")
    body.add_child(CollisionShape2D(shape=circle(), position=(190, 0)))
    log = shapes_logged(area)
    area.body_entered.connect(lambda node: log.append(("body_entered", node.name)))
    area.body_exited.connect(lambda node: log.append(("body_exited", node.name)))
    rid = body.get_rid()
    tree.frames(2)
    assert log == [
        ("body_entered", "Body"),
        ("body_shape_entered", rid, "Body", 0, 0),
        ("body_shape_entered", rid, "Body", 1, 1),
    ]

    log.clear()
    body.position = (60, 0)  # only its second shape is in the area's second
    body.get_child(1).position = (140, 0)  # type: ignore[attr-defined]
    tree.frames(2)
    assert log == [("body_shape_exited", rid, "Body", 0, 0)]

    log.clear()
    body.position = (1000, 0)
    tree.frames(2)
    assert log == [("body_exited", "Body"), ("body_shape_exited", rid, "Body", 1, 1)]


def test_a_shape_that_is_disabled_goes_and_comes_back(tree: SceneTree) -> None:
    area = region(tree.root)
    body = floating(tree.root)
    tree.frames(2)
    log = logged(area)

    body.get_child(0).disabled = True  # type: ignore[attr-defined]
    tree.frames(2)
    body.get_child(0).disabled = False  # type: ignore[attr-defined]
    tree.frames(2)

    assert [what for _, what, _ in log] == ["body_exited", "body_entered"]


def test_a_shape_that_changes_and_stays_in_is_not_told(tree: SceneTree) -> None:
    area = region(tree.root)
    body = floating(tree.root)
    tree.frames(2)
    log = logged(area)

    body.get_child(0).shape = circle(20)  # type: ignore[attr-defined]
    area.get_child(0).shape.size = (60, 60)  # type: ignore[attr-defined]
    tree.frames(3)

    assert log == []


# --- layers -----------------------------------------------------------------------------------------------------------


def test_a_mask_that_changes_counts_at_the_next_step(tree: SceneTree) -> None:
    area = region(tree.root)
    floating(tree.root, collision_layer=2, sleeping=True)
    log = logged(area)
    tree.frames(2)

    area.collision_mask = 2
    tree.frames(2)
    area.collision_mask = 4
    tree.frames(2)

    assert [what for _, what, _ in log] == ["body_entered", "body_exited"]


# --- monitoring -------------------------------------------------------------------------------------------------------


def test_monitoring_off_tells_at_once_that_all_went_and_on_that_they_came(tree: SceneTree) -> None:
    area = region(tree.root)
    floating(tree.root)
    region(tree.root, 10, name="Other", collision_mask=0)
    tree.frames(2)
    log = logged(area)

    area.monitoring = False
    assert [what for _, what, _ in log] == ["body_exited", "area_exited"]
    tree.frames(2)
    assert len(log) == 2

    area.monitoring = True
    tree.frames(2)
    assert [what for _, what, _ in log[2:]] == ["body_entered", "area_entered"]


def test_questions_without_monitoring_are_refused(tree: SceneTree) -> None:
    area = region(tree.root, monitoring=False)

    for ask in (area.get_overlapping_areas, area.get_overlapping_bodies, area.has_overlapping_areas):
        with pytest.raises(TreeError, match=rf"Area2D\.{ask.__name__}\(\): monitoring is off; set it to True"):
            ask()
    with pytest.raises(TreeError, match="monitoring is off"):
        area.overlaps_body(area)
    with pytest.raises(TreeError, match="monitoring is off"):
        area.overlaps_area(area)


def test_questions_about_what_is_no_node_are_refused(tree: SceneTree) -> None:
    area = region(tree.root)

    with pytest.raises(InvalidTypeError, match=r"overlaps_body\(body\) must be a node, got 3"):
        area.overlaps_body(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"overlaps_area\(area\) must be a node, got None"):
        area.overlaps_area(None)  # type: ignore[arg-type]


# --- other areas ------------------------------------------------------------------------------------------------------


def test_areas_see_one_another(tree: SceneTree) -> None:
    first, second = region(tree.root, name="First"), region(tree.root, 30, name="Second")
    log = logged(first, second)

    tree.frames(2)

    assert log == [("First", "area_entered", "Second"), ("Second", "area_entered", "First")]
    assert first.get_overlapping_areas() == [second]
    assert first.overlaps_area(second)
    assert not first.overlaps_body(second)


def test_an_area_sees_others_by_its_own_mask_only(tree: SceneTree) -> None:
    first = region(tree.root, name="First", collision_layer=1, collision_mask=2)
    second = region(tree.root, 30, name="Second", collision_layer=2, collision_mask=0)
    log = logged(first, second)

    tree.frames(2)

    assert log == [("First", "area_entered", "Second")]


def test_an_area_that_is_not_monitorable_is_not_seen_and_sees(tree: SceneTree) -> None:
    first = region(tree.root, name="First")
    second = region(tree.root, 30, name="Second", monitorable=False)
    log = logged(first, second)
    tree.frames(2)
    assert log == [("Second", "area_entered", "First")]

    second.monitorable = True
    tree.frames(2)
    second.monitorable = False
    tree.frames(2)

    assert log[1:] == [("First", "area_entered", "Second"), ("First", "area_exited", "Second")]


def test_shapes_of_areas_are_told(tree: SceneTree) -> None:
    first, second = region(tree.root), region(tree.root, 30, name="Second")
    log = shapes_logged(first)
    tree.frames(2)
    second.position = (500, 0)
    tree.frames(2)

    assert log == [
        ("area_shape_entered", second.get_rid(), "Second", 0, 0),
        ("area_shape_exited", second.get_rid(), "Second", 0, 0),
    ]


# --- order, and what handlers do --------------------------------------------------------------------------------------


def test_all_exits_come_before_all_enters_and_areas_in_the_order_they_were_made(tree: SceneTree) -> None:
    first, second = region(tree.root, 0, name="First"), region(tree.root, 200, name="Second")
    a, b = floating(tree.root, 0, name="A"), floating(tree.root, 200, name="B")
    tree.frames(2)
    log = logged(second, first)

    a.position, b.position = (200, 0), (0, 0)
    tree.frames(2)

    assert [(area, what, node) for area, what, node in log] == [
        ("First", "body_exited", "A"),
        ("Second", "body_exited", "B"),
        ("First", "body_entered", "B"),
        ("Second", "body_entered", "A"),
    ]


def test_several_that_come_at_once_are_told_in_the_order_in_which_they_were_made(tree: SceneTree) -> None:
    bodies = [floating(tree.root, 500, 60 * number, name=f"B{number}") for number in range(6)]
    area = region(tree.root, name="Area")
    area.add_child(CollisionShape2D(shape=rectangle(1000, 1000)))
    log = logged(area)

    for body in reversed(bodies):
        body.position = body.position.with_x(0)
    tree.frames(2)

    assert [node for _, _, node in log] == [f"B{number}" for number in range(6)]


def test_what_leaves_the_tree_exits_at_once(tree: SceneTree) -> None:
    area = region(tree.root)
    body = floating(tree.root)
    tree.frames(2)
    log = logged(area)

    tree.root.remove_child(body)

    assert log == [("Area2D", "body_exited", "RigidBody2D")]
    assert area.get_overlapping_bodies() == []
    tree.frames(2)
    assert len(log) == 1
    tree.root.add_child(body)
    tree.frames(2)
    assert log[1:] == [("Area2D", "body_entered", "RigidBody2D")]


def test_an_area_that_leaves_tells_that_all_went(tree: SceneTree) -> None:
    area, other = region(tree.root, name="Area"), region(tree.root, 10, name="Other")
    floating(tree.root)
    tree.frames(2)
    log = logged(area, other)

    area.free()

    assert [each for each in log if each[0] == "Area"] == [
        ("Area", "body_exited", "RigidBody2D"),
        ("Area", "area_exited", "Other"),
    ]
    assert [each for each in log if each[0] == "Other"] == [("Other", "area_exited", "Area")]


def test_of_what_leaves_while_its_entry_waits_neither_is_told(tree: SceneTree) -> None:
    first, second = region(tree.root, name="First"), region(tree.root, name="Second", collision_layer=0)
    first.collision_layer = 0
    log = logged(first, second)
    first.body_entered.connect(tree.root.remove_child)
    floating(tree.root)

    tree.frames(2)

    assert log == [("First", "body_entered", "RigidBody2D"), ("First", "body_exited", "RigidBody2D")]


@pytest.mark.parametrize("who", ["body", "area"])
@pytest.mark.parametrize("when", ["body_entered", "body_exited", "body_shape_entered", "body_shape_exited"])
def test_handlers_may_free_either(tree: SceneTree, who: str, when: str) -> None:
    area = region(tree.root)
    body = floating(tree.root)
    told: Log = []

    def end(*_: object) -> None:
        told.append(when)
        (body if who == "body" else area).free()

    getattr(area, when).connect(end)
    tree.frames(2)
    if "exited" in when:
        body.position = (900, 0)
        tree.frames(2)

    assert told == [when]
    assert (area if who == "body" else body).is_inside_tree()


def test_a_handler_may_turn_monitoring_off(tree: SceneTree) -> None:
    area = region(tree.root)
    log = logged(area)
    shapes = shapes_logged(area)
    area.body_entered.connect(lambda _: setattr(area, "monitoring", False))
    for number in range(3):
        floating(tree.root, number, name=f"B{number}")

    tree.frames(3)

    assert log == [("Area2D", "body_entered", "B0"), ("Area2D", "body_exited", "B0")]
    assert [name for name, *_ in shapes] == ["body_shape_exited"]


def test_what_a_handler_raises_leaves_the_tick_and_the_others_are_told(tree: SceneTree) -> None:
    first, second = region(tree.root, name="First"), region(tree.root, name="Second")
    first.collision_layer = second.collision_layer = 0
    log = logged(second)

    def fail(_: object) -> None:
        raise ValueError("no")

    first.body_entered.connect(fail)
    body = floating(tree.root)

    with pytest.raises(ValueError, match="no") as caught:
        tree.frames(2)

    assert caught.value.__notes__ == ["in body_entered of /root/First (Area2D)"]
    assert log == [("Second", "body_entered", "RigidBody2D")]
    assert first.get_overlapping_bodies() == [body]
    tree.frames(1)


def test_a_disabled_area_is_told_nothing_and_that_all_went(tree: SceneTree) -> None:
    area = region(tree.root)
    floating(tree.root)
    tree.frames(2)
    log = logged(area)

    area.process_mode = ProcessMode.DISABLED
    tree.frames(2)
    area.process_mode = ProcessMode.INHERIT
    tree.frames(2)

    assert [what for _, what, _ in log] == ["body_exited", "body_entered"]
