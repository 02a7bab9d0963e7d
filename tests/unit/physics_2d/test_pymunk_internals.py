"""What is used of pymunk below its public names is still there, and still does what it did."""

from importlib import import_module
from typing import Any

import numpy as np
import pymunk
import pytest

GONE = f"pymunk {pymunk.version}: look at servers/physics_2d/pymunk_internals.py - "


def internals() -> Any:
    try:
        return import_module("servers.physics_2d.pymunk_internals")
    except ImportError as error:
        pytest.fail(f"{GONE}it cannot be imported: {error}")


def chipmunk() -> tuple[Any, Any]:
    """cffi's `ffi` and `lib` of Chipmunk."""
    module = internals()
    return module.ffi, module.lib


def test_pymunk_still_has_the_functions_of_chipmunk() -> None:
    _, lib = chipmunk()
    velocities = ("cpBodyUpdateVelocity", "cpBodySetAngularVelocity", "cpBodySetForce", "cpBodyIsSleeping")
    motion = ("cpBodyGetVelocity", "cpBodyGetAngularVelocity", "cpBodyGetMoment", "cpBodyGetMass")
    for name in ("cpSpaceSegmentQueryFirst", "cpShapeGetUserData", *velocities, *motion):
        assert hasattr(lib, name), f"{GONE}Chipmunk's {name} is gone"
    assert hasattr(pymunk.Space(), "_space"), f"{GONE}Space._space is gone"
    assert hasattr(pymunk.Body(), "_body"), f"{GONE}Body._body is gone"


def test_the_answer_of_chipmunk_about_a_line_still_has_the_same_fields_in_the_same_places() -> None:
    ffi, _ = chipmunk()
    info = internals().SEGMENT_QUERY_INFO
    assert ffi.sizeof("cpSegmentQueryInfo") == info.itemsize, f"{GONE}cpSegmentQueryInfo has another size"
    for name in info.names:
        place = info.fields[name][1]
        assert ffi.offsetof("cpSegmentQueryInfo", name) == place, f"{GONE}cpSegmentQueryInfo.{name} is elsewhere"
    assert ffi.sizeof("cpVect") == 16, f"{GONE}cpVect is no longer two doubles"


def test_chipmunk_finds_on_many_lines_what_pymunk_finds_on_each() -> None:
    space = pymunk.Space()
    shapes = [pymunk.Circle(space.static_body, 5.0, (x, 0.0)) for x in (20.0, 40.0)]
    shapes[1].filter = pymunk.ShapeFilter(categories=2)
    space.add(*shapes)
    starts, ends = np.array([(0.0, 0.0), (60.0, 1.0), (0.0, 9.0), (20.0, 0.0)]), np.array([(60.0, 0.0)] * 4)
    ends[1:] = (0.0, 1.0), (60.0, 9.0), (30.0, 0.0)
    for mask in (0xFFFFFFFF, 1):
        only = pymunk.ShapeFilter(mask=mask)
        found = internals().first_on_segments(space, starts, ends, only)
        for row, start, end in zip(found, starts.tolist(), ends.tolist(), strict=True):
            hit = space.segment_query_first(start, end, 0.0, only)
            shape = internals().shape_at(int(row["shape"]))
            assert shape is (None if hit is None else hit.shape), f"{GONE}another shape is first"
            if hit is not None:
                assert (row["alpha"], *row["normal"]) == (hit.alpha, *hit.normal), f"{GONE}it is met elsewhere"


def test_a_body_can_be_made_static_after_its_constraint_with_the_world_was_forgotten() -> None:
    space, body = pymunk.Space(), pymunk.Body(1.0, 1.0)
    pivot = pymunk.PivotJoint(body, space.static_body, (0.0, 0.0))
    space.add(body, pivot)
    assert hasattr(body, "_constraints"), f"{GONE}Body._constraints is gone"
    space.remove(pivot)
    internals().forget_constraint(pivot)
    assert not body.constraints, f"{GONE}a constraint is still counted among those of its body"
    body.body_type = pymunk.Body.STATIC  # which is refused while it counts that constraint


def test_velocities_of_many_bodies_are_changed_as_by_the_methods_of_pymunk() -> None:
    module = internals()
    bodies = [pymunk.Body(2.0, 8.0) for _ in range(4)]
    for body in bodies:
        body.velocity, body.angular_velocity = (3.0, -4.0), 5.0
    one, many, damped, turned = bodies

    pymunk.Body.update_velocity(one, (7.0, 9.0), 0.75, 0.1)
    module.change_velocities([module.native_of(many)], np.array([[7.0, 9.0]]), [0.75], 0.1)
    module.damp([(module.native_of(damped), 0.5)], 0.1)
    module.set_turns([module.native_of(turned)], [2.0])
    module.set_forces([(module.native_of(turned), module.vector(6.0, 1.0))])

    assert (many.velocity, many.angular_velocity) == (one.velocity, one.angular_velocity)
    assert (tuple(damped.velocity), damped.angular_velocity) == ((1.5, -2.0), 2.5)
    assert (turned.angular_velocity, tuple(turned.force)) == (2.0, (6.0, 1.0))
    assert module.energy_per_mass(module.native_of(turned)) == 3.0 * 3.0 + 4.0 * 4.0 + 8.0 / 2.0 * 2.0 * 2.0
    assert not module.is_asleep(module.native_of(turned))
