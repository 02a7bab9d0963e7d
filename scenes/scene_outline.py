"""SceneOutline: the shape of a scene's document, checked: who is under whom, and what each section makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import SceneError
from engine.math.value import shortened
from scenes.text.values import REFERENCES

if TYPE_CHECKING:
    from scenes.text.document import Document, Section

__all__ = ["MOST_INNER_NAMES", "NodeEntry", "SceneOutline", "plain_path"]

MOST_INNER_NAMES = 512
"""So many names may lead to a parent that stands in an instance; the search for it takes the square of that."""

# What the attributes of each kind of section must be, and those that must be there.
_ATTRIBUTES: dict[str, dict[str, tuple[type, ...]]] = {
    "node": {
        "name": (str,),
        "type": (str,),
        "parent": (str,),
        "instance": (*REFERENCES, type(None)),
        "instance_placeholder": (str,),
        "groups": (list, tuple),
        "node_paths": (list, tuple),
        "owner": (str,),
        "owner_uid_path": (list, tuple),
        "unique_id": (int,),
        "parent_id_path": (list, tuple),
    },
    "connection": {
        "signal": (str,),
        "from": (str,),
        "to": (str,),
        "method": (str,),
        "flags": (int,),
        "unbinds": (int,),
        "binds": (list, tuple),
        "from_uid_path": (list, tuple),
        "to_uid_path": (list, tuple),
    },
    "editable": {"path": (str,)},
}
_NEEDED = {"node": ("name",), "connection": ("signal", "from", "to", "method"), "editable": ("path",)}


class NodeEntry(NamedTuple):
    """One [node] section and its place."""

    section: Section
    path: str
    """From the scene's root, which is "."."""
    above: int
    """The entry of the nearest node above it that the file names; -1 for the root."""
    inner: tuple[str, ...]
    """The names from there to its parent, of nodes inside an instance; mostly none."""

    @property
    def name(self) -> str:
        """The node's name."""
        name: str = self.section.attributes["name"]
        return name

    @property
    def is_instance(self) -> bool:
        """Whether it is an instance of another scene; at the root, a scene that inherits it."""
        return self.section.attributes.get("instance") is not None

    @property
    def is_override(self) -> bool:
        """Whether it only changes a node that comes from an instance or the inherited scene."""
        attributes = self.section.attributes
        return "type" not in attributes and not self.is_instance and "instance_placeholder" not in attributes

    @property
    def place(self) -> int:
        """Its place among the children of its parent, -1 where the file gives none."""
        return index_of(self.section.attributes.get("index"))


class SceneOutline:
    """The nodes of a scene in the order of the file, each with its place.

    Args:
        document: of a scene.

    Raises:
        SceneError: it is none, or its nodes make no tree; with file and line.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.entries: list[NodeEntry] = []
        self.by_path: dict[str, int] = {}
        """Which entry stands at a path."""
        self.by_id: dict[int, int] = {}
        """Which entry has a unique id."""
        if document.header.kind != "gd_scene":
            raise SceneError(f"this is a [{document.header.kind}] and no scene", document.path, document.header.line)
        for section in document.sections:
            kinds = _ATTRIBUTES.get(section.kind)
            if kinds is not None:
                self._check_attributes(section, kinds)
            if section.kind == "node":
                self._enter(section)
        if not self.entries:
            raise SceneError("the scene has no node; its root is missing", document.path)

    def locate(self, path: str) -> tuple[int, tuple[str, ...]]:
        """Where the node at a path from the root is to be found: the nearest entry, and the names from there."""
        index = self.by_path.get(path)
        if index is not None:
            return index, ()
        names = [each for each in path.split("/") if each not in ("", ".")]
        for count in range(min(len(names), MOST_INNER_NAMES), 0, -1):
            index = self.by_path.get("/".join(names[:count]))
            if index is not None:
                return index, tuple(names[count:])
        return 0, tuple(names)

    def _check_attributes(self, section: Section, kinds: dict[str, tuple[type, ...]]) -> None:
        attributes = section.attributes
        for name in _NEEDED[section.kind]:
            if name not in attributes:
                raise self._error(section, f"[{section.kind}] has no {name}")
        for name, value in attributes.items():
            kind = kinds.get(name)
            if kind is not None and not isinstance(value, kind):
                expected = "a text" if kind == (str,) else " or ".join(each.__name__ for each in kind)
                raise self._error(section, f"{name} of [{section.kind}] must be {expected}, got {shortened(value)}")
        for name in ("groups", "node_paths"):
            if not all(isinstance(each, str) and each for each in attributes.get(name, ())):
                raise self._error(
                    section,
                    f"{name} of [{section.kind}] must be texts that are not empty, got {shortened(attributes[name])}",
                )
        for name in ("parent_id_path", "owner_uid_path", "from_uid_path", "to_uid_path"):
            if not all(type(each) is int for each in attributes.get(name, ())):
                raise self._error(
                    section, f"{name} of [{section.kind}] must be ints, got {shortened(attributes[name])}"
                )

    def _enter(self, section: Section) -> None:
        attributes = section.attributes
        if "unique_id" in attributes:
            self.by_id.setdefault(attributes["unique_id"], len(self.entries))
        name, parent = attributes["name"], attributes.get("parent")
        if not name:
            raise self._error(section, "a node has an empty name")
        if not self.entries:
            if parent is not None:
                raise self._error(
                    section, f"the first node, {name!r}, has the parent {parent!r}; a scene's root has none"
                )
            if "type" not in attributes and attributes.get("instance") is None:
                raise self._error(
                    section, f"the root {name!r} has neither a type nor a scene that it is an instance of"
                )
            self.entries.append(NodeEntry(section, ".", -1, ()))
            self.by_path["."] = 0
            return
        if parent is None:
            raise self._error(
                section, f"node {name!r} has no parent; only the root, {self.entries[0].name!r}, has none"
            )
        inner: tuple[str, ...] = ()
        if parent == ".":
            above, path = 0, name
        elif parent in self.by_path:
            above, path = self.by_path[parent], f"{parent}/{name}"
        else:
            above, inner, path = self._inside(section, name, parent)
        self.by_path.setdefault(path, len(self.entries))
        self.entries.append(NodeEntry(section, path, above, inner))

    def _inside(self, section: Section, name: str, parent: str) -> tuple[int, tuple[str, ...], str]:
        """The place of a node whose parent the file does not name, since it stands in an instance."""
        names = [each for each in parent.split("/") if each not in ("", ".")]
        if len(names) > MOST_INNER_NAMES:
            raise self._error(
                section, f"the parent of node {name!r} has over {MOST_INNER_NAMES} names, and is not here"
            )
        for count in range(len(names), -1, -1):
            above = self.by_path.get("/".join(names[:count]) or ".")
            if above is None:
                continue
            inner = tuple(names[count:])
            entry = self.entries[above]
            if inner and not (entry.is_instance or entry.is_override):
                break
            return above, inner, "/".join([*names, name])
        known = ", ".join(repr(path) for path in list(self.by_path)[:8])
        raise self._error(section, f"the parent {parent!r} of node {name!r} is not in the scene; it has {known}")

    def _error(self, section: Section, problem: str) -> SceneError:
        return SceneError(problem, self.document.path, section.line)


def plain_path(path: str) -> str:
    """A path without the names that lead nowhere, as "./A" has one; "." for the root."""
    return "/".join(each for each in path.split("/") if each not in ("", ".")) or "."


def index_of(value: Any) -> int:
    """The number of an `index` attribute, which files write as a text; -1 where there is none."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    return value if type(value) is int and value >= 0 else -1
