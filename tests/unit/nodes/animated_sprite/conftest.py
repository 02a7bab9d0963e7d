"""An animated sprite in a tree of which a frame may take long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.resources.sprite_frames import SpriteFrames
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.animated_sprite_2d import AnimatedSprite2D
from tests.unit.nodes.animations import frames_of


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    """Lets a frame take as long as a test wants."""
    tree = SceneTree()
    tree.physics_ticks_per_second = 1
    tree.max_frame_delta = 1000.0
    tree.max_physics_steps_per_frame = 1000
    yield tree
    tree.shutdown()


@pytest.fixture
def frames() -> SpriteFrames:
    return frames_of(run=3, wait=2)


@pytest.fixture
def sprite(tree: SceneTree, frames: SpriteFrames) -> AnimatedSprite2D:
    """Shows "run", of three frames of a tenth of a second."""
    return tree.root.add_child(AnimatedSprite2D("Sprite", sprite_frames=frames))
