"""Changing the scene while the game goes on: canceling, who wins, what the loader counts, and the end of the tree."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from engine.core.errors import InvalidTypeError, ResourceNotFoundError, TreeError
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_load import SceneLoad, SceneLoadStage
from engine.tree.scene_tree import SceneTree
from tests.unit.tree.scene_loads import (
    LONGEST,
    Level,
    Loader,
    Progress,
    Scene,
    begin_preparing,
    finish_preparing,
    let_threads_finish,
    loading_threads,
    name_of,
)


@pytest.fixture
def tree(loading_tree: SceneTree) -> SceneTree:
    return loading_tree


# --- canceling, and who wins -----------------------------------------------------------------------


def test_canceling_while_the_file_is_read_keeps_the_scene(tree: SceneTree, loader: Loader) -> None:
    loader.blocks = True
    ended: list[bool] = []
    load = tree.change_scene_to_file_async("plain.tscn")
    load.finished.connect(ended.append)
    assert loader.reached.wait(LONGEST)

    load.cancel()
    load.cancel()

    assert (load.stage, ended, load.error, tree.current_load) == (SceneLoadStage.CANCELED, [False], None, None)
    loader.go_on.set()
    let_threads_finish()
    tree.tick(0)
    assert loader.used == {}
    assert name_of(tree.current_scene) == "Old"


def test_canceling_ends_on_prepare_and_frees_the_scene_when_the_thread_is_done(tree: SceneTree, loader: Loader) -> None:
    made: list[Node] = []
    went_on: list[str] = []

    class Slow(Level):
        def on_prepare(self, progress: Progress) -> None:
            try:
                super().on_prepare(progress)
            except Exception:  # noqa: BLE001  # does not hold it up
                went_on.append("except")
            went_on.append("after")

    loader.scenes["level.tscn"] = Scene(lambda: made.append(Slow()) or made[0])  # type: ignore[func-returns-value]
    load = begin_preparing(tree)

    load.cancel()
    tree.tick(0)
    assert is_instance_valid(made[0])
    finish_preparing(tree)

    assert not is_instance_valid(made[0])
    assert (load.stage, load.error, went_on, loader.used) == (SceneLoadStage.CANCELED, None, [], {})


def test_canceling_while_the_scene_waits_frees_it_at_once(tree: SceneTree, loader: Loader) -> None:
    made: list[Node] = []
    loader.scenes["a.tscn"] = Scene(lambda: made.append(Node()) or made[0])  # type: ignore[func-returns-value]
    load = tree.change_scene_to_file_async("a.tscn", hold=1.0)
    let_threads_finish()
    tree.tick(0.1)
    assert load.stage == SceneLoadStage.ENTERING

    load.cancel()

    assert not is_instance_valid(made[0])
    assert loader.used == {}
    tree.advance(2.0)
    assert name_of(tree.current_scene) == "Old"


def test_a_scene_that_has_entered_stays_when_its_load_is_canceled(tree: SceneTree) -> None:
    load = tree.change_scene_to_file_async("plain.tscn")
    let_threads_finish()
    tree.tick(0)

    load.cancel()
    tree.tick(0)

    assert (load.stage, name_of(tree.current_scene)) == (SceneLoadStage.CANCELED, "Plain")


@pytest.mark.parametrize("way", ["node", "file", "reload", "async"])
@pytest.mark.parametrize("inside", [False, True])
def test_a_later_change_cancels_it(tree: SceneTree, way: str, inside: bool) -> None:
    tree.change_scene_to_file("plain.tscn")
    load = begin_preparing(tree)
    ended: list[bool] = []
    load.finished.connect(ended.append)
    changes: dict[str, Callable[[], object]] = {
        "node": lambda: tree.change_scene(Node("Other")),
        "file": lambda: tree.change_scene_to_file("plain.tscn"),
        "reload": tree.reload_current_scene,
        "async": lambda: tree.change_scene_to_file_async("plain.tscn", warm_up_frames=0),
    }
    if inside:
        tree.call_deferred(changes[way])
        tree.tick(0)
    else:
        changes[way]()

    assert (load.stage, ended) == (SceneLoadStage.CANCELED, [False])
    assert tree.current_load is not load
    finish_preparing(tree)
    tree.tick(0)
    assert name_of(tree.current_scene) == ("Other" if way == "node" else "Plain")
    assert tree.root.get_child_count() == 1


def test_a_change_that_fails_to_begin_cancels_nothing(tree: SceneTree) -> None:
    load = begin_preparing(tree)

    with pytest.raises(ResourceNotFoundError):
        tree.change_scene_to_file("none.tscn")
    with pytest.raises(InvalidTypeError):
        tree.change_scene(5)  # type: ignore[arg-type]

    assert tree.current_load is load


def test_a_change_asked_for_before_comes_first(tree: SceneTree) -> None:
    def change() -> None:
        tree.change_scene(Node("Loading"))
        tree.change_scene_to_file_async("plain.tscn")
        let_threads_finish()

    tree.call_deferred(change)
    names = []
    tree.node_added.connect(lambda node: names.append(node.name))
    tree.frames(2)

    assert names == ["Loading", "Plain"]


def test_a_receiver_may_begin_the_next_change(tree: SceneTree) -> None:
    load = begin_preparing(tree)
    load.finished.connect(lambda ok: tree.change_scene(Node("Chosen")))

    load.cancel()
    assert name_of(tree.current_scene) == "Chosen"
    finish_preparing(tree)
    Level.go_on.clear()
    load = begin_preparing(tree)
    load.finished.connect(lambda ok: tree.change_scene(Node("Last")))
    tree.change_scene(Node("Other"))

    assert name_of(tree.current_scene) == "Last"
    assert tree.root.get_child_count() == 1


def test_a_constructor_may_cancel_the_change_it_is_made_for(tree: SceneTree, loader: Loader) -> None:
    made: list[Node] = []

    class Refusing(Node):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)
            load.cancel()

    loader.scenes["a.tscn"] = Scene(Refusing)
    load = tree.change_scene_to_file_async("a.tscn")
    let_threads_finish()
    tree.frames(2)

    assert not is_instance_valid(made[0])
    assert (load.stage, name_of(tree.current_scene), loader.used) == (SceneLoadStage.CANCELED, "Old", {})


def test_a_scene_changed_while_the_new_one_enters_comes_a_frame_later(tree: SceneTree, loader: Loader) -> None:
    class Intro(Node):
        def on_ready(self) -> None:
            tree.change_scene(Node("Menu"))

    loader.scenes["a.tscn"] = Scene(lambda: Intro("Intro"))
    load = tree.change_scene_to_file_async("a.tscn")
    let_threads_finish()
    names = []
    for _ in range(2):
        tree.tick(0)
        names.append(name_of(tree.current_scene))

    assert names == ["Intro", "Menu"]
    assert load.stage == SceneLoadStage.CANCELED


def test_a_change_asked_for_while_the_scene_before_enters_comes_first(tree: SceneTree) -> None:
    class Intro(Node):
        def on_ready(self) -> None:
            tree.change_scene(Node("Menu"))
            tree.change_scene_to_file_async("plain.tscn")
            let_threads_finish()

    tree.call_deferred(lambda: tree.change_scene(Intro("Intro")))
    names = []
    for _ in range(3):
        tree.tick(0)
        names.append(name_of(tree.current_scene))

    assert names == ["Intro", "Plain", "Plain"]
    assert tree.root.get_child_count() == 1


def test_a_constructor_may_cancel_and_fail(tree: SceneTree, loader: Loader) -> None:
    class Refusing(Node):
        def __init__(self) -> None:
            super().__init__()
            load.cancel()
            raise ValueError("no")

    loader.scenes["a.tscn"] = Scene(Refusing)
    ended: list[bool] = []
    load = tree.change_scene_to_file_async("a.tscn")
    load.finished.connect(ended.append)
    let_threads_finish()

    with pytest.raises(ValueError, match="no"):
        tree.tick(0)

    assert (load.stage, ended, loader.used) == (SceneLoadStage.CANCELED, [False], {})


def test_an_interrupt_cancels_it(tree: SceneTree, loader: Loader) -> None:
    def interrupt() -> Node:
        raise KeyboardInterrupt

    loader.scenes["a.tscn"] = Scene(interrupt)
    load = tree.change_scene_to_file_async("a.tscn")
    let_threads_finish()

    with pytest.raises(KeyboardInterrupt):
        tree.tick(0)

    assert (load.stage, loader.used, tree.current_load) == (SceneLoadStage.CANCELED, {}, None)


# --- what the loader counts ------------------------------------------------------------------------


def test_the_file_of_the_current_scene_is_in_use_until_it_goes(tree: SceneTree, loader: Loader) -> None:
    tree.change_scene_to_file("plain.tscn")
    assert loader.used == {"plain.tscn": 1}
    tree.reload_current_scene()
    assert loader.used == {"plain.tscn": 1}
    begin_preparing(tree, warm_up_frames=0)
    assert loader.used == {"plain.tscn": 1, "level.tscn": 1}
    finish_preparing(tree)
    assert loader.used == {"level.tscn": 1}

    tree.unload_current_scene()

    assert loader.used == {}


def test_a_scene_that_is_replaced_before_it_enters_is_released(tree: SceneTree, loader: Loader) -> None:
    def change() -> None:
        tree.change_scene_to_file("plain.tscn")
        tree.change_scene(Node("Other"))

    tree.call_deferred(change)
    tree.tick(0)

    assert loader.used == {}


def test_a_scene_that_is_freed_before_it_enters_is_released(tree: SceneTree, loader: Loader) -> None:
    made: list[Node] = []
    loader.scenes["a.tscn"] = Scene(lambda: made.append(Node()) or made[0])  # type: ignore[func-returns-value]
    tree.call_deferred(lambda: tree.change_scene_to_file("a.tscn"))
    tree.call_deferred(lambda: made[0].free())
    tree.tick(0)

    assert loader.used == {}


def test_a_tree_that_ends_releases_the_file_of_its_scene(loader: Loader) -> None:
    tree = SceneTree(loader=loader)
    tree.change_scene_to_file("plain.tscn")

    tree.shutdown()

    assert loader.used == {}


def test_restoring_an_earlier_scene_leaves_the_counts_right(tree: SceneTree, loader: Loader) -> None:
    tree.change_scene_to_file("plain.tscn")
    snapshot = tree.snapshot()
    tree.change_scene_to_file("level.tscn")
    tree.restore(snapshot)

    tree.unload_current_scene()

    assert loader.used == {}


def test_a_file_that_becomes_no_scene_is_released(tree: SceneTree, loader: Loader) -> None:
    def fail() -> Node:
        raise ValueError("not made")

    loader.scenes["a.tscn"] = Scene(fail)
    with pytest.raises(ValueError, match="not made"):
        tree.change_scene_to_file("a.tscn")
    loader.scenes["a.tscn"] = {}
    with pytest.raises(InvalidTypeError):
        tree.change_scene_to_file("a.tscn")

    assert loader.used == {}


def test_a_scene_that_the_game_released_itself_goes_quietly(tree: SceneTree, loader: Loader) -> None:
    def refuse(resource: object) -> None:
        raise TreeError("nobody uses it")

    tree.change_scene_to_file("plain.tscn")
    loader.release = refuse  # type: ignore[method-assign]

    tree.unload_current_scene()

    assert tree.current_scene is None


# --- the end ---------------------------------------------------------------------------------------


def test_shutdown_cancels_it_and_waits_for_its_thread(loader: Loader) -> None:
    tree = SceneTree(loader=loader)
    made: list[Node] = []
    loader.scenes["level.tscn"] = Scene(lambda: made.append(Level()) or made[0])  # type: ignore[func-returns-value]
    load = begin_preparing(tree)
    ended: list[bool] = []
    load.finished.connect(ended.append)
    load.finished.connect(lambda ok: Level.go_on.set())

    tree.shutdown()

    assert loading_threads() == []
    assert (load.stage, ended, loader.used) == (SceneLoadStage.CANCELED, [False], {})
    assert not is_instance_valid(made[0])


def test_shutdown_ends_what_callbacks_begin_meanwhile(loader: Loader) -> None:
    tree = SceneTree(loader=loader)
    begun: list[SceneLoad] = []

    class Stubborn(Node):
        def on_exit_tree(self) -> None:
            begun.append(tree.change_scene_to_file_async("plain.tscn"))

    tree.change_scene(Stubborn())

    tree.shutdown()

    assert [load.stage for load in begun] == [SceneLoadStage.CANCELED]
    assert loading_threads() == []
    assert loader.used == {}


def test_a_load_under_way_cannot_be_captured_and_restoring_cancels_it(tree: SceneTree) -> None:
    digest = tree.state_hash()
    snapshot = tree.snapshot()
    load = begin_preparing(tree)

    with pytest.raises(TreeError) as caught:
        tree.snapshot()
    assert str(caught.value) == (
        "cannot take a snapshot: the scene is being changed to 'level.tscn', and what a thread does next cannot be "
        "captured; wait until it is done, or cancel() it"
    )
    tree.restore(snapshot)

    assert (load.stage, tree.current_load) == (SceneLoadStage.CANCELED, None)
    assert tree.state_hash() == digest
    finish_preparing(tree)
    tree.frames(2)
    assert name_of(tree.current_scene) == "Old"


def test_a_load_that_is_over_may_be_kept_and_captured(tree: SceneTree) -> None:
    assert tree.current_scene is not None
    load = tree.change_scene_to_file_async("none.tscn")
    tree.root.set_meta("load", load)
    let_threads_finish()
    tree.tick(0)
    assert load.stage == SceneLoadStage.FAILED

    tree.restore(tree.snapshot())

    assert isinstance(load.error, ResourceNotFoundError)


def test_two_trees_change_their_scenes_beside_each_other(tree: SceneTree, loader: Loader) -> None:
    other = SceneTree(loader=loader)
    first = begin_preparing(tree)
    second = other.change_scene_to_file_async("plain.tscn", warm_up_frames=0)
    for thread in threading.enumerate():
        if thread.name == "scene load plain.tscn":
            thread.join(LONGEST)
    other.tick(0)

    assert (first.stage, second.stage) == (SceneLoadStage.PREPARING, SceneLoadStage.DONE)
    other.shutdown()
