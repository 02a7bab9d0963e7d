"""When cameras and what follows them are told in a frame, and what an error of theirs does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Teller(Node, registered=False):
    """Is a camera and a follower, and writes down when it is told."""

    log: list[str]
    fails = False

    def on_process(self, delta: float) -> None:
        self.log.append(f"{self.name} process")

    def on_physics_process(self, delta: float) -> None:
        self.log.append(f"{self.name} step")


def tell(node: Teller, what: str) -> None:
    node.log.append(f"{node.name} {what}")
    if node.fails:
        raise ValueError(what)


# Names of the engine's own, which a game's class may not have.
Teller._advance_view = lambda self, delta, in_physics: tell(  # type: ignore[attr-defined]
    self, f"{'physics' if in_physics else 'frame'} {delta:.2f}"
)
Teller._follow_view = lambda self: tell(self, "follows")  # type: ignore[attr-defined]


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    tree.physics_ticks_per_second = 10
    yield tree
    tree.shutdown()


def add(tree: SceneTree, name: str, log: list[str], fails: bool = False) -> Teller:
    node = Teller(name)
    node.log, node.fails = log, fails
    tree._views.cameras.add(tree.root.add_child(node))
    tree._views.followers.add(node)
    return node


def test_cameras_go_on_after_all_callbacks_of_a_step_and_of_a_frame_and_followers_come_last(tree: SceneTree) -> None:
    log: list[str] = []
    add(tree, "A", log)
    second = add(tree, "B", log)
    tree.root.move_child(second, 0)
    tree.time_scale = 0.5
    tree.tick(0.1)

    steps = ["B step", "A step", "B physics 0.05", "A physics 0.05"]
    frame = ["B process", "A process", "B frame 0.05", "A frame 0.05", "B follows", "A follows"]
    assert log == steps + frame


def test_an_error_leaves_the_others_of_its_phase_out_and_names_the_node(tree: SceneTree) -> None:
    log: list[str] = []
    add(tree, "A", log, fails=True)
    add(tree, "B", log)

    with pytest.raises(ValueError, match=r"^frame 0\.05") as caught:
        tree.tick(0.05)

    assert any("_advance_view of /root/A" in note for note in caught.value.__notes__)
    assert log == ["A process", "B process", "A frame 0.05", "A follows"]


def test_with_the_policy_log_the_others_go_on(tree: SceneTree) -> None:
    log: list[str] = []
    tree.error_policy = "log"
    add(tree, "A", log, fails=True)
    add(tree, "B", log)
    tree.tick(0.05)

    assert log[2:] == ["A frame 0.05", "B frame 0.05", "A follows", "B follows"]
