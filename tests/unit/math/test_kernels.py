"""The kernels do for every row what the value types do for one, and refuse what they cannot take whole."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from engine.math import (
    Basis,
    DivisionByZeroError,
    EulerOrder,
    MathTypeError,
    MathValueError,
    Quaternion,
    SingularTransformError,
    Transform2D,
    Transform3D,
    Vector2,
    Vector3,
    kernels,
)

COUNT = 200
RNG = np.random.default_rng(7)
FLAT_2D, OTHER_2D = RNG.normal(size=(2, COUNT, 6))
FLAT_3D, OTHER_3D = RNG.normal(size=(2, COUNT, 12))
POINTS_2D, POINTS_3D = RNG.normal(size=(COUNT, 2)), RNG.normal(size=(COUNT, 3))
ANGLES = RNG.uniform(-4, 4, (COUNT, 3))
TURNS, OTHER_TURNS = (turns / np.linalg.norm(turns, axis=-1, keepdims=True) for turns in RNG.normal(size=(2, COUNT, 4)))
WEIGHTS = RNG.uniform(-0.5, 1.5, COUNT)

PRODUCTS: list[Any] = [
    (kernels.compose_2d, Transform2D, FLAT_2D, Transform2D, OTHER_2D),
    (kernels.compose_3d, Transform3D, FLAT_3D, Transform3D, OTHER_3D),
    (kernels.transform_points_2d, Transform2D, FLAT_2D, Vector2, POINTS_2D),
    (kernels.transform_points_3d, Transform3D, FLAT_3D, Vector3, POINTS_3D),
]
each_product = pytest.mark.parametrize(
    ("kernel", "left", "lefts", "right", "rights"), PRODUCTS, ids=[row[0].__name__ for row in PRODUCTS]
)
each_inverse = pytest.mark.parametrize(
    ("kernel", "kind", "rows"),
    [(kernels.affine_inverse_2d, Transform2D, FLAT_2D), (kernels.affine_inverse_3d, Transform3D, FLAT_3D)],
)


@each_product
def test_every_row_is_multiplied_to_the_last_bit_as_one(
    kernel: Any, left: Any, lefts: Any, right: Any, rights: Any
) -> None:
    expected = [left(a) * right(b) for a, b in zip(lefts, rights, strict=True)]

    np.testing.assert_array_equal(kernel(lefts, rights), expected)
    assert kernel(lefts, rights).dtype == np.float64


@each_product
def test_one_value_meets_many_on_either_side(kernel: Any, left: Any, lefts: Any, right: Any, rights: Any) -> None:
    one, other = left(lefts[0]), right(rights[0])

    np.testing.assert_array_equal(kernel(one, rights), [one * right(row) for row in rights])
    np.testing.assert_array_equal(kernel(lefts, other), [left(row) * other for row in lefts])
    np.testing.assert_array_equal(kernel(one, other), one * other)
    grid = kernel(lefts[:5, None], rights[None, :7])
    assert grid.shape[:2] == (5, 7)
    np.testing.assert_array_equal(grid[3, 4], left(lefts[3]) * right(rights[4]))


@each_product
def test_the_result_may_be_written_to_an_array_also_over_an_input(
    kernel: Any, left: Any, lefts: Any, right: Any, rights: Any
) -> None:
    expected = kernel(lefts, rights)
    components = np.empty(expected.T.shape).T  # the transpose of an array of components
    over = rights.copy()

    assert kernel(lefts, rights, out=components) is components
    np.testing.assert_array_equal(components, expected)
    assert kernel(lefts, over, out=over) is over
    np.testing.assert_array_equal(over, expected)


@each_inverse
def test_every_row_is_inverted_as_one(kernel: Any, kind: Any, rows: Any) -> None:
    expected = np.array([kind(row).affine_inverse() for row in rows])

    np.testing.assert_allclose(kernel(rows), expected, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(kernel(kind(rows[0])), expected[0], rtol=1e-12, atol=1e-15)
    over = rows.copy()
    assert kernel(over, out=over) is over
    np.testing.assert_array_equal(over, kernel(rows))


def test_the_smallest_and_largest_scales_are_inverted_as_one() -> None:
    turned = [Transform3D(Basis(Quaternion(row)), (1, 2, 3)) for row in TURNS]
    scales = 10.0 ** RNG.uniform(-140, 140, (COUNT, 3))
    rows = np.array([transform.scaled_local(scale) for transform, scale in zip(turned, scales, strict=True)])
    expected = np.array([Transform3D(row).affine_inverse() for row in rows])

    np.testing.assert_allclose(kernels.affine_inverse_3d(rows), expected, rtol=1e-12)


def test_every_quaternion_gives_its_basis_to_the_last_bit() -> None:
    lengths = np.array([1.0, 5.0, 1e-160, 1e-300, 1e150, 1e300])
    quaternions = TURNS[:, None] * lengths[:, None]

    bases = kernels.quaternions_to_bases(quaternions)

    assert bases.shape == (COUNT, len(lengths), 9)
    for row in range(COUNT):
        for column in range(len(lengths)):
            assert Basis(bases[row, column]) == Basis(Quaternion(quaternions[row, column]))
    assert tuple(kernels.quaternions_to_bases(Quaternion())) == Basis()


@pytest.mark.parametrize("order", EulerOrder)
def test_all_euler_angles_give_their_quaternions(order: EulerOrder) -> None:
    expected = [Quaternion.from_euler(row, order) for row in ANGLES]

    np.testing.assert_allclose(kernels.euler_to_quaternions(ANGLES, order), expected, atol=1e-15)
    np.testing.assert_allclose(kernels.euler_to_quaternions(ANGLES[0], order), expected[0], atol=1e-15)


def test_the_default_order_is_yxz() -> None:
    expected = kernels.euler_to_quaternions(ANGLES, EulerOrder.YXZ)

    np.testing.assert_array_equal(kernels.euler_to_quaternions(ANGLES), expected)


def test_all_rotations_are_interpolated_as_one() -> None:
    triples = zip(TURNS, OTHER_TURNS, WEIGHTS, strict=True)
    expected = [Quaternion(a).slerp(b, weight) for a, b, weight in triples]

    np.testing.assert_allclose(kernels.slerp_quaternions(TURNS, OTHER_TURNS, WEIGHTS), expected, atol=1e-14)
    halves = [Quaternion(row).slerp((0, 0, 0, 1), 0.5) for row in TURNS]
    np.testing.assert_allclose(kernels.slerp_quaternions(TURNS, (0, 0, 0, 1), 0.5), halves, atol=1e-14)


def test_rotations_that_are_all_but_the_same_are_interpolated_too() -> None:
    a, b = Quaternion((0, 1, 0), 1.0), Quaternion((0, 1, 0), 1.0 + 1e-9)

    np.testing.assert_allclose(kernels.slerp_quaternions([a, a], [a, b], 0.5), [a, a.slerp(b, 0.5)], atol=1e-16)


def test_no_rows_give_no_rows() -> None:
    for kernel, sizes in (
        (kernels.compose_3d, (12, 12)),
        (kernels.transform_points_2d, (6, 2)),
        (kernels.affine_inverse_2d, (6,)),
        (kernels.affine_inverse_3d, (12,)),
        (kernels.quaternions_to_bases, (4,)),
        (kernels.euler_to_quaternions, (3,)),
    ):
        function: Callable[..., Any] = kernel
        assert len(function(*[np.empty((0, size)) for size in sizes])) == 0


def test_whole_numbers_and_lists_are_taken() -> None:
    assert kernels.transform_points_2d([1, 0, 0, 1, 10, 20], [[1, 2], [3, 4]]).tolist() == [[11, 22], [13, 24]]


def test_inputs_are_not_changed() -> None:
    parents, children = FLAT_3D.copy(), OTHER_3D.copy()

    kernels.compose_3d(parents, children)
    kernels.affine_inverse_3d(parents)

    np.testing.assert_array_equal(parents, FLAT_3D)
    np.testing.assert_array_equal(children, OTHER_3D)


def test_nan_and_infinity_go_through_products_as_they_do_through_one() -> None:
    points = kernels.transform_points_3d(Transform3D(), [(nan, 1, 2), (inf, 1, 2)])

    assert np.isnan(points[0, 0])
    assert points[1].tolist()[0] == inf


@pytest.mark.parametrize("origin", [(inf, 1.0, -2.0), (nan, 0.0, 0.0), (1e308, 1e308, -inf)])
def test_an_origin_that_is_not_finite_is_undone_as_it_is_by_one(origin: tuple[float, float, float]) -> None:
    flat = Transform2D((0.0, 2.0), (1e-5, 0.0), origin[:2])
    solid = Transform3D(Basis((0.0, 2.0, 0.0), (1e-5, 0.0, 0.0), (0.0, 0.0, 1.0)), origin)

    assert np.array_equal(kernels.affine_inverse_2d(flat), flat.affine_inverse(), equal_nan=True)
    assert np.array_equal(kernels.affine_inverse_3d(solid), solid.affine_inverse(), equal_nan=True)


def test_a_basis_whose_determinant_is_0_but_for_rounding_has_no_inverse_here_either() -> None:
    flat = Transform3D((0.1, 0.2, 0.3), (0.4, 0.5, 0.6), (0.7, 0.8, 0.9), (1, 2, 3))

    assert flat.basis.determinant() != 0.0
    with pytest.raises(SingularTransformError, match="row 1 has no inverse"):
        kernels.affine_inverse_3d([Transform3D(), flat])


SINGULAR = [Transform3D(), Transform3D(Basis.from_scale((1, 0, 1)), (0, 0, 0))]


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (
            lambda: kernels.compose_2d(np.zeros((2, 5)), np.zeros(6)),
            MathTypeError,
            "compose_2d, parent: the shape must be (..., 6), got (2, 5)",
        ),
        (
            lambda: kernels.compose_3d(np.zeros(12), np.zeros(9)),
            MathTypeError,
            "compose_3d, child: the shape must be (..., 12), got (9,)",
        ),
        (
            lambda: kernels.compose_3d(5.0, np.zeros(12)),
            MathTypeError,
            "compose_3d, parent: the shape must be (..., 12), got ()",
        ),
        (
            lambda: kernels.compose_3d(np.zeros((2, 12)), np.zeros((3, 12))),
            MathTypeError,
            "compose_3d: the shapes (2,), (3,) do not fit together",
        ),
        (
            lambda: kernels.compose_3d("abc", np.zeros(12)),
            MathTypeError,
            "compose_3d, parent: needs an array of real numbers, got <U3 (str)",
        ),
        (
            lambda: kernels.compose_3d([[1], [1, 2]], np.zeros(12)),
            MathTypeError,
            "parent: needs an array, got rows of different lengths",
        ),
        (
            lambda: kernels.compose_3d(np.zeros(12, complex), np.zeros(12)),
            MathTypeError,
            "real numbers, got complex128 (ndarray)",
        ),
        (lambda: kernels.compose_3d([None] * 12, np.zeros(12)), MathTypeError, "real numbers, got object (list)"),  # type: ignore[arg-type]
        (
            lambda: kernels.compose_2d(np.zeros(6), np.zeros(6), out=np.zeros((1, 6))),
            MathTypeError,
            "out must be a writable float64 array of shape (6,), got float64 (1, 6)",
        ),
        (
            lambda: kernels.compose_2d(np.zeros(6), np.zeros(6), out=np.zeros(6, np.float32)),
            MathTypeError,
            "shape (6,), got float32 (6,)",
        ),
        (
            lambda: kernels.compose_2d(np.zeros(6), np.zeros(6), out=[0] * 6),  # type: ignore[arg-type]
            MathTypeError,
            "shape (6,), got [0, 0, 0, 0, 0, 0]",
        ),
        (
            lambda: kernels.transform_points_2d(np.zeros(6), np.zeros(3)),
            MathTypeError,
            "transform_points_2d, points: the shape must be (..., 2), got (3,)",
        ),
        (
            lambda: kernels.transform_points_3d(np.zeros(6), np.zeros(3)),
            MathTypeError,
            "transform_points_3d, transform: the shape must be (..., 12)",
        ),
        (
            lambda: kernels.affine_inverse_2d([(1, 0, 0, 1, 0, 0), (1, 1, 1, 1, 0, 0)]),
            SingularTransformError,
            "affine_inverse_2d: row 1 has no inverse: its determinant is 0, got [1.0, 1.0",
        ),
        (
            lambda: kernels.affine_inverse_2d([(1, 0, 0, 1, 0, 0), (1e200, 0, 0, 1e200, 0, 0)]),
            MathValueError,
            "affine_inverse_2d: row 1 must have a finite determinant, got [1e+200",
        ),
        (
            lambda: kernels.affine_inverse_3d(SINGULAR),
            SingularTransformError,
            "affine_inverse_3d: row 1 has no inverse: its determinant is 0, got [1.0, 0.0",
        ),
        (
            lambda: kernels.affine_inverse_3d([[SINGULAR[0], SINGULAR[1]]]),
            SingularTransformError,
            "row 0, 1 has no inverse",
        ),
        (lambda: kernels.affine_inverse_3d(SINGULAR[1]), SingularTransformError, "the value has no inverse"),
        (
            lambda: kernels.affine_inverse_3d(np.full((3, 12), nan)),
            MathValueError,
            "affine_inverse_3d: row 0 must be finite, got [nan",
        ),
        (
            lambda: kernels.affine_inverse_3d(Transform3D(Basis() * 1e-320, (0, 0, 0))),
            MathValueError,
            "has an inverse beyond the range of floats",
        ),
        (
            lambda: kernels.quaternions_to_bases([(0, 0, 0, 1), (0, 0, 0, 0)]),
            DivisionByZeroError,
            "quaternions_to_bases: row 1 is a quaternion of zeros",
        ),
        (
            lambda: kernels.quaternions_to_bases([(0, 0, inf, 1)]),
            MathValueError,
            "quaternions_to_bases: row 0 must be finite, got [0.0, 0.0, inf, 1.0]",
        ),
        (
            lambda: kernels.quaternions_to_bases([(0, 0, 1)]),
            MathTypeError,
            "quaternions_to_bases: the shape must be (..., 4), got (1, 3)",
        ),
        (
            lambda: kernels.euler_to_quaternions([(0, nan, 0)]),
            MathValueError,
            "euler_to_quaternions: row 0 must be finite, got [0.0, nan, 0.0]",
        ),
        (
            lambda: kernels.euler_to_quaternions([(0, 0, 0)], 6),
            MathValueError,
            "euler_to_quaternions: the order must be an EulerOrder, 0 to 5, got 6",
        ),
        (
            lambda: kernels.euler_to_quaternions([(0, 0)]),
            MathTypeError,
            "euler_to_quaternions: the shape must be (..., 3), got (1, 2)",
        ),
        (
            lambda: kernels.slerp_quaternions([(0, 0, 0, 2)], (0, 0, 0, 1), 0.5),
            MathValueError,
            "slerp_quaternions, start: row 0 must have length 1, got [0.0, 0.0, 0.0, 2.0]",
        ),
        (
            lambda: kernels.slerp_quaternions((0, 0, 0, 1), (0, 0, 0, nan), 0.5),
            MathValueError,
            "slerp_quaternions, end: the value must have length 1",
        ),
        (
            lambda: kernels.slerp_quaternions(TURNS, TURNS, [0, 1]),
            MathTypeError,
            "slerp_quaternions: the shapes (200,), (200,), (2,) do not fit together",
        ),
        (
            lambda: kernels.slerp_quaternions(TURNS[:2], TURNS[:2], [0, inf]),
            MathValueError,
            "slerp_quaternions, weight: row 1 must be finite",
        ),
    ],
)
def test_what_does_not_fit_or_means_nothing_is_refused_with_its_row(call: Any, kind: Any, text: str) -> None:
    with pytest.raises(kind) as caught:
        call()

    assert text in str(caught.value)


def test_nothing_is_written_when_a_row_is_refused() -> None:
    out = np.full((2, 12), 7.0)

    with pytest.raises(SingularTransformError):
        kernels.affine_inverse_3d(SINGULAR, out=out)

    assert (out == 7.0).all()
