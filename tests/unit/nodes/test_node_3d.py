"""Node3D: its properties, inside and outside a tree; its movements; what it refuses."""

from __future__ import annotations

from math import inf, nan, pi, radians
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import get_exports
from engine.math import Basis, EulerOrder, Quaternion, Transform3D, Vector3
from engine.math.errors import SingularTransformError
from engine.tree.node_path import NodePath
from engine.tree.scene_tree import SceneTree
from nodes import Node, Node3D

QUARTER = Quaternion(Vector3.UP, pi / 2)
SHEARED = Transform3D((1.1, 0.3, 0), (0.7, 1.9, 0.2), (0, 0.5, -2), (5, 6, 7))


@pytest.fixture
def tree() -> SceneTree:
    return SceneTree()


def near(values: Any) -> Any:
    return pytest.approx(tuple(values), abs=1e-9)


# Local


def test_a_new_node_stands_upright_at_the_origin() -> None:
    node = Node3D()

    assert node.position == node.rotation == node.rotation_degrees == (0, 0, 0)
    assert node.scale == (1, 1, 1)
    assert node.quaternion == Quaternion.IDENTITY
    assert node.basis == Basis()
    assert node.transform == node.global_transform == Transform3D.IDENTITY
    assert node.rotation_order is EulerOrder.YXZ


def test_properties_may_be_given_to_the_constructor() -> None:
    node = Node3D("Ship", position=(1, 2, 3), rotation_degrees=(0, 90, 0), scale=(2, 3, 4))

    assert node.name == "Ship"
    assert node.position == (1, 2, 3)
    assert node.rotation == (0, pi / 2, 0)
    assert node.scale == (2, 3, 4)


def test_what_godot_saves_is_saved() -> None:
    assert {
        name: get_exports(Node3D)[name].default for name in get_exports(Node3D) if name not in get_exports(Node)
    } == {
        "transform": Transform3D.IDENTITY,
        "rotation_order": EulerOrder.YXZ,
        "rotation_edit_mode": Node3D.RotationEditMode.EULER,
        "top_level": False,
        "visible": True,
        "visibility_parent": NodePath(""),
    }


def test_the_transform_scales_turns_and_moves() -> None:
    node = Node3D(position=(3, 4, 5), quaternion=QUARTER, scale=(2, 3, 4))

    assert node.transform == near(Transform3D((0, 0, -2), (0, 3, 0), (4, 0, 0), (3, 4, 5)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rotation", (7.0, -8.0, 9.0)),
        ("rotation_degrees", (200.0, -300.0, 400.0)),
        ("quaternion", (-0.6, 0.0, 0.0, -0.8)),
        ("scale", (-1.0, 2.0, 0.0)),
        ("basis", (1.1, 0.3, 0.0, 0.7, 1.9, 0.2, 0.0, 0.5, -2.0)),
        ("transform", tuple(SHEARED)),
        ("global_transform", tuple(SHEARED)),
    ],
)
def test_what_was_set_is_read_back_as_it_was(name: str, value: tuple[float, ...]) -> None:
    node = Node3D()

    setattr(node, name, value)
    node.position = (9, 9, 9) if "transform" not in name else value[9:]

    assert getattr(node, name) == value


def test_setting_rotation_or_scale_keeps_the_other() -> None:
    node = Node3D(rotation=(7, 8, 9), scale=(-1, 2, 3))

    node.scale = (4, 4, 4)
    assert node.rotation == (7, 8, 9)
    for name, value in (("rotation", (1, 2, 3)), ("rotation_degrees", (10, 20, 30)), ("quaternion", QUARTER)):
        setattr(node, name, value)
        assert node.scale == (4, 4, 4)


def test_the_rotation_is_the_same_in_all_its_forms() -> None:
    node = Node3D(rotation_degrees=(20, 30, 40))

    assert node.rotation == tuple(map(radians, (20, 30, 40)))
    assert node.quaternion == near(Quaternion.from_euler(node.rotation))
    assert node.basis == near(Basis(node.quaternion))
    node.rotation = (0.1, 0.2, 0.3)
    assert node.rotation_degrees == near((18 / pi, 36 / pi, 54 / pi))
    assert node.quaternion == near(Quaternion.from_euler((0.1, 0.2, 0.3)))


def test_degrees_that_are_read_out_are_whole_if_they_nearly_are() -> None:
    node = Node3D(quaternion=Quaternion(Vector3.UP, radians(30.0004)))
    assert node.rotation_degrees == (0, 30, 0)

    node.quaternion = Quaternion(Vector3.UP, radians(30.0006))
    assert node.rotation_degrees == pytest.approx((0, 30.0006, 0))
    assert node.rotation_degrees.y != 30


@pytest.mark.parametrize("order", EulerOrder)
def test_angles_are_applied_in_the_rotation_order(order: EulerOrder) -> None:
    """YXZ is the product Y * X * Z: what it turns is turned about z first."""
    node = Node3D(rotation_order=order, rotation=(0.3, 0.5, 0.7))
    turns = {"X": Basis((1, 0, 0), 0.3), "Y": Basis((0, 1, 0), 0.5), "Z": Basis((0, 0, 1), 0.7)}

    first, middle, last = (turns[letter] for letter in order.name)
    assert node.basis == near(first * middle * last)
    node.basis = node.basis
    assert node.rotation == near((0.3, 0.5, 0.7))


def test_another_rotation_order_changes_the_angles_and_turns_nothing() -> None:
    node = Node3D(rotation_degrees=(20, 30, 40), scale=(1, 2, 3))
    before = node.basis

    node.rotation_order = EulerOrder.ZYX

    assert node.basis == before
    assert node.scale == (1, 2, 3)
    assert node.rotation == near(before.get_euler(EulerOrder.ZYX))
    with pytest.raises(InvalidValueError, match=r"^Node3D.rotation_order must be one of XYZ 0, .* got 6$"):
        node.rotation_order = 6


def test_an_assigned_basis_is_kept_exactly_until_it_is_turned_or_scaled() -> None:
    node = Node3D(transform=SHEARED)
    assert node.scale == SHEARED.basis.get_scale()
    assert node.rotation == SHEARED.basis.get_euler()
    assert node.quaternion == SHEARED.basis.get_rotation_quaternion()
    assert node.transform == SHEARED

    node.position = (0, 0, 0)
    assert node.basis == SHEARED.basis
    node.rotation = (0, 1, 0)
    assert node.basis == near(Basis((0, 1, 0), 1).scaled_local(SHEARED.basis.get_scale()))


def test_scaling_keeps_the_rotation_of_an_assigned_basis() -> None:
    node = Node3D(transform=SHEARED)

    node.scale = (1, 1, 1)

    assert node.basis == near(Basis(SHEARED.basis.get_rotation_quaternion()))


def test_a_basis_that_flattens_is_kept_and_still_has_a_rotation() -> None:
    node = Node3D(basis=Basis((0, 0, 0), (0, 2, 0), (0, 0, 3)))

    assert node.scale == (0, 2, 3)
    assert node.rotation == (0, 0, 0)


def test_a_quaternion_is_made_1_long() -> None:
    node = Node3D(quaternion=(0, 3, 0, 4))

    assert node.quaternion == (0, 0.6, 0, 0.8)
    node.quaternion = (0, 3e200, 0, 4e200)
    assert node.quaternion == near((0, 0.6, 0, 0.8))


# Steps


def test_turning_keeps_the_scale_to_the_last_bit() -> None:
    node = Node3D(scale=(0.1, 0.7, 1.3))

    for step in range(300):
        (node.rotate_x, node.rotate_y, node.rotate_z)[step % 3](0.1)

    assert node.scale == (0.1, 0.7, 1.3)
    assert node.basis.get_scale() == near((0.1, 0.7, 1.3))


@pytest.mark.parametrize("basis", [Basis((1, 0, 0), 0.4), SHEARED.basis], ids=["turned", "sheared"])
def test_rotate_turns_about_an_axis_of_the_parent(basis: Basis) -> None:
    node = Node3D(basis=basis)
    if basis.is_rotation():
        node.quaternion = basis.get_rotation_quaternion()

    node.rotate((0, 0, 1), 0.5)
    node.rotate_x(0.25)
    node.rotate_y(0.75)

    turns = Basis((0, 1, 0), 0.75) * Basis((1, 0, 0), 0.25) * Basis((0, 0, 1), 0.5)
    assert node.basis == near(turns * basis)


@pytest.mark.parametrize("scale", [(2, 2, 2), (1, 2, 3)])
def test_rotate_object_local_turns_about_an_own_axis(scale: tuple[float, float, float]) -> None:
    node = Node3D(rotation=(0.1, 0.2, 0.3), scale=scale)
    before = node.basis

    node.rotate_object_local((0, 1, 0), 0.5)

    assert node.basis == near(before * Basis((0, 1, 0), 0.5))


def test_global_rotate_turns_about_an_axis_of_the_world() -> None:
    parent = Node3D(rotation=(0.3, 0.2, 0.1), scale=(2, 2, 2))
    child = parent.add_child(Node3D(position=(1, 2, 3), rotation=(0.5, 0, 0)))
    before = child.global_basis

    child.global_rotate((0, 0, 1), 0.7)

    assert child.global_basis == near(Basis((0, 0, 1), 0.7) * before)
    assert child.position == (1, 2, 3)
    parent.global_rotate((0, 1, 0), 0.2)
    assert parent.scale == (2, 2, 2)


def test_translate_moves_along_the_own_axes() -> None:
    node = Node3D(position=(1, 1, 1), quaternion=QUARTER, scale=(2, 2, 2))

    node.translate((0, 0, 1))
    assert node.position == near((3, 1, 1))
    node.translate_object_local((0, 0, 1))
    assert node.position == near((5, 1, 1))


def test_global_translate_moves_in_the_world() -> None:
    parent = Node3D(quaternion=QUARTER, scale=(2, 2, 2))
    child = parent.add_child(Node3D(position=(1, 1, 1)))
    before = child.global_position

    child.global_translate((1, 2, 3))

    assert child.global_position == near(before + (1, 2, 3))
    parent.global_translate((1, 2, 3))
    assert parent.position == (1, 2, 3)


def test_scale_object_local_multiplies_the_scale() -> None:
    node = Node3D(scale=(1, 2, 3))
    node.scale_object_local((2, 2, -1))
    assert node.scale == (2, 4, -3)

    sheared = Node3D(transform=SHEARED)
    sheared.scale_object_local((1, 2, 3))
    assert sheared.basis == SHEARED.basis.scaled_local((1, 2, 3))


def test_global_scale_stretches_along_the_axes_of_the_world() -> None:
    parent = Node3D(quaternion=QUARTER)
    child = parent.add_child(Node3D(position=(1, 0, 0), rotation=(0.3, 0, 0)))
    before = child.global_basis

    child.global_scale((2, 1, 1))

    assert child.global_basis == near(before.scaled((2, 1, 1)))
    assert child.position == (1, 0, 0)


def test_orthonormalize_takes_scale_and_skew_away() -> None:
    node = Node3D(rotation_degrees=(10, 20, 30), scale=(2, 3, 4))
    node.orthonormalize()
    assert (node.rotation_degrees, node.scale) == ((10, 20, 30), (1, 1, 1))

    sheared = Node3D(transform=SHEARED)
    sheared.orthonormalize()
    assert sheared.basis.is_orthonormal()
    assert sheared.basis == near(SHEARED.basis.orthonormalized())

    flat = Node3D(scale=(0, 1, 1))
    with pytest.raises(SingularTransformError, match=r"^Node3D.orthonormalize\(\) needs three axes that do not lie in"):
        flat.orthonormalize()
    assert flat.scale == (0, 1, 1)


def test_set_identity_undoes_everything() -> None:
    node = Node3D(transform=SHEARED)

    node.set_identity()

    assert node.transform == Transform3D.IDENTITY
    assert node.rotation == (0, 0, 0)


# Global


def family(tree: SceneTree | None) -> tuple[Node3D, Node3D]:
    parent = Node3D(position=(10, 0, 0), rotation=(0.3, 0.2, 0.1), scale=(2, 3, 4))
    child = parent.add_child(Node3D(position=(1, 2, 3), rotation=(0, 0.5, 0)))
    if tree is not None:
        tree.root.add_child(parent)
    return parent, child


@pytest.fixture(params=["inside a tree", "outside"])
def pair(request: pytest.FixtureRequest, tree: SceneTree) -> tuple[Node3D, Node3D]:
    return family(tree if request.param == "inside a tree" else None)


def test_the_global_transform_is_the_product_down_to_the_node(pair: tuple[Node3D, Node3D]) -> None:
    parent, child = pair

    assert child.global_transform == parent.transform * child.transform
    assert child.global_position == child.global_transform.origin
    assert child.global_basis == child.global_transform.basis
    assert child.global_rotation == child.global_basis.get_euler()
    assert child.global_rotation_degrees == pytest.approx(child.global_rotation * (180 / pi), abs=0.0005)


def test_global_values_can_be_set(pair: tuple[Node3D, Node3D]) -> None:
    _, child = pair

    child.global_position = (7, 8, 9)
    assert child.global_position == near((7, 8, 9))
    child.global_transform = SHEARED
    assert child.global_transform == near(SHEARED)
    child.global_basis = Basis((0, 1, 0), 0.3)
    assert child.global_basis == near(Basis((0, 1, 0), 0.3))
    assert child.global_position == near(SHEARED.origin)


def test_a_global_rotation_is_set_and_the_global_scale_kept(pair: tuple[Node3D, Node3D]) -> None:
    parent, child = pair
    parent.scale = (2, 2, 2)

    child.global_rotation = (0.4, 0.5, 0.6)
    assert child.global_rotation == near((0.4, 0.5, 0.6))
    assert child.global_basis.get_scale() == near((2, 2, 2))
    child.global_rotation_degrees = (10, 20, 30)
    assert child.global_rotation_degrees == (10, 20, 30)
    parent.global_rotation = (0.1, 0, 0)
    assert parent.scale == (2, 2, 2)


def test_to_local_and_to_global_lead_back_and_forth(pair: tuple[Node3D, Node3D]) -> None:
    _, child = pair

    assert child.to_global((1, 2, 3)) == child.global_transform * Vector3(1, 2, 3)
    assert child.to_local(child.to_global((1, 2, 3))) == near((1, 2, 3))


def test_a_node_that_is_top_level_stays_where_it_is_in_the_world(tree: SceneTree) -> None:
    parent, child = family(tree)
    before = child.global_transform
    assert child.get_parent_node_3d() is parent

    child.top_level = True
    assert child.transform == before
    assert child.get_parent_node_3d() is None
    parent.position = (0, 0, 0)
    assert child.global_transform == before

    child.top_level = False
    assert child.global_transform == near(before)
    assert child.get_parent_node_3d() is parent


def test_a_node_below_a_plain_node_is_relative_to_the_world(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node3D(position=(1, 0, 0)))

    child = parent.add_child(Node()).add_child(Node3D(position=(2, 0, 0)))

    assert child.global_position == (2, 0, 0)
    assert child.get_parent_node_3d() is None


def test_scale_can_be_left_out_of_the_global_transform(pair: tuple[Node3D, Node3D]) -> None:
    parent, child = pair
    grandchild = child.add_child(Node3D(position=(1, 0, 0)))
    full = child.global_transform

    child.set_disable_scale(True)

    assert child.is_scale_disabled()
    assert child.global_transform == near(full.with_basis(full.basis.orthonormalized()))
    assert grandchild.global_transform == child.global_transform * grandchild.transform
    parent.scale = (1, 1, 7)
    assert child.global_basis.is_orthonormal()
    if parent.is_inside_tree():
        early = grandchild.global_transform
        parent.tree.tick(0.1)
        assert grandchild.global_transform == early
    child.set_disable_scale(False)
    assert child.global_transform == parent.transform * child.transform


# Looking


def test_look_at_turns_the_own_minus_z_to_a_point_of_the_world(pair: tuple[Node3D, Node3D]) -> None:
    parent, child = pair
    parent.scale = (2, 2, 2)
    child.scale = (1, 2, 3)
    place = child.global_position

    child.look_at((4, 5, 6))

    direction = (Vector3(4, 5, 6) - place).normalized()
    assert -child.global_basis.z.normalized() == near(direction)
    assert child.global_basis.y.dot((0, 1, 0)) > 0
    assert child.global_basis.x.dot((0, 1, 0)) == pytest.approx(0)
    assert (child.position, child.scale) == ((1, 2, 3), (1, 2, 3))


def test_look_at_may_turn_the_front_of_a_model_to_the_point() -> None:
    node = Node3D()

    node.look_at((3, 0, 4), use_model_front=True)

    assert node.basis.z == near((0.6, 0, 0.8))


def test_look_at_from_position_moves_first(pair: tuple[Node3D, Node3D]) -> None:
    """Also below a parent that stretches its three axes by different numbers."""
    _, child = pair

    child.look_at_from_position((1, 1, 1), (1, 1, -9), up=(1, 0, 0))

    assert child.global_position == near((1, 1, 1))
    assert child.to_local((1, 1, -9)).normalized() == near((0, 0, -1))
    assert child.global_basis.y.dot((1, 0, 0)) > 0
    assert child.scale == (1, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1, 2, 3),), r"look_at\(target\) must be another point than where the node is, .* got \(1, 2, 3\)"),
        (((1, 9, 3),), r"look_at\(up\) must be a direction that is not on one line with that to the target"),
        (((5, 5, 5), (0, 0, 0)), r"look_at\(up\) must be a direction that is not on one line"),
        (((nan, 5, 5),), r"look_at\(target\) must be three finite numbers, got \(nan, 5, 5\)"),
    ],
)
def test_where_nothing_can_be_looked_at_nothing_is_changed(arguments: Any, message: str) -> None:
    node = Node3D(position=(1, 2, 3), rotation=(0.1, 0.2, 0.3))

    with pytest.raises(InvalidValueError, match=rf"^Node3D.{message}"):
        node.look_at(*arguments)
    assert node.rotation == (0.1, 0.2, 0.3)


# What is refused


def test_what_is_not_finite_is_refused_and_nothing_changed(tree: SceneTree) -> None:
    node = tree.root.add_child(Node3D("It", position=(1, 2, 3)))

    for value in ((nan, 0, 0), (0, inf, 0), Vector3(0, 0, -inf)):
        for name in ("position", "rotation", "rotation_degrees", "scale", "global_position", "global_rotation"):
            with pytest.raises(InvalidValueError, match=rf"^/root/It.{name} must be three finite numbers, got"):
                setattr(node, name, value)
    with pytest.raises(InvalidValueError, match=r"^/root/It.transform must be twelve finite numbers"):
        node.transform = (*Basis(), nan, 0, 0)
    with pytest.raises(InvalidValueError, match=r"^/root/It.quaternion must not be four zeros"):
        node.quaternion = (0, 0, 0, 0)
    with pytest.raises(
        InvalidTypeError, match=r"^/root/It.scale must be three finite numbers, got 2; write \(2, 2, 2\)$"
    ):
        node.scale = 2  # type: ignore[assignment]
    assert node.transform == Transform3D(Basis(), (1, 2, 3))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda node: setattr(node, "global_transform", SHEARED), "global_transform"),
        (lambda node: setattr(node, "global_position", (1, 1, 1)), "global_position"),
        (lambda node: setattr(node, "global_basis", Basis()), "global_basis"),
        (lambda node: setattr(node, "global_rotation", (1, 0, 0)), "global_rotation"),
        (lambda node: node.look_at((5, 5, 5)), "look_at()"),
        (lambda node: node.look_at_from_position((1, 1, 1), (5, 5, 5)), "look_at_from_position()"),
        (lambda node: node.global_translate((1, 1, 1)), "global_translate()"),
        (lambda node: node.global_rotate((0, 1, 0), 1), "global_rotate()"),
        (lambda node: node.global_scale((2, 2, 2)), "global_scale()"),
    ],
)
def test_below_what_flattens_space_nothing_global_can_be_set(tree: SceneTree, change: Any, what: str) -> None:
    flat = tree.root.add_child(Node3D("Flat", scale=(1, 0, 1)))
    child = flat.add_child(Node3D("It", transform=SHEARED))

    with pytest.raises(SingularTransformError) as caught:
        change(child)

    assert str(caught.value).startswith(
        f"/root/Flat/It.{what} needs the inverse of the global transform of /root/Flat, which flattens space"
    )
    assert child.transform == SHEARED


def test_what_flattens_space_has_no_way_back_to_local(tree: SceneTree) -> None:
    node = tree.root.add_child(Node3D(scale=(1, 1, 0)))

    with pytest.raises(SingularTransformError, match=r"^/root/Node3D.to_local\(\) needs the inverse"):
        node.to_local((1, 1, 1))
    assert node.to_global((1, 1, 1)) == (1, 1, 0)


@pytest.mark.parametrize("axis", [(0, 0, 0), (0, 2, 0), (nan, 0, 0), "up"])
def test_an_axis_must_be_1_long(axis: Any) -> None:
    node = Node3D(scale=(1, 2, 3))

    for turn in (node.rotate, node.rotate_object_local, node.global_rotate):
        with pytest.raises((InvalidValueError, InvalidTypeError), match=r"^Node3D.\w*rotate\w*\(axis\) must be"):
            turn(axis, 0.5)
    with pytest.raises(InvalidValueError, match=r"^Node3D.rotate_x\(angle\) must be a finite number, got inf"):
        node.rotate_x(inf)
    assert node.basis == Basis.from_scale((1, 2, 3))


def test_components_cannot_be_written_in_place() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Node3D().position.x += 1  # type: ignore[misc]


def test_a_visibility_parent_is_a_path_or_its_text() -> None:
    node = Node3D("Leaf", visibility_parent="../Tree")
    assert node.visibility_parent == NodePath("../Tree")
    assert node.duplicate().visibility_parent == NodePath("../Tree")

    with pytest.raises(InvalidTypeError, match=r"^Leaf\.visibility_parent must be a NodePath or its text, got None"):
        node.visibility_parent = None  # type: ignore[assignment]
    assert node.visibility_parent == NodePath("../Tree")
