"""Monitors: what touches what, told to those who asked, after the step and on the tree's thread.

In:    from pymunk's callbacks, when two shapes begin to touch and when they cease to, of areas and of bodies that
       report their contacts; and what those got there, of bodies that ask for it in each step.
Out:   events to `on_event` of areas and bodies; `contacts_of` a body, looked up when somebody asks.
When:  `tell` after a step of all spaces: all exits before all enters, contacts before areas, by the numbers of the
       receivers, and for each by those of the others and their shapes. What leaves the space, or is asked about no
       longer, exits at once.
Cost:  nothing for what goes on touching.

Whoever is told may change everything. What was found out before is therefore looked at again before it is told: an exit
only of what had been told to have entered, an entry only of what is still there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pymunk

from engine.math import Vector2
from servers.physics_2d.bodies import Body
from servers.physics_2d.collision_objects import Event, EventKind, Parting
from servers.physics_2d.filters import collide
from servers.physics_2d.monitored import Contact, touch_of

if TYPE_CHECKING:
    from servers.physics_2d.collision_objects import CollisionObject
    from servers.physics_2d.monitored import ShapePair, Touch
    from servers.physics_2d.space import Space2D


class _Meeting:
    """Two shapes that touch, as a body that reports has it.

    Attributes:
        made: the pymunk shapes of both that do, its own first, and in how many points at most.
        points: how they did when they began to, for when they have parted again.
        began: in which step they began to.
        impulse: what the body got in the step `solved`.
    """

    __slots__ = ("began", "impulse", "made", "points", "solved")

    def __init__(self, points: list[_Point], began: int) -> None:
        self.made: dict[tuple[pymunk.Shape, pymunk.Shape], int] = {}
        self.points = points
        self.began = began
        self.impulse = Vector2.ZERO
        self.solved = -1


class _Point(NamedTuple):
    """Where two shapes touch: on the own one, on the other, the normal from the other to the own, how deep."""

    own: Vector2
    other: Vector2
    normal: Vector2
    depth: float


class Change(NamedTuple):
    """What is to be told to one receiver."""

    receiver: CollisionObject
    exits: list[Touch]
    enters: list[Touch]


class Monitors:
    """Of one space."""

    def __init__(self, space: Space2D) -> None:
        self._space = space
        self._changed: dict[int, CollisionObject] = {}  # those of which other things may touch than they were told
        self._reporting: dict[int, Body] = {}  # bodies that report their contacts
        self._met: dict[int, dict[ShapePair, _Meeting]] = {}  # what touches those, by their number
        self._brief: dict[
            int, dict[ShapePair, _Meeting]
        ] = {}  # what began to touch them and parted again, in the last step
        self._step = 0  # counts up

    # --- what the space tells ----------------------------------------------------------------------------------------

    def arrived(self, item: CollisionObject) -> None:
        """An object came into the space."""
        if isinstance(item, Body) and item.max_contacts > 0:
            self._reporting[item.rid] = item

    def left(self, item: CollisionObject) -> None:
        """An object has left the space: what it touched is told at once, and so is it."""
        self._changed.pop(item.rid, None)
        self._stop_reporting(item)
        for pairs in self._brief.values():
            for pair in [pair for pair in pairs if pair[0].object is item]:
                del pairs[pair]
        for receiver in sorted(item.told_to.values(), key=_order):
            _tell_exits(receiver, [touch for touch in receiver.told if touch.other is item], Parting.OTHER_LEFT)
        _exit_all(item)

    def watch_changed(self, item: CollisionObject) -> None:
        """An object of the space wants to be told, or not any more, or of more or less contacts."""
        self._changed[item.rid] = item
        if isinstance(item, Body) and (item.max_contacts > 0) is not (item.rid in self._reporting):
            if item.max_contacts > 0:
                self._reporting[item.rid] = item
                self._find_contacts(item)
            else:
                self._stop_reporting(item)
        if not item.is_watching:
            _exit_all(item)

    def look_around(self, item: CollisionObject) -> None:
        """What meets an object, or is told of it, may be something else now."""
        if item.is_area:
            self._changed[item.rid] = item
        for area in self._space.areas.values():
            if item in area.inside:
                self._changed[area.rid] = area

    # --- what pymunk tells -------------------------------------------------------------------------------------------

    def overlap_began(self, arbiter: pymunk.Arbiter) -> None:
        """Two pymunk shapes, one of which at least is an area's, begin to overlap; of two areas called twice."""
        first, second = arbiter.shapes
        for own, other in ((first, second), (second, first)):
            area, pair = _pair(own, other)
            if not area.is_area:
                continue
            made = area.overlaps.get(pair)
            if made is None:
                made = area.overlaps[pair] = set()
                area.inside[other.object] = area.inside.get(other.object, 0) + 1
                self._changed[area.rid] = area
            made.add((own, other))

    def overlap_ended(self, arbiter: pymunk.Arbiter) -> None:
        """They cease to, or one of both is taken away: then pymunk calls in any order, and of two areas twice."""
        first, second = arbiter.shapes
        for own, other in ((first, second), (second, first)):
            area, pair = _pair(own, other)
            if not area.is_area or area.space is not self._space:  # pymunk takes apart a space that was given up
                continue
            made = area.overlaps.get(pair)
            if made is None:
                continue
            made.discard((own, other))
            if not made:
                del area.overlaps[pair]
                item = other.object  # its entry may be nobody's by now
                area.inside[item] -= 1
                if not area.inside[item]:
                    del area.inside[item]
                self._changed[area.rid] = area

    def contact_began(self, arbiter: pymunk.Arbiter) -> None:
        """Two pymunk shapes, of which at least one's body may report, touch; it may be known already."""
        first, second = arbiter.shapes
        for own, other, is_second in ((first, second, False), (second, first, True)):
            body, pair = _pair(own, other)
            if body.rid not in self._reporting:
                continue
            pairs = self._met.get(body.rid)
            if pairs is None:
                pairs = self._met[body.rid] = {}
            met = pairs.get(pair)
            if met is None:
                met = pairs[pair] = _Meeting(_points(arbiter.contact_point_set, is_second), self._step)
                self._changed[body.rid] = body
            met.made[own, other] = _most_points(own, other)

    def contact_ended(self, arbiter: pymunk.Arbiter) -> None:
        """They have parted, or do not hold up one another any more, or one of both is taken away."""
        first, second = arbiter.shapes
        for own, other in ((first, second), (second, first)):
            body, pair = _pair(own, other)
            pairs = self._met.get(body.rid, {})
            met = pairs.get(pair)
            if met is None:
                continue
            met.made.pop((own, other), None)
            if not met.made:
                del pairs[pair]
                self._changed[body.rid] = body
                if met.began == self._step and self._space.is_stepping:
                    self._brief.setdefault(body.rid, {})[pair] = met

    def contact_solved(self, arbiter: pymunk.Arbiter) -> None:
        """Two pymunk shapes, of which at least one's body may report, have pushed one another in a substep."""
        first, second = arbiter.shapes
        impulse = Vector2(*arbiter.total_impulse)  # on the first
        for own, other, got in ((first, second, impulse), (second, first, -impulse)):
            body, pair = _pair(own, other)
            met = self._met.get(body.rid, {}).get(pair)
            if met is not None:
                met.impulse = met.impulse + got if met.solved == self._step else got
                met.solved = self._step

    def resume(self) -> None:
        """Before the first step of a space that is to go on like another one: pymunk tells of all overlaps anew."""
        for area in self._space.areas.values():
            area.overlaps.clear()
            area.inside.clear()
            self._changed[area.rid] = area
        for body in self._reporting.values():
            self._find_contacts(body)
            self._changed[body.rid] = body

    def _find_contacts(self, body: Body) -> None:
        """Look up what touches a body, which pymunk has told already."""
        for entry in body.shapes:
            for own in entry.made:
                for info in self._space.native.shape_query(own):
                    other: Any = info.shape
                    if other is None or not _may_touch(body, other.object) or entry.one_way or other.entry.one_way:
                        continue
                    pairs = self._met.setdefault(body.rid, {})
                    new = _Meeting(_points(info.contact_point_set, False), -1)
                    met = pairs.setdefault((other.entry, entry), new)
                    met.made[own, other] = _most_points(own, other)

    def _stop_reporting(self, item: CollisionObject) -> None:
        self._reporting.pop(item.rid, None)
        self._met.pop(item.rid, None)
        self._brief.pop(item.rid, None)

    # --- after a step ------------------------------------------------------------------------------------------------

    def take_changes(self) -> list[Change]:
        """What is to be told of a step."""
        changed, self._changed = self._changed, {}
        if self._brief:
            self._forget_brief()
        for rid, pairs in self._met.items():
            body = self._reporting[rid]
            if _may_exceed(pairs, body.max_contacts) and not body.sleeping:  # which are the deepest may have changed
                changed[rid] = body
        for rid in self._brief:
            self._changed[rid] = self._reporting[rid]
        changes = [self._change(item, self._touches_of(item)) for item in changed.values()]
        self._step += 1
        return changes

    def _forget_brief(self) -> None:
        """Forget what parted in the step before this one; of what did in this one that is to be told in the next."""
        for rid, pairs in list(self._brief.items()):
            for pair in [pair for pair, met in pairs.items() if met.began != self._step]:
                del pairs[pair]
            if not pairs:
                del self._brief[rid]

    def contacts_of(self, body: Body) -> list[Contact]:
        """Where other bodies touch a body as of the last step, as many as it wants to be told of, the deepest."""
        found = []
        now: dict[Any, dict[Any, list[_Point]]] = {}  # by pymunk shape of the body, and of others
        for pair, met in {**self._brief.get(body.rid, {}), **self._met.get(body.rid, {})}.items():
            other = pair[0].object
            if not isinstance(other, Body):
                continue
            points: list[_Point] = []
            for own_shape, other_shape in met.made:
                if own_shape not in now:
                    hits = self._space.native.shape_query(own_shape)
                    now[own_shape] = {hit.shape: _points(hit.contact_point_set, False) for hit in hits}
                points += now[own_shape].get(other_shape, ())
            points = points or met.points
            impulse = met.impulse / len(points) if met.solved == self._step - 1 or body.sleeping else Vector2.ZERO
            found += [Contact(other, pair, *point, impulse) for point in points]
        if len(found) > body.max_contacts:
            found.sort(key=lambda contact: -contact.depth)
            del found[body.max_contacts :]
        return found

    def _change(self, receiver: CollisionObject, now: set[Touch]) -> Change:
        told = receiver.told
        if not receiver.is_watching:
            now = set()
        enters = sorted([touch for touch in now if touch not in told], key=_place)
        return Change(receiver, [touch for touch in told if touch not in now], enters)

    def _touches_of(self, item: CollisionObject) -> set[Touch]:
        """What an object is to be told that it touches."""
        if not isinstance(item, Body):
            area: Any = item
            return {touch_of(pair) for pair in area.overlaps if _sees(area, pair[0].object)}
        pairs = {**self._brief.get(item.rid, {}), **self._met.get(item.rid, {})}
        if _may_exceed(pairs, item.max_contacts):
            return {touch_of(contact.pair) for contact in self.contacts_of(item)}
        return {touch_of(pair) for pair in pairs if pair[0].object is not None}


def tell(changes: list[Change]) -> None:
    """Tell what has changed in a step of all spaces."""
    changes.sort(key=lambda change: _order(change.receiver))
    for change in changes:
        _tell_exits(change.receiver, change.exits)
    for change in changes:
        _tell_enters(change)


def _tell_exits(receiver: CollisionObject, touches: list[Touch], parting: Parting = Parting.APART) -> None:
    for touch in sorted(touches, key=_place):
        if touch not in receiver.told:
            continue
        receiver.told.remove(touch)
        other = touch.other
        if not any(each.other is other for each in receiver.told):
            other.told_to.pop(receiver.rid, None)
        if receiver.on_event is not None:
            kind = EventKind.AREA_EXITED if other.is_area else EventKind.BODY_EXITED
            receiver.on_event(Event(kind, other, touch.other_shape, touch.own_shape, parting))


def _tell_enters(change: Change) -> None:
    receiver = change.receiver
    for touch in change.enters:
        other = touch.other
        is_there = receiver.space is not None and other.space is receiver.space and receiver.is_watching
        if not is_there or touch in receiver.told or (receiver.is_area and not _sees(receiver, other)):
            continue
        receiver.told.add(touch)
        other.told_to[receiver.rid] = receiver
        if receiver.on_event is not None:
            kind = EventKind.AREA_ENTERED if other.is_area else EventKind.BODY_ENTERED
            receiver.on_event(Event(kind, other, touch.other_shape, touch.own_shape))


def _exit_all(receiver: CollisionObject) -> None:
    _tell_exits(receiver, [*receiver.told], Parting.OWN_LEFT)


def _pair(own: Any, other: Any) -> tuple[Any, ShapePair]:
    """The object of a pymunk shape, and the pair that it is with another."""
    return own.object, (other.entry, own.entry)


def _sees(area: CollisionObject, other: Any) -> bool:
    """Whether an area is told of an object that overlaps it."""
    return other is not None and bool(area.mask & other.layer) and (not other.is_area or other.monitorable)


def _most_points(a: pymunk.Shape, b: pymunk.Shape) -> int:
    """In how many points two pymunk shapes touch at most."""
    return 1 if isinstance(a, pymunk.Circle) or isinstance(b, pymunk.Circle) else 2


def _may_exceed(pairs: dict[ShapePair, _Meeting], most: int) -> bool:
    """Whether shapes may touch in more points than that."""
    return 2 * len(pairs) > most and sum([sum(met.made.values()) or 2 for met in pairs.values()]) > most


def _points(points: pymunk.ContactPointSet, is_second: bool) -> list[_Point]:
    """The points of two pymunk shapes, for the first of them or the second.

    The distances are worked out here: pymunk gives them a sign that depends on the kinds of shapes.
    """
    normal = Vector2(*points.normal)
    found = []
    for each in points.points:
        first, second = Vector2(*each.point_a), Vector2(*each.point_b)
        depth = (first - second).dot(normal)
        found.append(_Point(second, first, normal, depth) if is_second else _Point(first, second, -normal, depth))
    return found


def _may_touch(body: Body, other: Any) -> bool:
    """Whether an object is a body that another one does not pass."""
    return other is not None and other is not body and not other.is_area and collide(body, other)


def _order(item: CollisionObject) -> tuple[bool, int]:
    """The order of receivers: contacts before areas."""
    return item.is_area, item.rid


def _place(touch: Touch) -> tuple[bool, int, int, int]:
    """The order of what one receiver is told: bodies before areas."""
    return touch.other.is_area, touch.other.rid, touch.other_shape, touch.own_shape
