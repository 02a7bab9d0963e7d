"""The records of suites servers_registry and fixed_step_servers."""

from __future__ import annotations

import pytest

from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class FixedServer:
    """Logs its hooks; fractions are rounded, as the records have them."""

    def __init__(self, log: list[str]) -> None:
        self.log = log

    def before_fixed_steps(self) -> None:
        self.log.append("before")

    def fixed_step(self, delta: float) -> None:
        self.log.append("step")

    def after_fixed_steps(self, fraction: float) -> None:
        self.log.append(f"after {fraction:.2f}")

    def dispose(self) -> None:
        self.log.append("disposed")


class FrameServer:
    def __init__(self, log: list[str]) -> None:
        self.log = log

    def process(self, delta: float) -> None:
        self.log.append("frame server")

    def dispose(self) -> None:
        self.log.append("disposed")


class Logging(Node):
    log: list[str]

    def on_process(self, delta: float) -> None:
        self.log.append("process")

    def on_physics_process(self, delta: float) -> None:
        self.log.append("physics")


@pytest.fixture
def log(tree: SceneTree) -> list[str]:
    Logging.log = []
    tree.servers.register(FixedServer(Logging.log))
    tree.root.add_child(Logging())
    return Logging.log


@record("mainframe-fixed_step_servers-0288")
def test_the_hooks_stand_around_the_steps(tree: SceneTree, log: list[str]) -> None:
    tree.tick(2.5 / 60)

    assert log == ["before", "physics", "step", "physics", "step", "after 0.50", "process"]


@record("mainframe-fixed_step_servers-0289")
def test_a_frame_without_a_step_has_only_the_last_hook(tree: SceneTree, log: list[str]) -> None:
    tree.tick(2.5 / 60)
    log.clear()

    tree.tick(0.25 / 60)

    assert log == ["after 0.75", "process"]


@record("mainframe-fixed_step_servers-0290")
def test_a_paused_tree_calls_no_hook(tree: SceneTree, log: list[str]) -> None:
    tree.paused = True

    tree.tick(1 / 60)

    assert log == []


@record("mainframe-servers_registry-0598")
def test_a_server_that_was_taken_out_is_not_disposed() -> None:
    log: list[str] = []
    tree = SceneTree()
    server = FrameServer(log)
    tree.servers.register(server)
    tree.servers.unregister(server)

    tree.shutdown()

    assert "disposed" not in log


@record("mainframe-servers_registry-0599")
def test_a_paused_tree_runs_frame_servers_only(tree: SceneTree, log: list[str]) -> None:
    tree.servers.register(FrameServer(log))
    tree.paused = True

    tree.tick(1 / 60)

    assert log == ["frame server"]
