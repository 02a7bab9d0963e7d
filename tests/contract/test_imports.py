"""Imports point down, and the check that says so catches each kind of violation."""

from pathlib import Path

import pytest

import check_imports
from check_imports import Module

ROOT = Path(__file__).resolve().parents[2]
KNOWN = frozenset({"engine.app", "engine.tree.node", "servers.render.gl", "servers.text"})


def violations(name: str, source: str, *, is_package: bool = False) -> list[str]:
    module = Module(name, is_package, name.replace(".", "/") + ".py", source)
    return [str(violation) for violation in check_imports.check_module(module, KNOWN)]


def test_no_module_of_the_project_imports_what_it_may_not() -> None:
    assert [str(violation) for violation in check_imports.check(ROOT)] == []


def test_the_check_finds_modules_of_all_four_packages() -> None:
    found = {module.name for module in check_imports.read_modules(ROOT)}

    assert {"engine", "engine.core.errors", "nodes", "scenes"} <= found
    assert any(name.startswith("servers.") for name in found)


def test_a_violation_is_printed_with_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "servers/render/server.py"
    file.parent.mkdir(parents=True)
    file.write_text('"""A server."""\n\nimport engine.tree.node\n')

    exit_code = check_imports.main([str(tmp_path)])

    assert exit_code == 1
    assert capsys.readouterr().out == "servers/render/server.py:3: servers may not import engine.tree.node\n"


def test_a_tree_without_violations_gives_exit_code_0(tmp_path: Path) -> None:
    file = tmp_path / "engine/math/vectors.py"
    file.parent.mkdir(parents=True)
    file.write_text("import math\nimport numpy as np\n")

    assert check_imports.main([str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("importer", "statement", "text"),
    [
        ("engine.math.vectors", "import engine.core.errors", "engine.math may not import engine.core.errors"),
        ("engine.core.signal", "from engine.input import keys", "engine.core may not import engine.input"),
        ("engine.input.state", "import engine.resources", "engine.input may not import engine.resources"),
        ("engine.resources.images.image", "import engine.tree", "engine.resources may not import engine.tree"),
        ("engine.tree.node", "import engine.resources", "engine.tree may not import engine.resources"),
        ("engine.tree.node", "from nodes import Timer", "engine.tree may not import nodes"),
        ("engine.loop", "import servers.display", "engine.loop may not import servers.display"),
        ("engine.__main__", "import engine.app", "engine.__main__ may not import engine.app"),
        ("servers.render.server", "from nodes import Node2D", "servers may not import nodes"),
        ("nodes.time.timer", "from engine import Signal", "nodes may not import engine"),
        ("nodes.time.timer", "import engine.app", "nodes may not import engine.app"),
        ("nodes.world_2d.node_2d", "import scenes", "nodes may not import scenes"),
        ("nodes.world_2d.node_2d", "import servers", "nodes may not import servers"),
        ("scenes.packed_scene", "import servers.render", "scenes may not import servers.render"),
        ("scenes.packed_scene", "from engine.app import load", "scenes may not import engine.app"),
    ],
)
def test_an_import_that_points_up_is_a_violation(importer: str, statement: str, text: str) -> None:
    path = importer.replace(".", "/") + ".py"

    assert violations(importer, statement) == [f"{path}:1: {text}"]


@pytest.mark.parametrize(
    ("importer", "statement"),
    [
        ("engine.math.vectors", "from engine.math.scalars import lerp"),
        ("engine.core.signal", "from engine.math import Vector2"),
        ("engine.tree.node", "from engine.input.events import InputEvent"),
        ("engine.app", "import servers.render.gl, scenes, nodes, engine.tree"),
        ("engine.cli.run", "from engine.app import run"),
        ("engine.pytest_plugin", "import engine.app, servers.display"),
        ("nodes.world_2d.sprite_2d", "from servers.render import RenderServer"),
        ("nodes.world_2d.sprite_2d", "from nodes.world_2d.node_2d import Node2D"),
        ("servers.render.server", "from servers.render.scene.item import Item"),
        ("scenes.packed_scene", "from nodes import Node2D"),
    ],
)
def test_an_import_that_points_down_is_allowed(importer: str, statement: str) -> None:
    assert violations(importer, statement) == []


def test_a_node_may_use_the_package_root_of_a_server_only() -> None:
    assert violations("nodes.sprite", "from servers.render.gl import device") == [
        "nodes/sprite.py:1: nodes may not import servers.render.gl"
    ]
    assert violations("nodes.sprite", "from servers.render import gl") == [
        "nodes/sprite.py:1: nodes may not import servers.render.gl"
    ]


def test_servers_may_not_import_one_another() -> None:
    assert violations("servers.render.server", "from servers.text import TextServer") == [
        "servers/render/server.py:1: servers.render may not import servers.text"
    ]
    assert violations("servers.render.server", "from servers import text") == [
        "servers/render/server.py:1: servers.render may not import servers.text"
    ]


def test_a_type_only_import_counts() -> None:
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from engine.tree.node import Node\n"

    assert violations("servers.render.server", source) == [
        "servers/render/server.py:3: servers may not import engine.tree.node"
    ]


def test_a_relative_import_is_followed() -> None:
    assert violations("servers.render.server", "from ..text import TextServer") == [
        "servers/render/server.py:1: servers.render may not import servers.text"
    ]
    assert violations("servers.render", "from . import gl", is_package=True) == []


def test_an_import_inside_a_function_is_a_violation_wherever_it_points() -> None:
    source = "class Node:\n    def free(self):\n        import weakref\n"

    assert violations("engine.tree.node", source) == [
        "engine/tree/node.py:3: engine.tree.node may not import inside a function"
    ]
    assert len(violations("engine.tree.node", "async def f():\n    import weakref\n")) == 1


@pytest.mark.parametrize("importer", ["engine", "engine.app", "engine.cli.run"])
def test_app_cli_and_the_root_of_engine_may_import_inside_a_function(importer: str) -> None:
    assert violations(importer, "def f():\n    import engine.tree.node\n") == []


def test_a_computed_import_is_a_violation() -> None:
    assert violations("nodes.sprite", "from importlib import import_module\nimport_module(name)") == [
        "nodes/sprite.py:2: nodes.sprite may not import by a computed name"
    ]
    assert len(violations("nodes.sprite", "__import__(name)")) == 1
    assert violations("engine.resources.loaders", "import importlib\nimportlib.import_module(name)") == []


def test_an_import_by_call_is_checked_like_a_statement() -> None:
    assert violations("engine.core.log", "import importlib\ndef f():\n    importlib.import_module('logging')") == []
    assert violations("nodes.sprite", "def f():\n    return __import__('engine.app')") == [
        "nodes/sprite.py:2: nodes may not import engine.app"
    ]


@pytest.mark.parametrize(
    ("library", "home"),
    [
        ("PIL", "engine.resources.loaders.png"),
        ("blinker", "engine.core.signal"),
        ("freetype", "servers.text.rasteriser"),
        ("miniaudio", "servers.audio.device"),
        ("moderngl", "servers.render.gl.device"),
        ("pygltflib", "engine.resources.loaders.gltf"),
        ("pyglet", "servers.display.window"),
        ("pymunk", "servers.physics_2d.space"),
        ("pyrr", "engine.math.projection"),
        ("rapier3d", "servers.physics_3d.world"),
        ("uharfbuzz", "servers.text.shaping"),
    ],
)
def test_a_library_may_be_imported_where_it_belongs_and_nowhere_else(library: str, home: str) -> None:
    assert violations(home, f"import {library}") == []
    (line,) = violations("engine.tree.node", f"import {library}.part")
    assert line.startswith(f"engine/tree/node.py:1: engine.tree.node may not import {library}; only ")


def test_a_library_that_is_no_dependency_is_a_violation() -> None:
    assert violations("nodes.sprite", "import requests") == [
        "nodes/sprite.py:1: nodes.sprite may not import requests, which is not a dependency of the project"
    ]


def test_a_new_module_of_engine_needs_a_layer() -> None:
    (line,) = violations("engine.extras", "import math")

    assert line == "engine/extras.py:1: engine.extras has no layer; give it a line in LAYERS of check_imports.py"


def test_a_file_that_is_no_python_is_reported() -> None:
    (line,) = violations("nodes.sprite", "x = 1\ndef :\n")

    assert line.startswith("nodes/sprite.py:2: not readable as Python: ")
