"""Nodes that draw nothing themselves, seen by what they do to others: paths, remote transforms, markers, notifiers.

Against rectangles by numpy; without what the rule sets the picture is another.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any

import pytest

from engine.app import App
from engine.resources.curves.curve_2d import Curve2D
from nodes import (
    Line2D,
    Marker2D,
    Node2D,
    Path2D,
    PathFollow2D,
    RemoteTransform2D,
    VisibleOnScreenEnabler2D,
    VisibleOnScreenNotifier2D,
)
from tests.image.rules import SIDE, Layer, alike, drawn, painted, square

MakeApp = Callable[..., App]
Build = Callable[[Any, bool], object]
"""Fills a root; the rule is on, or off."""
RED, GREEN = (1, 0, 0, 1), (0, 1, 0, 1)
CORNERS = [(0, 0), (24, 0), (24, 24)]

# --- paths -------------------------------------------------------------------------------------------------------


def path(root: Any, **properties: Any) -> Path2D:
    """To the right and then down, from (8, 8) on."""
    curve = Curve2D()
    for corner in CORNERS:
        curve.add_point(corner)
    added: Path2D = root.add_child(Path2D(curve=curve, position=(8, 8), **properties))
    return added


def follower(root: Any, progress: float = 36, **properties: Any) -> PathFollow2D:
    """A red square to the right of a place on the path, around its line; by default half-way down."""
    follow: PathFollow2D = path(root).add_child(PathFollow2D(**{"rotates": False, "loop": False, **properties}))
    follow.progress = progress
    follow.add_child(square(RED, 0, -16))
    return follow


def the_progress_along_a_path(root: Any, rule: bool) -> None:
    follower(root, 36 if rule else 30)


def the_progress_by_its_ratio(root: Any, rule: bool) -> None:
    follower(root, 0).progress_ratio = 0.75 if rule else 0.7


def the_direction_of_a_path(root: Any, rule: bool) -> None:
    follower(root, rotates=rule)


def an_offset_along_the_path(root: Any, rule: bool) -> None:
    follower(root, rotates=True, h_offset=8 if rule else 0)


def an_offset_beside_the_path(root: Any, rule: bool) -> None:
    follower(root, rotates=True, v_offset=8 if rule else 0)


def the_start_of_a_path_beyond_its_end(root: Any, rule: bool) -> None:
    follower(root, 84, loop=rule)


def the_end_of_a_path_that_is_no_loop(root: Any, rule: bool) -> None:
    follower(root, 64, loop=not rule)


def a_path_that_changes_takes_its_followers_along(root: Any, rule: bool) -> None:
    follow = follower(root)
    if rule:
        follow.parent.curve.set_point_position(1, (12, 0))  # type: ignore[union-attr]
        follow.parent.curve.set_point_position(2, (12, 36))  # type: ignore[union-attr]


def a_path_is_not_seen(root: Any, rule: bool) -> None:
    root.add_child(square(RED))
    path(root, z_index=1) if rule else root.add_child(Line2D(points=CORNERS, position=(8, 8), z_index=1))


PATHS: list[tuple[Build, list[Layer]]] = [
    (the_progress_along_a_path, [(32, 4, 32, 32, RED)]),
    (the_progress_by_its_ratio, [(32, 4, 32, 32, RED)]),
    (the_direction_of_a_path, [(16, 20, 32, 32, RED)]),
    (an_offset_along_the_path, [(16, 28, 32, 32, RED)]),
    (an_offset_beside_the_path, [(8, 20, 32, 32, RED)]),
    (the_start_of_a_path_beyond_its_end, [(32, 4, 32, 32, RED)]),
    (the_end_of_a_path_that_is_no_loop, [(32, 16, 32, 32, RED)]),
    (a_path_that_changes_takes_its_followers_along, [(20, 16, 32, 32, RED)]),
    (a_path_is_not_seen, [(0, 0, 32, 32, RED)]),
]

# --- remote transforms -------------------------------------------------------------------------------------------


def remote(root: Any, reaches: bool = True, **properties: Any) -> None:
    """A red square that stands somewhere else, and what moves it: to (26, 4), by a quarter turned, twice as wide."""
    moved = root.add_child(square(RED, 36, 6, 28, scale=(1.5, 1)))
    moved.name = "Moved"
    outer = root.add_child(Node2D(position=(4, 4)))
    mover = outer.add_child(RemoteTransform2D(position=(22, 0), rotation=pi / 2, scale=(2, 1), **properties))
    mover.remote_path = "../../Moved" if reaches else ""


def a_remote_transform(root: Any, rule: bool) -> None:
    remote(root, rule)


def the_position_of_a_remote_transform(root: Any, rule: bool) -> None:
    remote(root, update_position=not rule)


def the_rotation_of_a_remote_transform(root: Any, rule: bool) -> None:
    remote(root, update_rotation=not rule)


def the_scale_of_a_remote_transform(root: Any, rule: bool) -> None:
    remote(root, update_scale=not rule)


def the_local_remote_transform(root: Any, rule: bool) -> None:
    remote(root, use_global_coordinates=not rule)


REMOTES: list[tuple[Build, list[Layer]]] = [
    (a_remote_transform, [(-2, 4, 28, 56, RED)]),
    (the_position_of_a_remote_transform, [(8, 6, 28, 56, RED)]),
    (the_rotation_of_a_remote_transform, [(26, 4, 56, 28, RED)]),
    (the_scale_of_a_remote_transform, [(-2, 4, 28, 42, RED)]),
    (the_local_remote_transform, [(-6, 0, 28, 56, RED)]),
]

# --- markers, and what watches the view --------------------------------------------------------------------------


def a_marker_is_not_seen(root: Any, rule: bool) -> None:
    root.add_child(square(RED))
    root.add_child(Marker2D(position=(16, 16), gizmo_extents=20) if rule else square(GREEN, 12, 12, 8))


def a_notifier_is_not_seen(root: Any, rule: bool) -> None:
    root.add_child(square(RED))
    root.add_child(VisibleOnScreenNotifier2D(position=(16, 16)) if rule else square(GREEN, 6, 6, 20))


def a_notifier_tells_what_comes_into_view(root: Any, rule: bool) -> None:
    shown = root.add_child(square(RED))
    notifier = root.add_child(VisibleOnScreenNotifier2D(position=(SIDE + (9 if rule else 11), 16)))
    notifier.screen_entered.connect(lambda: setattr(shown, "color", GREEN))
    root.tree.tick(1 / 60)  # what a notifier tells at the end of a frame is seen in the next one


def a_notifier_tells_what_leaves_the_view(root: Any, rule: bool) -> None:
    shown = root.add_child(square(RED))
    notifier = root.add_child(VisibleOnScreenNotifier2D(position=(16, 16)))
    notifier.screen_exited.connect(lambda: setattr(shown, "color", GREEN))
    root.tree.tick(1 / 60)
    notifier.position = (-11 if rule else -9, 16)
    root.tree.tick(1 / 60)


class Walker(Node2D):
    """Goes 4 pixels to the right and down in a frame."""

    def on_process(self, delta: float) -> None:
        self.position += (4, 4)


def walker(root: Any, in_view: bool) -> None:
    """Four frames of a red square that walks while an enabler is seen."""
    walks = root.add_child(Walker())
    walks.add_child(square(RED))
    walks.add_child(VisibleOnScreenEnabler2D(position=(0, 0) if in_view else (-100, 0)))
    root.tree.frames(3)


def an_enabler_in_view_lets_its_parent_go_on(root: Any, rule: bool) -> None:
    walker(root, rule)


def an_enabler_out_of_view_stops_its_parent(root: Any, rule: bool) -> None:
    walker(root, not rule)


WATCHERS: list[tuple[Build, list[Layer]]] = [
    (a_marker_is_not_seen, [(0, 0, 32, 32, RED)]),
    (a_notifier_is_not_seen, [(0, 0, 32, 32, RED)]),
    (a_notifier_tells_what_comes_into_view, [(0, 0, 32, 32, GREEN)]),
    (a_notifier_tells_what_leaves_the_view, [(0, 0, 32, 32, GREEN)]),
    (an_enabler_in_view_lets_its_parent_go_on, [(12, 12, 32, 32, RED)]),
    (an_enabler_out_of_view_stops_its_parent, [(0, 0, 32, 32, RED)]),
]


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
@pytest.mark.parametrize(
    ("build", "expected"),
    [*PATHS, *REMOTES, *WATCHERS],
    ids=[build.__name__ for build, _ in (*PATHS, *REMOTES, *WATCHERS)],
)
def test_what_is_seen_of(build: Build, expected: list[Layer], rule: bool, stage: MakeApp) -> None:
    picture = drawn(stage(SIDE, SIDE), lambda tree: build(tree.root, rule))

    assert alike(picture, painted(*expected)) is rule
