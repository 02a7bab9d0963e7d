"""What subclasses may do: forget super(), declare onready and exports, and what is refused when a class is made."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.core.errors import ExportError, InvalidTypeError, NodeNotFoundError, NodeTypeError, SignalError, TreeError
from engine.core.export import export, exported
from engine.core.registry import node_types
from engine.core.signal import Signal
from engine.math import Vector2
from engine.tree.node import Node
from engine.tree.node_path import NodePath
from engine.tree.onready import onready
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer
from nodes.world_2d.canvas.canvas_layer import CanvasLayer
from nodes.world_2d.node_2d import Node2D

# Constructors


def test_a_subclass_that_forgets_super_works(tree: SceneTree) -> None:
    class Forgetful(Node):
        def __init__(self) -> None:
            self.lives = 3

    class Child(Forgetful):
        def on_process(self, delta: float) -> None:
            self.lives -= 1

    node = tree.root.add_child(Child())
    node.add_child(Forgetful())
    tree.tick(0)

    assert node.lives == 2
    assert node.name == "Child"
    assert node.get_child(0).name == "Forgetful"
    node.free()


@pytest.mark.parametrize("base", [Node2D, Timer])
def test_a_subclass_of_any_node_that_forgets_super_works(tree: SceneTree, base: type[Node]) -> None:
    class Forgetful(base):  # type: ignore[valid-type, misc]
        def __init__(self, lives: int) -> None:
            self.lives = lives

    node = tree.root.add_child(Forgetful(3))
    tree.tick(1 / 60)

    assert node.lives == 3
    assert {name: getattr(node, name) for name in ("process_priority", "name")} == {
        "process_priority": 0,
        "name": "Forgetful",
    }


def test_attributes_may_be_set_before_super() -> None:
    class Early(Node):
        def __init__(self) -> None:
            self.child = self.add_child(Node("Child"))
            self.process_priority = 4
            super().__init__("Late")

    node = Early()

    assert node.name == "Late"
    assert node.children == (node.child,)
    assert node.process_priority == 4


def test_a_mixin_with_its_own_constructor_works(tree: SceneTree) -> None:
    class Counted:
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.count = 0

    class Both(Counted, Node2D):
        pass

    node = tree.root.add_child(Both("N", position=(1, 2)))

    assert (node.name, node.count, tuple(node.position)) == ("N", 0, (1, 2))


def test_properties_are_set_by_the_constructor() -> None:
    class Player(Node):
        speed: float = export(300.0)

    assert Player().speed == 300.0
    assert Player("P", speed=5.0, process_priority=2).speed == 5.0
    with pytest.raises(InvalidTypeError) as caught:
        Player(sped=1.0)
    assert str(caught.value) == "Player() has no property 'sped'; did you mean 'speed'?"
    with pytest.raises(InvalidTypeError, match=r"^Player\(\) has no property 'add_chid'$"):  # no method is one
        Player(add_chid=1)
    with pytest.raises(InvalidTypeError, match=r"^Player\(\) has no property '_flags'"):
        Player(_flags=1)


def test_the_constructor_sets_properties_as_they_are_declared_and_others_after_them() -> None:
    class Sheet(Node):
        columns: int = export(1)

        @property
        @exported(0)
        def cell(self) -> int:
            """Below `columns`."""
            return self._cell

        @cell.setter
        def cell(self, cell: int) -> None:
            if cell >= self.columns:
                raise ValueError(cell)
            self._cell = cell

        _cell = 0
        label = ""

        @property
        def shown(self) -> str:
            """What is to be read."""
            return self.label

        @shown.setter
        def shown(self, shown: str) -> None:
            self.label = f"{shown} of {self.cell}"

    sheet = Sheet(shown="row", cell=3, columns=4)

    assert (sheet.cell, sheet.shown) == (3, "row of 3")
    assert Sheet(label="a", shown="row").label == "row of 0"
    assert Sheet(shown="row", label="a").label == "a"


def test_the_constructor_looks_at_all_names_before_it_sets_any() -> None:
    class Player(Node):
        said: list[float] = []

        @property
        @exported(1.0)
        def speed(self) -> float:
            """How fast."""
            return 1.0

        @speed.setter
        def speed(self, speed: float) -> None:
            self.said.append(speed)

    with pytest.raises(InvalidTypeError, match="no property 'sped'"):
        Player(speed=2.0, sped=1.0)
    assert Player.said == []


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("groups", "; use add_to_group()"),
        ("children", "; use add_child()"),
        ("parent", "; use add_child() of the parent"),
        ("id", ""),
    ],
)
def test_what_can_only_be_read_is_refused_by_the_constructor_with_the_way_to_it(name: str, way: str) -> None:
    with pytest.raises(InvalidTypeError) as caught:
        Node("N", **{name: ["enemies"]})

    assert str(caught.value) == f"Node() cannot set {name!r}, which can only be read{way}"


def test_a_node_class_is_registered_by_its_name() -> None:
    class RegisteredByTest(Node):
        pass

    assert node_types.get("RegisteredByTest") is RegisteredByTest
    assert node_types.get("Timer") is Timer


# What is refused


def test_a_callback_that_runs_again_and_again_or_must_be_done_at_once_cannot_be_a_coroutine() -> None:
    for name, why in (
        ("on_process", "each frame would start another"),
        ("on_physics_process", "each step would start another"),
        ("on_integrate_forces", "each step would start another"),
        ("on_draw", "what it draws must be there when it returns"),
        ("on_exit_tree", "what it does must be done when it returns"),
    ):

        async def callback(self: Node, *args: object) -> None: ...

        with pytest.raises(InvalidTypeError) as caught:
            type("Async", (Node,), {name: callback})
        assert str(caught.value) == f"Async.{name} cannot be async: {why}; let it call self.create_task(...)"


@pytest.mark.parametrize(
    ("name", "callback", "right"),
    [
        ("on_process", lambda self: None, "self, delta"),
        ("on_physics_process", lambda self, delta, more: None, "self, delta"),
        ("on_input", lambda: None, "self, event"),
        ("on_unhandled_input", lambda self, event, *, strict: None, "self, event"),
        ("on_ready", lambda self, delta: None, "self"),
        ("on_draw", lambda: None, "self"),
    ],
)
def test_a_callback_that_cannot_take_what_it_is_called_with_is_refused(name: str, callback: Any, right: str) -> None:
    with pytest.raises(InvalidTypeError) as caught:
        type("Wrong", (Node2D,), {name: callback})

    assert str(caught.value) == (f"Wrong.{name} cannot be called with what the tree passes; write def {name}({right})")


@pytest.mark.parametrize(
    "callback",
    [
        lambda self, delta: None,
        lambda self, delta=0.0: None,
        lambda self, *args: None,
        lambda *args, **more: None,
        lambda self, delta, extra=1, *, strict=True: None,
        staticmethod(lambda delta: None),
        print,
    ],
)
def test_a_callback_may_take_more_than_it_is_called_with(callback: Any) -> None:
    type("Right", (Node2D,), {"on_process": callback})


def test_a_name_that_looks_like_a_callback_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    class Typo(Node):
        def on_physic_process(self, delta: float) -> None: ...

        def on_raedy(self) -> None: ...

        def on_hit(self) -> None: ...

        def on_ready(self) -> None: ...

    assert [(entry.levelno, entry.getMessage()) for entry in caplog.records] == [
        (logging.WARNING, "Typo.on_physic_process is never called; did you mean 'on_physics_process'?"),
        (logging.WARNING, "Typo.on_raedy is never called; did you mean 'on_ready'?"),
    ]


def test_a_node_that_cannot_draw_is_warned_of_its_on_draw(caplog: pytest.LogCaptureFixture) -> None:
    class Hud(CanvasLayer):
        def on_draw(self) -> None: ...

    class Panel(Node2D):
        def on_draw(self) -> None: ...

    assert caplog.messages == [
        "Hud.on_draw is never called: only a CanvasItem draws, and Hud is none; put a Node2D that draws below it"
    ]


def test_the_name_of_a_signal_cannot_be_taken() -> None:
    with pytest.raises(SignalError, match=r"^Bad\.ready: 'ready' is a signal that Bad inherits"):

        class Bad(Node):
            ready = True  # type: ignore[assignment]


def test_a_class_may_declare_signals_of_its_own() -> None:
    class Player(Node):
        hit = Signal[int]("damage")

    player = Player()
    heard: list[int] = []
    player.hit.connect(heard.append)
    player.hit.emit(3)

    assert heard == [3]
    assert Player().get_signal_connections() == []


# onready


class Weapon(Node):
    pass


class Player(Node):
    gun = onready("Body/Gun", Weapon)
    body = onready(NodePath("Body"))
    seen: Any = None

    def on_ready(self) -> None:
        self.seen = self.gun


@pytest.fixture
def player() -> Player:
    player = Player("Player")
    player.add_child(Node("Body")).add_child(Weapon("Gun"))
    return player


def test_onready_finds_nodes_before_on_ready(tree: SceneTree, player: Player) -> None:
    tree.root.add_child(player)

    assert player.seen is player.get_node("Body/Gun")
    assert player.body is player.get_node("Body")
    assert player.gun is player.seen


def test_onready_keeps_the_node_it_found(tree: SceneTree, player: Player) -> None:
    tree.root.add_child(player)
    gun = player.gun

    gun.name = "Rifle"
    gun.reparent(tree.root)

    assert player.gun is gun


def test_onready_looks_again_when_the_node_gets_ready_again(tree: SceneTree, player: Player) -> None:
    tree.root.add_child(player)
    old = player.gun
    old.free()
    new = player.body.add_child(Weapon("Gun"))
    tree.root.remove_child(player)
    player.request_ready()

    tree.root.add_child(player)

    assert player.gun is new


def test_onready_can_be_read_early(player: Player) -> None:
    assert player.gun is player.get_node("Body/Gun")


def test_onready_says_what_is_missing(tree: SceneTree) -> None:
    player = Player("Player")
    player.add_child(Node("Body"))

    with pytest.raises(
        NodeNotFoundError,
        match=r"^Player\.gun = onready\('Body/Gun'\): no node 'Body/Gun' from /root/Player: /root/Player/Body has no",
    ):
        tree.root.add_child(player)

    assert player.is_inside_tree()


def test_onready_says_what_is_of_another_type(player: Player) -> None:
    player.get_node("Body/Gun").free()
    player.get_node("Body").add_child(Node("Gun"))

    with pytest.raises(NodeTypeError, match=r"^Player\.gun = onready\('Body/Gun'\): .* is a Node, not a Weapon"):
        _ = player.gun


@pytest.mark.parametrize("kind", ["Weapon", len])
def test_onready_refuses_what_is_no_class(kind: Any) -> None:
    with pytest.raises(ExportError, match=r"^onready\('Body/Gun'\): the second argument must be a node class, got "):
        onready("Body/Gun", kind)


def test_an_onready_attribute_of_the_class_is_the_declaration() -> None:
    assert Player.gun is vars(Player)["gun"]


def test_onready_is_inherited_and_can_be_replaced(tree: SceneTree) -> None:
    class Tank(Player):
        body = onready("Hull")

    tank = Tank("Tank")
    tank.add_child(Node("Body")).add_child(Weapon("Gun"))
    hull = tank.add_child(Node("Hull"))
    tree.root.add_child(tank)

    assert tank.body is hull
    assert isinstance(tank.gun, Weapon)


# The tree a node is in


def test_a_node_outside_says_that_it_has_no_tree() -> None:
    node = Node("N")

    assert node.tree_or_none is None
    for attribute in ("tree", "input"):
        with pytest.raises(TreeError) as caught:
            getattr(node, attribute)
        assert str(caught.value) == "N is not inside a tree; add it to one first, or ask tree_or_none"
    with pytest.raises(TreeError) as no_viewport:
        node.get_viewport()
    assert str(no_viewport.value) == "N has no viewport: it is not inside a tree"


def test_godots_names_for_callbacks_are_pointed_out(caplog: pytest.LogCaptureFixture) -> None:
    class FromGodot(Node):
        def _process(self, delta: float) -> None: ...

    assert caplog.messages == ["FromGodot._process is never called; Godot's _process is on_process here"]
    with pytest.raises(InvalidTypeError) as caught:
        type("FromGodot", (Node,), {"_ready": lambda self: None})
    assert str(caught.value) == (
        "FromGodot._ready hides a name that the engine uses in Node; Godot's _ready is on_ready here"
    )


def test_a_game_cannot_hide_a_name_of_the_engine() -> None:
    with pytest.raises(InvalidTypeError) as caught:
        type("Greedy", (Node,), {"_detach": None})
    assert str(caught.value) == "Greedy._detach hides a name that the engine uses in Node; give it another name"


def test_a_class_whose_new_is_its_own_gets_its_state_from_init() -> None:
    class Made(Node):
        def __new__(cls, *args: object) -> Made:
            return super().__new__(cls)

        def __init__(self, size: int) -> None:
            super().__init__("Made")
            self.size = size

    class Below(Made):
        def __init__(self) -> None:
            super().__init__(3)

    tree = SceneTree()

    assert tree.root.add_child(Made(2)).get_path() == NodePath("/root/Made")
    assert tree.root.add_child(Below()).size == 3


# What Python's other ways of making classes do


def test_a_dataclass_can_be_a_node(tree: SceneTree) -> None:
    @dataclass(eq=False)
    class Coin(Node2D):
        worth: int = 3
        seen: list[float] = field(default_factory=list)

        def on_process(self, delta: float) -> None:
            self.seen.append(delta)

    coin = tree.root.add_child(Coin(worth=5))
    coin.position = Vector2(1, 2)
    tree.tick(0.05)

    assert (coin.worth, coin.seen, coin.name, coin.position) == (5, [0.05], "Coin", (1, 2))


def test_a_dataclass_that_loses_its_hash_is_refused() -> None:
    @dataclass
    class Coin(Node):
        worth: int = 3

    with pytest.raises(InvalidTypeError, match=r"^@dataclass takes Coin its hash, .* write @dataclass\(eq=False\)$"):
        Coin()


def test_a_node_that_was_never_made_one_is_refused(tree: SceneTree) -> None:
    @dataclass(eq=False)
    class Coin(Node):
        worth: int = 3

        def __post_init__(self) -> None:
            pass

    with pytest.raises(TreeError, match=r"^/root.add_child: this Coin was made without Node.__init__\(\); call super"):
        tree.root.add_child(Coin())


def test_a_class_whose_objects_have_no_hash_is_refused() -> None:
    with pytest.raises(
        InvalidTypeError, match=r"^Tile has an __eq__ and no __hash__, .* add __hash__ = Node.__hash__ to"
    ):

        class Tile(Node):
            def __eq__(self, other: object) -> bool:
                return False


@pytest.mark.parametrize(
    ("base", "name", "value", "text"),
    [
        (Node, "name", "boss", r"hides the property of Node; write self.name = ... in __init__ or on_ready"),
        (Node2D, "position", Vector2(5, 5), r"hides the property of Node2D; write self.position = ... in __init__"),
        (Node, "children", [], r"hides the property of Node; give it another name"),
        (Node, "parent", lambda self: None, r"hides the property of Node; give it another name"),
        (Node, "on_process", None, r"= None hides the method of Node; give it another name"),
        (Node2D, "show", True, r"= True hides the method of CanvasItem; give it another name"),
    ],
)
def test_what_the_engine_uses_cannot_be_hidden(base: type, name: str, value: Any, text: str) -> None:
    with pytest.raises(InvalidTypeError, match=rf"^Hiding\.{name} .*{text}|^Hiding\.{name} {text}"):
        type("Hiding", (base,), {name: value})


def test_an_export_cannot_hide_a_property() -> None:
    with pytest.raises(InvalidTypeError, match=r"^Crate\.position hides the property of Node2D"):
        type("Crate", (Node2D,), {"position": export(Vector2(5, 5))})


def test_properties_and_methods_may_be_overridden_by_their_like() -> None:
    class Ship(Node2D):
        @property  # type: ignore[misc]
        def name(self) -> str:
            return "Ship"

        def get_child_count(self) -> int:
            return 7

    assert (Ship().name, Ship().get_child_count()) == ("Ship", 7)


def test_a_callback_cannot_be_a_generator() -> None:
    def step(self: Node, *args: object) -> Any:
        yield

    for name in ("on_ready", "on_process", "on_draw", "on_exit_tree"):
        with pytest.raises(InvalidTypeError, match=rf"^Stepping\.{name} cannot have a yield: the tree would call it"):
            type("Stepping", (Node2D,), {name: step})


@pytest.mark.parametrize(
    ("name", "kind"), [("free", "method; override it in a subclass"), ("ready", "signal; connect to it")]
)
def test_the_constructor_sets_properties_only(name: str, kind: str) -> None:
    values: dict[str, Any] = {name: 3}

    with pytest.raises(InvalidTypeError) as caught:
        Node(**values)

    assert str(caught.value) == f"Node() cannot set {name!r}, which is a {kind}"
