"""NodePath: the way from one node to another, and to a property of it.

`Player/Camera`, `../Hud`, `.`, `%Score` (a unique name), `/root/Main` (from the root of the tree) and, behind a
colon, sub-names: `Sprite:modulate:a`. Two paths are equal when their texts are.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.errors import InvalidTypeError
from engine.math.value import shortened


class NodePath:
    """A parsed node path. Immutable, hashable, equal to another of the same text; `str(path)` gives the text.

    Args:
        path: the text; a NodePath is taken as it is.
    """

    __slots__ = ("_absolute", "_names", "_subnames", "_text")

    _text: str

    def __init__(self, path: str | NodePath = "") -> None:
        if not isinstance(path, (str, NodePath)):
            hint = "; this is a node already" if hasattr(path, "get_path_to") else ""
            raise InvalidTypeError(f"a node path must be a str or a NodePath, got {shortened(path)}{hint}")
        text: str = path._text if isinstance(path, NodePath) else path
        nodes, _, properties = text.partition(":")
        self._absolute = nodes.startswith("/")
        self._names = tuple(name for name in nodes.split("/") if name)
        self._subnames = tuple(name for name in properties.split(":") if name)
        self._text = text

    def is_absolute(self) -> bool:
        """Whether the path starts at the root of the tree."""
        return self._absolute

    def is_empty(self) -> bool:
        """Whether the path names nothing at all."""
        return not self._text

    def get_name_count(self) -> int:
        """How many node names the path has."""
        return len(self._names)

    def get_name(self, index: int) -> str:
        """One node name, `""` where there is none."""
        return self._names[index] if 0 <= index < len(self._names) else ""

    def get_subname_count(self) -> int:
        """How many property names the path has."""
        return len(self._subnames)

    def get_subname(self, index: int) -> str:
        """One property name, `""` where there is none."""
        return self._subnames[index] if 0 <= index < len(self._subnames) else ""

    def get_concatenated_names(self) -> str:
        """The node part of the path."""
        return ("/" if self._absolute else "") + "/".join(self._names)

    def get_concatenated_subnames(self) -> str:
        """The property part of the path.

        >>> NodePath("Sprite:position:x").get_concatenated_subnames()
        'position:x'
        """
        return ":".join(self._subnames)

    def get_as_property_path(self) -> NodePath:
        """The whole path read as one property path.

        >>> str(NodePath("Path/Sprite:position:x").get_as_property_path())
        ':Path/Sprite:position:x'
        """
        names = "/".join(self._names)
        if not names and not self._subnames:
            return NodePath()
        parts = [names, *self._subnames] if names else list(self._subnames)
        return NodePath(":" + ":".join(parts))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"NodePath({self._text!r})"

    def __bool__(self) -> bool:
        return bool(self._text)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NodePath):
            return self._text == other._text
        return self._text == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)


@lru_cache(maxsize=4096)
def plain_segments(path: str | NodePath) -> tuple[str, ...]:
    """The child names of a path that only goes down; () where it has any other part and needs the full walk."""
    parsed = path if isinstance(path, NodePath) else NodePath(path)
    names = parsed._names
    if parsed._absolute or parsed._subnames or any(name in (".", "..") or name[0] == "%" for name in names):
        return ()
    return names


@lru_cache(maxsize=1024)
def parse(path: str | NodePath) -> NodePath:
    """`NodePath(path)`, remembered."""
    return NodePath(path)


def matches(text: str, pattern: str) -> bool:
    """Whether `text` matches `pattern` whole, where `*` stands for any run of characters and `?` for one.

    >>> matches("Goblin", "*lin"), matches("abc", "a?c"), matches("abc", "ab")
    (True, True, False)
    """
    at = mark = 0
    star = -1
    wanted = 0
    while at < len(text):
        if wanted < len(pattern) and pattern[wanted] == "*":
            star, mark = wanted, at
            wanted += 1
        elif wanted < len(pattern) and pattern[wanted] in ("?", text[at]):
            at += 1
            wanted += 1
        elif star >= 0:
            mark += 1
            at, wanted = mark, star + 1
        else:
            return False
    return all(rest == "*" for rest in pattern[wanted:])
