"""What a tween makes of values: of which types, by which paths, from where to where, on which curve."""

from __future__ import annotations

import re
from math import cos, inf, nan, pi, sqrt
from typing import Any

import pytest

from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError
from engine.math import (
    AABB,
    Basis,
    Color,
    MathValueError,
    Plane,
    Quaternion,
    Rect2,
    Rect2i,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
    easing,
)
from engine.tree.node import Node
from engine.tree.node_path import NodePath
from engine.tree.scene_tree import SceneTree
from engine.tree.tween import Tween
from nodes import Node2D


class Holder:
    """Any object with attributes."""

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    value: Any
    data: Any


def halfway(tree: SceneTree, start: Any, end: Any) -> Any:
    """The value of a property that is half of the way from `start` to `end`."""
    holder = Holder(value=start)
    tween = tree.create_tween()
    tween.tween_property(holder, "value", end, 1.0)
    tree.tick(0.125)
    tree.tick(0.125)  # twice, as a running tween goes another way than one that begins
    tree.tick(0.25)
    half = holder.value
    tree.frames(4, 0.25)
    assert holder.value == end
    assert type(holder.value) is type(half) is type(start)
    return half


TURNED = Quaternion(Vector3(0, 1, 0), pi / 2)


@pytest.mark.parametrize(
    ("start", "end", "half"),
    [
        (1.0, 2.0, 1.5),
        (0, 5, 3),
        (0, -5, -3),
        (False, True, True),
        (True, False, True),
        ("", "abcd", "ab"),
        ("abcd", "a", "abc"),
        ("aa", "cc", "bb"),
        (Vector2(0, 2), Vector2(1, 4), Vector2(0.5, 3)),
        (Vector3(0, 2, 4), Vector3(1, 4, 4), Vector3(0.5, 3, 4)),
        (Vector4(0, 2, 4, 6), Vector4(1, 4, 4, 0), Vector4(0.5, 3, 4, 3)),
        (Vector2i(0, 0), Vector2i(5, -5), Vector2i(3, -3)),
        (Vector3i(0, 0, 2), Vector3i(5, -5, 4), Vector3i(3, -3, 3)),
        (Vector4i(0, 0, 2, 0), Vector4i(5, -5, 4, 0), Vector4i(3, -3, 3, 0)),
        (Color(0, 0, 0, 1), Color(1, 0.5, 0, 0), Color(0.5, 0.25, 0, 0.5)),
        (Rect2(0, 0, 2, 2), Rect2(1, 2, 4, 0), Rect2(0.5, 1, 3, 1)),
        (Rect2i(0, 0, 2, 2), Rect2i(1, 2, 4, 0), Rect2i(1, 1, 3, 1)),
        (AABB((0, 0, 0), (2, 2, 2)), AABB((1, 2, 3), (4, 4, 4)), AABB((0.5, 1, 1.5), (3, 3, 3))),
        (Plane((0, 1, 0), 2), Plane((1, 0, 0), 4), Plane((0.5, 0.5, 0), 3)),
        ([1.0, Vector2(0, 0)], [3.0, Vector2(2, 4)], [2.0, Vector2(1, 2)]),
        ([0.0, 0.0], [2.0, 4.0, 8.0], [1.0, 2.0, 4.0]),
        ([2.0, 4.0, 8.0], [0.0, 0.0], [1.0, 2.0, 4.0]),
        ([], [4.0, 2], [2.0, 1]),
        ([Vector2(2, 4)], [], [Vector2(1, 2)]),
        ([], [Quaternion(0, 1, 0, 0)], [Quaternion(0, 1, 0, 0)]),
    ],
    ids=repr,
)
def test_half_of_the_way(tree: SceneTree, start: Any, end: Any, half: Any) -> None:
    assert halfway(tree, start, end) == half


def test_rotations_are_interpolated_on_the_sphere(tree: SceneTree) -> None:
    half = halfway(tree, Quaternion(), TURNED)

    assert half == pytest.approx(Quaternion(Vector3(0, 1, 0), pi / 4))


def test_transforms_are_interpolated_by_their_parts(tree: SceneTree) -> None:
    flat = halfway(tree, Transform2D(), Transform2D(pi / 2, Vector2(4, 8)))
    deep = halfway(tree, Transform3D(), Transform3D(Basis(TURNED), Vector3(2, 4, 6)))

    assert flat == pytest.approx(Transform2D(pi / 4, Vector2(2, 4)))
    assert deep == pytest.approx(Transform3D(Basis(Quaternion(Vector3(0, 1, 0), pi / 4)), Vector3(1, 2, 3)))


def test_a_basis_is_interpolated_column_by_column(tree: SceneTree) -> None:
    half = halfway(tree, Basis(), Basis(TURNED))

    assert half == pytest.approx([(a + b) / 2 for a, b in zip(Basis(), Basis(TURNED), strict=True)])


@pytest.mark.parametrize(
    ("start", "final", "end"),
    [
        (Vector2(), (3, 4), Vector2(3, 4)),
        (Color(0, 0, 0, 1), [1, 0, 0], Color(1, 0, 0)),
        (0.0, 3, 3.0),
        (0, 3.0, 3),
    ],
    ids=repr,
)
def test_the_final_value_is_taken_in_the_type_of_the_property(
    tree: SceneTree, start: Any, final: Any, end: Any
) -> None:
    holder = Holder(value=start)
    tree.create_tween().tween_property(holder, "value", final, 0.1)

    tree.tick(0.2)

    assert holder.value == end
    assert type(holder.value) is type(end)


@pytest.mark.parametrize(
    ("start", "change", "end"),
    [
        (3.0, 4, 7.0),
        (3, -4, -1),
        (Vector2(1, 2), (10, 20), Vector2(11, 22)),
        (Color(0.5, 0.5, 0, 1), Color(0.25, 0.25, 1, 0), Color(0.75, 0.75, 1, 1)),
        (True, False, False),
        ("a", "b", "b"),
        ([1.0, 2.0], [10.0, 20.0], [11.0, 22.0]),
    ],
    ids=repr,
)
def test_a_relative_value_is_added(tree: SceneTree, start: Any, change: Any, end: Any) -> None:
    holder = Holder(value=start)
    tree.create_tween().tween_property(holder, "value", change, 0.1).as_relative()

    tree.tick(0.2)

    assert holder.value == end
    assert type(holder.value) is type(start)


@pytest.mark.parametrize(
    ("start", "change"),
    [
        (TURNED, Quaternion(Vector3(1, 0, 0), 0.5)),
        (Basis(TURNED), Basis(Quaternion(Vector3(1, 0, 0), 0.5))),
        (Transform2D(0.5, Vector2(1, 2)), Transform2D(0.25, Vector2(3, 0))),
        (Transform3D(Basis(TURNED), Vector3(1, 2, 3)), Transform3D(Basis(), Vector3(0, 0, 4))),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_relative_rotation_or_transform_is_applied_behind(tree: SceneTree, start: Any, change: Any) -> None:
    holder = Holder(value=start)
    tree.create_tween().tween_property(holder, "value", change, 0.1).as_relative()

    tree.tick(0.2)

    assert holder.value == start * change


def test_a_relative_value_is_added_to_what_stands_there_when_the_delay_is_over(tree: SceneTree) -> None:
    holder = Holder(value=1.0)
    tree.create_tween().set_loops(2).tween_property(holder, "value", 10.0, 0.25).as_relative().set_delay(0.25)

    tree.tick(0.125)
    holder.value = 2.0
    tree.frames(5, 0.25)

    assert holder.value == 22.0


def test_from_current_starts_where_the_property_was_when_it_was_called(tree: SceneTree) -> None:
    holder = Holder(value=2.0)
    tween = tree.create_tween()
    tween.tween_interval(0.25)
    tween.tween_property(holder, "value", 4.0, 1.0).from_current()
    holder.value = 100.0

    tree.tick(0.25)
    tree.tick(0.5)

    assert holder.value == 3.0


@pytest.mark.parametrize("path", ["position:x", ":position:x", NodePath("position:x")])
def test_a_path_reaches_into_a_value(tree: SceneTree, path: str | NodePath) -> None:
    node = tree.root.add_child(Node2D(position=(1, 2)))
    tree.create_tween().tween_property(node, path, 5, 1.0)

    tree.tick(0.5)
    node.position = node.position.with_y(7)
    tree.tick(0.25)

    assert node.position == (4, 7)


def test_a_path_reaches_through_objects_and_values_in_them(tree: SceneTree) -> None:
    inner = Holder(value=Transform2D())
    outer = Holder(data=inner)
    tree.create_tween().tween_property(outer, "data:value:origin:y", 8.0, 1.0)

    tree.tick(0.25)

    assert outer.data is inner
    assert inner.value == Transform2D(0, Vector2(0, 2))


def test_curves_of_tween_and_tweener(tree: SceneTree) -> None:
    holder = Holder(a=0.0, b=0.0, c=0.0)
    tween = tree.create_tween().set_parallel().set_trans(Tween.TRANS_SINE).set_ease(Tween.EASE_IN)
    tween.tween_property(holder, "a", 1.0, 1.0)
    tween.tween_property(holder, "b", 1.0, 1.0).set_trans(Tween.TRANS_CUBIC).set_ease(Tween.EASE_OUT)
    tween.set_trans(Tween.TRANS_LINEAR)
    tween.tween_property(holder, "c", 1.0, 1.0)

    tree.tick(0.25)

    assert vars(holder) == pytest.approx({"a": 1 - cos(0.25 * pi / 2), "b": 1 - 0.75**3, "c": 0.25})


def test_a_text_is_never_longer_than_its_ends_on_a_curve_that_overshoots(tree: SceneTree) -> None:
    holder = Holder(value="")
    tween = tree.create_tween().set_trans(Tween.TRANS_BACK)
    tween.tween_property(holder, "value", "a" * 100, 1.0)

    lengths = []
    for _ in range(16):
        tree.tick(0.0625)
        lengths.append(len(holder.value))

    assert lengths[:3] == [0, 0, 0]  # the curve begins below 0 and comes to its end from above 1
    assert lengths[-3:] == [100, 100, 100]
    assert lengths == sorted(lengths)


class Square:
    """Like a Curve."""

    def sample_baked(self, offset: float) -> float:
        return offset * offset


@pytest.mark.parametrize("interpolator", [lambda weight: weight * weight, Square(), Square().sample_baked])
def test_a_custom_interpolator_bends_what_the_curve_gives(tree: SceneTree, interpolator: Any) -> None:
    holder = Holder(value=0.0)
    tweener = tree.create_tween().tween_property(holder, "value", 16.0, 1.0)
    tweener.set_trans(Tween.TRANS_QUAD).set_ease(Tween.EASE_IN).set_custom_interpolator(interpolator)

    tree.tick(0.25)
    tree.tick(0.25)
    assert holder.value == 1.0  # 16 (0.5^2)^2
    tree.tick(0.5)
    assert holder.value == 16.0


def test_an_interpolator_must_give_a_number(tree: SceneTree) -> None:
    holder = Holder(value=0.0)
    tween = tree.create_tween()
    tween.tween_property(holder, "value", 16.0, 1.0).set_custom_interpolator(lambda weight: nan)

    with pytest.raises(InvalidTypeError, match="its custom interpolator must give a finite number, got nan"):
        tree.tick(0.25)
    with pytest.raises(InvalidTypeError, match=r"a function, or an object with sample_baked, is needed, got 3"):
        tree.create_tween().tween_property(holder, "value", 16.0, 1.0).set_custom_interpolator(3)
    assert holder.value == 0.0


def test_a_method_gets_values_of_the_type_it_starts_from(tree: SceneTree) -> None:
    heard: list[Any] = []
    tween = tree.create_tween().set_parallel()
    tween.tween_method(heard.append, 0, 10, 1.0)
    tween.tween_method(heard.append, 0, 0.5, 1.0)
    tween.tween_method(heard.append, Vector2(), (2, 4), 1.0)

    tree.tick(0.25)

    assert heard == [3, 0.125, Vector2(0.5, 1)]
    assert [type(each) for each in heard] == [int, float, Vector2]


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "final", "text"),
    [
        ("positon", (1, 1), r"^/root/N has no property 'positon'; did you mean 'position'\?$"),
        ("position:q", 1, r"^/root/N:position has no property 'q'"),
        ("position:x:y", 1, r"^/root/N:position:x has no property 'y'"),
        ("get_path", 1, r"^tween_property: /root/N:get_path: <bound method .* cannot be tweened; numbers, bool, str"),
        ("owner", 1, r"None \(NoneType\) cannot be tweened"),
        ("position", 1.0, r"N:position: the final value must have the type of the present value, .*Vector2\), got 1.0"),
        (
            "position",
            (1, 2, 3),
            r"must have the type of the present value, Vector2\(0.0, 0.0\) \(Vector2\), got \(1, 2",
        ),
        ("position", Vector3(), r"must have the type of the present value, .*got Vector3"),
        ("position", ("a", "b"), r"must have the type of the present value"),
        ("position", (1,), r"must have the type of the present value, .*got \(1,\) \(tuple\)"),
        ("position", [1], r"must have the type of the present value, .*got \[1\] \(list\)"),
        ("rotation", "1", r"must have the type of the present value, 0.0 \(float\), got '1' \(str\)"),
        ("rotation", True, r"must have the type of the present value, 0.0 \(float\), got True \(bool\)"),
        ("visible", 1, r"must have the type of the present value, True \(bool\), got 1 \(int\)"),
        ("name", 1, r"must have the type of the present value, 'N' \(str\), got 1 \(int\)"),
        ("id", 3, r"^/root/N: 'id' can only be read$"),
        ("position:length", 1, "cannot be tweened"),
        (3, 1, "a node path must be a str or a NodePath, got 3"),
    ],
)
def test_a_property_that_does_not_exist_or_does_not_fit_is_refused(
    tree: SceneTree, path: Any, final: Any, text: str
) -> None:
    node = tree.root.add_child(Node2D("N"))
    tween = tree.create_tween()

    with pytest.raises(InvalidTypeError, match=text):
        tween.tween_property(node, path, final, 1.0)

    tween.tween_interval(0.1)
    tree.tick(0.2)  # it is as it was
    assert not tween.is_running()


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_values_that_are_not_finite_are_refused(tree: SceneTree, value: float) -> None:
    tween = tree.create_tween()
    node = tree.root.add_child(Node2D("N"))

    with pytest.raises(InvalidValueError, match="N:rotation: the final value must be finite, got"):
        tween.tween_property(node, "rotation", value, 1.0)
    with pytest.raises(InvalidValueError, match="the final value must be finite, got Vector2"):
        tween.tween_property(node, "position", Vector2(value, 0), 1.0)
    with pytest.raises(InvalidValueError, match=r"from_\(value\) must be finite"):
        tween.tween_property(node, "rotation", 1, 1.0).from_(value)
    with pytest.raises(InvalidValueError, match=r"tween_method\(end\) must be finite"):
        tween.tween_method(print, 0.0, value, 1.0)
    tween.kill()


def test_a_quaternion_that_is_no_rotation_is_refused(tree: SceneTree) -> None:
    tween = tree.create_tween()

    with pytest.raises(InvalidValueError, match=r"the final value must be a rotation, of length 1, got Quaternion\("):
        tween.tween_property(Holder(value=Quaternion()), "value", Quaternion(0, 0, 0, 2), 1.0)
    with pytest.raises(InvalidValueError, match=r"^tween_method\(end\) must be a rotation, .*; use normalized\(\)$"):
        tween.tween_method(print, Quaternion(), Quaternion(0, 0, 0, 0), 1.0)
    tween.kill()


@pytest.mark.parametrize("duration", [-1, nan, inf, "1", None, pytest.param(10**400, id="huge")])
def test_a_time_that_makes_no_sense_is_refused(tree: SceneTree, duration: Any) -> None:
    tween = tree.create_tween()
    node = tree.root.add_child(Node2D())
    shown = r"10{76}\.\.\." if duration == 10**400 else re.escape(repr(duration))
    refusal = f"must be a finite number of seconds, 0 or more, got {shown}$"

    with pytest.raises(InvalidValueError, match=rf"^tween_property\(duration\) {refusal}"):
        tween.tween_property(node, "rotation", 1, duration)
    with pytest.raises(InvalidValueError, match=rf"^tween_method\(duration\) {refusal}"):
        tween.tween_method(print, 0, 1, duration)
    with pytest.raises(InvalidValueError, match=rf"^tween_interval\(seconds\) {refusal}"):
        tween.tween_interval(duration)
    with pytest.raises(InvalidValueError, match=rf"^CallbackTweener.set_delay\(seconds\) {refusal}"):
        tween.tween_callback(print).set_delay(duration)
    with pytest.raises(InvalidValueError, match=rf"^AwaitTweener.set_timeout\(seconds\) {refusal}"):
        tween.tween_await(node.tree_exited).set_timeout(duration)
    with pytest.raises(InvalidValueError, match=rf"^custom_step\(delta\) {refusal}"):
        tween.custom_step(duration)
    tween.kill()


def test_a_fraction_for_a_whole_number_is_refused(tree: SceneTree) -> None:
    holder = Holder(value=0)
    tween = tree.create_tween()

    with pytest.raises(InvalidValueError, match=r"must be a whole number, since the present value is an int, got 2.5"):
        tween.tween_property(holder, "value", 2.5, 1.0)
    tween.kill()


def test_a_path_that_names_nothing_is_refused(tree: SceneTree) -> None:
    tween = tree.create_tween()

    with pytest.raises(InvalidValueError, match=r"^a property path must name a property, got ''$"):
        tween.tween_property(Holder(), "", 2.5, 1.0)
    tween.kill()


def test_a_freed_target_is_refused(tree: SceneTree) -> None:
    tween = tree.create_tween()
    node = Node("Gone")
    node.free()

    with pytest.raises(FreedError, match="cannot tween a property of Gone: it was freed"):
        tween.tween_property(node, "name", "b", 1.0)
    with pytest.raises(FreedError, match="cannot wait for"):
        tween.tween_await(node.ready)
    tween.kill()


@pytest.mark.parametrize("method", ["set_trans", "set_ease", "set_pause_mode", "set_process_mode"])
def test_an_unknown_choice_is_refused(tree: SceneTree, method: str) -> None:
    tween = tree.create_tween()

    with pytest.raises(InvalidValueError, match=rf"^Tween.{method}\(.*\) must be one of .* 0, .* got 99$"):
        getattr(tween, method)(99)
    tween.kill()


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_a_value_can_be_interpolated_by_hand() -> None:
    value = Tween.interpolate_value

    assert value(10.0, 4.0, 0.5, 1.0, Tween.TRANS_QUAD, Tween.EASE_IN) == 11.0
    assert value(0, 10, 0.26, 1.0, 0, 0) == 3
    assert value(Vector2(1, 1), Vector2(2, 4), 1.0, 2.0, 0, 0) == Vector2(2, 3)
    assert value(Quaternion(), TURNED, 0.5, 1.0, 0, 0) == pytest.approx(Quaternion(0, sqrt(0.5 - sqrt(0.125)), 0,
                                                                                  sqrt(0.5 + sqrt(0.125))))  # fmt: skip
    assert value(1.0, 2.0, 0.3, 0, 0, 0) == 3.0


def test_by_hand_the_curve_goes_on_beyond_the_ends() -> None:
    assert Tween.interpolate_value(1.0, 2.0, -0.5, 1.0, Tween.TRANS_LINEAR, Tween.EASE_IN) == 0.0
    assert Tween.interpolate_value(1.0, 2.0, 2.0, 1.0, Tween.TRANS_QUAD, Tween.EASE_IN) == 9.0
    for trans, ease in ((Tween.TRANS_CIRC, Tween.EASE_IN), (Tween.TRANS_SPRING, Tween.EASE_OUT)):
        with pytest.raises(MathValueError, match=r"this curve is not defined at 3\.0 of the way"):
            Tween.interpolate_value(1.0, 2.0, 3.0, 1.0, trans, ease)


def test_by_hand_every_curve_is_that_of_the_maths() -> None:
    for trans in easing.TransitionType:
        for ease in easing.EaseType:
            expected = easing.interpolate(trans, ease, 0.3, 2.0, 5.0, 1.0)
            assert Tween.interpolate_value(2.0, 5.0, 0.3, 1.0, trans, ease) == pytest.approx(expected)
