"""Quaternion, Basis and Euler angles against SciPy's Rotation and against 40 digits of mpmath.

10,000 random cases of each kind go to SciPy, which takes them at once; mpmath takes a case at a time, so that of the
Euler angles every sixth goes there, 10,000 of the six orders together, and of axes and angles every tenth. A third of
the Euler angles has its middle angle at the right angle or within 1e-1 to 1e-16 of it, a tenth is denormal or below
1e-300, a tenth goes up to 1e6; scales go from 1e-300 to 1e150.

The bounds are sums of rounding errors, in EPS = 2**-52. A sine, cosine or arc tangent of the C library is taken for
right within 1 EPS of its value, an operation within 0.5:

- a component of a matrix or quaternion from Euler angles is a sum of two products of three such factors: each product
  3 * 1 + 2 * 0.5 = 4 of its value, which is at most 1, and the sum 0.5 more: MADE = 9;
- a matrix is quadratic in its quaternion, whose components add up to at most 2: it is off by 4 times as much;
- making three axes of length 1 perpendicular again adds at most 6;
- the angles read out of components that are off by e = 15 are off by e * sqrt(2) / cos(middle) + pi each, so that the
  matrix made of them again is off by 2 * (21 + pi) / cos(middle) + 21 + MADE: AGAIN = 80 over the cosine;
- in gimbal lock (see `euler_of_rotation`) by the angle that is left out, at most acos(GIMBAL_LOCK), and by twice
  1 - GIMBAL_LOCK in the angle that is kept.

What SciPy is itself off by comes on top, and is taken for no more than the bound of ours.
"""

from __future__ import annotations

from math import acos, pi
from typing import Any

import mpmath
import numpy as np
import pytest
from mpmath import mp
from scipy.spatial.transform import Rotation

from engine.math import Basis, EulerOrder, MathValueError, Quaternion, Transform3D, Vector3
from engine.math.euler import GIMBAL_LOCK

COUNT = 10_000
EPS = 2.0**-52
TINY = 5e-324
MADE = 9
AGAIN = 80
LOCK_ERROR = acos(GIMBAL_LOCK) + 2.0 * (1.0 - GIMBAL_LOCK)
MIDDLES = {order: "XYZ".index(order.name[1]) for order in EulerOrder}

each_order = pytest.mark.parametrize("order", EulerOrder)


def euler_cases(order: EulerOrder) -> Any:
    """(COUNT, 3) angles about x, y and z: see the module's text."""
    rng = np.random.default_rng(int(order))
    angles = rng.uniform(-pi, pi, (COUNT, 3))
    kind = rng.integers(0, 30, COUNT)
    sides = rng.choice((-1.0, 1.0), COUNT)
    beside = 10.0 ** rng.uniform(-16, -1, COUNT) * rng.choice((-1.0, 0.0, 1.0), COUNT)
    middle = MIDDLES[order]
    angles[:, middle] = np.where(kind < 10, sides * (pi / 2) + beside, angles[:, middle])
    small = 10.0 ** rng.uniform(-323, -300, (COUNT, 3)) * rng.choice((-1.0, 0.0, 1.0), (COUNT, 3))
    angles = np.where(((kind >= 10) & (kind < 13))[:, None], small, angles)
    large = rng.uniform(-1e6, 1e6, (COUNT, 3))
    return np.where(((kind >= 13) & (kind < 16))[:, None], large, angles)


def reference(order: EulerOrder, angles: Any) -> Any:
    """The rotations as SciPy makes them; capital letters are turns about the turned axes, as in Godot's orders."""
    places = ["XYZ".index(letter) for letter in order.name]
    return Rotation.from_euler(order.name, angles[:, places])


def matrices(bases: Any) -> Any:
    """(N, 3, 3), rows and columns, of flat columns."""
    return np.asarray(bases).reshape(-1, 3, 3).swapaxes(1, 2)


def unsigned(quaternions: Any, like: Any) -> Any:
    """Each quaternion or its negative, whichever is closer to the one of `like`."""
    quaternions = np.asarray(quaternions)
    sides = np.where((quaternions * like).sum(-1, keepdims=True) < 0.0, -1.0, 1.0)
    return quaternions * sides


def random_turns(seed: int) -> Any:
    """(COUNT, 4) quaternions of length 1; a third close to no turn, a third close to a half turn."""
    rng = np.random.default_rng(seed)
    axes = rng.normal(size=(COUNT, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    near = 10.0 ** rng.uniform(-16, 0, COUNT)
    angles = np.choose(rng.integers(0, 3, COUNT), (rng.uniform(-pi, pi, COUNT), near, pi - near)) / 2.0
    return np.column_stack((axes * np.sin(angles)[:, None], np.cos(angles)))


def worst(found: Any, expected: Any) -> float:
    return float(np.abs(np.asarray(found) - expected).max() / EPS)


@each_order
def test_a_basis_of_euler_angles_is_scipys(order: EulerOrder) -> None:
    angles = euler_cases(order)
    found = matrices([Basis.from_euler(row, order) for row in angles.tolist()])

    assert worst(found, reference(order, angles).as_matrix()) <= 2 * MADE


@each_order
def test_a_quaternion_of_euler_angles_is_scipys(order: EulerOrder) -> None:
    angles = euler_cases(order)
    expected = reference(order, angles).as_quat()
    found = [Quaternion.from_euler(row, order) for row in angles.tolist()]

    assert worst(unsigned(found, expected), expected) <= 2 * MADE


@each_order
def test_euler_angles_of_a_basis_make_it_again_and_are_scipys(order: EulerOrder) -> None:
    bases = [Basis.from_euler(row, order) for row in euler_cases(order).tolist()]
    angles = [basis.get_euler(order) for basis in bases]
    again = matrices([Basis.from_euler(euler, order) for euler in angles])
    made = matrices(bases)
    first, middle, last = ("XYZ".index(letter) for letter in order.name)
    locked = np.abs(made[:, first, last]) >= GIMBAL_LOCK
    cosines = np.hypot(made[:, first, first], made[:, first, middle])
    errors = np.abs(again - made).max((1, 2))

    assert locked.sum() > COUNT / 20
    assert (errors[~locked] * cosines[~locked]).max() <= AGAIN * EPS
    assert errors[locked].max() <= LOCK_ERROR
    assert errors[cosines < 1e-15].max() <= AGAIN * EPS
    whole = np.abs(np.asarray(angles)[:, middle]) > pi / 2  # a turn about one axis: SciPy splits it
    plain = ~locked & ~whole
    expected = Rotation.from_matrix(made[plain]).as_euler(order.name)
    apart = np.angle(np.exp(1j * (np.asarray(angles)[plain][:, (first, middle, last)] - expected)))
    assert (np.abs(apart).max(1) * cosines[plain]).max() <= 2 * AGAIN * EPS


@each_order
def test_euler_angles_of_a_quaternion_are_those_of_its_basis(order: EulerOrder) -> None:
    turns = [Quaternion(*row) for row in random_turns(20 + order)[: COUNT // 10].tolist()]
    found = [turn.get_euler(order) for turn in turns]
    again = matrices([Basis.from_euler(euler, order) for euler in found])
    expected = Rotation.from_quat(np.asarray(turns)).as_matrix()
    sines = np.abs(expected[:, "XYZ".index(order.name[0]), "XYZ".index(order.name[2])])
    errors = np.abs(again - expected).max((1, 2))

    clear = sines < 0.99
    assert errors[clear].max() <= AGAIN * EPS / 0.1
    assert errors.max() <= LOCK_ERROR


def test_products_of_quaternions_are_scipys() -> None:
    a, b = random_turns(1), random_turns(2)
    found = [Quaternion(*one) * Quaternion(*other) for one, other in zip(a.tolist(), b.tolist(), strict=True)]
    expected = (Rotation.from_quat(a) * Rotation.from_quat(b)).as_quat()

    assert worst(unsigned(found, expected), expected) <= 8  # four products and three sums below 1, twice


def test_bases_of_quaternions_of_any_length_and_back_are_scipys() -> None:
    turns = random_turns(3)
    lengths = 10.0 ** np.random.default_rng(3).uniform(-300, 150, COUNT)
    bases = [Basis(Quaternion(*row)) for row in (turns * lengths[:, None]).tolist()]
    expected = Rotation.from_quat(turns)
    back = [Quaternion(basis) for basis in bases]
    normalized = [Quaternion(*row).normalized() for row in (turns * lengths[:, None]).tolist()]

    assert worst(matrices(bases), expected.as_matrix()) <= 2 * MADE
    assert worst(unsigned(back, turns), turns) <= 2 * MADE
    assert worst(normalized, turns) <= 4


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1.0, 1e150])
def test_turned_vectors_of_any_length_are_scipys(scale: float) -> None:
    turns = random_turns(4)
    vectors = np.random.default_rng(4).normal(size=(COUNT, 3))
    expected = Rotation.from_quat(turns).apply(vectors)
    pairs = list(zip(turns.tolist(), (vectors * scale).tolist(), strict=True))
    by_quaternion = [Quaternion(*turn) * Vector3(*vector) for turn, vector in pairs]
    by_basis = [Basis(Quaternion(*turn)) * Vector3(*vector) for turn, vector in pairs]
    limit = 32 * EPS * np.linalg.norm(vectors, axis=1)  # 15 operations on numbers of up to two lengths, and SciPy's

    assert (np.abs(np.asarray(by_quaternion) / scale - expected).max(1) <= limit).all()
    assert (np.abs(np.asarray(by_basis) / scale - expected).max(1) <= limit).all()


def test_axis_and_angle_logarithm_and_exponential_are_scipys_rotation_vectors() -> None:
    turns = random_turns(5)
    turns *= np.where(turns[:, 3:] < 0.0, -1.0, 1.0)
    expected = Rotation.from_quat(turns).as_rotvec()
    quaternions = [Quaternion(*row) for row in turns.tolist()]
    logs = np.asarray([turn.log()[:3] for turn in quaternions])
    made = [Quaternion(turn.get_axis(), turn.get_angle()) for turn in quaternions if turn.get_angle() > 0.0]
    exps = [Quaternion((*row, 0.0)).exp() for row in expected.tolist()]
    sizes = np.linalg.norm(expected, axis=1, keepdims=True) + TINY

    assert (np.abs(logs - expected) <= 16 * EPS * sizes).all()
    assert worst(made, [turn for turn in quaternions if turn.get_angle() > 0.0]) <= 8
    assert worst(exps, turns) <= 8


def test_angles_between_rotations_and_the_way_between_them_are_scipys() -> None:
    a, b = random_turns(6), random_turns(7)
    weights = np.random.default_rng(6).uniform(0, 1, COUNT)
    starts, ends = Rotation.from_quat(a), Rotation.from_quat(b)
    between = starts.inv() * ends
    pairs = [(Quaternion(*one), Quaternion(*other)) for one, other in zip(a.tolist(), b.tolist(), strict=True)]
    angles = np.asarray([one.angle_to(other) for one, other in pairs])
    ways = np.asarray([one.slerp(other, weight) for (one, other), weight in zip(pairs, weights.tolist(), strict=True)])
    expected = (starts * Rotation.from_rotvec(between.as_rotvec() * weights[:, None])).as_quat()
    ambiguous = angles > pi - 1e-7  # both ways round are as short as floats can tell

    assert worst(angles, between.magnitude()) <= 32
    assert worst(unsigned(ways, expected)[~ambiguous], expected[~ambiguous]) <= 64  # arcs of pi / 2: sines of 0.7
    assert worst(np.linalg.norm(ways, axis=1), 1.0) <= 64


def test_scale_rotation_and_inverse_of_a_basis_hold_from_1e_minus_300_to_1e150() -> None:
    turns = random_turns(8)
    scales = 10.0 ** np.random.default_rng(8).uniform(-300, 150, (COUNT, 3))
    pure = [Basis(Quaternion(*row)) for row in turns.tolist()]
    bases = [turn.scaled_local(scale) for turn, scale in zip(pure, scales.tolist(), strict=True)]

    found_scales = np.asarray([basis.get_scale() for basis in bases])
    rotations = [basis.get_rotation_quaternion() for basis in bases]
    inverses = matrices([basis.inverse() for basis in bases])

    assert np.abs(found_scales / scales - 1.0).max() <= 2 * MADE * EPS
    assert worst(unsigned(rotations, turns), turns) <= 4 * MADE
    assert worst(inverses * scales[:, :, None], matrices(pure).swapaxes(1, 2)) <= 8 * MADE


def test_denormal_scales_keep_what_digits_they_have() -> None:
    turn = Quaternion(Vector3(1, 2, 2) / 3.0, 0.7)
    for exponent in range(-323, -307):
        scale = 10.0**exponent
        basis = Basis(turn) * scale
        steps = scale / TINY  # the components are off by half a step of the smallest float
        if steps >= 4.0:
            assert abs(basis.get_scale().x / scale - 1.0) <= 2.0 / steps + 2 * MADE * EPS
            assert basis.get_rotation_quaternion().angle_to(turn) <= 4.0 / steps + 4 * MADE * EPS
        if exponent < -308:
            with pytest.raises(MathValueError, match="beyond the range of floats"):
                basis.inverse()


def exact_matrix(order: EulerOrder, euler: list[float]) -> Any:
    """The product that the order spells, to 40 digits."""
    product = mpmath.eye(3)
    for letter in order.name:
        axis = "XYZ".index(letter)
        sine, cosine = mpmath.sin(euler[axis]), mpmath.cos(euler[axis])
        turn = mpmath.eye(3)
        one, other = (axis + 1) % 3, (axis + 2) % 3
        turn[one, one] = turn[other, other] = cosine
        turn[other, one], turn[one, other] = sine, -sine
        product = product * turn
    return product


@each_order
def test_every_component_of_a_rotation_is_right_to_the_last_digits(order: EulerOrder) -> None:
    with mp.workdps(40):
        for euler in euler_cases(order)[::6].tolist():
            exact = exact_matrix(order, euler)
            basis, turn = Basis.from_euler(euler, order), Quaternion.from_euler(euler, order)
            for column in range(3):
                for row in range(3):
                    assert abs(basis[3 * column + row] - exact[row, column]) <= MADE * EPS
            found = Basis(turn)
            assert all(abs(found[3 * c + r] - exact[r, c]) <= 4 * MADE * EPS for c in range(3) for r in range(3))


def test_quaternions_of_axis_and_angle_are_right_to_the_last_digits() -> None:
    rng = np.random.default_rng(9)
    axes = rng.normal(size=(COUNT // 10, 3))
    angles = np.where(
        rng.random(COUNT // 10) < 0.5, rng.uniform(-7, 7, COUNT // 10), 10.0 ** rng.uniform(-320, 0, COUNT // 10)
    )
    with mp.workdps(40):
        for direction, angle in zip(axes.tolist(), angles.tolist(), strict=True):
            axis = Vector3(*direction).normalized()
            turn = Quaternion(axis, angle)
            length = mpmath.sqrt(sum(mpmath.mpf(part) ** 2 for part in axis))
            half = mpmath.mpf(angle) / 2
            sine = mpmath.sin(half)
            for part, along in zip(turn, axis, strict=False):
                exact = along / length * sine
                assert abs(part - exact) <= 4 * EPS * abs(exact) + TINY
            assert abs(turn.w - mpmath.cos(half)) <= EPS


def test_inverses_of_skewed_bases_are_right_up_to_their_condition() -> None:
    rng = np.random.default_rng(10)
    rows = rng.normal(size=(COUNT // 20, 12)) * 10.0 ** rng.uniform(-100, 100, (COUNT // 20, 1))
    with mp.workdps(60):
        for row in rows.tolist():
            transform = Transform3D(row)
            found = transform.affine_inverse()
            basis = mpmath.matrix([row[0:9:3], row[1:9:3], row[2:9:3]])
            exact = mpmath.inverse(basis)
            norm = mpmath.mnorm(exact, 1)
            condition = norm * mpmath.mnorm(basis, 1)
            origin = -exact * mpmath.matrix(row[9:])
            limit = 16 * EPS * condition
            for column in range(3):
                for line in range(3):
                    assert abs(found[3 * column + line] - exact[line, column]) <= limit * norm
            assert all(
                abs(found[9 + line] - origin[line]) <= limit * norm * sum(map(abs, row[9:])) for line in range(3)
            )
