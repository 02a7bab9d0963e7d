"""The names that `engine` and `nodes` give are what they say to checkers, and are imported only when asked for."""

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
import engine.input
import engine.resources
import nodes
import scenes
from scenes.node_types import _RESOURCE_HOMES

ROOT = Path(__file__).resolve().parents[2]


def names_shown_to_checkers(package: str) -> dict[str, str]:
    """Module by name of the imports that stand under `if TYPE_CHECKING` in the package's `__init__.py`."""
    tree = ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8"))
    return {
        alias.asname or alias.name: statement.module or ""
        for block in tree.body
        if isinstance(block, ast.If) and "not TYPE_CHECKING" not in ast.unparse(block.test)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


def public_node_classes() -> Iterator[tuple[str, str]]:
    """Name and module of every public node class that is made in a module below `nodes/`."""
    for file in sorted((ROOT / "nodes").glob("*/*.py")):
        module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        for name, value in vars(module).items():
            is_made_here = isinstance(value, type) and value.__module__ == module.__name__
            if is_made_here and issubclass(value, engine.Node) and not name.startswith("_"):
                yield name, module.__name__


def test_engine_gives_exactly_the_names_that_checkers_see() -> None:
    assert names_shown_to_checkers("engine") == engine._HOMES


@pytest.mark.parametrize("name", sorted(engine._HOMES))
def test_each_name_of_engine_is_found_and_is_the_one_of_its_module(name: str) -> None:
    assert getattr(engine, name) is getattr(importlib.import_module(engine._HOMES[name]), name)


def test_nodes_gives_exactly_the_names_that_checkers_see() -> None:
    assert names_shown_to_checkers("nodes") == nodes._HOMES


@pytest.mark.parametrize("name", sorted(nodes._HOMES))
def test_each_name_of_nodes_is_found_and_is_a_node_type(name: str) -> None:
    assert issubclass(getattr(nodes, name), engine.Node)


def test_every_node_class_below_nodes_is_in_the_catalogue() -> None:
    assert [name for name, module in public_node_classes() if nodes._HOMES.get(name) != module] == []


def test_every_type_of_resource_that_a_scene_may_have_is_a_public_name() -> None:
    public = {*engine._HOMES, *engine.resources.__all__, *engine.input.__all__, *scenes.__all__}

    assert sorted({*_RESOURCE_HOMES} - public) == []


@pytest.mark.parametrize("package", [engine, nodes])
def test_the_names_are_listed_by_dir(package: object) -> None:
    homes: dict[str, str] = getattr(package, "_HOMES", {})

    assert {name for name in dir(package) if not name.startswith("_")} == set(homes)


def test_an_unknown_name_gets_the_nearest_one() -> None:
    with pytest.raises(AttributeError, match=r"module 'engine' has no attribute 'Vectr2'; did you mean 'Vector2'\?"):
        getattr(engine, "Vectr2")  # noqa: B009 - a checker would refuse engine.Vectr2
    with pytest.raises(AttributeError, match=r"module 'nodes' has no attribute 'Sprite2d'; did you mean 'Sprite2D'\?"):
        getattr(nodes, "Sprite2d")  # noqa: B009


def modules_loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    return set(
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
    )


def test_importing_engine_loads_nothing_else_of_ours_and_no_library() -> None:
    loaded = modules_loaded_by("import engine") - modules_loaded_by("pass")

    assert {name for name in loaded if name.startswith("engine")} == {"engine"}
    assert not loaded & {"numpy", "blinker", "pyglet", "moderngl", "PIL"}


def test_one_node_type_loads_its_own_kin_only() -> None:
    loaded = modules_loaded_by("from nodes import Timer")

    assert "nodes.time.timer" in loaded
    assert not [name for name in loaded if name.startswith(("nodes.world_2d", "servers", "moderngl", "pyglet"))]


def test_the_version_is_the_installed_one() -> None:
    assert engine.__version__ == importlib.import_module("importlib.metadata").version("sapwood")
