"""What is worked out once for each node class: which callbacks it overrides, and its `__new__`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, did_you_mean
from engine.core.log import get_logger
from engine.tree import flags as f
from engine.tree.onready import OnReady

if TYPE_CHECKING:
    from engine.tree.node import Node

_CALLBACKS = {
    "on_enter_tree": f.MASK_ENTER,
    "on_ready": f.MASK_READY,
    "on_exit_tree": f.MASK_EXIT,
    "on_process": f.MASK_PROCESS,
    "on_physics_process": f.MASK_PHYSICS,
    "on_input": f.MASK_INPUT,
    "on_unhandled_input": f.MASK_UNHANDLED,
}
_HOOKS = {
    "_enter_tree": f.MASK_HOOKS,
    "_ready": f.MASK_HOOKS,
    "_exit_tree": f.MASK_HOOKS,
    "_freed": f.MASK_FREED,
}
_MARKED = {"_is_canvas_item": f.MASK_CANVAS, "_is_2d": f.MASK_2D, "_is_timer": f.MASK_TIMER}
_NOT_ASYNC = ("on_process", "on_physics_process", "on_draw", "on_exit_tree")
_KNOWN = (*_CALLBACKS, "on_draw", "on_transform_changed", "on_locale_changed")
_COROUTINE = 0x80  # inspect.CO_COROUTINE


def class_mask(cls: type[Node], node: type[Node]) -> int:
    """The class's MASK_* bits; `node` is Node itself, whose callbacks do nothing."""
    mask = 0
    for table in (_CALLBACKS, _HOOKS):
        for name, bit in table.items():
            if getattr(cls, name, None) is not getattr(node, name, None):
                mask |= bit
    for name, bit in _MARKED.items():
        if getattr(cls, name, False):
            mask |= bit
    for name, bit in (("on_draw", f.MASK_DRAW), ("on_transform_changed", f.MASK_TRANSFORM_CHANGED)):
        method = getattr(cls, name, None)
        if method is not None and not getattr(method, "_does_nothing", False):
            mask |= bit
    declared = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}
    cls._onready = tuple(value for value in declared.values() if isinstance(value, OnReady))
    if cls._onready:
        mask |= f.MASK_ONREADY
    setter: type[Node] = next(base for base in cls.__mro__ if "_sets_core" in vars(base))
    if cls._init_core is not setter._init_core:
        mask |= f.MASK_CORE
    engine = node.__mro__
    if any("__init__" in vars(base) and "_sets_core" not in vars(base) for base in cls.__mro__ if base not in engine):
        mask |= f.MASK_NEW
    _check_callbacks(cls)
    return mask


def _check_callbacks(cls: type[Node]) -> None:
    """Refuse callbacks that cannot be coroutines, and warn of names that look like a callback's."""
    for name, value in vars(cls).items():
        if not name.startswith("on_"):
            continue
        code = getattr(value, "__code__", None)
        if name in _NOT_ASYNC and code is not None and code.co_flags & _COROUTINE:
            raise InvalidTypeError(
                f"{cls.__name__}.{name} cannot be async: it is called each frame and must return at once"
            )
        if code is not None and name not in _KNOWN and _is_near(name):
            get_logger("tree").warning(f"{cls.__name__}.{name} is never called{did_you_mean(name, _KNOWN)}")


def _is_near(name: str) -> bool:
    """Whether a name differs from a callback's by a letter or an underscore, or by the order of two."""
    squeezed = name.replace("_", "")
    for known in _KNOWN:
        other = known.replace("_", "")
        if squeezed == other or (abs(len(squeezed) - len(other)) <= 1 and _one_edit(squeezed, other)):
            return True
    return False


def _one_edit(a: str, b: str) -> bool:
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    rest_a, rest_b = a[start:], b[start:]
    swapped = len(rest_a) > 1 and rest_a[1] + rest_a[0] + rest_a[2:] == rest_b
    return rest_a[1:] == rest_b or rest_a == rest_b[1:] or rest_a[1:] == rest_b[1:] or swapped


def wrap_init(cls: type[Node]) -> None:
    """Give a class with its own `__init__` a `__new__` that sets the core state, so that it may forget super()."""
    if not cls._mask & f.MASK_NEW or "__new__" in vars(cls):
        return
    if any("__new__" in vars(base) for base in cls.__mro__[1:-1]):
        return
    cls.__new__ = staticmethod(_new)  # type: ignore[method-assign, assignment]


def _new(cls: type[Node], *args: Any, **kwargs: Any) -> Node:
    self: Node = object.__new__(cls)
    self._flags = 0
    self._name = ""
    self._parent = None
    self._children = None
    self._tree = None
    self._init_core()
    return self
