"""Euler angles: what the six orders mean, and what gimbal lock gives; accuracy is in test_rotation_precision.py."""

from __future__ import annotations

from math import cos, degrees, inf, nan, pi, radians, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import Basis, EulerOrder, MathTypeError, MathValueError, Quaternion, Vector3

AXES = {"X": Vector3(1, 0, 0), "Y": Vector3(0, 1, 0), "Z": Vector3(0, 0, 1)}
angles = st.floats(-pi, pi)
each_order = pytest.mark.parametrize("order", EulerOrder)


def turned(euler: tuple[float, ...], order: EulerOrder) -> Basis:
    """The product of the turns about single axes that the order's name spells."""
    by_axis = dict(zip("XYZ", euler, strict=True))
    first, middle, last = [Basis(AXES[letter], by_axis[letter]) for letter in order.name]
    return first * middle * last


def near(a: tuple[float, ...], b: tuple[float, ...], tolerance: float = 1e-14) -> bool:
    return all(abs(one - other) < tolerance for one, other in zip(a, b, strict=True))


def test_orders_have_godots_numbers() -> None:
    assert [order.name for order in sorted(EulerOrder)] == ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"]
    assert [int(order) for order in sorted(EulerOrder)] == [0, 1, 2, 3, 4, 5]


@each_order
@given(st.tuples(angles, angles, angles))
def test_an_order_spells_a_product_of_matrices(order: EulerOrder, euler: tuple[float, ...]) -> None:
    expected = turned(euler, order)

    assert near(Basis.from_euler(euler, order), expected)
    assert near(Basis(Quaternion.from_euler(euler, order)), expected)


def test_the_default_order_is_yxz() -> None:
    euler = (0.3, -0.7, 1.1)

    assert Basis.from_euler(euler) == Basis.from_euler(euler, EulerOrder.YXZ)
    assert Quaternion.from_euler(euler) == Quaternion.from_euler(euler, EulerOrder.YXZ)
    assert Basis.from_euler(euler).get_euler() == Basis.from_euler(euler).get_euler(EulerOrder.YXZ)
    assert Quaternion.from_euler(euler).get_euler() == Quaternion.from_euler(euler).get_euler(EulerOrder.YXZ)


@each_order
@given(angles, st.floats(-1.5, 1.5), angles)
def test_angles_are_read_back(order: EulerOrder, first: float, middle: float, last: float) -> None:
    by_axis = dict(zip(order.name, (first, middle, last), strict=True))
    euler = (by_axis["X"], by_axis["Y"], by_axis["Z"])

    assert near(Basis.from_euler(Basis.from_euler(euler, order).get_euler(order), order), turned(euler, order), 1e-12)
    again = Quaternion.from_euler(euler, order).get_euler(order)
    assert all(abs(cos(a) - cos(b)) < 1e-12 and abs(sin(a) - sin(b)) < 1e-12 for a, b in zip(again, euler, strict=True))


@each_order
@pytest.mark.parametrize("pole", [pi / 2, -pi / 2])
def test_in_gimbal_lock_the_middle_angle_is_right_and_another_one_0(order: EulerOrder, pole: float) -> None:
    by_axis = dict(zip(order.name, (0.4, pole, -1.3), strict=True))
    basis = Basis.from_euler((by_axis["X"], by_axis["Y"], by_axis["Z"]), order)
    found = dict(zip("XYZ", basis.get_euler(order), strict=True))

    assert found[order.name[1]] == pole
    assert sorted([found[order.name[0]], found[order.name[2]]], key=abs)[0] == 0.0
    assert near(turned((found["X"], found["Y"], found["Z"]), order), basis)


@pytest.mark.parametrize(
    ("order", "kept"), [("XYZ", "X"), ("XZY", "X"), ("YXZ", "Y"), ("YZX", "X"), ("ZXY", "Y"), ("ZYX", "Z")]
)
def test_the_angle_that_is_kept_in_gimbal_lock_is_godots(order: str, kept: str) -> None:
    euler = {order[0]: 0.4, order[1]: pi / 2, order[2]: -1.3}
    basis = Basis.from_euler((euler["X"], euler["Y"], euler["Z"]), EulerOrder[order])
    found = dict(zip("XYZ", basis.get_euler(EulerOrder[order]), strict=True))

    assert [axis for axis in "XYZ" if axis != order[1] and found[axis] != 0.0] == [kept]


@pytest.mark.parametrize(("pitch", "found"), [(89.95, 89.95), (89.97, 90.0), (-89.97, -90.0), (-89.95, -89.95)])
def test_gimbal_lock_begins_0_04_degrees_from_the_right_angle_as_in_godot(pitch: float, found: float) -> None:
    basis = Basis.from_euler((radians(pitch), radians(20), radians(30)))

    assert degrees(basis.get_euler().x) == pytest.approx(found, abs=1e-9)
    assert (basis.get_euler().z == 0.0) == (abs(found) == 90.0)


def test_a_turn_about_the_middle_axis_alone_stays_one_beyond_a_right_angle_where_godot_keeps_it() -> None:
    about_x, about_y = Basis.from_euler((2.0, 0, 0)), Basis.from_euler((0, -2.5, 0))

    assert near(about_x.get_euler(EulerOrder.YXZ), (2.0, 0.0, 0.0))
    assert near(about_y.get_euler(EulerOrder.XYZ), (0.0, -2.5, 0.0))
    assert near(about_y.get_euler(EulerOrder.ZYX), (pi, 2.5 - pi, pi))


def test_scale_skew_and_mirroring_do_not_change_the_angles() -> None:
    euler = (0.3, -0.7, 1.1)
    basis = Basis.from_euler(euler)

    assert near(basis.scaled_local((2, 3, 4)).get_euler(), euler)
    assert near(basis.scaled_local((-2, -3, -4)).get_euler(), euler)
    assert near((basis * Basis((1, 0, 0), (0.5, 1, 0), (0.2, 0.1, 1))).get_euler(), euler)


@each_order
def test_no_angle_is_minus_0_and_a_half_turn_is_pi_not_minus_pi(order: EulerOrder) -> None:
    assert [str(angle) for angle in Basis().get_euler(order)] == ["0.0", "0.0", "0.0"]
    for half_turn in ((1, -1, -1), (-1, 1, -1), (-1, -1, 1)):
        euler = Basis.from_scale(half_turn).get_euler(order)
        assert set(euler) == {0.0, pi}
        assert not any(str(angle) == "-0.0" for angle in euler)


@pytest.mark.parametrize("make", [Basis.from_euler, Quaternion.from_euler])
@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_angles_must_be_finite(make: Any, bad: float) -> None:
    for place in range(3):
        euler = [0.0, 0.0, 0.0]
        euler[place] = bad
        with pytest.raises(MathValueError, match=r"from_euler: the angles must be finite, got \("):
            make(euler)


@pytest.mark.parametrize("call", [Basis.from_euler, Quaternion.from_euler])
def test_an_order_that_there_is_not_is_refused(call: Any) -> None:
    for bad in (6, -1):
        with pytest.raises(MathValueError, match=rf"from_euler: the order must be an EulerOrder, 0 to 5, got {bad}"):
            call((0, 0, 0), bad)
    for wrong in ("YXZ", 2.0, None):
        with pytest.raises(MathTypeError, match="from_euler: the order must be an EulerOrder, got"):
            call((0, 0, 0), wrong)
    assert call((1, 2, 3), 5) == call((1, 2, 3), EulerOrder.ZYX)
    for value in (Basis(), Quaternion()):
        with pytest.raises(MathValueError, match="get_euler: the order must be"):
            value.get_euler(7)
