"""duplicate(): what a copy of a subtree has, what it shares with the original, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import FreedError, InvalidValueError, TreeError
from engine.core.export import export, exported
from engine.core.signal import ConnectFlags, Signal
from engine.math import Transform2D, Vector2
from engine.tree.duplicate import DuplicateFlags
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Sprite2D, Timer

NOTHING = DuplicateFlags(0)


class Enemy(Node2D):
    """A node with exports of all kinds."""

    hit = Signal[int]("damage")
    health: int = export(10)
    armour: float = export(1.0, check=abs)
    tags: list[Any] = export(factory=list)
    target: Node | None = export(None)
    secret = 0

    def on_hit(self, *args: object) -> None:
        self.secret += 1


def built() -> Enemy:
    """Enemy > Gun > Muzzle, and Enemy > Sight."""
    enemy = Enemy("Enemy", position=(3, 4), health=7)
    gun = enemy.add_child(Node2D("Gun", rotation=0.5))
    gun.add_child(Node("Muzzle"))
    enemy.add_child(Timer("Sight", wait_time=0.25))
    return enemy


def names(node: Node) -> list[str]:
    return node.get_tree_string().split()


# --- what is copied


def test_the_copy_has_the_same_nodes_and_stands_alone(tree: SceneTree) -> None:
    enemy = tree.root.add_child(built())

    copy = enemy.duplicate()

    assert names(copy) == names(enemy) == [".", "Gun", "Gun/Muzzle", "Sight"]
    assert copy.parent is None
    assert not copy.is_inside_tree()
    assert [type(node) for node in (copy, *copy.get_children())] == [Enemy, Node2D, Timer]
    assert copy.name == "Enemy"
    assert not any(a is b for a, b in zip(copy.get_children(), enemy.get_children(), strict=True))


def test_a_copy_beside_its_original_gets_a_number(tree: SceneTree) -> None:
    enemy = tree.root.add_child(built())

    assert tree.root.add_child(enemy.duplicate()).name == "Enemy2"


def test_a_node_without_a_name_has_a_copy_without_one() -> None:
    assert Node().duplicate().name == ""


def test_exported_properties_are_copied_and_other_attributes_are_not() -> None:
    enemy = built()
    enemy.secret = 5
    enemy.armour = -2.0

    copy = enemy.duplicate()

    assert (copy.position, copy.health, copy.armour) == ((3, 4), 7, 2.0)
    assert copy.get_node("Gun", Node2D).rotation == 0.5
    assert copy.get_node("Sight", Timer).wait_time == 0.25
    assert copy.secret == 0
    copy.health = 1
    assert enemy.health == 7


def test_state_of_the_engines_own_properties_is_copied() -> None:
    node = Sprite2D("S", process_priority=3, process_physics_priority=-2, process_mode=ProcessMode.ALWAYS)
    node.input_before_ui = True
    node.unique_name_in_owner = True
    node.modulate = (1, 0, 0)
    node.z_index = 4
    node.visible = False
    node.hframes = 4
    node.frame = 3
    node.scene_file_path = "res://s.tscn"
    node.set_meta("weights", [1, 2])

    copy = node.duplicate()

    for name in (
        "process_priority", "process_physics_priority", "process_mode", "input_before_ui", "unique_name_in_owner",
        "modulate", "z_index", "visible", "hframes", "frame", "scene_file_path", "meta",
    ):  # fmt: skip
        assert getattr(copy, name) == getattr(node, name), name
    assert copy.meta["weights"] is not node.meta["weights"]


def test_a_transform_that_was_assigned_as_a_whole_is_copied_bit_for_bit() -> None:
    transform = Transform2D(0.1, 0.7, -1.3, 0.2, 5.0, 6.0)
    node = Node2D(transform=transform)

    assert node.duplicate().transform == transform


def test_a_copy_of_a_node_in_a_tree_moves_with_its_new_parent(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node2D(position=(100, 0)))
    node = tree.root.add_child(Node2D(position=(1, 2)))
    tree.tick(0.1)

    copy = parent.add_child(node.duplicate())
    tree.tick(0.1)

    assert copy.global_position == (101, 2)
    copy.position = (5, 5)
    assert node.position == (1, 2)


def test_what_a_view_has_written_is_copied(tree: SceneTree) -> None:
    node = tree.root.add_child(Node2D(position=(1, 2), rotation=0.5))
    view = tree.transforms.view([node])
    view.positions = view.positions + (10, 20)
    view.rotations = view.rotations + 0.25

    copy = node.duplicate()

    assert (copy.position, copy.rotation) == ((11, 22), 0.75)


def test_nothing_of_a_running_state_is_copied(tree: SceneTree) -> None:
    timer = tree.root.add_child(Timer(wait_time=2.0))
    timer.start()
    timer.set_process(True)
    timer.queue_free()

    copy = timer.duplicate()

    assert copy.is_stopped()
    assert not copy.is_processing()
    assert not copy.is_queued_for_deletion()
    assert not copy.is_ready()


def test_no_callback_runs_while_a_copy_is_made(tree: SceneTree) -> None:
    ran: list[str] = []

    class Loud(Node):
        def on_enter_tree(self) -> None:
            ran.append("enter")

        def on_ready(self) -> None:
            ran.append("ready")

    loud = tree.root.add_child(Loud())
    ran.clear()

    loud.duplicate()

    assert ran == []


def test_children_keep_their_order_also_behind_ones_that_were_freed() -> None:
    parent = Node()
    for name in "abcd":
        parent.add_child(Node(name))
    parent.get_child(1).free()
    parent.move_child(parent.get_node("d"), 0)

    assert names(parent.duplicate()) == [".", "d", "a", "c"]


def test_children_made_in_code_without_an_owner_are_copied_too() -> None:
    scene = Node()
    scene.add_child(Node("Owned")).owner = scene
    scene.add_child(Node("Made"))

    assert names(scene.duplicate()) == [".", "Owned", "Made"]


def test_a_chain_of_10000_nodes_is_copied() -> None:
    top = node = Node("N")
    for _ in range(9_999):
        node = node.add_child(Node("N"))

    copy: Node = top.duplicate()

    depth = 1
    while copy.get_child_count():
        copy = copy.get_child(0)
        depth += 1
    assert depth == 10_000


# --- references


def test_references_to_nodes_inside_point_into_the_copy_and_others_stay() -> None:
    enemy, outside = built(), Node("Outside")
    gun = enemy.get_node("Gun")
    enemy.target = gun.get_child(0)
    enemy.tags = [gun, {"a": outside, gun: 1}, (enemy,)]

    copy = enemy.duplicate()

    assert copy.target is copy.get_node("Gun/Muzzle")
    assert copy.tags == [copy.get_node("Gun"), {"a": outside, copy.get_node("Gun"): 1}, (copy,)]


def test_metadata_refers_to_the_copies_too() -> None:
    enemy = built()
    enemy.set_meta("gun", enemy.get_node("Gun"))

    copy = enemy.duplicate()

    assert copy.get_meta("gun") is copy.get_node("Gun")


def test_owners_inside_are_those_of_the_copy_and_ones_above_are_left_out(tree: SceneTree) -> None:
    scene = tree.root.add_child(Node("Scene"))
    enemy = scene.add_child(built())
    enemy.owner = enemy.get_node("Sight").owner = scene
    gun = enemy.get_node("Gun")
    gun.owner = enemy
    gun.unique_name_in_owner = True

    copy = enemy.duplicate()

    assert copy.owner is None
    assert copy.get_node("Sight").owner is None
    assert copy.get_node("Gun").owner is copy
    assert copy.get_node("%Gun") is copy.get_node("Gun")
    assert enemy.get_node("%Gun") is gun


# --- groups and connections


def test_groups_are_copied_persistent_or_not() -> None:
    enemy = built()
    enemy.add_to_group("a", persistent=True)
    enemy.get_node("Gun").add_to_group("b")

    copy = enemy.duplicate()

    assert copy.groups == {"a": True}
    assert copy.get_node("Gun").groups == {"b": False}
    assert enemy.duplicate(DuplicateFlags.SCRIPTS).groups == {}


def test_a_copy_is_in_its_groups_once_it_enters(tree: SceneTree) -> None:
    node = tree.root.add_child(Node())
    node.add_to_group("a")

    copy = tree.root.add_child(node.duplicate())

    assert tree.get_nodes_in_group("a") == [node, copy]


def connected() -> tuple[Enemy, Enemy, Enemy]:
    """An enemy with a child, and an enemy outside; the first is connected to all three."""
    top, outside = Enemy("Top"), Enemy("Outside")
    child = top.add_child(Enemy("Child"))
    persist = ConnectFlags.PERSIST
    top.connect("hit", child, "on_hit", persist | ConnectFlags.ONE_SHOT, ("bound", child), 1)
    child.connect("hit", top, "on_hit", persist)
    top.connect("hit", outside, "on_hit", persist)
    top.connect("hit", top, "on_hit")
    outside.connect("hit", top, "on_hit", persist)
    return top, child, outside


def test_connections_that_are_saved_are_copied_and_others_are_not() -> None:
    top, _, outside = connected()

    copy = top.duplicate()

    copied_child = copy.get_node("Child", Enemy)
    made = [(c.target, c.method, c.flags, c.binds, c.unbinds) for c in copy.get_signal_connections("hit")]
    assert made == [(copied_child, "on_hit", 6, ("bound", copied_child), 1), (outside, "on_hit", 2, (), 0)]
    assert [c.target for c in copied_child.get_signal_connections()] == [copy]
    assert [c.target for c in outside.get_signal_connections()] == [top]


def test_a_copied_connection_calls_the_copy() -> None:
    top, child, outside = connected()
    copy = top.duplicate()

    copy.hit.emit(3)

    assert (copy.secret, copy.get_node("Child", Enemy).secret, outside.secret) == (0, 1, 1)
    assert (top.secret, child.secret) == (0, 0)


def test_without_the_flag_no_connection_is_copied() -> None:
    top, _, _ = connected()

    copy = top.duplicate(DuplicateFlags.GROUPS | DuplicateFlags.SCRIPTS)

    assert copy.get_signal_connections() == []


def test_connections_made_with_the_function_itself_are_copied_if_they_are_to_be_saved() -> None:
    top = Enemy()
    top.hit.connect(top.on_hit, ConnectFlags.PERSIST)

    copy = top.duplicate()

    assert [c.target for c in copy.get_signal_connections()] == [copy]


def test_signals_added_to_one_node_are_copied_with_their_connections() -> None:
    top = Enemy()
    top.add_user_signal("found", "what")
    top.connect("found", top, "on_hit", ConnectFlags.PERSIST)

    copy = top.duplicate()
    copy.emit_signal("found", 1)

    assert (copy.secret, top.secret) == (1, 0)


def test_a_constructor_that_connects_is_not_connected_twice() -> None:
    class Wired(Node):
        hit = Signal[()]()

        def __init__(self, name: str = "") -> None:
            super().__init__(name)
            self.connect("hit", self, "on_hit", ConnectFlags.PERSIST)

        def on_hit(self) -> None: ...

    assert len(Wired().duplicate().get_signal_connections("hit")) == 1


# --- constructors


class Armed(Node2D):
    """Its constructor makes a child, joins a group, and sets properties."""

    power: int = export(1)

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.gun = self.add_child(Node2D("Gun"))
        self.gun.add_child(Node("Muzzle"))
        self.power = 5
        self.modulate = (1.0, 0.0, 0.0)
        self.add_to_group("armed")


def test_children_of_a_constructor_are_not_doubled() -> None:
    armed = Armed()
    armed.gun.position = (7, 8)
    armed.gun.add_child(Node("Scope"))
    armed.add_child(Node("Before"), 0)

    copy = armed.duplicate()

    assert names(copy) == names(armed) == [".", "Before", "Gun", "Gun/Muzzle", "Gun/Scope"]
    assert copy.gun is copy.get_node("Gun")
    assert copy.gun.position == (7, 8)


def test_children_of_a_constructor_that_the_original_has_not_are_freed() -> None:
    armed = Armed()
    armed.gun.free()

    copy = armed.duplicate()

    assert names(copy) == ["."]
    assert copy.gun._is_freed()


def test_a_child_of_another_class_under_the_same_name_is_made_anew() -> None:
    armed = Armed()
    armed.gun.free()
    armed.add_child(Timer("Gun", wait_time=3.0))

    copy = armed.duplicate()

    assert names(copy) == [".", "Gun"]
    assert copy.get_node("Gun", Timer).wait_time == 3.0


def test_what_a_constructor_sets_gives_way_to_what_the_original_has() -> None:
    armed = Armed()
    armed.power = 1
    armed.modulate = (1, 1, 1)
    armed.remove_from_group("armed")

    copy = armed.duplicate()

    assert (copy.power, copy.modulate, copy.groups) == (1, (1, 1, 1, 1), {})


def test_a_constructor_that_needs_arguments_is_refused_before_anything_is_made() -> None:
    made: list[str] = []

    class Counted(Node):
        def __init__(self, name: str = "") -> None:
            made.append("Counted")

    class Picky(Node):
        def __init__(self, health: int, name: str = "", *, armour: int) -> None:
            super().__init__(name)

    top = Counted()
    top.add_child(Picky(3, "P", armour=1))
    made.clear()

    with pytest.raises(TreeError) as caught:
        top.duplicate()

    assert str(caught.value) == (
        "cannot duplicate Counted: the constructor of Picky of P needs arguments (health, armour); give them defaults, "
        "and what they set an export()"
    )
    assert made == []


def test_what_a_failing_constructor_left_is_freed_and_the_error_says_where() -> None:
    made: list[Node] = []

    class Failing(Node):
        fails = False

        def __init__(self, name: str = "") -> None:
            super().__init__(name)
            made.append(self)
            if Failing.fails:
                raise OSError("no luck")

    top = built()
    top.add_child(Failing("F"))
    made.clear()
    Failing.fails = True

    with pytest.raises(OSError, match="no luck") as caught:
        top.duplicate()

    assert caught.value.__notes__ == ["in duplicate of Enemy (Enemy)"]
    assert names(top) == [".", "Gun", "Gun/Muzzle", "Sight", "F"]


def test_what_was_made_is_freed_when_a_property_refuses() -> None:
    made: list[Node] = []

    class Strict(Node):
        kept = 0

        def __init__(self, name: str = "") -> None:
            super().__init__(name)
            made.append(self)

        @property
        @exported(0)
        def value(self) -> int:
            return self.kept

        @value.setter
        def value(self, value: int) -> None:
            raise ValueError("never")

    strict = Strict()
    strict.kept = 4

    with pytest.raises(ValueError, match="never"):
        strict.duplicate()

    assert [node._is_freed() for node in made] == [False, True]


# --- flags


def test_without_scripts_nodes_are_of_the_engines_classes() -> None:
    top, _, _ = connected()
    top.position = (1, 2)

    copy = top.duplicate(DuplicateFlags.SIGNALS | DuplicateFlags.GROUPS)

    assert type(copy) is Node2D
    assert type(copy.get_child(0)) is Node2D
    assert copy.position == (1, 2)
    assert copy.get_signal_connections() == []


class File:
    """A scene file in memory."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def load(self, path: str) -> File:
        self.asked.append(path)
        return self

    def instantiate(self) -> Node:
        scene = Node2D("FromFile")
        scene.scene_file_path = "res://enemy.tscn"
        scene.add_child(Node2D("Gun")).owner = scene
        return scene


def test_roots_of_scene_files_are_instantiated_again_and_get_the_originals_values() -> None:
    file = File()
    tree = SceneTree(loader=file)
    enemy = tree.root.add_child(file.instantiate())
    enemy.name = "Enemy"
    enemy.get_node("Gun", Node2D).rotation = 0.25
    enemy.add_child(Node("Added"))

    copy = enemy.duplicate()

    assert file.asked == ["res://enemy.tscn"]
    assert (copy.name, names(copy)) == ("Enemy", [".", "Gun", "Added"])
    assert copy.get_node("Gun", Node2D).rotation == 0.25
    assert copy.get_node("Gun").owner is copy
    tree.shutdown()


def test_without_the_flag_or_a_loader_the_nodes_themselves_are_copied() -> None:
    file = File()
    tree = SceneTree(loader=file)
    enemy = tree.root.add_child(file.instantiate())

    copy = enemy.duplicate(DuplicateFlags.SCRIPTS)

    assert file.asked == []
    assert names(copy) == [".", "Gun"]
    assert copy.scene_file_path == "res://enemy.tscn"
    assert names(copy.duplicate()) == [".", "Gun"]
    tree.shutdown()


def test_a_file_with_another_root_is_refused() -> None:
    tree = SceneTree(loader=File())
    timer = tree.root.add_child(Timer("T"))
    timer.scene_file_path = "res://enemy.tscn"

    with pytest.raises(TreeError, match=r"^cannot duplicate /root/T from res://enemy.tscn: the root there is a Node2D"):
        timer.duplicate()

    tree.shutdown()


@pytest.mark.parametrize("flags", [16, -1, "all", None])
def test_flags_that_are_none_are_refused(flags: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"^N.duplicate\(flags\): flags must be DuplicateFlags, got"):
        Node("N").duplicate(flags)


def test_a_freed_node_is_not_duplicated() -> None:
    node = Node("N")
    node.free()

    with pytest.raises(FreedError, match=r"^cannot duplicate N: it was freed"):
        node.duplicate()


def test_the_numbers_of_the_flags_are_godots() -> None:
    assert [(flag.name, int(flag)) for flag in DuplicateFlags] == [
        ("SIGNALS", 1),
        ("GROUPS", 2),
        ("SCRIPTS", 4),
        ("USE_INSTANTIATION", 8),
    ]


def test_a_property_that_a_game_overrides_is_copied_through_the_games() -> None:
    class Snapped(Node2D):
        @property
        @exported(Vector2.ZERO)
        def position(self) -> Vector2:
            return super().position

        @position.setter
        def position(self, position: Any) -> None:
            Node2D.position.fset(self, Vector2(position).round())  # type: ignore[attr-defined]
            self.times = getattr(self, "times", 0) + 1

    copy = Snapped(position=(1.2, 2.7)).duplicate()

    assert copy.position == (1, 3)
    assert copy.times == 1
