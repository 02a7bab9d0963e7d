"""Structural snapshots: a tree as indented text, compared with the text that a test expects.

    Main: Node2D
      Player: Player position=(400, 300) speed=300
      Coin: Sprite2D

A line for each node: its name, its class, and the properties that the expected text names in the line of that node.
Numbers are written with six digits, vectors as (x, y), enums by name, nodes by their path, texts in quotes.
"""

from __future__ import annotations

import re
from difflib import unified_diff
from enum import Enum
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.resource import Resource
from engine.math.value import shortened
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINE = re.compile(r"(?P<indent> *)(?P<name>[^:]+): *(?P<type>\S+)(?P<properties>( +\w+=.*)?)")
_PROPERTY = re.compile(r"""\s(\w+)=((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^'"])*?|.*?)(?=\s+\w+=|\s*$)""")
_DECIMAL = re.compile(r"-?\d+\.\d*(e[+-]?\d+)?|-0\b")


class _Expected:
    """One line of an expected text."""

    def __init__(self, depth: int, name: str, kind: str, properties: dict[str, str]) -> None:
        self.depth = depth
        self.name = name
        self.kind = kind
        self.properties = properties

    def __str__(self) -> str:
        return _line(self.depth, self.name, self.kind, self.properties)


def assert_tree(top: SceneTree | Node, text: str) -> None:
    """Fail unless the nodes are those of `text`: names, classes, order, and the properties that it names.

    Args:
        top: a tree, whose root is left out, or the node that the text begins with.
        text: as in engine.testing.structure; the indentation of the whole text does not matter.

    Raises:
        AssertionError: they are not; the text shows the lines that differ.
        InvalidValueError: a line of `text` that cannot be read.
    """
    __tracebackhide__ = True
    expected = _read(text)
    wanted = {path: line.properties for path, line in _paths(expected)}
    actual = [_shown(depth, node, wanted.get(path, ())) for depth, path, node in _walk(top)]
    lines = [str(line) for line in expected]
    if lines != actual:
        difference = list(unified_diff(lines, actual, "expected", "actual", n=3, lineterm=""))
        raise AssertionError("the tree is not as expected\n" + "\n".join(difference))


def tree_text(top: SceneTree | Node, properties: Sequence[str] = ()) -> str:
    """The nodes as the text that `assert_tree` takes.

    Args:
        top: a tree, whose root is left out, or the node that the text begins with.
        properties: what is written of each node that has it.
    """
    lines = []
    for depth, _, node in _walk(top):
        lines.append(_shown(depth, node, [name for name in properties if hasattr(node, name)]))
    return "".join(f"{line}\n" for line in lines)


def _walk(top: SceneTree | Node) -> Iterator[tuple[int, tuple[str, ...], Node]]:
    """Depth, path of names and node, in tree order."""
    if isinstance(top, SceneTree):
        nodes = top.root.get_children()
    elif isinstance(top, Node):
        nodes = [top]
    else:
        raise InvalidTypeError(f"assert_tree: a SceneTree or a node is needed, got {shortened(top)}")
    stack: list[tuple[int, tuple[str, ...], Node]] = [(0, (node.name,), node) for node in reversed(nodes)]
    while stack:
        depth, path, node = stack.pop()
        yield depth, path, node
        stack.extend((depth + 1, (*path, child.name), child) for child in reversed(node.get_children()))


def _shown(depth: int, node: Node, properties: Any) -> str:
    shown = {name: _value(getattr(node, name)) if hasattr(node, name) else "?" for name in properties}
    return _line(depth, node.name, type(node).__name__, shown)


def _line(depth: int, name: str, kind: str, properties: dict[str, str]) -> str:
    return " ".join([f"{'  ' * depth}{name}: {kind}", *(f"{key}={value}" for key, value in properties.items())])


def _value(value: Any) -> str:
    """A value as lines show it."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, float):
        return f"{value + 0.0:g}"
    if isinstance(value, (tuple, list)):
        inside = ", ".join(map(_value, value))
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_value(key)}: {_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, Node):
        return str(value.get_path()) if value.is_inside_tree() else value.name
    if isinstance(value, Resource):
        return f"{type(value).__name__}({value.resource_path or value.resource_name})"
    return repr(value)


def _read(text: str) -> list[_Expected]:
    """The lines of an expected text."""
    if not isinstance(text, str):
        raise InvalidTypeError(f"assert_tree(text): a str is needed, got {shortened(text)}")
    lines: list[_Expected] = []
    indents: list[int] = []
    for line in dedent(text.expandtabs(4)).splitlines():
        if not line.strip():
            continue
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            raise InvalidValueError(
                f"assert_tree: the line {line.strip()!r} cannot be read; write 'Name: Class', and behind it "
                f"property=value as often as you like"
            )
        indent = len(match["indent"])
        while indents and indents[-1] >= indent:
            indents.pop()
        indents.append(indent)
        properties = {key: _spelled(value.strip()) for key, value in _PROPERTY.findall(match["properties"])}
        lines.append(_Expected(len(indents) - 1, match["name"].strip(), match["type"], properties))
    return lines


def _spelled(value: str) -> str:
    """An expected value with numbers and commas as `_value` writes them: `(4.0,3)` becomes `(4, 3)`."""
    if "'" in value or '"' in value:
        return value
    return re.sub(r"\s*,\s*", ", ", _DECIMAL.sub(lambda number: f"{float(number[0]) + 0.0:g}", value))


def _paths(lines: list[_Expected]) -> Iterator[tuple[tuple[str, ...], _Expected]]:
    path: list[str] = []
    for line in lines:
        path[line.depth :] = [line.name]
        yield tuple(path), line
