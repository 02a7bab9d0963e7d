"""How far a body gets, and what it meets: the rules of Godot's PhysicsServer2D.body_test_motion.

A motion has three parts. First the body is pushed out of what it is in, or nearer to than a margin: in up to four
passes, each of which takes it four tenths of the way at each place of contact. Then it is cast along its motion; where
Godot halves the way eight times, the exact place is worked out. Last, where it has come to, the shape that it is
deepest in, the margin counted in, is what it collided with.

In:    a body of a space, where it is thought to stand, and a motion.
Out:   a MotionResult; nothing is moved.
Space: global; pixels.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from engine.math import Vector2
from engine.math.scalars import EPSILON
from servers.physics_2d.bodies import BodyMode
from servers.physics_2d.characters.motion_result import MeetingPlace, MotionResult
from servers.physics_2d.characters.surroundings import Surroundings

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from servers.physics_2d.bodies import Body
    from servers.physics_2d.characters.surroundings import Basis, Pair

    Plane = tuple[float, float, float, float]
    """How deep the body is in something, the normal, and the other one's priority."""

DEFAULT_MARGIN = 0.08
"""In pixels; Godot's."""
LEAST_MARGIN = 0.0001
"""What is smaller counts as this."""
_CONTACT_DEPTH = 0.05
"""The part of the margin that a body is left in what it touches, so that it goes on touching it."""
_PASSES = 4
_PART_OF_THE_WAY = 0.4
_SAME_DEPTH = 1e-9
_SLACK = 1.0


class Motions:
    """What tests motions of one body; it keeps what it learns of the surroundings.

    Each move begins with `begin`; then `test` can be called for one part of it after the other.
    """

    def __init__(self, body: Body) -> None:
        self._body = body
        self._around = Surroundings(body)
        self._planes: list[Plane] = []
        self._passed: list[Pair] = []  # one-way shapes that the body is in, and so does not meet
        self._is_inside = False  # whether it was inside of something before the last pass
        self._gap = 0.0  # how far it could be pushed then and come within the margin of nothing else
        self._x = self._y = 0.0  # where it was pushed to

    def begin(self, basis: Basis, reach: float) -> None:
        """Before a move.

        Args:
            basis: the images of the axes of the body, as it is thought to stand.
            reach: how far the move may lead, all in all; what is wrong costs time only.
        """
        self._around.begin(basis, reach)

    def test(
        self,
        x: float,
        y: float,
        dx: float,
        dy: float,
        margin: float,
        *,
        recovery_counts: bool = False,
        rays_collide: bool = False,
        excluded: Collection[int] = (),
    ) -> MotionResult:
        """How far the body gets from (x, y) on its way by (dx, dy).

        Args:
            x: where it is thought to stand.
            y: the same, down.
            dx: how far it is to go.
            dy: the same, down.
            margin: nearer than this it is pushed away; in pixels.
            recovery_counts: whether it collides with what it is only pushed out of, too.
            rays_collide: whether separation rays that do not slide are cast, too.
            excluded: the numbers of bodies that do not count.
        """
        if not self._around.parts:
            return MotionResult(dx, dy)
        margin = max(margin, LEAST_MARGIN)
        recovered = self._recover(x, y, margin, excluded)
        at_x, at_y = self._x, self._y
        near = self._around.within(at_x, at_y, dx, dy, margin + _SLACK, excluded)
        safe, own = 1.0, -1
        if near and (dx or dy or self._is_inside):
            safe, own = self._cast(near, at_x, at_y, dx, dy, rays_collide)
        safe_x, safe_y = safe * dx, safe * dy
        result = MotionResult(safe_x + (at_x - x), safe_y + (at_y - y))
        result.safe = safe
        if safe < 1.0 or (recovery_counts and recovered):
            least = min(hypot(dx, dy), margin * _CONTACT_DEPTH)
            self._rest(near, result, at_x + safe_x, at_y + safe_y, margin, least, own)
        if result.hit:
            result.remainder_x, result.remainder_y = dx - safe_x, dy - safe_y
        else:
            result.travel_x, result.travel_y = dx + (at_x - x), dy + (at_y - y)
        return result

    # --- pushed out --------------------------------------------------------------------------------------------------

    def _recover(self, x: float, y: float, margin: float, excluded: Collection[int]) -> bool:
        """Push the body out of what it is in; whether it was in anything."""
        least = margin * _CONTACT_DEPTH
        seen_x, seen_y = x, y
        recovered = self._is_inside = False
        if self._passed:
            self._passed = []
        near = self._around.within(x, y, 0.0, 0.0, margin + _SLACK, excluded)
        for passes in range(_PASSES, 0, -1) if near else ():
            planes = self._overlaps(near, x, y, margin)
            if not planes:
                break
            recovered = True
            push = _push_straight(planes, least, passes)
            if 0.0 <= push < self._gap:
                _, nx, ny, _ = planes[0]
                x, y = x + nx * push, y + ny * push
                self._is_inside = self._is_inside and max(planes)[0] - push > margin + EPSILON
                break
            push_x, push_y = _push(planes, least)
            if push_x == 0.0 and push_y == 0.0:
                break
            x, y = x + push_x, y + push_y
            if abs(x - seen_x) + abs(y - seen_y) > _SLACK:
                seen_x, seen_y = x, y
                near = self._around.within(x, y, 0.0, 0.0, margin + _SLACK, excluded)
        self._x, self._y = x, y
        return recovered

    def _overlaps(self, near: Sequence[Pair], x: float, y: float, margin: float) -> list[Plane]:
        """What the body is in, standing at a point; takes note of what it passes, and of what it may come into."""
        planes = self._planes
        planes.clear()
        if self._passed:
            self._passed = []
        inside = False
        gap = margin + _SLACK
        for pair in near:
            if pair.leg is not None:
                contact = _leg_contact(pair, x, y, margin)
                if contact is not None:
                    planes.append((contact[0], contact[1], contact[2], pair.body.priority))
                gap = 0.0
                continue
            distance, nx, ny = pair.obstacle.separation(x - pair.x, y - pair.y)
            depth = margin - distance
            if depth <= 0.0:
                if -depth < gap:
                    gap = -depth
                continue
            if distance < -EPSILON:
                inside = True
            if pair.one_way and not self._holds(pair, depth, nx, ny, margin):
                self._passed.append(pair)
                gap = 0.0
                continue
            plane = (depth, nx, ny, pair.body.priority)
            planes.append(plane)
            if pair.faces[nx, ny] if (nx, ny) in pair.faces else pair.lies_flat(nx, ny):
                planes.append(plane)  # two places of contact, as deep as one another
        self._is_inside = inside
        self._gap = gap
        return planes

    def _holds(self, pair: Pair, depth: float, nx: float, ny: float, margin: float) -> bool:
        """Whether a one-way shape pushes out a body that is so deep in it."""
        if depth > _one_way_depth(pair, margin, self._body):
            return False
        return depth * depth <= EPSILON or -(pair.down_x * nx + pair.down_y * ny) >= EPSILON

    # --- cast --------------------------------------------------------------------------------------------------------

    def _cast(
        self, near: Sequence[Pair], x: float, y: float, dx: float, dy: float, rays_collide: bool
    ) -> tuple[float, int]:
        """Which part of its motion the body can go, and the index of its shape that stops it, -1 if none does."""
        safe, own = 1.0, -1
        passed, is_inside = self._passed, self._is_inside
        for pair in near:
            if passed and pair in passed:
                continue
            if pair.leg is not None:
                if pair.leg.slides or rays_collide:
                    fraction = _cast_leg(pair, x, y, dx, dy)
                    if fraction < safe:
                        safe, own = fraction, pair.index
                continue
            px, py = x - pair.x, y - pair.y
            if is_inside and pair.obstacle.separation(px, py)[0] < -EPSILON:
                if pair.one_way and dx * pair.down_x + dy * pair.down_y < 0.0:
                    continue
                return 0.0, pair.index  # stuck
            hit = pair.obstacle.cast(px, py, dx, dy)
            if hit is None:
                continue
            fraction, nx, ny = hit
            if fraction < safe and not (pair.one_way and -(pair.down_x * nx + pair.down_y * ny) < EPSILON):
                safe, own = fraction, pair.index
        return safe, own

    # --- at rest -----------------------------------------------------------------------------------------------------

    def _rest(
        self, near: Sequence[Pair], result: MotionResult, x: float, y: float, margin: float, least: float, own: int
    ) -> None:
        """Find what the body collided with when it is at (x, y), with its shape `own`, or with any if that is -1."""
        deepest = 0.0
        found: tuple[Pair, float, float] | None = None
        point: Vector2 | MeetingPlace | None = None
        passed = self._passed
        for pair in near:
            if (own >= 0 and pair.index != own) or (passed and pair in passed):
                continue
            if pair.leg is not None:
                contact = _leg_contact(pair, x, y, margin)
                if contact is not None and contact[0] >= least and contact[0] > deepest + _SAME_DEPTH:
                    deepest, nx, ny, point_x, point_y = contact
                    found, point = (pair, nx, ny), Vector2(point_x, point_y)
                continue
            px, py = x - pair.x, y - pair.y
            separation = pair.obstacle.separation(px, py)
            depth = margin - separation[0]
            if depth <= deepest + _SAME_DEPTH or depth < least:
                continue
            _, nx, ny = separation
            if pair.one_way and (
                depth > _one_way_depth(pair, margin, self._body) or pair.down_x * nx + pair.down_y * ny > -EPSILON
            ):
                continue
            deepest, found = depth, (pair, nx, ny)
            point = MeetingPlace(pair.obstacle, px, py, separation, pair.x, pair.y)
        if found is None or point is None:
            return
        result.hit = True
        result.depth = deepest
        result.set_point(point)
        pair, result.normal_x, result.normal_y = found
        result.body, result.entry, result.shape = pair.body, pair.entry, pair.entry.index
        result.own_entry = self._body.shapes[pair.index]
        result.velocity = surface_velocity(pair.body, result)


def motions_of(body: Body) -> Motions:
    """What tests the motions of a body; made when it is first asked for."""
    motions = body.motions
    if motions is None:
        motions = body.motions = Motions(body)
    return motions


def surface_velocity(body: Body, result: MotionResult) -> Vector2:
    """How fast a body moves what touches it where a motion ended, in px/s: by its own motion, and by its surface."""
    if body.mode is BodyMode.STATIC:
        velocity, turn = body.constant_linear_velocity, body.constant_angular_velocity
    else:
        velocity, turn = body.linear_velocity, body.angular_velocity
    if not turn:
        return velocity
    x, y = result.point - body.transform.origin - body.center_offset
    return velocity + (-turn * y, turn * x)


def _push(planes: list[Plane], least: float) -> tuple[float, float]:
    """By how much a pass pushes a body out, of all that it is in."""
    x = y = 0.0
    total = sum([priority for _, _, _, priority in planes])
    share = _PART_OF_THE_WAY * (1.0 if abs(total) < EPSILON else len(planes) / total)
    for depth, nx, ny, priority in planes:
        left = depth - (nx * x + ny * y)
        if left > least + EPSILON:
            push = (left - least) * share * priority
            x, y = x + nx * push, y + ny * push
    return x, y


def _push_straight(planes: list[Plane], least: float, passes: int) -> float:
    """By how much all passes push a body out of what has one normal; -1 if it has not, or priorities are to be weighed.

    To be moved along the normal of what it touches changes nothing but how deep it is in that.
    """
    first, nx, ny, priority = planes[0]
    if priority != 1.0:
        return -1.0
    if len(planes) == 1 or (len(planes) == 2 and planes[0] is planes[1]):
        keeps = (1.0 - _PART_OF_THE_WAY) ** len(planes)
        left = first - least
        for _ in range(passes):
            if left <= EPSILON:
                break
            left *= keeps
        return first - least - left if first - least > EPSILON else 0.0
    for _, x, y, priority in planes:
        if x != nx or y != ny or priority != 1.0:
            return -1.0
    total = 0.0
    for _ in range(passes):
        push = 0.0
        for depth, _, _, _ in planes:
            left = depth - total - push
            if left > least + EPSILON:
                push += (left - least) * _PART_OF_THE_WAY
        if push == 0.0:
            break
        total += push
    return total


def _one_way_depth(pair: Pair, margin: float, body: Body) -> float:
    """How deep a body can be in a one-way shape and still be on it, the margin counted in.

    That is more where the shape has moved against the body in the last step.
    """
    depth = max(pair.entry.one_way_margin, margin) + EPSILON
    other = pair.body
    if other.mode in (BodyMode.KINEMATIC, BodyMode.RIGID) and body.space is not None:
        x, y = other.linear_velocity
        depth += max(-(x * pair.down_x + y * pair.down_y), 0.0) * body.space.last_delta
    return depth


def _leg_contact(pair: Pair, x: float, y: float, margin: float) -> tuple[float, float, float, float, float] | None:
    """How deep a separation ray is in another shape, the normal, and the point of that; None if it does not touch."""
    leg = pair.leg
    assert leg is not None
    length = leg.length + margin
    px, py = x - pair.x, y - pair.y
    part = _meeting(pair, px, py, length)
    if part is None:
        return None
    fraction, nx, ny = part
    depth = length * (1.0 - fraction)
    tip_x, tip_y = x + leg.x + leg.along_x * length, y + leg.y + leg.along_y * length
    if not leg.slides:
        nx, ny = -leg.along_x, -leg.along_y
    return depth, nx, ny, tip_x + nx * depth, tip_y + ny * depth


def _cast_leg(pair: Pair, x: float, y: float, dx: float, dy: float) -> float:
    """Which part of a motion the body can go until a separation ray touches another shape with its tip."""
    leg = pair.leg
    assert leg is not None
    ahead = max(leg.along_x * dx + leg.along_y * dy, 0.0)
    part = _meeting(pair, x - pair.x, y - pair.y, leg.length + ahead)
    if part is None:
        return 1.0
    until = part[0] * (leg.length + ahead) - leg.length
    if until < -EPSILON:
        return 0.0
    return min(max(until, 0.0) / ahead, 1.0) if ahead > 0.0 else 1.0


def _meeting(pair: Pair, x: float, y: float, length: float) -> tuple[float, float, float] | None:
    """Where a separation ray of some length meets the edge of another shape from outside, and the normal there."""
    leg = pair.leg
    assert leg is not None
    if pair.obstacle.separation(x, y)[0] < 0.0:
        return None
    return pair.obstacle.cast(x, y, leg.along_x * length, leg.along_y * length)
