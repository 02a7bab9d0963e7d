"""What events of the mouse and of fingers share: how they are carried over to other coordinates, and put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from engine.input.event import InputEvent
    from engine.math import Transform2D, Vector2

E = TypeVar("E", bound="InputEvent")


def carried_over(event: E, xform: Transform2D, local_ofs: Vector2) -> E:
    """A copy with `local_ofs` added and `xform` applied to `position`."""
    copy: Any = event.clone()
    copy.position = xform * (copy.position + local_ofs)
    return copy  # type: ignore[no-any-return]


def motion_carried_over(event: E, xform: Transform2D, local_ofs: Vector2) -> E:
    """`carried_over`, with `relative` and `velocity` as well; the screen's stay."""
    copy: Any = carried_over(event, xform, local_ofs)
    copy.relative = xform.basis_xform(copy.relative)
    copy.velocity = xform.basis_xform(copy.velocity)
    return copy  # type: ignore[no-any-return]


def take_motion(event: Any, later: Any) -> None:
    """Let a motion end where a later one does, with the ways of both."""
    event.position = later.position
    event.velocity = later.velocity
    event.screen_velocity = later.screen_velocity
    event.relative += later.relative
    event.screen_relative += later.screen_relative
