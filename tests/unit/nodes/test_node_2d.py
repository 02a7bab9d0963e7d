"""Node2D: its properties, inside and outside a tree; what it refuses; who is told of changes."""

from __future__ import annotations

from math import inf, nan, pi, sqrt
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import get_exports
from engine.input import InputEventMouseMotion
from engine.math import Transform2D, Vector2
from engine.math.errors import SingularTransformError
from engine.tree.scene_tree import SceneTree
from nodes import Node, Node2D


@pytest.fixture
def tree() -> SceneTree:
    return SceneTree()


# Local


def test_a_new_node_stands_upright_at_the_origin() -> None:
    node = Node2D()

    assert node.position == (0, 0)
    assert node.rotation == node.rotation_degrees == node.skew == 0.0
    assert node.scale == (1, 1)
    assert node.transform == node.global_transform == Transform2D.IDENTITY


def test_properties_may_be_given_to_the_constructor() -> None:
    node = Node2D("Ship", position=(1, 2), rotation_degrees=90, scale=(2, 3), skew=0.1)

    assert node.name == "Ship"
    assert node.position == (1, 2)
    assert node.rotation == pi / 2
    assert node.scale == (2, 3)
    assert node.skew == 0.1


def test_the_saved_properties_have_godots_defaults() -> None:
    exports = get_exports(Node2D)

    defaults = {name: exports[name].default for name in ("position", "rotation", "scale", "skew")}
    assert defaults == {"position": Vector2(0, 0), "rotation": 0.0, "scale": Vector2(1, 1), "skew": 0.0}
    assert "transform" not in exports
    assert "global_position" not in exports


def test_the_transform_is_made_of_rotation_scale_skew_and_position() -> None:
    node = Node2D(position=(3, 4), rotation=0.5, scale=(2, -3), skew=0.25)

    assert node.transform == Transform2D(0.5, (2, -3), 0.25, (3, 4))


def test_what_was_set_is_read_back_as_it_was() -> None:
    node = Node2D(rotation=7.0, scale=(-1, 2), skew=-0.5)

    assert (node.rotation, node.scale, node.skew) == (7.0, (-1, 2), -0.5)


def test_setting_one_of_rotation_scale_and_skew_keeps_the_others() -> None:
    node = Node2D(rotation=7.0, scale=(-1, 2), skew=-0.5)

    node.rotation = 1.0
    assert (node.scale, node.skew) == ((-1, 2), -0.5)
    node.scale = (4, 4)
    assert (node.rotation, node.skew) == (1.0, -0.5)
    node.skew = 0.125
    assert (node.rotation, node.scale) == (1.0, (4, 4))


def test_an_assigned_transform_is_kept_exactly() -> None:
    sheared = Transform2D((1.1, 0.3), (0.7, 1.9), (5, 6))
    node = Node2D(transform=sheared)

    assert node.transform == sheared
    assert (node.rotation, node.scale, node.skew) == (
        sheared.get_rotation(),
        sheared.get_scale(),
        sheared.get_skew(),
    )
    assert node.transform == sheared


def test_moving_keeps_an_assigned_transform_exactly() -> None:
    node = Node2D(transform=Transform2D((1.1, 0.3), (0.7, 1.9), (5, 6)))

    node.position = (0, 0)

    assert node.transform == Transform2D((1.1, 0.3), (0.7, 1.9), (0, 0))


def test_turning_keeps_the_scale_and_skew_of_an_assigned_transform() -> None:
    sheared = Transform2D((1.1, 0.3), (0.7, 1.9), (5, 6))
    node = Node2D(transform=sheared)

    node.rotation = 1.0

    assert node.transform.is_equal_approx(Transform2D(1.0, sheared.get_scale(), sheared.get_skew(), (5, 6)))


def test_a_scale_of_0_becomes_one_that_is_very_small() -> None:
    node = Node2D(scale=(0, -0.000001))

    assert node.scale == (0.00001, 0.00001)
    assert node.transform.determinant() > 0


def test_moves_and_turns_add_up() -> None:
    node = Node2D(position=(1, 2), rotation=0.5, scale=(2, 3))

    node.translate((10, 20))
    node.rotate(0.25)
    node.apply_scale((2, 0.5))

    assert node.position == (11, 22)
    assert node.rotation == 0.75
    assert node.scale == (4, 1.5)


def test_moving_along_its_own_axes_goes_by_pixels_or_by_its_scale() -> None:
    node = Node2D(rotation=pi / 2, scale=(2, 3))

    node.move_local_x(10)
    assert node.position == pytest.approx((0, 10))
    node.move_local_x(10, scaled=True)
    assert node.position == pytest.approx((0, 30))
    node.move_local_y(10)
    assert node.position == pytest.approx((-10, 30))
    node.move_local_y(10, scaled=True)
    assert node.position == pytest.approx((-40, 30))


# Global: each test outside a tree and in one


@pytest.fixture(params=["outside", "inside"])
def pair(request: pytest.FixtureRequest, tree: SceneTree) -> tuple[Node2D, Node2D]:
    parent = Node2D(position=(10, 20), rotation=pi / 2, scale=(2, 4))
    child = parent.add_child(Node2D(position=(1, 2)))
    if request.param == "inside":
        tree.root.add_child(parent)
    return parent, child


def test_global_values_are_those_on_the_canvas(pair: tuple[Node2D, Node2D]) -> None:
    parent, child = pair

    assert child.global_position == pytest.approx((2, 22))
    assert child.global_rotation == pytest.approx(pi / 2)
    assert child.global_rotation_degrees == pytest.approx(90)
    assert child.global_scale == pytest.approx((2, 4))
    assert child.global_skew == pytest.approx(0)
    assert child.global_transform.is_equal_approx(parent.transform * child.transform)


def test_a_global_position_may_be_set(pair: tuple[Node2D, Node2D]) -> None:
    _, child = pair

    child.global_position = (10, 40)

    assert child.position == pytest.approx((10, 0))
    assert child.global_position == pytest.approx((10, 40))


def test_a_global_rotation_may_be_set(pair: tuple[Node2D, Node2D]) -> None:
    _, child = pair

    child.global_rotation = 0.5
    assert child.global_rotation == pytest.approx(0.5)
    child.global_rotation_degrees = -30
    assert child.global_rotation_degrees == pytest.approx(-30)
    assert child.position == (1, 2)


def test_a_global_scale_may_be_set(pair: tuple[Node2D, Node2D]) -> None:
    _, child = pair

    child.global_scale = (6, 6)

    assert child.scale == pytest.approx((3, 1.5))
    assert child.global_scale == pytest.approx((6, 6))


def test_a_global_skew_may_be_set(pair: tuple[Node2D, Node2D]) -> None:
    parent, child = pair
    parent.scale = (2, 2)

    child.global_skew = 0.25

    assert child.skew == pytest.approx(0.25)
    assert child.global_skew == pytest.approx(0.25)


def test_a_global_skew_may_be_set_on_a_mirror_image(pair: tuple[Node2D, Node2D]) -> None:
    parent, child = pair
    parent.scale = (2, 2)
    child.scale = (1, -1)

    child.global_skew = 0.25

    assert child.global_skew == pytest.approx(0.25)
    assert child.global_scale == pytest.approx((2, -2))


def test_a_global_transform_may_be_set(pair: tuple[Node2D, Node2D]) -> None:
    _, child = pair
    wanted = Transform2D((1.1, 0.3), (0.7, 1.9), (5, 6))

    child.global_transform = wanted

    assert child.global_transform.is_equal_approx(wanted)


def test_global_values_of_a_root_are_the_local_ones(tree: SceneTree) -> None:
    node = tree.root.add_child(Node2D())

    node.global_position = (1, 2)
    node.global_rotation = 7.0
    node.global_scale = (-1, 3)
    node.global_skew = 0.5
    assert (node.position, node.rotation, node.scale, node.skew) == ((1, 2), 7.0, (-1, 3), 0.5)
    node.global_transform = Transform2D((1.1, 0.3), (0.7, 1.9), (5, 6))
    assert node.transform == Transform2D((1.1, 0.3), (0.7, 1.9), (5, 6))


def test_global_translate_moves_on_the_canvas(pair: tuple[Node2D, Node2D]) -> None:
    _, child = pair

    child.global_translate((5, -5))

    assert child.global_position == pytest.approx((7, 17))


def test_points_go_to_local_space_and_back(pair: tuple[Node2D, Node2D]) -> None:
    _, child = pair

    assert child.to_global((1, 1)) == pytest.approx((-2, 24))
    assert child.to_local((-2, 24)) == pytest.approx((1, 1))


def test_look_at_points_the_x_axis_at_a_point(pair: tuple[Node2D, Node2D]) -> None:
    parent, child = pair
    parent.scale = (2, 2)

    child.look_at(child.global_position + Vector2(10, 10))

    assert child.global_transform.x.normalized() == pytest.approx((sqrt(0.5), sqrt(0.5)))


def test_a_non_uniform_scale_over_a_rotation_shears(pair: tuple[Node2D, Node2D]) -> None:
    parent, child = pair
    parent.transform = Transform2D((2, 0), (0, 1), (0, 0))
    child.transform = Transform2D((0.6, 0.8), (-0.8, 0.6), (1, 1))

    assert child.global_transform == Transform2D((1.2, 0.8), (-1.6, 0.6), (2, 1))


def test_top_level_cuts_the_chain(pair: tuple[Node2D, Node2D]) -> None:
    _, child = pair

    child.top_level = True
    assert child.global_position == (1, 2)
    child.global_position = (3, 4)
    assert child.position == (3, 4)
    child.top_level = False
    assert child.global_position == pytest.approx((-6, 26))


def test_a_node_in_between_that_is_not_2d_cuts_the_chain() -> None:
    parent = Node2D(position=(10, 0))
    child = parent.add_child(Node()).add_child(Node2D(position=(1, 0)))

    assert child.global_position == (1, 0)


def test_a_node_keeps_its_transform_when_it_leaves_the_tree(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node2D(position=(10, 0)))
    child = parent.add_child(Node2D(position=(1, 0), rotation=1.0))
    tree.tick(0.1)
    child.position = (2, 0)

    parent.remove_child(child)

    assert child.global_transform == Transform2D(1.0, (2, 0))
    child.position = (3, 0)
    tree.root.add_child(child)
    assert child.global_position == (3, 0)


def test_reparent_keeps_the_global_transform(tree: SceneTree) -> None:
    first = tree.root.add_child(Node2D(position=(10, 20), rotation=0.5, scale=(2, 1)))
    second = tree.root.add_child(Node2D(position=(-5, 3), rotation=-1.0, skew=0.5))
    child = first.add_child(Node2D(position=(1, 2), rotation=0.25))
    before = child.global_transform

    child.reparent(second)
    assert child.global_transform.is_equal_approx(before)
    child.reparent(tree.root)
    assert child.transform.is_equal_approx(before)
    child.reparent(second, keep_global_transform=False)
    assert child.global_transform.is_equal_approx(second.transform * before)


@pytest.mark.parametrize("axes", [((1, 0), (2, 0)), ((1e200, 0), (0, 1e200))])
def test_under_a_parent_without_an_inverse_reparent_keeps_the_local_transform(tree: SceneTree, axes: Any) -> None:
    flat = tree.root.add_child(Node2D(transform=Transform2D(axes[0], axes[1], (0, 0))))
    child = tree.root.add_child(Node2D(position=(1, 2)))

    child.reparent(flat)

    assert child.transform == Transform2D(0, (1, 2))


def test_get_relative_transform_to_parent_also_works_outside_a_tree() -> None:
    top = Node2D(position=(100, 0))
    middle = top.add_child(Node2D(position=(10, 0), rotation=pi / 2))
    node = middle.add_child(Node2D(position=(1, 0)))

    assert node.get_relative_transform_to_parent(top).origin == pytest.approx((10, 1))
    assert node.get_relative_transform_to_parent(middle) == node.transform


def test_a_subclass_that_forgets_super_init_works(tree: SceneTree) -> None:
    class Careless(Node2D):
        def __init__(self, x: float) -> None:
            self.position = (x, 0)

    node = tree.root.add_child(Careless(5))

    assert node.global_position == (5, 0)
    assert node.rotation == 0.0


def test_a_subclass_may_set_properties_before_super_init() -> None:
    class Early(Node2D):
        def __init__(self) -> None:
            self.position = (5, 0)
            super().__init__("Early")

    assert Early().position == (5, 0)


def test_an_engine_class_may_add_slots_of_its_own() -> None:
    class Slotted(Node2D):
        __module__ = "nodes.slotted"
        __slots__ = ("_extra",)
        _extra: int

        def _init_core(self) -> None:
            super()._init_core()
            self._extra = 5

    node = Slotted(position=(1, 2))

    assert (node._extra, node.position) == (5, (1, 2))


# What is refused

NOT_NUMBERS: tuple[Any, ...] = ("ab", (1,), (1, 2, 3), ("a", "b"), None, 5, {1, 2}, (1j, 2))
NOT_FINITE = ((nan, 0), (0, inf), Vector2(nan, 0), Vector2(0, -inf), [inf, inf])


@pytest.mark.parametrize("name", ["position", "scale", "global_position", "global_scale"])
def test_a_pair_must_be_two_finite_numbers(tree: SceneTree, name: str) -> None:
    node = tree.root.add_child(Node2D("Ship", position=(1, 2)))
    before = node.transform

    for value in NOT_NUMBERS:
        with pytest.raises(InvalidTypeError) as refused:
            setattr(node, name, value)
        advice = "; write (5, 5)" if value == 5 else ""
        assert str(refused.value) == f"/root/Ship.{name} must be two finite numbers, got {value!r}{advice}"
    for value in NOT_FINITE:
        with pytest.raises(InvalidValueError) as refused_value:
            setattr(node, name, value)
        assert str(refused_value.value) == f"/root/Ship.{name} must be two finite numbers, got {value!r}"
    assert node.transform == before
    tree.tick(0.1)
    assert node.global_transform == before


NUMBERS = (
    "rotation",
    "rotation_degrees",
    "skew",
    "global_rotation",
    "global_rotation_degrees",
    "global_skew",
)


@pytest.mark.parametrize("name", NUMBERS)
def test_an_angle_must_be_a_finite_number(name: str) -> None:
    node = Node2D("Ship")

    for value in ("1", None, (1,), [1, 2], 1j):
        with pytest.raises(InvalidTypeError, match=rf"^Ship\.{name} must be a finite number, got "):
            setattr(node, name, value)
    for value in (nan, inf, -inf):
        with pytest.raises(InvalidValueError, match=rf"^Ship\.{name} must be a finite number, got "):
            setattr(node, name, value)
    assert node.transform == Transform2D.IDENTITY


def test_angles_must_have_a_finite_sum() -> None:
    node = Node2D("Ship", skew=1e308)

    with pytest.raises(InvalidValueError, match=r"^Ship\.rotation must leave rotation \+ skew finite, got 1\.7e\+308"):
        node.rotation = 1.7e308
    assert (node.rotation, node.skew) == (0.0, 1e308)


@pytest.mark.parametrize("name", ["transform", "global_transform"])
def test_a_transform_must_be_six_finite_numbers(name: str) -> None:
    node = Node2D("Ship")

    for value in (5, (1, 2), "abcdef", None):
        with pytest.raises(InvalidTypeError, match=rf"^Ship\.{name} must be six finite numbers, got "):
            setattr(node, name, value)
    with pytest.raises(InvalidValueError, match=rf"^Ship\.{name} must be six finite numbers, got "):
        setattr(node, name, (1, 0, 0, 1, nan, 0))
    assert node.transform == Transform2D.IDENTITY


@pytest.mark.parametrize(
    ("method", "argument"),
    [
        ("translate", "offset"),
        ("apply_scale", "ratio"),
        ("global_translate", "offset"),
        ("to_local", "global_point"),
        ("to_global", "local_point"),
    ],
)
def test_a_method_names_the_argument_that_is_wrong(method: str, argument: str) -> None:
    node = Node2D("Ship")

    with pytest.raises(InvalidTypeError, match=rf"^Ship\.{method}\({argument}\) must be two finite numbers, got 5; "):
        getattr(node, method)(5)


def test_values_that_can_be_read_as_numbers_are_taken() -> None:
    node = Node2D()

    node.position = np.array((1, 2))  # type: ignore[assignment]  # numpy's arrays do not declare themselves sequences
    assert (type(node.position), node.position) == (Vector2, (1.0, 2.0))
    node.position = [3, True]
    assert node.position == (3.0, 1.0)
    node.rotation = 1
    assert type(node.rotation) is float
    node.scale = (2, 3)
    assert {type(part) for part in node.scale} == {float}


@pytest.mark.parametrize("axes", [((1, 0), (2, 0)), ((1e200, 0), (0, 1e200))])
def test_below_what_has_no_inverse_nothing_can_be_placed_globally(tree: SceneTree, axes: Any) -> None:
    flat = tree.root.add_child(Node2D("Flat", transform=Transform2D(axes[0], axes[1], (0, 0))))
    node = flat.add_child(Node2D("Ship"))

    values: dict[str, Any] = {
        "global_position": (1, 1),
        "global_rotation": 1,
        "global_scale": (2, 2),
        "global_skew": 1,
        "global_transform": (1, 0, 0, 1, 5, 5),
    }
    for name, value in values.items():
        text = rf"^/root/Flat/Ship\.{name} needs the inverse of the global transform of /root/Flat, which flattens"
        with pytest.raises(SingularTransformError, match=text):
            setattr(node, name, value)
    assert node.transform == Transform2D.IDENTITY
    with pytest.raises(SingularTransformError, match=r"^/root/Flat/Ship\.to_local\(\) needs the inverse of"):
        node.to_local((1, 1))


def test_a_component_cannot_be_set_and_the_error_says_what_to_write() -> None:
    with pytest.raises(AttributeError, match=r"write node\.position \+= \(1, 0\)"):
        Node2D().position.x += 1  # type: ignore[misc]


# Being told of changes


class Watcher(Node2D):
    def __init__(self, log: list[str]) -> None:
        super().__init__()
        self.log = log

    def on_transform_changed(self) -> None:
        self.log.append(f"{self.name} {self.global_position}")


def test_a_node_that_asked_is_told_once_a_frame_in_which_it_moved(tree: SceneTree) -> None:
    log: list[str] = []
    parent = tree.root.add_child(Node2D())
    node = parent.add_child(Watcher(log))
    node.set_notify_transform(True)
    assert node.is_transform_notification_enabled()

    tree.tick(0.1)
    assert log == ["Watcher (0.0, 0.0)"]
    tree.tick(0.1)
    assert len(log) == 1
    parent.position = (1, 0)
    node.position = (1, 0)
    node.position = (2, 0)
    tree.tick(0.1)
    assert log[1:] == ["Watcher (3.0, 0.0)"]


def test_a_node_that_did_not_ask_or_no_longer_does_is_not_told(tree: SceneTree) -> None:
    log: list[str] = []
    node = tree.root.add_child(Watcher(log))
    tree.tick(0.1)
    node.set_notify_transform(True)
    node.set_notify_transform(False)

    node.position = (1, 0)
    tree.tick(0.1)

    assert log == []
    assert not node.is_transform_notification_enabled()


def test_who_asked_before_entering_is_told_after_each_entering(tree: SceneTree) -> None:
    log: list[str] = []
    node = Watcher(log)
    node.set_notify_transform(True)
    for _ in range(2):
        tree.root.add_child(node)
        tree.tick(0.1)
        tree.tick(0.1)
        tree.root.remove_child(node)

    assert len(log) == 2


def test_moving_while_being_told_counts_for_the_next_frame(tree: SceneTree) -> None:
    log: list[str] = []

    class Restless(Watcher):
        def on_transform_changed(self) -> None:
            super().on_transform_changed()
            if len(self.log) < 3:
                self.translate((1, 0))

    tree.root.add_child(Restless(log)).set_notify_transform(True)
    told = []
    for _ in range(4):
        tree.tick(0.1)
        told.append(len(log))

    assert told == [1, 2, 3, 3]


def test_a_node_freed_by_another_that_is_told_is_not_told(tree: SceneTree) -> None:
    log: list[str] = []

    class Killer(Watcher):
        def on_transform_changed(self) -> None:
            super().on_transform_changed()
            self.get_child(0).free()

    killer = tree.root.add_child(Killer(log))
    victim = killer.add_child(Watcher(log))
    killer.set_notify_transform(True)
    victim.set_notify_transform(True)

    tree.tick(0.1)

    assert log == ["Killer (0.0, 0.0)"]


def test_the_mouse_is_told_in_the_canvas_and_in_the_nodes_own_pixels() -> None:
    tree = SceneTree()
    tree.root.canvas_transform = Transform2D(0.0, Vector2(-100, 0))
    node = tree.root.add_child(Node2D(position=(10, 20), scale=(2, 2)))

    tree.push_input(InputEventMouseMotion(position=(50, 60)))

    assert node.get_global_mouse_position() == (150, 60)
    assert node.get_local_mouse_position() == (70, 20)
    assert node.get_viewport_rect() == (0, 0, 1152, 648)
