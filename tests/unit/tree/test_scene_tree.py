"""The tree as a whole: servers, ids, several trees, the root viewport, quitting."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from math import inf, nan
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, ServerError, TreeError
from engine.input import InputEvent, InputEventKey, Key
from engine.math import Transform2D, Vector2
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport

# Servers


class Server:
    def __init__(self, log: list[str] | None = None) -> None:
        self.log = log if log is not None else []
        self.host: Any = None

    def attached(self, host: Any) -> None:
        self.host = host

    def dispose(self) -> None:
        self.log.append(type(self).__name__)


class SpecialServer(Server):
    pass


class OtherServer(Server):
    pass


def test_a_server_is_found_by_its_type_or_a_base(tree: SceneTree) -> None:
    server = SpecialServer()
    tree.servers.register(server)

    assert tree.servers.get(SpecialServer) is server
    assert tree.servers.get(Server) is server
    assert tree.servers.get(OtherServer) is None
    assert tree.servers.require(Server) is server
    assert server.host is tree


def test_a_server_of_the_exact_type_is_found_first(tree: SceneTree) -> None:
    special, plain = SpecialServer(), Server()
    tree.servers.register(special)
    tree.servers.register(plain)

    assert tree.servers.get(Server) is plain
    assert list(tree.servers.all()) == [special, plain]


def test_a_missing_server_says_how_to_get_one(tree: SceneTree) -> None:
    with pytest.raises(ServerError) as caught:
        tree.servers.require(Server)

    assert str(caught.value) == (
        "no Server is registered with this tree; start with engine.run(), or pass servers=[Server(...)]"
    )


def test_a_second_server_of_a_type_is_refused(tree: SceneTree) -> None:
    first = Server()
    tree.servers.register(first)

    with pytest.raises(ServerError) as caught:
        tree.servers.register(Server())

    assert str(caught.value) == (
        "cannot register a second Server: one is registered with this tree; unregister it first"
    )
    assert tree.servers.get(Server) is first


def test_what_is_no_server_is_refused(tree: SceneTree) -> None:
    with pytest.raises(ServerError) as caught:
        tree.servers.register("server")  # type: ignore[arg-type]
    assert str(caught.value) == "cannot register 'server': a server has a method dispose()"
    with pytest.raises(ServerError, match=r"^cannot register the class Server: make a server of it, Server\(\)$"):
        tree.servers.register(Server)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"^a server is asked for by its class, such as .*, got 'Server'$"):
        tree.servers.get("Server")  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"^SceneTree\(servers\): several servers .* write \[server\]$"):
        SceneTree(Server())  # type: ignore[arg-type]

    server = Server()
    with pytest.raises(ServerError, match=r"^cannot unregister .*: it is not registered with this tree$"):
        tree.servers.unregister(server)


def test_a_server_that_refuses_its_tree_is_not_registered(tree: SceneTree) -> None:
    class Refusing(Server):
        def attached(self, host: object) -> None:
            raise ServerError("no")

        def process(self, delta: float) -> None:
            raise AssertionError

    with pytest.raises(ServerError, match=r"^no$"):
        tree.servers.register(Refusing())

    assert tree.servers.get(Refusing) is None
    tree.tick(0)


def test_a_tree_that_was_shut_down_takes_no_server() -> None:
    tree = SceneTree()
    tree.shutdown()

    with pytest.raises(ServerError, match=r"^cannot register a Server: the tree was shut down; make a new SceneTree$"):
        tree.servers.register(Server())


def test_servers_are_disposed_of_in_reverse_order_each_one_even_after_an_error() -> None:
    log: list[str] = []

    class Failing(Server):
        def dispose(self) -> None:
            super().dispose()
            raise ValueError("no")

    tree = SceneTree(servers=[Server(log), Failing(log), OtherServer(log)])

    with pytest.raises(ValueError, match="no") as caught:
        tree.shutdown()

    assert log == ["OtherServer", "Failing", "Server"]
    assert caught.value.__notes__ == ["in Failing.dispose"]


def test_servers_are_there_before_any_node_enters() -> None:
    seen: list[bool] = []

    class Asking(Node):
        def on_enter_tree(self) -> None:
            seen.append(self.tree.servers.get(Server) is not None)

    tree = SceneTree(servers=[Server()])
    tree.root.add_child(Asking())

    assert seen == [True]
    tree.shutdown()


def test_a_server_registered_or_taken_out_by_a_callback_counts_at_once_or_later(tree: SceneTree) -> None:
    log: list[str] = []

    class Frame(Server):
        def process(self, delta: float) -> None:
            log.append("frame")

    class Adding(Node):
        def on_process(self, delta: float) -> None:
            if tree.servers.get(Frame) is None:
                tree.servers.register(Frame())
            else:
                tree.servers.unregister(tree.servers.require(Frame))

    tree.root.add_child(Adding())

    tree.frames(3)

    assert log == ["frame", "frame"]


# Ids


def test_a_node_is_found_by_its_id_while_it_is_in_the_tree(tree: SceneTree) -> None:
    node = Node()
    number = node.id
    assert tree.find(number) is None

    tree.root.add_child(node)
    assert tree.find(number) is node
    tree.root.remove_child(node)
    assert tree.find(number) is None
    tree.root.add_child(node)
    node.free()
    assert tree.find(number) is None
    assert node.id == number


def test_an_id_asked_for_inside_the_tree_is_known_at_once(tree: SceneTree) -> None:
    node = tree.root.add_child(Node())

    assert tree.find(node.id) is node
    assert node.id == node.id


def test_ids_are_never_used_again() -> None:
    seen = set()
    for _ in range(100):
        node = Node()
        seen.add(node.id)
        node.free()
        del node

    assert len(seen) == 100


# Counting


def test_the_tree_counts_its_nodes(tree: SceneTree) -> None:
    assert tree.get_node_count() == 1
    parent = Node()
    for _ in range(3):
        parent.add_child(Node())

    tree.root.add_child(parent)
    assert tree.get_node_count() == 5
    parent.get_child(1).free()
    assert tree.get_node_count() == 4
    tree.root.remove_child(parent)
    assert tree.get_node_count() == 1


# Several trees


class Everywhere(Node):
    """Logs everything that a tree may call."""

    def __init__(self, log: list[str]) -> None:
        super().__init__("N")
        self.log = log

    def on_process(self, delta: float) -> None:
        self.log.append("process")

    def on_physics_process(self, delta: float) -> None:
        self.log.append("physics")

    def on_input(self, event: InputEvent) -> None:
        self.log.append("input")

    def on_unhandled_input(self, event: InputEvent) -> None:
        self.log.append("unhandled")

    def shout(self) -> None:
        self.log.append("group")


def test_two_trees_do_not_see_each_other(tree: SceneTree) -> None:
    other = SceneTree()
    logs: tuple[list[str], list[str]] = ([], [])
    for each, log in zip((tree, other), logs, strict=True):
        node = each.root.add_child(Everywhere(log))
        node.add_to_group("g")
        each.call_deferred(log.append, "deferred")
        each.create_timer(0).timeout.connect(partial(log.append, "timer"))
        each.input_map.add_action("fire", "key:A")
    event = InputEventKey(keycode=Key.A, pressed=True)

    other.paused = True
    other.time_scale = 5.0
    other.physics_ticks_per_second = 30
    tree.push_input(event)
    tree.tick(1 / 60)
    tree.call_group("g", "shout")

    assert logs[1] == []
    assert logs[0] == ["input", "unhandled", "deferred", "physics", "process", "timer", "group"]
    assert (other.frame_count, other.get_node_count()) == (0, 2)
    assert tree.input.is_action_pressed("fire")
    assert not other.input.is_action_pressed("fire")
    assert tree.get_nodes_in_group("g") == [tree.root.get_child(0)]
    assert tree.find(other.root.get_child(0).id) is None
    other.shutdown()
    tree.tick(1 / 60)


def test_a_node_moves_from_one_tree_to_another(tree: SceneTree) -> None:
    other = SceneTree()
    log: list[str] = []
    node = tree.root.add_child(Everywhere(log))
    number = node.id
    node.add_to_group("g")

    node.reparent(other.root)
    tree.tick(1 / 60)
    assert log == []
    other.tick(1 / 60)

    assert log == ["physics", "process"]
    assert node.tree is other
    assert (tree.has_group("g"), other.has_group("g")) == (False, True)
    assert (tree.find(number), other.find(number)) == (None, node)
    other.shutdown()


def test_a_signal_reaches_nodes_of_another_tree(tree: SceneTree) -> None:
    other = SceneTree()
    log: list[str] = []
    source, target = tree.root.add_child(Node()), other.root.add_child(Everywhere(log))
    source.renamed.connect(target.shout)

    source.name = "New"
    other.shutdown()
    source.name = "Newer"

    assert log == ["group"]


def test_trees_of_the_same_seed_draw_the_same_numbers() -> None:
    first, second, third = SceneTree(seed=5), SceneTree(seed=5), SceneTree(seed=6)

    numbers = [[tree.rng.randf() for _ in range(5)] for tree in (first, second, third)]

    assert numbers[0] == numbers[1] != numbers[2]


# The root viewport


def test_the_root_is_the_viewport_of_all(tree: SceneTree) -> None:
    deep = tree.root.add_child(Node()).add_child(Node())

    assert deep.get_viewport() is tree.root
    assert tree.root.get_viewport() is tree.root
    assert isinstance(tree.root, SceneViewport)


def test_a_nested_viewport_is_the_nearest_one(tree: SceneTree) -> None:
    inner = tree.root.add_child(SceneViewport())

    assert inner.add_child(Node()).get_viewport() is inner


def test_a_viewport_tells_of_a_new_size(tree: SceneTree) -> None:
    told: list[Vector2] = []
    tree.root.size_changed.connect(lambda: told.append(tree.root.size))

    tree.root.size = (800, 600)
    tree.root.size = Vector2(800, 600)

    assert told == [Vector2(800, 600)]
    assert tree.root.get_visible_rect().size == (800, 600)


@pytest.mark.parametrize("size", [(0, 600), (800, -1), (nan, 1), (inf, 1), (800,), "ab", None, 3])
def test_a_size_that_makes_no_sense_is_refused(tree: SceneTree, size: Any) -> None:
    before = tree.root.size

    with pytest.raises(InvalidValueError, match=r"^/root\.size must be a width and a height") as caught:
        tree.root.size = size

    assert str(caught.value).endswith(f", got {size!r}")
    assert tree.root.size == before


def test_the_canvas_transform_is_kept_or_asked_of_the_camera(tree: SceneTree) -> None:
    class Camera:
        def get_camera_transform(self, viewport_size: Vector2) -> Transform2D:
            return Transform2D(0.0, viewport_size / 2)

    mine = Transform2D(0.5, Vector2(3, 4))
    tree.root.canvas_transform = mine
    assert tree.root.canvas_transform == mine

    camera = Camera()
    tree.root._set_camera_2d(camera)
    assert tree.root.canvas_transform.origin == tree.root.size / 2
    assert tree.root.get_camera_2d() is camera
    tree.root._set_camera_2d(None)
    assert tree.root.canvas_transform == mine


# Leaving the root alone


@pytest.mark.parametrize(
    "use",
    [
        lambda root: Node().add_child(root),
        lambda root: root.reparent(Node()),
        lambda root: root.free(),
        lambda root: root.queue_free(),
        lambda root: root.add_sibling(Node()),
    ],
)
def test_the_root_stays_the_root(tree: SceneTree, use: Callable[[Node], object]) -> None:
    with pytest.raises(TreeError):
        use(tree.root)

    assert tree.root.parent is None
    assert tree.root.is_inside_tree()
    tree.tick(0)


def test_quitting_in_a_frame_lets_the_frame_end(tree: SceneTree) -> None:
    log: list[str] = []

    class Quitting(Node):
        def on_process(self, delta: float) -> None:
            tree.quit(2)

    class Later(Node):
        def on_process(self, delta: float) -> None:
            log.append("later")

    tree.quit_requested.connect(lambda code: log.append(f"quit {code}"))
    tree.root.add_child(Quitting())
    tree.root.add_child(Later())

    tree.tick(0)

    assert log == ["quit 2", "later"]


@pytest.mark.parametrize("code", [-1, 256, 1.5, "3", None])
def test_what_is_no_exit_code_is_refused(tree: SceneTree, code: Any) -> None:
    codes: list[int] = []
    tree.quit_requested.connect(codes.append)

    with pytest.raises(InvalidValueError, match=rf"quit\(code\): an exit code is .* 0 to 255, got {code!r}"):
        tree.quit(code)

    assert codes == []


def test_the_arguments_of_a_game_are_kept() -> None:
    tree = SceneTree(args=["--level", "3"])

    assert tree.args == ("--level", "3")
    tree.shutdown()


@pytest.mark.parametrize("args", ["--easy", [3], 5])
def test_the_arguments_of_a_game_are_several_texts(args: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^SceneTree\(args\): several texts are needed, got .*; write \["):
        SceneTree(args=args)


def test_a_loader_that_cannot_load_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"^SceneTree\(loader\): an object with load\(path\) is needed, got 5"):
        SceneTree(loader=5)


def test_advance_refuses_frames_that_would_drop_time(tree: SceneTree) -> None:
    with pytest.raises(InvalidValueError, match=r"frames of 1.0 s drop time, .* is 0.08333 s"):
        tree.advance(10.0, 1.0)

    tree.max_physics_steps_per_frame = 100
    tree.max_frame_delta = 2.0
    tree.advance(10.0, 1.0)
    assert tree.physics_frame_count == 600


def test_a_group_is_called_by_a_methods_name(tree: SceneTree) -> None:
    with pytest.raises(InvalidTypeError, match=r"call_group\('all'\): a method's name is needed, got "):
        tree.call_group("all", print)  # type: ignore[arg-type]


@pytest.mark.parametrize("copying", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_tree_is_neither_copied_nor_pickled(tree: SceneTree, copying: Callable[[object], object]) -> None:
    for part in (tree, tree.input):
        with pytest.raises(TreeError, match=r"^a SceneTree can be neither copied nor pickled; make another$"):
            copying(part) if part is tree else pickle.dumps(part)
