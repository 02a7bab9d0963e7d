"""The connections that belong to a scene: those that its file had and that still stand, and new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.connection import ALL_FLAGS, PERSIST
from engine.tree import flags as f
from engine.tree import lifecycle
from scenes.scene_outline import plain_path
from scenes.text import Section
from scenes.value_walk import same

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.core.connection import Connection
    from engine.tree.node import Node

__all__ = ["Ends", "connection_sections", "ends_of"]


class Ends(NamedTuple):
    """What a connection connects; the paths are those from the scene's root."""

    signal: str
    source: str
    target: str
    method: str


def ends_of(section: Section) -> Ends:
    """What a [connection] connects."""
    attributes = section.attributes
    return Ends(attributes["signal"], attributes["from"], attributes["to"], attributes["method"])


def connection_sections(
    root: Node,
    places: dict[Node, str],
    base: Node | None,
    old: list[tuple[Section, Ends]],
    is_left: Callable[[Section], bool],
    written: Callable[[Node, str, Any, list[Any]], Any],
) -> list[Section]:
    """The [connection] sections of a scene.

    Args:
        root: of the scene.
        places: the path of each of its nodes, those inside instances included.
        base: the root of the scene that it inherits, whose connections are that one's; or None.
        old: those of the template, with their ends as these are called now.
        is_left: whether one that is not there could never be made, so that it stays.
        written: how the file has a value of a node.
    """
    inherited = set() if base is None else _all_of(base)
    live: dict[Ends, Section] = {}
    others: set[Ends] = set()  # those that another scene has as well, or that the file names once more
    for node, path in places.items():
        if not node._flags & f.HAS_SIGNALS:
            continue
        for connection in node.get_signal_connections():
            target: Any = connection.target
            if not connection.flags & PERSIST or not connection.method or target not in places:
                continue
            ends = Ends(connection.name, path, places[target], connection.method)
            if (connection.origin is None or connection.origin is root) and ends not in inherited:
                live[ends] = _section(node, ends, connection, written)
            else:
                others.add(ends)
    sections = []
    for section, ends in old:
        new = live.pop(ends, None)
        if new is not None:
            sections.append(_merged(section, new))
            others.add(ends)
        elif ends in others or is_left(section):
            sections.append(section)
    return [*sections, *live.values()]


def _all_of(base: Node) -> set[Ends]:
    paths: dict[Any, str] = {node: str(base.get_path_to(node)) for node in lifecycle.subtree(base)}
    return {
        Ends(each.name, paths[node], paths[each.target], each.method)
        for node in paths
        for each in node.get_signal_connections()
        if each.target in paths
    }


def _section(node: Node, ends: Ends, connection: Connection, written: Any) -> Section:
    attributes: dict[str, Any] = {
        "signal": ends.signal,
        "from": ends.source,
        "to": ends.target,
        "method": ends.method,
    }
    if connection.flags != PERSIST:
        attributes["flags"] = int(connection.flags)
    if connection.unbinds:
        attributes["unbinds"] = connection.unbinds
    if connection.binds:
        attributes["binds"] = [written(node, f"{ends.signal} (its binds)", each, []) for each in connection.binds]
    return Section("connection", attributes)


def _merged(old: Section, new: Section) -> Section:
    """A connection as it is now, in the order and the spelling that it had."""
    before, now = old.attributes, new.attributes
    for name, meaning in _MEANINGS.items():
        if name in before and same(meaning(before[name]), meaning(now.get(name))):
            now[name] = before[name]
    for name in ("from", "to"):
        if plain_path(before[name]) == now[name]:
            now[name] = before[name]
    now |= {name: value for name, value in before.items() if name not in now and name not in _MEANINGS}
    known = {name: now[name] for name in before if name in now}
    attributes = known | {name: value for name, value in now.items() if name not in known}
    section = Section("connection", attributes, old.properties)
    section.layout = old.layout
    return section


_MEANINGS: Mapping[str, Callable[[Any], Any]] = {
    "flags": lambda flags: (int(PERSIST if flags is None else flags) | PERSIST) & ALL_FLAGS,
    "unbinds": lambda unbinds: unbinds or 0,
    "binds": lambda binds: binds or [],
}
"""What the attributes that may be left out say."""
