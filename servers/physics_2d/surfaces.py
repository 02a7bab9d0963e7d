"""How two surfaces that touch rub and bounce, and which touch nobody although they meet.

pymunk multiplies frictions and bounces, Godot takes the smaller friction and adds the bounces up. Where that differs a
callback sets it; so that no other contact pays for one, each distinct surface becomes a collision type of its own, and
only pairs of types that need a callback get one, which knows its two numbers already. The plain surface, a friction of
1 and no bounce, needs none with its like.

One-way shapes, exceptions and filters that do not say all are looked at contact by contact: their shapes have the type
SPECIAL. Shapes of areas have the type AREA, and tell `Monitors` when an overlap begins and ends.

When:  inside of pymunk's step, where no user code runs. What goes wrong there would be printed and lost: it is kept,
       and raised by `end_step` when the whole step is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pymunk

from engine.math import Vector2
from servers.physics_2d.filters import collide

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers.physics_2d.bodies import Body
    from servers.physics_2d.collision_objects import CollisionObject, ShapeEntry
    from servers.physics_2d.space import Space2D

    Callback = Callable[[pymunk.Arbiter, pymunk.Space, Any], None]

AREA = 1
SPECIAL = 2
_FIRST_SURFACE = 3
_MOST_SURFACES = 32
"""How many surfaces get types of their own; each is paired with all others."""
_ASIDE = 1e-5
"""From which cosine a contact counts as one with the upper side of a one-way shape."""


class Passage(NamedTuple):
    """Two pymunk shapes of which one is let through: a shape of an object each, and which of those made of it."""

    first: ShapeEntry
    first_part: int
    second: ShapeEntry
    second_part: int


class Surface(NamedTuple):
    """What decides how a body touches others.

    Attributes:
        friction: below 0 of a rough body, as Godot keeps it.
        bounce: below 0 of an absorbent one.
        reports: whether it wants to know of its contacts: 0 no, 1 yes, 2 also what it gets there in each step.
    """

    friction: float
    bounce: float
    reports: int


PLAIN = Surface(1.0, 0.0, 0)


class Rule(NamedTuple):
    """How the shapes of two bodies touch that are looked at.

    Attributes:
        collide: whether they do.
        friction, bounce: theirs; None where pymunk has it right.
    """

    collide: bool
    friction: float | None
    bounce: float | None


def surface_of(body: Body) -> Surface:
    """The surface that a body has."""
    material = body.material
    reports = 0 if body.max_contacts == 0 else 1 if body.integrate is None else 2
    if material is None:
        return Surface(1.0, 0.0, reports)
    friction, bounce = material.friction, material.bounce
    return Surface(-friction if material.rough else friction, -bounce if material.absorbent else bounce, reports)


def combined(a: Surface, b: Surface) -> tuple[float, float]:
    """The friction and the bounce of two surfaces that touch, by Godot's rule.

    The smaller friction, or that of the rough one; of two rough ones the larger. The sum of the bounces, 0 to 1.
    """
    return abs(min(a.friction, b.friction)), min(max(a.bounce + b.bounce, 0.0), 1.0)


class Surfaces:
    """Of one space."""

    def __init__(self, space: Space2D) -> None:
        self._space = space
        self._types: dict[Surface, int] = {PLAIN: 0}
        self._has_handler: set[tuple[int, int]] = set()
        self._let_through: set[tuple[pymunk.Shape, pymunk.Shape]] = set()  # until they part
        self._passages: set[tuple[pymunk.Shape, pymunk.Shape]] = set()  # likewise, before they touched in this space
        self._rules: dict[tuple[pymunk.Shape, pymunk.Shape], Rule | None] = {}  # of what touches, until they part
        self._errors: list[Exception] = []
        self._reports = False
        self._has_areas = self._has_special = False  # whether there are callbacks for them, which all contacts pay for

    # --- what shapes are told ----------------------------------------------------------------------------------------

    def equip(self, item: CollisionObject, entry: ShapeEntry, shape: pymunk.Shape) -> None:
        """Give a pymunk shape its collision type, friction and bounce."""
        if item.is_area:
            self._expect_areas()
            shape.collision_type = AREA
            return
        body: Any = item
        self._rules.clear()
        surface = surface_of(body)
        shape.friction = abs(surface.friction)
        shape.elasticity = max(surface.bounce, 0.0)
        collision_type = self._type_of(body, entry, surface)
        if collision_type == SPECIAL:
            self._expect_special()
        shape.collision_type = collision_type

    def is_special(self, body: Body, entry: ShapeEntry) -> bool:
        """Whether contacts of a shape have to be looked at one by one."""
        return entry.one_way or bool(body.exceptions) or not self._space.filters.is_exact(body)

    def passages(self) -> list[Passage]:
        """What one-way shapes let through, until the two have parted."""
        return [
            Passage(first.entry, first.entry.made.index(first), second.entry, second.entry.made.index(second))
            for first, second in self._let_through | self._passages
        ]

    def resume(self, passages: list[Passage]) -> None:
        """Let through in the next step what would be if it had touched in this space before."""
        for first, first_part, second, second_part in passages:
            self._passages.add(_pair_of(first.made[first_part], second.made[second_part]))

    def forget(self, shapes: list[pymunk.Shape]) -> None:
        """Some pymunk shapes are taken out, which need not be told to have parted if they are special no longer."""
        self._rules.clear()
        for known in (self._let_through, self._passages):
            known -= {pair for pair in known if pair[0] in shapes or pair[1] in shapes}

    def resumed(self) -> None:
        """That step is over."""
        self._passages.clear()

    def end_step(self) -> None:
        """Called after a step; raises what went wrong in its callbacks."""
        if self._errors:
            errors, self._errors = self._errors, []
            raise errors[0]

    def _expect_areas(self) -> None:
        """Have the callbacks for shapes of areas."""
        if self._has_areas:
            return
        self._has_areas = True
        monitors = self._space.monitors
        self._space.native.on_collision(
            AREA,
            None,
            begin=self._guarded(monitors.overlap_began),
            separate=self._guarded(monitors.overlap_ended),
        )

    def _expect_special(self) -> None:
        """Have the callbacks for shapes whose contacts are looked at one by one."""
        if self._has_special:
            return
        self._has_special = True
        self._space.native.on_collision(
            SPECIAL,
            None,
            begin=self._guarded(self._begin),
            pre_solve=self._guarded(self._pre_solve),
            post_solve=self._guarded(self._post_solve) if self._reports else None,
            separate=self._guarded(self._separate),
        )

    def _type_of(self, body: Body, entry: ShapeEntry, surface: Surface) -> int:
        if surface.reports and not self._reports:
            self._reports = True
            if self._has_special:
                self._space.native.on_collision(SPECIAL, None, post_solve=self._guarded(self._post_solve))
        if self.is_special(body, entry):
            return SPECIAL
        known = self._types.get(surface)
        return self._new_type(surface) if known is None else known

    def _new_type(self, surface: Surface) -> int:
        if len(self._types) >= _MOST_SURFACES:
            self._forget_unused()
            if len(self._types) >= _MOST_SURFACES:
                return SPECIAL
        number = _FIRST_SURFACE
        used = set(self._types.values())
        while number in used:
            number += 1
        self._types[surface] = number
        for other, other_number in self._types.items():
            self._pair(surface, number, other, other_number)
        return number

    def _forget_unused(self) -> None:
        bodies = self._space.bodies.values()
        used = {shape.collision_type for body in bodies for entry in body.shapes for shape in entry.made}
        self._types = {each: number for each, number in self._types.items() if not number or number in used}

    def _pair(self, a: Surface, a_type: int, b: Surface, b_type: int) -> None:
        """Let contacts between two types have the callbacks that they need, and no other."""
        key = min(a_type, b_type), max(a_type, b_type)
        friction, bounce = combined(a, b)
        rubs = friction != abs(a.friction) * abs(b.friction)
        bounces = bounce != max(a.bounce, 0.0) * max(b.bounce, 0.0)
        reports = max(a.reports, b.reports)
        if not (rubs or bounces or reports) and key not in self._has_handler:
            return
        self._has_handler.add(key)
        monitors, nothing = self._space.monitors, pymunk.empty_callback
        self._space.native.on_collision(
            *key,
            begin=self._guarded(monitors.contact_began) if reports else nothing,
            pre_solve=_setter(friction if rubs else None, bounce if bounces else None),
            post_solve=self._guarded(monitors.contact_solved) if reports == 2 else nothing,
            separate=self._guarded(monitors.contact_ended) if reports else nothing,
        )

    # --- inside of the step ------------------------------------------------------------------------------------------

    def _guarded(self, callback: Callable[[pymunk.Arbiter], None]) -> Callback:
        def guarded(arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
            try:
                callback(arbiter)
            except Exception as error:  # noqa: BLE001  # pymunk would print it and go on
                self._errors.append(error)

        return guarded

    def _begin(self, arbiter: pymunk.Arbiter) -> None:
        """Two shapes begin to touch: a one-way shape lets through what does not come from its upper side.

        As in Godot that is decided once, when they begin to touch, by the normal, until they have parted.
        """
        a, b = arbiter.shapes
        first, second = _entry(a), _entry(b)
        if a.sensor or b.sensor or not (first.one_way or second.one_way):
            return
        normal = Vector2(*arbiter.normal)  # from the first to the second
        if (
            _pair_of(a, b) in self._passages
            or (second.one_way and first.baked.boundary is None and not holds_up(second, -normal))
            or (first.one_way and second.baked.boundary is None and not holds_up(first, normal))
        ):
            self._let_through.add(_pair_of(a, b))
            arbiter.process_collision = False

    def _pre_solve(self, arbiter: pymunk.Arbiter) -> None:
        a, b = pair = arbiter.shapes
        if pair not in self._rules:
            self._rules[pair] = _rule_of(a, b)
        rule = self._rules[pair]
        if rule is None:
            return
        if not rule.collide or (self._let_through and _pair_of(a, b) in self._let_through):
            arbiter.process_collision = False
            if self._reports:
                self._space.monitors.contact_ended(arbiter)
            return
        if self._reports:
            self._space.monitors.contact_began(arbiter)
        if rule.friction is not None:
            arbiter.friction = rule.friction
        if rule.bounce is not None:
            arbiter.restitution = rule.bounce

    def _post_solve(self, arbiter: pymunk.Arbiter) -> None:
        """Called for either shape that is special; of two the first call is enough."""
        a, b = arbiter.shapes
        if b.collision_type != SPECIAL or _body(a).rid < _body(b).rid:
            self._space.monitors.contact_solved(arbiter)

    def _separate(self, arbiter: pymunk.Arbiter) -> None:
        a, b = arbiter.shapes
        self._rules.pop((a, b), None)
        self._rules.pop((b, a), None)
        if self._let_through:
            self._let_through.discard(_pair_of(a, b))
        if self._reports:
            self._space.monitors.contact_ended(arbiter)


def _setter(friction: float | None, bounce: float | None) -> Callback:
    """A callback that sets what is not None."""
    if friction is None and bounce is None:
        return pymunk.empty_callback

    def touched(arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        if friction is not None:
            arbiter.friction = friction
        if bounce is not None:
            arbiter.restitution = bounce

    return touched


def _rule_of(a: pymunk.Shape, b: pymunk.Shape) -> Rule | None:
    """How two shapes touch, as long as nothing is told of them; None where one is an area's."""
    if a.sensor or b.sensor:
        return None
    first, second = _body(a), _body(b)
    friction, bounce = combined(surface_of(first), surface_of(second))
    return Rule(
        collide(first, second),
        None if friction == a.friction * b.friction else friction,
        None if bounce == a.elasticity * b.elasticity else bounce,
    )


def _entry(shape: Any) -> ShapeEntry:
    entry: ShapeEntry = shape.entry
    return entry


def _body(shape: Any) -> Body:
    body: Body = shape.object
    return body


def holds_up(entry: ShapeEntry, normal: Vector2) -> bool:
    """Whether a one-way shape holds up what touches it where its normal, on the canvas, is that: on its upper side."""
    assert entry.object is not None
    down = (entry.object.transform * entry.transform).y.normalized()
    return -normal.dot(down) > _ASIDE


def _pair_of(a: pymunk.Shape, b: pymunk.Shape) -> tuple[pymunk.Shape, pymunk.Shape]:
    return (a, b) if id(a) < id(b) else (b, a)
