"""Putting bodies to sleep: all that hang together at once, since pymunk wakes them together.

Bodies hang together that touch or are joined. One that slept alone would leave pymunk with contacts that are half
asleep, which it frees while they are in use; what touches a body that is awake, or a kinematic one, cannot sleep.

In:    bodies of a space, between two steps.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import pymunk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from servers.physics_2d.bodies import Body

_SOME_REST = 0.5
"""Before sleep, in seconds, of a space where nobody falls asleep; its next step sets what is right."""


def lay_down(bodies: Iterable[Body]) -> None:
    """Put bodies of a space to sleep; of those that hang together all, or none if one of them is not to sleep."""
    wanted = {body.rid: body for body in bodies}
    for body in wanted.values():
        assert body.native is not None
        _let_go(body.native, wanted)
    while wanted:
        first = next(iter(wanted.values())).native
        assert first is not None
        group, can_sleep = hanging_together(first)
        if can_sleep and all(native.is_sleeping or native.object.rid in wanted for native in group):
            sleep_together(group)
        for native in group:
            wanted.pop(native.object.rid, None)


def hanging_together(native: pymunk.Body) -> tuple[list[pymunk.Body], bool]:
    """A rigid body and all that hang together with it, in the order of their numbers; and whether they can sleep."""
    can_sleep = True
    found: dict[pymunk.Body, None] = {native: None}
    waiting = [native]
    while waiting:
        for other in _neighbours(waiting.pop()):
            if other.body_type == pymunk.Body.KINEMATIC:
                can_sleep = False
            if other.body_type == pymunk.Body.DYNAMIC and other not in found:
                found[other] = None
                waiting.append(other)
    return sorted(found, key=lambda each: int(each.object.rid)), can_sleep


def sleep_together(group: list[pymunk.Body]) -> None:
    """Put bodies to sleep that all wake when one of them does; some may sleep already, apart from the others."""
    if all(native.is_sleeping for native in group):
        return
    for native in group:
        native.activate()
    first, *others = group
    assert first.space is not None
    if first.space.sleep_time_threshold == inf:  # until the next step: pymunk ends the process otherwise
        first.space.sleep_time_threshold = _SOME_REST
    first.sleep()
    for native in others:
        native.sleep_with_group(first)


def _neighbours(native: pymunk.Body) -> list[pymunk.Body]:
    """What a body touches, kinematic bodies too, or is joined to; as of the last step."""
    found: list[pymunk.Body] = _touched(native)
    for joint in native.object.joints.values():
        found += [body.native for body in joint.bodies if joint.made and body.is_rigid]
    return [other for other in found if other is not native]


def _touched(native: pymunk.Body) -> list[pymunk.Body]:
    found: list[pymunk.Body] = []

    def see(arbiter: pymunk.Arbiter) -> None:
        found.extend(shape.body for shape in arbiter.shapes if shape.body is not None)

    native.each_arbiter(see)
    return [other for other in found if other is not native]


def _let_go(native: pymunk.Body, wanted: Mapping[int, Body]) -> None:
    """Let pymunk forget contacts of a body with what it was put away from since the last step."""
    for other in _touched(native):
        if other.body_type == pymunk.Body.STATIC or other.object.rid in wanted or not _are_apart(native, other):
            continue
        space, shapes = native.space, list(native.shapes)
        assert space is not None
        space.remove(*shapes)
        space.add(*shapes)
        return


def _are_apart(a: pymunk.Body, b: pymunk.Body) -> bool:
    theirs = [shape.cache_bb() for shape in b.shapes]
    return not any(shape.cache_bb().intersects(box) for shape in a.shapes for box in theirs)
