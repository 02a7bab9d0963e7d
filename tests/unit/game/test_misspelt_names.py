"""Attributes that were set on nodes under names that are nearly those of properties."""

from __future__ import annotations

from typing import Any

import pytest

from engine.app import App
from engine.core.clock import ManualClock
from engine.core.export import export
from engine.game.misspelt_names import MOST_NODES, MisspeltNames, nearly
from engine.resources import ImageTexture
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from engine.resources.style_boxes.style_box_flat import StyleBoxFlat
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import CanvasLayer, Sprite2D
from servers.display.headless import HeadlessDisplay


class Racer(Sprite2D):
    speed: float = export(3.0)
    textured: bool
    lap_times: list[float]
    scales = ()


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("postion", "position"),
        ("positoin", "position"),
        ("posittion", "position"),
        ("visable", "visible"),
        ("modulat", "modulate"),
        ("zindex", "z_index"),
        ("flipH", "flip_h"),
        ("Position", "position"),
        ("sped", "speed"),
        ("clolor", "color"),
        ("colour", "color"),
    ],
)
def test_a_slip_is_near(name: str, known: str) -> None:
    assert nearly(name, known)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("position", "position"),
        ("positions", "position"),
        ("texture2", "texture"),
        ("flame", "frame"),
        ("old_position", "position"),
        ("position_x", "position"),
        ("room", "zoom"),
        ("hue", "skew"),
    ],
)
def test_another_word_is_not(name: str, known: str) -> None:
    assert not nearly(name, known)


@pytest.fixture
def tree() -> SceneTree:
    return SceneTree()


def test_a_slip_is_logged_once_for_its_class(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    racers: list[Any] = [tree.root.add_child(Racer(f"R{number}")) for number in range(3)]
    names = MisspeltNames()
    for racer in racers:
        racer.postion = (3, 4)
    racers[1].sped = 5
    names.tell(tree)
    names.tell(tree)
    racers[2].rotation_degres = 90
    names.tell(tree)

    assert [record.getMessage() for record in caplog.records] == [
        "/root/R0.postion was set, but Racer has no property of that name; did you mean 'position'? If not, declare it "
        "in the class: postion = ...",
        "/root/R1.sped was set, but Racer has no property of that name; did you mean 'speed'? If not, declare it in "
        "the class: sped = ...",
        "/root/R2.rotation_degres was set, but Racer has no property of that name; did you mean 'rotation_degrees'? If "
        "not, declare it in the class: rotation_degres = ...",
    ]


def test_a_slip_on_a_resource_that_a_node_holds_is_logged(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    racer: Any = tree.root.add_child(Racer())
    box: Any = StyleBoxFlat()
    racer.box, racer.same_box = box, box
    racer.material = ShaderMaterial(shader=Shader())
    box.border_colour = "red"
    racer.material.shader.resource_nam = "Glow"  # held by a resource
    box.owner_name = "Panel"  # another word
    names = MisspeltNames()
    names.tell(tree)
    names.tell(tree)

    assert sorted(record.getMessage().partition("?")[0] for record in caplog.records) == [
        "Shader.resource_nam was set, but Shader has no property of that name; did you mean 'resource_name'",
        "StyleBoxFlat.border_colour was set, but StyleBoxFlat has no property of that name; did you mean "
        "'border_color'",
    ]


def test_resources_that_hold_one_another_are_looked_at_once(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    racer: Any = tree.root.add_child(Racer())
    one, other = ImageTexture(), ImageTexture()
    one.other, other.other = other, one  # type: ignore[attr-defined]  # a game may
    racer.held = one
    MisspeltNames().tell(tree)

    assert caplog.records == []


def test_of_many_resources_of_a_class_the_first_are_looked_into(
    tree: SceneTree, caplog: pytest.LogCaptureFixture
) -> None:
    racer: Any = tree.root.add_child(Racer())
    boxes: list[Any] = [StyleBoxFlat() for _ in range(MOST_NODES + 1)]
    for place, box in enumerate(boxes):
        setattr(racer, f"box_{place}", box)
    boxes[0].bg_colour = "red"  # the last that is looked at
    MisspeltNames().tell(tree)

    assert caplog.records == []


def test_what_other_nodes_have_is_told_by_its_name_here(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    layer: Any = tree.root.add_child(CanvasLayer("Top"))
    layer.position = (3, 4)
    MisspeltNames().tell(tree)

    assert caplog.messages == [
        "/root/Top.position was set, but CanvasLayer has no property of that name; did you mean 'offset'? If not, "
        "declare it in the class: position = ..."
    ]


def test_what_is_meant_is_not_logged(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    racer: Any = tree.root.add_child(Racer())
    racer.position = racer.positions = racer.start_position = (3, 4)
    racer.textured = True
    racer.scales = (1, 2)
    racer._positon = racer.laps = racer.speed = 3
    MisspeltNames().tell(tree)

    assert caplog.records == []


def make_app() -> App:
    return App(HeadlessDisplay((8, 8)), draws=False, clock=ManualClock(), fixed_fps=60)


def test_an_application_looks_after_its_first_frame_and_when_it_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    class Main(Node, registered=False):
        def on_ready(self) -> None:
            self.proces_priority = 3

        def on_exit_tree(self) -> None:
            self.proces_mode = 1  # too late: the application has looked

    with make_app() as app:
        app.start(Main)
        assert caplog.records == []
        app.run(1)
        assert len(caplog.records) == 1
        app.tree.current_scene.process_mod = 1  # type: ignore[union-attr]
        app.tree.tick(0.1)
        assert len(caplog.records) == 1

    assert [record.getMessage().partition(" ")[0] for record in caplog.records] == [
        "/root/Main.proces_priority",
        "/root/Main.process_mod",
    ]


def test_a_tree_alone_looks_at_nothing(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    racer: Any = tree.root.add_child(Racer())
    racer.postion = 1
    tree.advance(1.0)
    tree.shutdown()

    assert caplog.records == []


def test_a_game_that_fails_is_told_of_its_slips(caplog: pytest.LogCaptureFixture) -> None:
    class Main(Node, registered=False):
        def on_ready(self) -> None:
            self.proces_priority = 3

        def on_process(self, delta: float) -> None:
            raise KeyError("x")

    with make_app() as app:
        app.start(Main)
        with pytest.raises(KeyError):
            app.run(1)

    assert "did you mean 'process_priority'?" in caplog.text
