"""A broken shader is told of when something is to be drawn with it, whether or not anything is."""

import pytest

from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from engine.tree.scene_tree import SceneTree
from nodes import Node2D
from servers.render import RenderServer

BROKEN = "shader_type canvas_item;\n\nrender_mode blend_ad;\n"


@pytest.fixture
def tree() -> SceneTree:
    return SceneTree(servers=[RenderServer()])


def shader_of(code: str) -> Shader:
    shader = Shader()
    shader.code = code
    return shader


def test_it_is_told_with_file_and_line_once_though_nothing_is_drawn(
    tree: SceneTree, caplog: pytest.LogCaptureFixture
) -> None:
    shader = shader_of(BROKEN)
    shader.resource_path = "res://glow.gdshader"
    for name in ("A", "B"):
        tree.root.add_child(Node2D(name, material=ShaderMaterial(shader=shader)))
    tree.tick(1 / 60)
    tree.servers.require(RenderServer).draw()

    (message,) = caplog.messages
    assert message.startswith("glow.gdshader:3: ")
    assert message.endswith("; <Node2D '/root/A'> is drawn as without this shader")


def test_it_is_told_when_the_material_is_set_inside_of_the_tree(
    tree: SceneTree, caplog: pytest.LogCaptureFixture
) -> None:
    node = tree.root.add_child(Node2D())
    node.material = ShaderMaterial(shader=shader_of(BROKEN))

    assert len(caplog.messages) == 1


def test_another_text_is_told_anew(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    shader = shader_of(BROKEN)
    for code in (BROKEN, BROKEN.replace("blend_ad", "blend_su")):
        shader.code = code
        tree.root.add_child(Node2D(material=ShaderMaterial(shader=shader)))

    assert len(caplog.messages) == 2


def test_one_that_is_right_is_not_told_of(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    shader = shader_of(BROKEN.replace("blend_ad", "blend_add"))
    tree.root.add_child(Node2D(material=ShaderMaterial(shader=shader)))

    assert caplog.messages == []
