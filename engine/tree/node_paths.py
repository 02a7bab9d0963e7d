"""Finding other nodes from a node: by path, by pattern; a part of Node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, overload

from engine.core.errors import InvalidTypeError, NodeNotFoundError, NodeTypeError, TreeError, did_you_mean
from engine.core.registry import node_types
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree.node_path import NodePath, matches, parse, plain_segments
from engine.tree.node_state import NodeState

if TYPE_CHECKING:
    from engine.tree.node import Node

T = TypeVar("T")


class Paths(NodeState):
    """Paths from a node to others, and searches below it."""

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    @overload
    def get_node(self, path: str | NodePath) -> Node: ...
    @overload
    def get_node(self, path: str | NodePath, type: type[T]) -> T: ...
    def get_node(self, path: str | NodePath, type: type[Any] | None = None) -> Any:
        """The node at a path from here: `"Gun"`, `"../Hud"`, `"%Score"`, `"/root/Main"`.

        Args:
            path: see NodePath.
            type: the class it must be of.

        Raises:
            NodeNotFoundError: there is none; the text says how far the path led.
            NodeTypeError: it is of another class.
        """
        node: Any = self
        try:
            names = plain_segments(path)
            if names:
                for name in names:
                    index = node._children.names
                    if index is None:
                        node = node._children.find(name)
                    else:
                        node = index[name]
            else:
                node = None
        except (AttributeError, KeyError, TypeError):
            node = None
        if node is None:
            node = self._walk_path(path)
            if node is None:
                self._raise_not_found(path)
        try:
            if type is not None and not isinstance(node, type):
                raise NodeTypeError(
                    f"{node._where()} is a {node._type_name}, not a {type.__name__} as {self._where()} asks for"
                )
        except TypeError as error:
            if isinstance(error, NodeTypeError):
                raise
            raise InvalidTypeError(
                f"{self._where()}.get_node({str(path)!r}, type): type must be a class, such as Node, "
                f"got {shortened(type)}"
            ) from None
        return node

    @overload
    def get_node_or_none(self, path: str | NodePath) -> Node | None: ...
    @overload
    def get_node_or_none(self, path: str | NodePath, type: type[T]) -> T | None: ...
    def get_node_or_none(self, path: str | NodePath, type: type[Any] | None = None) -> Any:
        """The node at a path, or None when there is none or it is of another class."""
        node = self._walk_path(path)
        return node if type is None or isinstance(node, type) else None

    def has_node(self, path: str | NodePath) -> bool:
        """Whether there is a node at a path; false for an empty path."""
        return self._walk_path(path) is not None

    def _walk_path(self, path: str | NodePath) -> Any:
        parsed = parse(path)
        names = parsed._names
        node: Any = self
        if parsed._absolute:
            if self._tree is None or not names or names[0] != self._tree.root._name:
                return None
            node, names = self._tree.root, names[1:]
        elif not names:
            return None
        for name in names:
            node = node._step(name)
            if node is None:
                return None
        return node

    def _step(self, name: str) -> Any:
        """One segment of a path."""
        if name == "..":
            return self._parent
        if name == ".":
            return self
        if name[0] == "%":
            unique = (self._unique_names or {}).get(name[1:])
            if unique is None and self._flags & f.HAS_OWNER:
                unique = (self._owner._unique_names or {}).get(name[1:])
            return unique
        return self._children.find(name) if self._children is not None else None

    def _raise_not_found(self, path: str | NodePath) -> None:
        parsed = parse(path)
        if parsed.is_absolute() and self._tree is None:
            raise NodeNotFoundError(f"no node {str(path)!r}: {self._where()} is not inside a tree{self._freed_hint()}")
        node: Any = self
        names = parsed._names
        if parsed.is_absolute() and names and names[0] == self._tree.root._name:
            node, names = self._tree.root, names[1:]
        for name in names:
            step = node._step(name)
            if step is None:
                known = [child._name for child in node.get_children()]
                hint = self._freed_hint() or _gdscript_hint(name) or did_you_mean(name, known)
                raise NodeNotFoundError(
                    f"no node {str(path)!r} from {self._where()}: {node._where()} has no {name!r}{hint}"
                )
            node = step
        raise NodeNotFoundError(f"no node {str(path)!r} from {self._where()}: the path names none")

    def _freed_hint(self) -> str:
        freed = self._flags & f.FREED
        return "; it was freed, and its children with it: ask is_instance_valid() first" if freed else ""

    def get_path(self) -> NodePath:
        """The absolute path; an empty one outside a tree."""
        if self._tree is None:
            return NodePath()
        names = []
        node: Any = self
        while node is not None:
            names.append(node._name)
            node = node._parent
        return NodePath("/" + "/".join(reversed(names)))

    def get_path_to(self, node: Node) -> NodePath:
        """The path that leads from here to `node`: `.`, `..`, `A/B`, `../../C`.

        Raises:
            TreeError: the two have no common ancestor.
        """
        above: dict[Node, int] = {}
        walk: Any = self
        while walk is not None:
            above[walk] = len(above)
            walk = walk._parent
        down: list[str] = []
        walk = node
        while walk is not None and walk not in above:
            down.append(walk._name)
            walk = walk._parent
        if walk is None:
            raise TreeError(f"there is no path from {self._where()} to {node._where()}: they have no common ancestor")
        parts = [".."] * above[walk] + down[::-1]
        return NodePath("/".join(parts) or ".")

    def find_child(self, pattern: str, recursive: bool = True, owned: bool = True) -> Node | None:
        """The first node below whose name matches a pattern, depth first; None if there is none.

        Args:
            pattern: `*` stands for any characters, `?` for one; case counts.
            recursive: whether grandchildren count, too.
            owned: whether only nodes with an owner count (those of scene files do have one).
        """
        return next(iter(self._find(pattern, None, recursive, owned, 1)), None)

    def find_parent(self, pattern: str) -> Node | None:
        """The nearest node above whose name matches a pattern, as in `find_child`; None if there is none."""
        node = self._parent
        while node is not None and not matches(node._name, pattern):
            node = node._parent
        return node

    def find_children(
        self, pattern: str, type: str | type | None = None, recursive: bool = True, owned: bool = True
    ) -> list[Node]:
        """All nodes below whose name matches a pattern, in tree order.

        Args:
            pattern: as in `find_child`.
            type: a class, or a class's name, that they must be of; "" and None for any.
            recursive: whether grandchildren count, too.
            owned: whether only nodes with an owner count.
        """
        return self._find(pattern, type or None, recursive, owned, 0)

    def _find(self, pattern: str, kind: str | type | None, recursive: bool, owned: bool, limit: int) -> list[Node]:
        wanted: Any = node_types.get(kind) if isinstance(kind, str) else kind or Paths
        found: list[Node] = []
        stack: list[Any] = self._children.live()[::-1] if self._children is not None else []
        while stack:
            node: Any = stack.pop()
            if (not owned or node._flags & f.HAS_OWNER) and isinstance(node, wanted) and matches(node._name, pattern):
                found.append(node)
                if len(found) == limit:
                    break
            if recursive and node._children is not None:
                stack.extend(node._children.reversed_live())
        return found


def _gdscript_hint(name: str) -> str:
    return f"; $ is GDScript's, write {name[1:]!r}" if name[0] == "$" else ""
