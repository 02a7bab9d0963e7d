"""What moves the views of a tree's viewports in a frame, and what goes where they are: cameras, and parallax layers.

Cameras advance once at the end of each physics step, and once in a frame before anything draws: whatever moved in that
step or frame, wherever it stands in the tree, is where they look. Followers take their places last, right before the
transforms are brought in step.

A camera has `_advance_view(delta, in_physics)`, called in every step and frame, paused or not; a follower has
`_follow_view()`. Both are in the sets here while they are in the tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.tree.order import NodeSet

if TYPE_CHECKING:
    from engine.tree.scene_tree import SceneTree


class ViewUpdates:
    """The part of the frame that belongs to views."""

    __slots__ = ("cameras", "followers", "tree")

    def __init__(self, tree: SceneTree) -> None:
        """Nobody is there yet."""
        self.tree = tree
        self.cameras = NodeSet(tree)
        self.followers = NodeSet(tree)

    def advance(self, delta: float, in_physics: bool) -> None:
        """Let the cameras go on by `delta` seconds, in tree order."""
        camera: Any
        for camera in self.cameras.sorted():
            try:
                camera._advance_view(delta, in_physics)
            except Exception as error:
                if not self.tree._failed(error, camera, "_advance_view"):
                    return

    def follow(self) -> None:
        """Let the followers take their places, in tree order."""
        follower: Any
        for follower in self.followers.sorted():
            try:
                follower._follow_view()
            except Exception as error:
                if not self.tree._failed(error, follower, "_follow_view"):
                    return
