"""Where a Camera2D looks: drag margins, limits and smoothing, step by step as Godot's Camera2D has them.

A Scroll is what a camera keeps from one frame to the next. Everything else is computed of it and of where the camera is
now, as often as somebody asks, and changes nothing: `advanced` alone gives another Scroll.

Other than in Godot, reading a view or setting a property never moves what is smoothed, time alone does; and what has
more than one frame's way to go never goes beyond its aim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.math import Transform2D, Vector2, lerp_angle

if TYPE_CHECKING:
    from nodes.world_2d.camera.camera_2d import Camera2D


class Scroll(NamedTuple):
    """Where a camera that is or was current looks."""

    aim: Vector2
    """Where it looks to, on the canvas: its position, as far as drag margins and smoothed limits let it."""
    place: Vector2
    """How far it has come on the way to there."""
    angle: float
    """How far it has turned, in radians; 0 while it ignores its rotation."""


def aimed(camera: Camera2D, size: Vector2) -> Vector2:
    """The aim of a camera as it stands now, in a view of `size`."""
    scroll = camera._scroll
    here = camera.global_position
    if scroll is None:
        return here
    half = size * 0.5
    scale = Vector2.ONE / camera.zoom
    aim = here
    is_centered = camera.anchor_mode == camera.AnchorMode.DRAG_CENTER
    if is_centered:
        drags_x, drags_y = camera._drags()
        left, right = camera.drag_left_margin, camera.drag_right_margin
        top, bottom = camera.drag_top_margin, camera.drag_bottom_margin
        if drags_x:
            x = max(min(scroll.aim.x, here.x + half.x * scale.x * left), here.x - half.x * scale.x * right)
        else:
            x = here.x + shift(camera.drag_horizontal_offset, half.x, left, right)
        if drags_y:
            y = max(min(scroll.aim.y, here.y + half.y * scale.y * top), here.y - half.y * scale.y * bottom)
        else:
            y = here.y + shift(camera.drag_vertical_offset, half.y, top, bottom)
        aim = Vector2(x, y)
    if camera.limit_enabled and camera.limit_smoothed:
        first = aim - half * scale if is_centered else aim
        last = first + size * scale
        if first.x < camera.limit_left:
            aim -= (first.x - camera.limit_left, 0.0)
        if last.x > camera.limit_right:
            aim -= (last.x - camera.limit_right, 0.0)
        if last.y > camera.limit_bottom:
            aim -= (0.0, last.y - camera.limit_bottom)
        if first.y < camera.limit_top:
            aim -= (0.0, first.y - camera.limit_top)
    return aim


def shift(offset: float, half: float, before: float, behind: float) -> float:
    """By how many pixels a drag offset, -1 to 1, moves the aim on an axis, within the margins on its two sides."""
    return half * (behind if offset < 0 else before) * offset


def aligned(camera: Camera2D, size: Vector2) -> Scroll:
    """The scroll of a camera whose aim is at its position, moved by the drag offsets alone.

    Upwards the top margin counts here, downwards the bottom one, other than in `aimed`; both are as in Godot.
    """
    aim = camera.global_position
    if camera.anchor_mode == camera.AnchorMode.DRAG_CENTER:
        left, right = camera.drag_left_margin, camera.drag_right_margin
        top, bottom = camera.drag_top_margin, camera.drag_bottom_margin
        aim += (
            shift(camera.drag_horizontal_offset, size.x * 0.5, left, right),
            shift(camera.drag_vertical_offset, size.y * 0.5, bottom, top),
        )
    before = camera._scroll
    return Scroll(aim, aim, 0.0) if before is None else before._replace(aim=aim)


def advanced(camera: Camera2D, size: Vector2, seconds: float) -> Scroll:
    """The scroll of a camera that aims anew, and goes on towards that for some seconds."""
    before = camera._scroll
    aim = place = aimed(camera, size)
    if before is not None and camera._smooths_position():
        place = before.place + (aim - before.place) * min(camera.position_smoothing_speed * seconds, 1.0)
    angle = 0.0
    if not camera.ignore_rotation:
        angle = camera.global_rotation
        if camera._smooths_rotation():
            turned = 0.0 if before is None else before.angle
            angle = lerp_angle(turned, angle, min(camera.rotation_smoothing_speed * seconds, 1.0))
    return Scroll(aim, place, angle)


def seen(camera: Camera2D, size: Vector2) -> Transform2D:
    """From a view of `size` to the part of the canvas that the camera shows in it."""
    scroll = camera._scroll
    is_smooth = camera._smooths_position()
    scale = Vector2.ONE / camera.zoom
    middle = size * 0.5 * scale if camera.anchor_mode == camera.AnchorMode.DRAG_CENTER else Vector2.ZERO
    angle = turned(camera)
    if angle:
        middle = middle.rotated(angle)
    corner = (aimed(camera, size) if scroll is None or not is_smooth else scroll.place) - middle
    if camera.limit_enabled and not (is_smooth and camera.limit_smoothed):
        corner = _limited(camera, corner, size * scale)
    return Transform2D(angle, scale, 0.0, corner + camera.offset)


def turned(camera: Camera2D) -> float:
    """By how much a camera's view is turned, in radians."""
    if camera.ignore_rotation:
        return 0.0
    if camera._smooths_rotation():
        return 0.0 if camera._scroll is None else camera._scroll.angle
    return camera.global_rotation


def _limited(camera: Camera2D, corner: Vector2, shown: Vector2) -> Vector2:
    """The corner of a view that shows so much, moved to within the limits.

    Where it is larger than what lies between them, the right one counts on x and the top one on y, as in Godot.
    """
    x, y = corner
    x = max(x, camera.limit_left)
    if x + shown.x > camera.limit_right:
        x = camera.limit_right - shown.x
    if y + shown.y > camera.limit_bottom:
        y = camera.limit_bottom - shown.y
    return Vector2(x, max(y, camera.limit_top))
