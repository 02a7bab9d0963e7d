"""Kinematics: how bodies that are put elsewhere, and moved by no force, push and drag others on their way.

In:    the kinematic bodies of a space that were placed since the last step; `moved_from` of each says where it was.
Out:   the velocities that they have in pymunk during a step, and afterwards the places that they were put at.
When:  `set_off` before pymunk's step, `arrive` behind it.
Space: pixels, y down, radians; seconds.

As in Godot, the velocity of such a body is that of its move and of its surface together: a belt that is moved drags
what lies on it by both. pymunk would move a body by its surface's, too, and therefore asks `_advance` where it goes.
"""

from __future__ import annotations

from math import pi, remainder
from typing import TYPE_CHECKING

import pymunk

from engine.math import Vector2
from servers.physics_2d.bodies import BodyMode

if TYPE_CHECKING:
    from servers.physics_2d.bodies import Body
    from servers.physics_2d.space import Space2D


class Kinematics:
    """Of one space."""

    def __init__(self, space: Space2D) -> None:
        self._space = space
        self._moved: dict[int, Body] = {}  # since the last step, by number
        self._drifting: dict[int, Body] = {}  # those with a velocity from their last move
        self._belts: set[int] = set()  # the numbers of those whose surface moves

    def look_at(self, body: Body) -> None:
        """A kinematic body of the space was put somewhere else."""
        self._moved[body.rid] = body

    def stop_following(self, body: Body) -> None:
        """A body has another mode: neither its last move nor the next one is made as that of a kinematic one."""
        self._moved.pop(body.rid, None)
        self._drifting.pop(body.rid, None)

    def forget(self, body: Body) -> None:
        """A body leaves the space."""
        self.stop_following(body)
        self._belts.discard(body.rid)

    def set_off(self, delta: float) -> None:
        """Put bodies that were moved back to where they come from, with the velocity that leads them there.

        So they push and drag others, and arrive where they were put after a step of `delta` seconds.
        """
        for body in self._drifting.values():
            _stop(body)
        self._drifting.clear()
        for body in self._moved.values():
            start, native = body.moved_from, body.native
            assert native is not None
            if start is None or delta <= 0.0:
                continue
            turn = _nearest_turn(native.angle - start.get_rotation())
            way = Vector2(*native.position) - start.origin
            native.velocity = way / delta + body.constant_linear_velocity
            native.angular_velocity = turn / delta + body.constant_angular_velocity
            native.angle = native.angle - turn
            native.position = start.origin
            self._drifting[body.rid] = body

    def arrive(self) -> None:
        """After a step: have them exactly where they were put."""
        for body in self._moved.values():
            native, pose = body.native, body.pose
            assert native is not None
            native.angle, native.position = pose.get_rotation(), pose.origin
            self._space.native.reindex_shapes_for_body(native)
            body.moved_from = None
        self._moved.clear()

    def resurface(self, body: Body) -> None:
        """A body of the space may have another mode, or its surface another velocity."""
        native = body.native
        assert native is not None
        is_kinematic = body.mode is BodyMode.KINEMATIC
        if is_kinematic and (body.constant_linear_velocity or body.constant_angular_velocity):
            self._belts.add(body.rid)
            native.position_func = _advance
        elif body.rid in self._belts:
            self._belts.discard(body.rid)
            native.position_func = pymunk.Body.update_position
        else:
            return
        if is_kinematic:
            self._drifting.pop(body.rid, None)
            _stop(body)

    @property
    def is_idle(self) -> bool:
        """Whether nobody was moved since the last step, or in it."""
        return not self._moved and not self._drifting

    def drifts(self, body: Body) -> bool:
        """Whether a body has the velocity that it was moved with in the last step."""
        return body.rid in self._drifting

    def resume(self, body: Body, velocity: tuple[float, float], spin: float) -> None:
        """Let a body have that velocity, in px/s, and that spin, in rad/s, until the next step."""
        assert body.native is not None
        body.native.velocity, body.native.angular_velocity = velocity, spin
        self._drifting[body.rid] = body


def _stop(body: Body) -> None:
    """Let only the surface of a body move."""
    native = body.native
    assert native is not None
    native.velocity = body.constant_linear_velocity
    native.angular_velocity = body.constant_angular_velocity


def _advance(native: pymunk.Body, delta: float) -> None:
    """Move a body whose surface moves, in a substep, by what it has of velocity beside that."""
    body: Body = native.object
    if body.space is not None and body.space.kinematics.drifts(body):
        native.position += (native.velocity - body.constant_linear_velocity) * delta
        native.angle += (native.angular_velocity - body.constant_angular_velocity) * delta


def _nearest_turn(angle: float) -> float:
    """The same turn by half a circle at most."""
    return remainder(angle, 2.0 * pi)
