"""Where something stands that cannot be taken down, as error texts name it: `/root/Player.log[2]`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from types import MethodType
from typing import Any

from engine.core.object import Object
from engine.tree.node_state import NodeState
from engine.tree.state.attributes import attributes_of


def where(top: object, culprit: object, opaque: Sequence[object]) -> str:
    """The shortest way from `top` to `culprit`, from the last node on it."""
    seen = {id(top), *map(id, opaque)}
    waiting: deque[tuple[Any, str]] = deque([(top, type(top).__name__)])
    while waiting:
        item, path = waiting.popleft()
        for label, held in _held_by(item):
            if held is culprit:
                return path + label
            if id(held) not in seen:
                seen.add(id(held))
                waiting.append((held, held._where() if isinstance(held, NodeState) else path + label))
    return type(culprit).__name__


def _held_by(item: Any) -> Iterator[tuple[str, Any]]:
    """What an object holds, each with how it is reached."""
    if isinstance(item, str | bytes | type):
        return
    if isinstance(item, dict):
        for key, value in list(dict.items(item)):
            yield f"[{key!r}]", value
    elif isinstance(item, list | tuple | set | frozenset | deque):
        for at, value in enumerate(item):
            yield f"[{at}]", value
    elif isinstance(item, MethodType):
        if isinstance(item.__self__, Object):
            yield "", item.__self__
    elif isinstance(item, partial):
        for at, value in enumerate((item.func, *item.args, *item.keywords.values())):
            yield f"[{at}]", value
    if type(item).__module__ == "builtins":
        return
    for attributes in attributes_of(item):
        for name, value in (attributes or {}).items():
            yield f".{name}", value
