"""Changing the scene while the game goes on: the stages, the progress, and who is told."""

from __future__ import annotations

import threading
from threading import current_thread
from typing import Any

import pytest

from engine.core.coroutine import Task
from engine.tree.node import Node
from engine.tree.scene_load import SceneLoadStage
from engine.tree.scene_tree import SceneTree
from tests.unit.tree.scene_loads import (
    LONGEST,
    Level,
    Loader,
    Progress,
    Scene,
    finish_preparing,
    let_threads_finish,
    name_of,
)


@pytest.fixture
def tree(loading_tree: SceneTree) -> SceneTree:
    return loading_tree


# --- the stages ------------------------------------------------------------------------------------


def test_the_scene_goes_through_the_stages_in_order(tree: SceneTree, loader: Loader) -> None:
    loader.blocks = True
    load = tree.change_scene_to_file_async("level.tscn")
    seen: list[Any] = [(load.stage, load.progress, name_of(tree.current_scene))]
    tree.tick(0)
    seen.append((load.stage, load.progress, name_of(tree.current_scene)))
    loader.go_on.set()
    let_threads_finish()
    tree.tick(0)
    assert Level.reached.wait(LONGEST)
    tree.tick(0)
    seen.append((load.stage, pytest.approx(load.progress), name_of(tree.current_scene)))
    finish_preparing(tree)
    for _ in range(3):
        seen.append((load.stage, pytest.approx(load.progress), name_of(tree.current_scene)))
        tree.tick(0)

    assert seen == [
        (SceneLoadStage.LOADING, 0.0, "Old"),
        (SceneLoadStage.LOADING, 0.0, "Old"),
        (SceneLoadStage.PREPARING, 0.10 + 0.55 * 0.25, "Old"),
        (SceneLoadStage.WARMING_UP, 0.82, "Level"),
        (SceneLoadStage.WARMING_UP, 0.91, "Level"),
        (SceneLoadStage.DONE, 1.0, "Level"),
    ]
    assert load.error is None


def test_what_is_loaded_is_the_current_load_until_it_is_over(tree: SceneTree) -> None:
    seen = [tree.current_load]
    load = tree.change_scene_to_file_async("plain.tscn", warm_up_frames=1)
    seen.append(tree.current_load)
    let_threads_finish()
    for _ in range(2):
        tree.tick(0)
        seen.append(tree.current_load)

    assert seen == [None, load, load, None]
    assert (load.path, load.is_over()) == ("plain.tscn", True)


def test_a_scene_that_nothing_holds_up_enters_in_one_scene_step(tree: SceneTree) -> None:
    load = tree.change_scene_to_file_async("plain.tscn", warm_up_frames=0)
    let_threads_finish()
    tree.tick(0)

    assert (load.stage, name_of(tree.current_scene)) == (SceneLoadStage.DONE, "Plain")
    assert tree.current_scene is not None
    assert tree.current_scene.scene_file_path == "plain.tscn"


def test_the_scene_enters_in_the_scene_step_and_is_processed_a_frame_later(tree: SceneTree, loader: Loader) -> None:
    log: list[str] = []

    class Logging(Node):
        def on_ready(self) -> None:
            log.append("ready")

        def on_process(self, delta: float) -> None:
            log.append("processes")

    loader.scenes["a.tscn"] = Scene(Logging)
    tree.change_scene_to_file_async("a.tscn")
    let_threads_finish()
    tree.process_frame.connect(lambda: tree.call_deferred(log.append, "deferred"))
    tree.create_timer(0.0).timeout.connect(lambda: log.append("timer"))

    tree.tick(0)
    tree.tick(0)

    assert log == ["deferred", "ready", "timer", "deferred", "processes"]


@pytest.mark.parametrize("state", ["paused", "edit_mode", "time_scale"])
def test_it_goes_on_while_the_game_stands_still(tree: SceneTree, state: str) -> None:
    setattr(tree, state, 0.0 if state == "time_scale" else True)
    load = tree.change_scene_to_file_async("plain.tscn", hold=0.1, warm_up_frames=0)
    let_threads_finish()

    stages = []
    for _ in range(2):
        tree.tick(0.05)
        stages.append(load.stage)

    assert stages == [SceneLoadStage.ENTERING, SceneLoadStage.DONE]


def test_the_scene_waits_until_its_hold_is_over_and_the_progress_shows_it(tree: SceneTree) -> None:
    load = tree.change_scene_to_file_async("plain.tscn", hold=0.25)
    let_threads_finish()
    seen: list[Any] = []
    for _ in range(5):
        tree.tick(0.05)
        seen.append((load.stage.name, pytest.approx(load.progress), name_of(tree.current_scene)))

    # It is ready when a fifth of the time has passed.
    assert seen == [
        ("ENTERING", 0.65, "Old"),
        ("ENTERING", 0.65 + 0.17 / 4, "Old"),
        ("ENTERING", 0.65 + 0.17 / 2, "Old"),
        ("ENTERING", 0.65 + 0.17 * 3 / 4, "Old"),
        ("WARMING_UP", 0.82, "Plain"),
    ]


def test_a_hold_is_over_in_the_frame_that_completes_it(tree: SceneTree) -> None:
    load = tree.change_scene_to_file_async("plain.tscn", hold=0.1)
    let_threads_finish()
    tree.frames(10, 0.01)  # the sum of which is 0.09999999999999999

    assert load.stage == SceneLoadStage.WARMING_UP


def test_the_nodes_are_prepared_in_tree_order_and_each_counts_the_same(tree: SceneTree, loader: Loader) -> None:
    order: list[str] = []

    class Part(Level):
        first = 0.5

        def on_prepare(self, progress: Progress) -> None:
            order.append(self.name)
            if self.name == "B":
                super().on_prepare(progress)

    def make() -> Node:
        scene = Part("A")
        scene.add_child(Node("Between")).add_child(Part("B"))
        scene.add_child(Part("C"))
        scene.add_child(Part("D"))
        return scene

    loader.scenes["parts.tscn"] = Scene(make)
    load = tree.change_scene_to_file_async("parts.tscn")
    let_threads_finish()
    tree.tick(0)
    assert Level.reached.wait(LONGEST)
    tree.tick(0)
    assert load.progress == pytest.approx(0.10 + 0.55 * 1.5 / 4)
    finish_preparing(tree)

    assert order == ["A", "B", "C", "D"]


def test_only_on_prepare_runs_in_another_thread(tree: SceneTree, loader: Loader) -> None:
    threads: dict[str, threading.Thread] = {}

    class Noting(Node):
        def __init__(self) -> None:
            super().__init__()
            threads["__init__"] = current_thread()

        def on_prepare(self, progress: Progress) -> None:
            threads["on_prepare"] = current_thread()

        def on_enter_tree(self) -> None:
            threads["on_enter_tree"] = current_thread()

        def on_ready(self) -> None:
            threads["on_ready"] = current_thread()

    loader.scenes["a.tscn"] = Scene(Noting)
    load = tree.change_scene_to_file_async("a.tscn", warm_up_frames=0)
    load.progress_changed.connect(lambda progress: threads.__setitem__("progress_changed", current_thread()))
    load.finished.connect(lambda ok: threads.__setitem__("finished", current_thread()))
    let_threads_finish()
    tree.tick(0)
    let_threads_finish()
    tree.tick(0)

    other = threads.pop("on_prepare")
    assert current_thread() not in (other, *loader.threads)
    assert set(threads) == {"__init__", "on_enter_tree", "on_ready", "progress_changed", "finished"}
    assert set(threads.values()) == {current_thread()}


def test_in_edit_mode_a_games_script_is_not_prepared(tree: SceneTree) -> None:
    tree.is_game_script = lambda cls: cls is Level
    tree.edit_mode = True
    load = tree.change_scene_to_file_async("level.tscn", warm_up_frames=0)
    let_threads_finish()
    tree.tick(0)

    assert load.stage == SceneLoadStage.DONE
    assert not Level.reached.is_set()


def test_a_scene_that_comes_at_once_is_not_prepared(tree: SceneTree, loader: Loader) -> None:
    tree.change_scene_to_file("level.tscn")

    assert not Level.reached.is_set()
    assert loader.threads == [current_thread()]


def test_a_scene_is_prepared_by_itself_where_it_can_be(tree: SceneTree, loader: Loader) -> None:
    class Prepared(Scene):
        def prepare(self) -> None:
            threads.append(current_thread())

    threads: list[threading.Thread] = []
    loader.scenes["a.tscn"] = Prepared()
    tree.change_scene_to_file_async("a.tscn")
    let_threads_finish()

    assert threads == loader.threads
    assert current_thread() not in threads


def test_the_progress_of_a_threaded_load_counts(tree: SceneTree, loader: Loader) -> None:
    class Threaded:
        told = iter([0.5, 0.25])

        @property
        def progress(self) -> float:
            return next(self.told)

        def get(self) -> Any:
            return loader.load("plain.tscn")

    loader.load_threaded = lambda path: Threaded()  # type: ignore[attr-defined]
    loader.blocks = True
    load = tree.change_scene_to_file_async("plain.tscn")
    assert loader.reached.wait(LONGEST)
    for _ in range(2):  # the loader's own goes back, and this one's does not
        tree.tick(0)
        assert load.stage == SceneLoadStage.LOADING
        assert load.progress == pytest.approx(0.03)

    loader.go_on.set()
    let_threads_finish()
    tree.tick(0)

    assert name_of(tree.current_scene) == "Plain"


# --- signals and waiting ---------------------------------------------------------------------------


def test_the_progress_is_told_when_it_rises_and_never_falls(tree: SceneTree) -> None:
    told: list[float] = []
    load = tree.change_scene_to_file_async("level.tscn")
    load.progress_changed.connect(told.append)
    load.finished.connect(lambda ok: told.append(-1.0 if ok else -2.0))
    let_threads_finish()
    tree.tick(0)
    assert Level.reached.wait(LONGEST)
    tree.frames(5)
    finish_preparing(tree)
    tree.frames(5)

    assert told[-4:] == pytest.approx([0.82, 0.91, 1.0, -1.0])
    assert told[:-1] == sorted(set(told[:-1]))
    assert len([progress for progress in told if progress == pytest.approx(0.10 + 0.55 * 0.25)]) == 1


def test_who_awaits_a_load_learns_whether_the_scene_came(tree: SceneTree) -> None:
    async def wait(path: str) -> bool:
        return await tree.change_scene_to_file_async(path, warm_up_frames=0)

    waiting: list[Task[bool]] = []
    for path in ("plain.tscn", "none.tscn"):
        waiting.append(tree.create_task(wait(path)))
        let_threads_finish()
        tree.tick(0)

    assert [task.result() for task in waiting] == [True, False]


def test_awaiting_a_load_that_is_over_does_not_wait(tree: SceneTree) -> None:
    load = tree.change_scene_to_file_async("plain.tscn")
    load.cancel()

    async def wait() -> bool:
        return await load

    assert tree.create_task(wait()).result() is False


def test_what_a_receiver_raises_follows_the_error_policy(tree: SceneTree) -> None:
    def fail(*args: object) -> None:
        raise ValueError("no")

    load = tree.change_scene_to_file_async("plain.tscn", warm_up_frames=0)
    load.finished.connect(fail)
    let_threads_finish()

    with pytest.raises(ValueError, match="no") as caught:
        tree.tick(0)

    assert caught.value.__notes__ == ["in finished of a load of 'plain.tscn'"]
    assert (load.stage, name_of(tree.current_scene)) == (SceneLoadStage.DONE, "Plain")
    tree.tick(0)


def test_a_load_says_what_it_is(tree: SceneTree) -> None:
    load = tree.change_scene_to_file_async("plain.tscn")

    assert repr(load) == "<load of 'plain.tscn', LOADING, 0%>"
