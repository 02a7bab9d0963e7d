"""What engine/README.md prints is true: each cell beside Godot's runs, and the names of Godot's in it are Godot's."""

import builtins
import enum
import functools
import json
import keyword
import logging
import math
import re
import sys
import textwrap
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

import engine
import engine.math
import nodes
import scenes
from engine import (
    CircleShape2D,
    Image,
    InputEventKey,
    Key,
    Node,
    Rect2,
    SapwoodError,
    SceneTree,
    Signal,
    Vector2,
    export,
    onready,
)
from engine.app import App
from engine.core.export import get_exports
from engine.resources import default_loader
from nodes import Area2D, CharacterBody2D, CollisionShape2D, Node2D, Node3D, RigidBody2D, Sprite2D, StaticBody2D, Timer
from servers.physics_2d import PhysicsRayQueryParameters2D, PhysicsServer2D

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")
CLASSES = ROOT.parent / "shared" / "spec" / "classes.json"
FRAMES = 200

Code = dict[str, Any]


class Row(NamedTuple):
    """A row of a table: what stands in its three cells, each text a span of code."""

    kind: str
    """What the comment above the table says of it."""
    godot: list[str]
    here: list[str]
    """What runs; the lines of one example are one text."""
    rest: list[str]


def tokens() -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(TEXT)


def spans(cell: Token) -> Iterator[str]:
    """The code of a cell; spans with a <br> between them are lines of one."""
    joined = False
    code = ""
    for part in cell.children or ():
        if part.type == "html_inline" and part.content == "<br>":
            joined = True
        elif part.type == "code_inline":
            if code and not joined:
                yield code
                code = ""
            code += f"\n{part.content}" if joined else part.content
            joined = False
    if code:
        yield code


def rows() -> Iterator[Row]:
    kind, in_body = "", False
    cells: list[list[str]] = []
    for token in tokens():
        if token.type == "html_block":
            kind = token.content.strip().removeprefix("<!-- ").removesuffix(" -->")
        elif token.type == "tbody_open":
            in_body = True
        elif token.type == "tbody_close":
            in_body = False
        elif in_body and token.type == "tr_open":
            cells = []
        elif in_body and token.type == "inline":
            cells.append(list(spans(token)))
        elif in_body and token.type == "tr_close":
            yield Row(kind, *cells)


ROWS = list(rows())
KINDS = {
    "module": "a test runs what stands on the right: in a module",
    "class": "a test runs what stands on the right: in a class",
    "method": "a test runs what stands on the right: in a method",
    "draw": "a test runs what stands on the right: in on_draw",
    "character": "a test runs what stands on the right: in a method of a character",
    "looked up": "a test looks these up",
    "raises": "a test sees that what stands on the right raises it",
}


BLOCKS = {
    re.findall(r"^### (.*)", TEXT[: found.start()], re.MULTILINE)[-1]: found[1]
    for found in re.finditer(r"^<!-- a test runs this block -->\n```python\n(.*?)```$", TEXT, re.DOTALL | re.MULTILINE)
}


def examples(kind: str) -> list[str]:
    return [code for row in ROWS if row.kind == KINDS[kind] for code in row.here]


# --- the world in which the cells run ---


class State(enum.IntEnum):
    IDLE, RUN = range(2)


class Enemy(Node2D):
    def explode(self) -> None: ...


class Player(Node2D):
    speed: float = export(300.0)
    hit = Signal[int]("damage")
    died = Signal[()]()
    gun = onready("Body/Gun", Sprite2D)
    health = 3

    def on_hit(self, damage: int) -> None: ...
    def explode(self) -> None: ...
    async def blink(self) -> None:
        await self.tree.process_frame


def names() -> Code:
    """What the page says is imported."""
    found: Code = {name: getattr(engine, name) for name in dir(engine) if name[0] != "_"}
    found |= {name: getattr(nodes, name) for name in dir(nodes) if name[0] != "_"}
    found |= {name: getattr(engine.math, name) for name in engine.math.__all__ if name[0].isupper()}
    found |= {name: getattr(scenes, name) for name in scenes.__all__} | {"default_loader": default_loader}
    modules = (engine, json, logging, math, sys, time, weakref)
    found |= {module.__name__: module for module in modules}
    found |= {"IntEnum": enum.IntEnum, "partial": functools.partial, "Player": Player, "Enemy": Enemy, "State": State}
    return found


def make_world(tree: SceneTree) -> tuple[Player, Code]:
    """A player with a body, a gun and a health bar, an enemy, and what else the examples use."""
    tree.input_map.add_action("jump", "key:Space")
    player = Player(name="Player")
    body = player.add_child(Node2D(name="Body"))
    body.add_child(Sprite2D(name="Gun"))
    bar = player.add_child(Node2D(name="Health"))
    bar.owner = player
    bar.unique_name_in_owner = True
    tree.root.add_child(player)
    tree.root.add_child(Node(name="Music"))
    enemy = tree.root.add_child(Enemy(name="Enemy"))
    enemy.add_to_group("foes")
    freed = Node2D()
    freed.free()
    picture = Image.create(4, 4)
    event = InputEventKey()
    event.keycode = Key.ESCAPE
    tree.push_input(event)
    tween = player.create_tween()
    tween.tween_interval(0.01)
    return player, {
        "body": body,
        "enemy": enemy,
        "ship": tree.root.add_child(Node3D(name="Ship")),
        "freed": freed,
        "timer": player.add_child(Timer(name="Timer")),
        "tween": tween,
        "event": event,
        "image": picture,
        "texture": engine.ImageTexture(picture),
        "rect": Rect2(0, 0, 9, 9),
        "points": [(0, 0), (9, 0), (9, 9)],
        "v": engine.Vector2(3, 4),
        "state": State.RUN,
        "explode": player.explode,
        "name": "Ada",
        "a": enemy,
        "b": enemy,
        "c": None,
    }


def run_in_method(code: str, tree: SceneTree) -> None:
    """Run code as the body of an async method of a player; what it awaits comes."""
    player, around = make_world(tree)
    found = names()
    exec(f"async def cell(self, {', '.join(around)}):\n{textwrap.indent(code, '    ')}\n    return", found)
    task = player.create_task(found["cell"](player, **around))
    for _ in range(FRAMES):
        if task.done():
            break
        player.hit.emit(3)
        tree.tick(1 / 60)
    assert task.done()
    task.result()
    tree.frames(2)  # what it started ends


@pytest.fixture
def loading_tree() -> Iterator[SceneTree]:
    """One that loads what stands in the project."""
    tree = SceneTree(seed=0, loader=default_loader)
    yield tree
    tree.shutdown()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the examples load."""
    Image.create(4, 4).save_png(tmp_path / "ship.png")
    (tmp_path / "enemy.tscn").write_text('[gd_scene format=3]\n\n[node name="Enemy" type="Node2D"]\n')
    monkeypatch.setattr(default_loader, "root", tmp_path)
    return tmp_path


# --- what stands on the right ---


def test_every_table_and_block_says_what_a_test_does_with_it() -> None:
    assert {row.kind for row in ROWS} == set(KINDS.values())
    assert TEXT.count("```python") == len(BLOCKS)


@pytest.mark.parametrize("title", BLOCKS)
def test_what_a_block_asserts_holds(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    exec(BLOCKS[title], {"__name__": "example"})


@pytest.mark.parametrize("code", examples("module"))
def test_an_example_of_a_module_runs(code: str) -> None:
    found = names()

    exec(code, found)

    cls = found["Player"]
    if cls is not Player:
        assert isinstance(cls(position=(3, 4)), Node2D)


@pytest.mark.parametrize("code", examples("class"))
def test_an_example_of_a_class_runs(code: str) -> None:
    found = names()

    exec(f"class Exporter(Node2D):\n{textwrap.indent(code, '    ')}", found)

    name = code.partition(":")[0]
    assert getattr(found["Exporter"](), name) == get_exports(found["Exporter"])[name].default


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("code", examples("method"))
def test_an_example_of_a_method_runs(code: str, loading_tree: SceneTree) -> None:
    run_in_method(code, loading_tree)


@pytest.mark.parametrize("code", examples("draw"))
def test_an_example_of_drawing_runs(code: str, sapwood_app: App) -> None:
    around = {**names(), "points": [(0, 0), (9, 0), (9, 9)], "texture": engine.ImageTexture(Image.create(4, 4))}
    exec(f"class Drawing(Node2D):\n    def on_draw(self):\n        {code}\n        self.drawn = True", around)

    drawing = sapwood_app.tree.root.add_child(around["Drawing"]())
    sapwood_app.run(1)

    assert drawing.drawn


class Walker(CharacterBody2D):
    def on_body(self, body: Node) -> None: ...


@pytest.mark.parametrize("code", examples("character"))
def test_an_example_of_a_character_runs(code: str, sapwood_tree: SceneTree) -> None:
    character, floor, body, area = Walker(), StaticBody2D(position=(0, 50)), RigidBody2D(position=(90, 0)), Area2D()
    for each in (character, floor, body, area):
        each.add_child(CollisionShape2D(shape=CircleShape2D(radius=10)))
        sapwood_tree.root.add_child(each)
    space = character.get_world_2d().direct_space_state
    query = PhysicsRayQueryParameters2D((0, 100), (0, 0))
    around: Code = {"body": body, "area": area, "space": space, "query": query, "target": (9, 9), "delta": 1 / 60}
    character.velocity = Vector2(0, 60)
    for _ in range(60):
        character.move_and_slide()
        sapwood_tree.tick(1 / 60)
    assert character.get_slide_collision_count() == 1
    found = {**names(), "PhysicsServer2D": PhysicsServer2D, "PhysicsRayQueryParameters2D": PhysicsRayQueryParameters2D}

    exec(f"def cell(self, {', '.join(around)}):\n{textwrap.indent(code, '    ')}\n    return", found)
    found["cell"](character, **around)
    sapwood_tree.frames(2)


@pytest.mark.parametrize("code", examples("looked up"))
def test_a_callback_is_there_with_its_parameters(code: str) -> None:
    name, _, parameters = code.removesuffix(")").partition("(")
    callback: Callable[..., object] = getattr(Node2D, name)

    assert list(callback.__code__.co_varnames[: callback.__code__.co_argcount]) == parameters.split(", ")


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(("code", "error"), [(row.here[0], row.rest[0]) for row in ROWS if row.kind == KINDS["raises"]])
def test_a_mistake_raises_what_the_page_says(code: str, error: str, sapwood_tree: SceneTree) -> None:
    kind: type[BaseException] = getattr(engine, error)
    assert issubclass(kind, SapwoodError)

    with pytest.raises(kind) as caught:
        run_in_method(code, sapwood_tree)

    assert caught.type is kind


def words_in(text: str) -> frozenset[str]:
    return frozenset(text.split())


# --- names in the text ---

OTHERS = words_in("""
    Array asyncio Callable CAST_RAY core Dictionary Engine functools game GDScript get_x GlobalScope KEY_SPACE Music on_
    PackedVector2Array PROCESS_MODE_ALWAYS py random sapwood set_x String StringName
    get physics_2d resources scenes
""")
"""Words of the text's code that are neither the engine's nor Python's."""


def known_names() -> set[str]:
    """Public names, their members, and the parameters of these."""
    tree = SceneTree()
    found = {"engine", "nodes", "tree", "self", "get_exports", *names(), *dir(tree), *dir(tree.transforms)}
    found |= {*dir(builtins), *keyword.kwlist}
    for value in names().values():
        classes = value.__mro__ if isinstance(value, type) else ()
        members = [value, *(member for cls in classes for member in vars(cls).values())]
        found |= set(dir(value)) if isinstance(value, type) else set()
        for code in (getattr(each, "__code__", None) for each in members):
            found |= set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) if code else set()
    return found


def test_every_name_in_the_text_is_there() -> None:
    text = [part.content for token in tokens() for part in token.children or () if part.type == "code_inline"]
    in_tables = {span for row in ROWS for span in (*row.godot, *row.here)}
    lines = {line for span in in_tables for line in span.split("\n")}
    spans = [re.sub(r'"[^"]*"', "", span) for span in text if span not in lines]
    words = {word for span in spans for word in re.findall(r"(?<![\w-])[A-Za-z]\w*", span)}

    assert words - known_names() - {*OTHERS, *GDSCRIPT, *OF_THE_EXAMPLES} == set()


# --- what stands on the left ---

GDSCRIPT = words_in("""
    and as assert await char class_name Color8 const create direct_space_state else enum export export_group
    export_range extends fallback_font false float for func get_cmdline_user_args get_ticks_msec id if in INF int
    intersect_ray is is_instance_of len load match NAN new not null onready ord pass PhysicsRayQueryParameters2D PI
    preload print_debug range return segment_intersects_sphere self signal static TAU tool true var Vector2i yield
""")
"""What the list of classes does not have: keywords, annotations, functions of @GDScript, members of a few types."""

OF_THE_EXAMPLES = words_in("""
    _on_body _on_hit a area b blink Body body by c curve d damage data delta died enemy Enemy event explode f gun
    Gun heal Health health hit i IDLE image level make paths Player points query rect request RUN scene ship space
    SPEED speed state State target texture timer tween v x
""")


def gdscript_words() -> set[str]:
    code = " ".join(span for row in ROWS if row.kind != KINDS["raises"] for span in row.godot)
    without_texts = re.sub(r'"[^"]*"', "", code)
    return set(re.findall(r"[A-Za-z_]\w*", without_texts))


@pytest.fixture(scope="module")
def godot() -> dict[str, Any]:
    """What is known of Godot's classes."""
    if not CLASSES.is_file():
        pytest.skip("the list of Godot's classes is not beside the project")
    classes: dict[str, Any] = json.loads(CLASSES.read_text(encoding="utf-8"))["classes"]
    return classes


def words_of(classes: dict[str, Any]) -> set[str]:
    known = set(classes)
    for info in classes.values():
        for kind in ("properties", "signals", "methods"):
            known.update(each["name"] for each in info.get(kind, ()))
        known.update(info.get("constants", ()))
        for enum_name, values in dict(info.get("enums", {})).items():
            known.update({enum_name, *values})
    return known


def test_every_name_of_godots_is_one(godot: dict[str, Any]) -> None:
    assert gdscript_words() - words_of(godot) - {*GDSCRIPT, *OF_THE_EXAMPLES} == set()


def test_every_function_of_the_global_scope_is_on_the_page(godot: dict[str, Any]) -> None:
    functions = {each["name"] for each in godot["@GlobalScope"]["methods"]}

    assert functions - gdscript_words() == set()


def test_every_callback_of_a_node_is_on_the_page(godot: dict[str, Any]) -> None:
    callbacks = {
        each["name"]
        for cls in ("Node", "CanvasItem")
        for each in godot[cls]["methods"]
        if "virtual" in each.get("qualifiers", "")
    }

    assert [name for name in sorted(callbacks) if f"`{name}" not in TEXT] == []
