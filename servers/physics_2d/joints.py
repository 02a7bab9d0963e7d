"""Joints between two bodies, by pymunk's constraints.

In:    records that joint nodes make and `attach`; where, in global pixels, when they do.
Out:   constraints in the space of the bodies, while both are in the same one and forces move one of them at least.
When:  made and dropped as bodies come, leave and change their mode; `begin` once a step, `drive` before each substep.
Space: pixels, y down, radians; seconds, kg.

Where a joint holds its bodies is kept in their own spaces, so that it stays there when they are put somewhere else.
"""

from __future__ import annotations

from itertools import count
from math import inf, isfinite, tau
from typing import TYPE_CHECKING, Any

import pymunk

from engine.math import Vector2
from servers.physics_2d.closing import SHARES, WHOLE, Closing
from servers.physics_2d.notifying import notifying
from servers.physics_2d.pymunk_internals import forget_constraint

if TYPE_CHECKING:
    from engine.core.property_checks import Located
    from servers.physics_2d.bodies import Body
    from servers.physics_2d.rows import Rows
    from servers.physics_2d.space import Space2D

_rids = count(1)

DEFAULT_BIAS = 0.2
"""What part of an error a joint takes back in a sixtieth of a second, unless its `bias` says otherwise; Godot's."""
_RATE = 60.0
"""By how many steps in a second `bias` and `softness` are to be read; Godot's usual number, whatever the tree's."""
_FAR = 1e6
"""How long the springs of a soft pin are, so that their directions stay the same, in pixels."""
_STIFF = 4.0
"""How many times softer than its softness bodies must give way to a pin for it to be a hard one: springs as stiff as
that would be overdamped by so much that they took back nothing."""


class Joint:
    """What joins two bodies; take one of its kinds.

    Attributes:
        rid: its number, by the order in which joints were made.
        owner: its node.
        a: the first body that it joins; None while it joins nothing.
        b: the second one, likewise.
        made: the constraints that stand for it, while its bodies are in a space.
    """

    _uncaptured: tuple[str, ...] = ("made", "_space")

    def __init__(self, owner: Located | None = None) -> None:
        self.rid = next(_rids)
        self.owner = owner
        self.a: Body | None = None
        self.b: Body | None = None
        self.made: list[pymunk.Constraint] = []
        self._space: Space2D | None = None
        self._bias = 0.0
        self._disables_collision = True

    bias: float = notifying(
        "_bias",
        "refresh",
        "What part of an error it takes back in a sixtieth of a second; 0 for the usual one.",
    )

    @property
    def disables_collision(self) -> bool:
        """Whether its bodies pass through one another."""
        return self._disables_collision

    @disables_collision.setter
    def disables_collision(self, disables: bool) -> None:
        self._disables_collision = disables
        for body in self.bodies:
            update_exceptions(body)
        self.refresh()

    # --- what it joins -----------------------------------------------------------------------------------------------

    @property
    def bodies(self) -> list[Body]:
        """What it joins: two, or nothing."""
        return [body for body in (self.a, self.b) if body is not None]

    def _join(self, a: Body, b: Body) -> None:
        """Join two bodies, now that it is known where."""
        self.a, self.b = a, b
        for body in self.bodies:
            body.joints[self.rid] = self
            update_exceptions(body)
        self.refresh()

    def detach(self) -> None:
        """Join nothing any more."""
        self.drop()
        for body in self.bodies:
            body.joints.pop(self.rid, None)
            update_exceptions(body)
        self.a = self.b = None

    # --- in the space ------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Make it anew, if its bodies are where it can be made; wakes them."""
        self.drop()
        spaces = {body.space for body in self.bodies}
        space = spaces.pop() if len(spaces) == 1 else None
        if space is None or not any(body.is_rigid for body in self.bodies):
            return
        self.made = self._make(*[body.native for body in self.bodies])
        for constraint in self.made:
            constraint.error_bias = self._error_bias()
            constraint.collide_bodies = not self._disables_collision
        self._space = space
        space.native.add(*self.made)
        space.joints.made[self.rid] = self
        if any(isinstance(constraint, pymunk.DampedSpring) for constraint in self.made):
            space.joints.sprung[self.rid] = self
        self._take_up(space.joints)
        self.wake()

    def drop(self) -> None:
        """Have no constraints, until `refresh`; wakes its bodies."""
        space = self._space
        if space is not None:
            self.wake()
            space.native.remove(*self.made)
            for constraint in self.made:
                forget_constraint(constraint)
            space.joints.forget(self.rid)
            self.made = []
            self._space = None

    def abandon(self) -> None:
        """Have no constraints any more, of a space that is given up with them."""
        self.made, self._space = [], None

    def reweighed(self) -> None:
        """A body has another mass, or turns now, or no longer."""
        self.refresh()

    def wake(self) -> None:
        """Let its bodies rest no longer."""
        for body in self.bodies:
            body.wake()

    def _make(self, a: Any, b: Any) -> list[pymunk.Constraint]:
        """New constraints between two pymunk bodies."""
        raise NotImplementedError

    def _error_bias(self, share: float = 1.0) -> float:
        """What is left of an error after a second, where so large a share of the bias counts."""
        left: float = (1.0 - min(self._bias or DEFAULT_BIAS, 1.0) * share) ** _RATE
        return left

    def _take_up(self, joints: Joints) -> None:
        """Be called before steps and substeps, if it needs to be."""


class PinJoint(Joint):
    """Holds a point of one body at a point of the other; they turn freely around it, or as a motor and limits let them.

    Attributes:
        place_a, place_b: where, in the spaces of the bodies.
        level: by which of the shares in `closing` a hard one closes its gap.
    """

    _uncaptured = ("_limit", "_motor", "level")

    def __init__(self, owner: Located | None = None) -> None:
        super().__init__(owner)
        self.place_a = self.place_b = Vector2.ZERO
        self._start = 0.0  # how far b was turned against a when it was attached
        self._softness = 0.0
        self._limits: tuple[float, float] | None = None
        self._speed: float | None = None
        self._limit: pymunk.RotaryLimitJoint | None = None
        self._motor: pymunk.SimpleMotor | None = None
        self.level = WHOLE

    def attach(self, a: Body, b: Body, place: Vector2) -> None:
        """Join two bodies at a point; where they are turned now is the angle 0 of the limits."""
        self.detach()
        self.place_a, self.place_b = _inside(a, place), _inside(b, place)
        self._start = _angle(b) - _angle(a)
        self._join(a, b)

    def set_softness(self, softness: float) -> None:
        """How far it gives way: 0 not at all; at 1, a load of 720 N pulls it apart by 5 px, at the usual bias."""
        self._softness = softness
        self.refresh()

    def set_limits(self, limits: tuple[float, float] | None) -> None:
        """From where to where `b` may turn against `a`, in radians; None for anywhere."""
        self._limits = limits
        self.refresh()

    def set_speed(self, speed: float | None) -> None:
        """How fast a motor turns `b` against `a`, in rad/s; None without a motor."""
        self._speed = speed
        if self._motor is None or speed is None or not self.made:
            self.refresh()
        else:
            self._motor.max_force = inf
            self._motor.rate = -speed

    def set_level(self, level: int) -> None:
        """By which of the shares it is to close its gap, now that it is in a space, and hard."""
        self.level = level
        self.made[0].error_bias = self._error_bias(SHARES[level])

    def _make(self, a: Any, b: Any) -> list[pymunk.Constraint]:
        made: list[pymunk.Constraint] = []
        self.level = WHOLE
        if self._is_soft():
            made += self._springs(a, b)
        else:
            made.append(pymunk.PivotJoint(a, b, self.place_a, self.place_b))
        self._motor = self._limit = None
        if all(body.moment == inf for body in self.bodies if body.is_rigid):
            return made
        if self._speed is not None:
            self._motor = pymunk.SimpleMotor(a, b, -self._speed)
            made.append(self._motor)
        if self._limits is not None and self._limits[1] - self._limits[0] < tau:
            self._limit = pymunk.RotaryLimitJoint(a, b, *self._span())
            made.append(self._limit)  # behind the motor, so that it has the last word
        return made

    def _take_up(self, joints: Joints) -> None:
        if isinstance(self.made[0], pymunk.PivotJoint):
            joints.take_pin(self)
        if self._limit is not None:
            joints.limited[self.rid] = self
            if self._motor is not None:
                joints.driven[self.rid] = self

    def _is_soft(self) -> bool:
        if self._softness <= 0.0:
            return False
        give = 0.0
        for body, place in ((self.a, self.place_a), (self.b, self.place_b)):
            if body is not None and body.is_rigid:
                give += 1.0 / body.mass + place.distance_squared_to(body.center_of_mass) / body.moment
        return give < _STIFF * self._softness

    def _springs(self, a: Any, b: Any) -> list[pymunk.Constraint]:
        """Two springs across one another that do together what softness does: they pull back and damp in proportion.

        Each is so long that its direction does not change; its far end lies on the line of its force, so it turns
        nothing more than a spring at the point itself would.
        """
        stiffness = (self._bias or DEFAULT_BIAS) * _RATE * _RATE / self._softness
        damping = _RATE / self._softness
        return [
            pymunk.DampedSpring(a, b, self.place_a - away, self.place_b, _FAR, stiffness, damping)
            for away in (Vector2(_FAR, 0.0), Vector2(0.0, _FAR))
        ]

    # --- limits and motor --------------------------------------------------------------------------------------------

    def _turn(self) -> float:
        """How far `b` is turned against `a` since it was attached."""
        a, b = self.bodies
        return _angle(b) - _angle(a) - self._start

    def _span(self) -> tuple[float, float]:
        """The limits as pymunk counts angles, by whole turns nearest to where `b` is."""
        assert self._limits is not None
        lower, upper = self._limits
        width = (upper - lower) % tau
        middle = lower + 0.5 * width
        middle += tau * round((self._turn() - middle) / tau) + self._start
        return middle - 0.5 * width, middle + 0.5 * width

    def begin(self) -> None:
        """Before a step: have the limits right again after a body was put elsewhere, which counts its angle anew."""
        limit = self._limit
        assert limit is not None
        lower, upper = self._span()
        if (limit.min, limit.max) != (lower, upper):
            limit.min, limit.max = lower, upper

    def drive(self, delta: float) -> None:
        """Before a substep of so many seconds: let the motor bring `b` up to a limit and no further.

        Otherwise the two would press against one another, harder in each step, and let go of that at once.
        """
        motor, limit, speed = self._motor, self._limit, self._speed
        assert motor is not None
        assert limit is not None
        assert speed is not None
        a, b = motor.a, motor.b
        now = b.angle - a.angle + (b.angular_velocity - a.angular_velocity) * delta  # pymunk moves first
        room = (limit.max - now if speed > 0.0 else now - limit.min) / delta
        rate = -max(min(speed, room), 0.0) if speed > 0.0 else max(min(-speed, room), 0.0)
        force = inf if room > 0.0 else 0.0
        if motor.rate != rate:
            motor.rate = rate
        if motor.max_force != force:
            motor.max_force = force


class GrooveJoint(Joint):
    """Holds a point of `b` on a line of `a`, between its ends.

    Attributes:
        start_a, end_a: the line, in the space of `a`.
        place_b: the point, in the space of `b`.
    """

    def __init__(self, owner: Located | None = None) -> None:
        super().__init__(owner)
        self.start_a = self.end_a = self.place_b = Vector2.ZERO

    def attach(self, a: Body, b: Body, start: Vector2, end: Vector2, place: Vector2) -> None:
        """Join two bodies: `a` has the line, `start` and `end` of which must differ, and `b` the point."""
        self.detach()
        self.start_a, self.end_a, self.place_b = _inside(a, start), _inside(a, end), _inside(b, place)
        self._join(a, b)

    def reweighed(self) -> None:
        """Nothing: it is the same for all masses."""

    def _make(self, a: Any, b: Any) -> list[pymunk.Constraint]:
        return [pymunk.GrooveJoint(a, b, self.start_a, self.end_a, self.place_b)]


class SpringJoint(Joint):
    """Pulls two points together, or pushes them apart, to have them at a distance.

    Attributes:
        place_a, place_b: the points, in the spaces of the bodies.
    """

    _uncaptured = ("_spring",)

    def __init__(self, owner: Located | None = None) -> None:
        super().__init__(owner)
        self.place_a = self.place_b = Vector2.ZERO
        self._distance = 0.0
        self._rest_length = 0.0
        self._stiffness = 20.0
        self._damping = 1.0
        self._spring: pymunk.DampedSpring | None = None

    def attach(self, a: Body, b: Body, start: Vector2, end: Vector2) -> None:
        """Join a point of one body to a point of the other."""
        self.detach()
        self.place_a, self.place_b = _inside(a, start), _inside(b, end)
        self._distance = start.distance_to(end)
        self._join(a, b)

    def set_rest_length(self, length: float) -> None:
        """The distance that it wants, in pixels; 0 for the one that there was when it was attached."""
        self._rest_length = length
        if self._spring is not None:
            self._spring.rest_length = self._wanted()

    def set_stiffness(self, stiffness: float) -> None:
        """By how much it pulls for each pixel that it is too long, in N/px."""
        self._stiffness = stiffness
        if self._spring is not None:
            self._spring.stiffness = stiffness

    def set_damping(self, damping: float) -> None:
        """By how much it pulls for each pixel by which it gets longer in a second, in N s/px."""
        self._damping = damping
        if self._spring is not None:
            self._spring.damping = damping

    def reweighed(self) -> None:
        """Nothing: it is the same for all masses."""

    def _make(self, a: Any, b: Any) -> list[pymunk.Constraint]:
        self._spring = pymunk.DampedSpring(
            a, b, self.place_a, self.place_b, self._wanted(), self._stiffness, self._damping
        )
        return [self._spring]

    def _wanted(self) -> float:
        return self._rest_length or self._distance


class Joints:
    """The joints of one space.

    Attributes:
        made: those whose constraints are in it, by number.
        limited: of these, the pins that do not let their bodies turn everywhere.
        driven: of these, those with a motor.
        sprung: those with springs.
    """

    def __init__(self) -> None:
        self.made: dict[int, Joint] = {}
        self.limited: dict[int, PinJoint] = {}
        self.driven: dict[int, PinJoint] = {}
        self.sprung: dict[int, Joint] = {}
        self._pins: dict[int, PinJoint] = {}  # those that are hard
        self._closing: Closing | None = None  # None where it is to be made anew

    def take_pin(self, pin: PinJoint) -> None:
        """A hard pin has its constraint."""
        self._pins[pin.rid] = pin
        self._closing = None

    def forget(self, rid: int) -> None:
        """A joint has its constraints no more."""
        for known in (self.made, self.limited, self.driven, self.sprung):
            known.pop(rid, None)
        if self._pins.pop(rid, None) is not None:
            self._closing = None

    def begin(self, rows: Rows) -> None:
        """Called before a step."""
        if self._pins:
            if self._closing is None:
                self._closing = Closing([*self._pins.values()])
            self._closing.begin(rows)
        for joint in self.limited.values():
            joint.begin()

    def drive(self, delta: float) -> None:
        """Called before a substep of so many seconds."""
        for joint in self.driven.values():
            joint.drive(delta)

    def calm(self) -> None:
        """Called after a step: what forces do not move keeps no velocity that a spring of huge forces has spoilt."""
        for joint in self.sprung.values():
            for native in (joint.made[0].a, joint.made[0].b):
                if native.body_type == pymunk.Body.DYNAMIC:
                    continue
                if not isfinite(sum(native.velocity, native.angular_velocity)):
                    native.velocity, native.angular_velocity = (0.0, 0.0), 0.0


def update_exceptions(body: Body) -> None:
    """Work out what a body passes through: what it was told to, and what it is joined to by joints that say so."""
    exceptions = dict(body.excepted)
    for joint in body.joints.values():
        if joint.disables_collision:
            exceptions.update({other.rid: other for other in joint.bodies if other is not body})
    if exceptions != body.exceptions:
        body.exceptions = exceptions
        body.filter_changed()


def _inside(body: Body, point: Vector2) -> Vector2:
    """A global point in the space of a body's pymunk body."""
    return body.pose.affine_inverse().xform(point)


def _angle(body: Body) -> float:
    return body.transform.get_rotation() if body.native is None else float(body.native.angle)
