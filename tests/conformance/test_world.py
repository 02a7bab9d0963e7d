"""The records of suite world that are about servers."""

from __future__ import annotations

import pytest

from engine.core.errors import ServerError
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class Probe:
    def __init__(self) -> None:
        self.frames = 0
        self.steps = 0
        self.disposed = False

    def process(self, delta: float) -> None:
        self.frames += 1

    def before_fixed_steps(self) -> None: ...

    def fixed_step(self, delta: float) -> None:
        self.steps += 1

    def after_fixed_steps(self, fraction: float) -> None: ...

    def dispose(self) -> None:
        self.disposed = True


@record("mainframe-world-0465")
def test_there_is_one_server_of_a_type(tree: SceneTree) -> None:
    tree.servers.register(Probe())

    with pytest.raises(ServerError) as caught:
        tree.servers.register(Probe())

    assert isinstance(caught.value, RuntimeError)


@record("mainframe-world-0466")
def test_a_server_is_called_for_frames_and_steps_until_it_is_taken_out() -> None:
    tree = SceneTree()
    probe = Probe()
    tree.servers.register(probe)

    tree.tick(2 / 60)
    assert (probe.frames, probe.steps) == (1, 2)

    tree.paused = True
    tree.tick(1 / 60)
    assert (probe.frames, probe.steps) == (2, 2)

    tree.servers.unregister(probe)
    tree.paused = False
    tree.tick(1 / 60)
    assert (probe.frames, probe.steps) == (2, 2)

    tree.shutdown()
    assert not probe.disposed
