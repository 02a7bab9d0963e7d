"""The API reference: it can be built, all that is public is in it, and neither it nor our texts lead nowhere."""

import importlib
import pkgutil
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import engine
import servers
from check_links import Page
from engine import Node, SceneTree, Signal
from nodes import Camera2D, CanvasItem, Timer

ROOT = Path(__file__).resolve().parents[2]


def packages() -> list[str]:
    """The packages that people import from: the top ones, and those right below them, such as a server's."""
    found = ["engine", "nodes", "scenes", "servers"]
    for parent in (engine, servers):
        found += [each.name for each in pkgutil.iter_modules(parent.__path__, f"{parent.__name__}.") if each.ispkg]
    return [name for name in found if hasattr(importlib.import_module(name), "__all__")]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a fresh reference: it says where it is and nothing else, so nothing is wrong with it."""
    folder = tmp_path_factory.mktemp("reference")
    command = [sys.executable, "tools/docs.py", str(folder)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.stdout == f"the reference is in {folder / 'index.html'}\n"
    assert done.returncode == 0
    return folder


def page_of(folder: Path, module: str) -> str:
    return (folder / f"{module.replace('.', '/')}.html").read_text(encoding="utf-8")


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", "", html).split())


def section(page: str, anchor: str) -> str:
    """What a page says of one name, as text."""
    return text_of(re.split('<(?:div|section) id="', page.partition(f'id="{anchor}"')[2].partition(">")[2])[0])


@pytest.mark.parametrize("package", packages())
def test_every_public_name_of_a_package_is_listed_and_leads_to_its_own_text(reference: Path, package: str) -> None:
    page = Page(page_of(reference, package))
    index = (reference / "index.html").read_text(encoding="utf-8")
    names = importlib.import_module(package).__all__

    assert [name for name in names if name not in page.anchors] == []
    assert [name for name in names if not re.search(rf">{name}</a>", index)] == []


@pytest.mark.parametrize("cls", [Node, SceneTree, Signal, CanvasItem, Camera2D, Timer], ids=lambda cls: cls.__name__)
def test_every_public_member_of_a_class_is_on_its_page_or_leads_to_the_one_it_is_inherited_from(
    reference: Path, cls: type
) -> None:
    anchors = Page(page_of(reference, cls.__module__)).anchors

    assert [
        name
        for name in dir(cls)
        if not name.startswith("_")
        and hasattr(cls, name)
        and not from_elsewhere(cls, name)
        and f"{cls.__qualname__}.{name}" not in anchors
    ] == []


def from_elsewhere(cls: type, name: str) -> bool:
    """Whether a library that we build on declares the member."""
    owner = next(base for base in cls.__mro__ if name in vars(base))
    return owner.__module__.partition(".")[0] not in ("engine", "nodes", "servers", "scenes")


def test_members_of_the_parts_that_a_class_is_made_of_stand_with_the_class(reference: Path) -> None:
    page = page_of(reference, "engine.tree.node")

    assert '<div id="Node.get_node" class="classattr">' in page
    assert '<div id="Node.add_to_group" class="classattr">' in page


def test_an_exported_property_tells_its_default_range_and_unit(reference: Path) -> None:
    said = section(page_of(reference, "nodes.time.timer"), "Timer.wait_time")

    assert "Exported: default 1.0" in said
    assert "unit s" in said


def test_a_property_that_a_function_made_tells_its_text_and_type(reference: Path) -> None:
    said = section(page_of(reference, "engine.tree.viewport"), "SceneViewport.content_scale_factor")

    assert "content_scale_factor: float" in said
    assert "How much larger than that everything is" in said


def test_a_signal_tells_what_it_passes(reference: Path) -> None:
    said = section(page_of(reference, "engine.tree.node"), "Node.child_entered_tree")

    assert "child_entered_tree: Signal[Node]" in said
    assert "Passes node." in said


def test_an_overloaded_method_is_shown_in_each_form(reference: Path) -> None:
    said = section(page_of(reference, "engine.tree.node"), "Node.get_node")

    assert said.count("get_node(") == 2
    assert "type: type[T]) -> T" in said
    assert "@overload" not in said


def test_nothing_on_a_page_is_without_a_word(reference: Path) -> None:
    said = section(page_of(reference, "engine.tree.node"), "Node.renamed")

    assert "renamed: Signal[()] Emitted when the name has changed." in said


def test_a_name_in_a_docstring_leads_to_its_page_from_elsewhere(reference: Path) -> None:
    links = Page(page_of(reference, "engine.tree.node")).links

    assert "scene_tree.html#SceneTree.shutdown" in links  # `SceneTree.shutdown()`
    assert "../core/errors.html#TreeError" in links  # in Raises:


BROKEN = '''
    from __future__ import annotations

    class Probe:
        """Made by `Probe.make()`, as `Timer.start` is not by `Timer.begin`; `nobody()` has it, `print()` does."""

        silent = 1

        def make(self) -> Nowhere:
            """Make what is `self`."""
'''


def test_names_that_lead_nowhere_and_names_without_a_word_are_reported(tmp_path: Path) -> None:
    folder = tmp_path / "nodes"
    folder.mkdir()
    (folder / "__init__.py").write_text("__path__.append({!r})\n".format(str(ROOT / "nodes")))
    (folder / "probe.py").write_text(textwrap.dedent(BROKEN))
    script = """
        import sys
        import nodes.probe, nodes.time.timer
        from pathlib import Path
        from reference.pages import write_reference
        from reference.surface import Surface

        pages = {"nodes.probe": ["Probe"], "nodes.time.timer": ["Timer"]}
        for line in write_reference(Surface(pages=pages), Path("out")):
            print(line)
    """

    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}:{ROOT}:{ROOT / 'tools'}"},
        capture_output=True,
        text=True,
        check=True,
    )

    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("nodes.probe, Probe: docstring")] == [
        "nodes.probe, Probe: docstring - `Timer.begin` is nowhere - write what is there",
        "nodes.probe, Probe: docstring - `nobody()` is nowhere - write what is there",
    ]
    assert "nodes.probe.Probe.silent: it has no docstring - say what it is, with units, range and default" in lines
    assert any("Nowhere" in line for line in lines)


@pytest.mark.parametrize("listed", [False, True])
def test_a_type_that_a_node_gives_and_no_package_lists_is_reported(tmp_path: Path, listed: bool) -> None:
    script = f"""
        import nodes.physics_2d.rigid_body_2d
        from reference.surface import Surface, types_without_home

        state = "nodes.physics_2d.physics_direct_body_state_2d"
        roots = {{"nodes": {{"RigidBody2D": "nodes.physics_2d.rigid_body_2d"}}}}
        if {listed}:
            __import__(state)
            roots["engine"] = {{"PhysicsDirectBodyState2D": state}}
        for line in types_without_home(Surface(roots=roots)):
            print(line)
    """

    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(script)],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tools'}"},
        capture_output=True,
        text=True,
        check=True,
    )

    line = (
        "nodes.physics_2d.physics_direct_body_state_2d.PhysicsDirectBodyState2D: nodes.RigidBody2D names it and no "
        "package lists it - list it in engine"
    )
    assert (line not in done.stdout.splitlines()) is listed
