"""What is worked out once for each node class: which callbacks it overrides, and its `__new__`."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from engine.core.engine_classes import is_engine_class
from engine.core.errors import InvalidTypeError, did_you_mean
from engine.core.log import get_logger
from engine.tree import flags as f
from engine.tree.onready import OnReady

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    "_internal_process": f.MASK_INTERNAL,
    "_internal_physics_process": f.MASK_INTERNAL,
    "_process_mode_changed": f.MASK_MODE,
}
_MARKED = {
    "_is_canvas_item": f.MASK_CANVAS, "_is_2d": f.MASK_2D, "_is_3d": f.MASK_3D, "_is_timer": f.MASK_TIMER,
    "_moves_view": f.MASK_VIEW, "_has_canvas": f.MASK_LAYER,
}  # fmt: skip
CALLBACK_NAMES = (
    *_CALLBACKS, "on_draw", "on_prepare", "on_transform_changed", "on_local_transform_changed", "on_integrate_forces",
)  # fmt: skip
"""All that the tree and its servers call on nodes."""

_GODOTS = {
    "_ready": "on_ready",
    "_enter_tree": "on_enter_tree",
    "_exit_tree": "on_exit_tree",
    "_process": "on_process",
    "_physics_process": "on_physics_process",
    "_input": "on_input",
    "_unhandled_input": "on_unhandled_input",
    "_unhandled_key_input": "on_unhandled_input",
    "_draw": "on_draw",
    "_integrate_forces": "on_integrate_forces",
}
_WORKED_OUT = ("_mask", "_onready", "_type_name")  # what stands in every class
_NEVER_ASYNC = {
    "on_process": "each frame would start another",
    "on_physics_process": "each step would start another",
    "on_integrate_forces": "each step would start another",
    "on_draw": "what it draws must be there when it returns",
    "on_prepare": "it runs in a thread of its own, where nothing would go on with it",
    "on_exit_tree": "what it does must be done when it returns",
}
_VARARGS = 0x04  # inspect.CO_VARARGS
_COROUTINE = 0x80  # inspect.CO_COROUTINE
_GENERATOR = 0x20 | 0x200  # inspect.CO_GENERATOR, CO_ASYNC_GENERATOR


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
    on_draw = getattr(cls, "on_draw", None)
    if on_draw is not None and not getattr(on_draw, "_does_nothing", False):
        mask |= f.MASK_DRAW
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
    if any(_is_foreign_new(base) for base in cls.__mro__):
        mask &= ~f.MASK_NEW  # it makes the object; Node.__init__ then sets the core state
    _check_callbacks(cls)
    if not is_engine_class(cls):
        _check_private_names(cls)
        _check_public_names(cls)
    return mask


def _check_callbacks(cls: type[Node]) -> None:
    """Refuse callbacks that nobody would run, and warn of names that look like a callback's."""
    overridden = _callbacks_above(cls)
    known = {*CALLBACK_NAMES, *overridden}
    for name, value in vars(cls).items():
        code = getattr(getattr(value, "__func__", value), "__code__", None)
        if code is None or not name.startswith("on_"):
            continue
        if name in _NEVER_ASYNC and code.co_flags & _COROUTINE:
            raise InvalidTypeError(
                f"{cls.__name__}.{name} cannot be async: {_NEVER_ASYNC[name]}; let it call self.create_task(...)"
            )
        if name in known and code.co_flags & _GENERATOR:
            raise InvalidTypeError(
                f"{cls.__name__}.{name} cannot have a yield: the tree would call it, and nothing of it would run"
            )
        if isinstance(value, FunctionType) and name in overridden:
            _check_parameters(cls, name, value, overridden[name])
        if name == "on_draw" and not getattr(cls, "_is_canvas_item", False):
            get_logger("tree").warning(
                f"{cls.__name__}.on_draw is never called: only a CanvasItem draws, and {cls.__name__} is none; put a "
                "Node2D that draws below it"
            )
        if name not in known and _is_near(name, known):
            get_logger("tree").warning(f"{cls.__name__}.{name} is never called{did_you_mean(name, known)}")


def _callbacks_above(cls: type[Node]) -> dict[str, FunctionType]:
    """What engine classes above a class, or itself, have to be overridden, by name."""
    bases = [base for base in reversed(cls.__mro__) if is_engine_class(base)]
    found = {name: value for base in bases for name, value in vars(base).items() if name.startswith("on_")}
    return {name: value for name, value in found.items() if isinstance(value, FunctionType)}


def _check_parameters(cls: type[Node], name: str, function: FunctionType, overridden: FunctionType) -> None:
    """Refuse a callback that cannot take what it is called with: what the one takes that it overrides."""
    code = function.__code__
    passed = overridden.__code__.co_varnames[: overridden.__code__.co_argcount]
    needed = code.co_argcount - len(function.__defaults__ or ())
    needs_keyword = code.co_kwonlyargcount > len(function.__kwdefaults__ or ())
    fits = needed <= len(passed) and (len(passed) <= code.co_argcount or code.co_flags & _VARARGS)
    if not fits or needs_keyword:
        raise InvalidTypeError(
            f"{cls.__name__}.{name} cannot be called with what the tree passes; write def {name}({', '.join(passed)})"
        )


def _check_private_names(cls: type[Node]) -> None:
    """Refuse names of the engine's own in a game's class, and warn of Godot's names for callbacks."""
    callbacks = _callbacks_above(cls)
    for name in vars(cls):
        if not name.startswith("_") or name.startswith("__") or name in _WORKED_OUT:
            continue
        owner = next((base for base in cls.__mro__[1:] if is_engine_class(base) and name in vars(base)), None)
        here = _GODOTS.get(name) or (f"on{name}" if f"on{name}" in callbacks else "")
        hint = f"; Godot's {name} is {here} here" if here else ""
        if owner is not None:
            raise InvalidTypeError(
                f"{cls.__name__}.{name} hides a name that the engine uses in {_known_as(cls, owner)}"
                f"{hint or '; give it another name'}"
            )
        if hint:
            get_logger("tree").warning(f"{cls.__name__}.{name} is never called{hint}")


def _check_public_names(cls: type[Node]) -> None:
    """Refuse what would hide properties and methods of the engine's, and nodes without a hash."""
    exports = vars(cls).get("_own_exports", ())
    for name, value in vars(cls).items():
        owner = next((base for base in cls.__mro__[1:] if name in vars(base)), None)
        if name.startswith("_") or owner is None or not is_engine_class(owner):
            continue
        hidden = vars(owner)[name]
        if isinstance(hidden, property) and (name in exports or not isinstance(value, property)):
            way = "give it another name" if hidden.fset is None else f"write self.{name} = ... in __init__ or on_ready"
            raise InvalidTypeError(f"{cls.__name__}.{name} hides the property of {_known_as(cls, owner)}; {way}")
        if isinstance(hidden, FunctionType) and not hasattr(value, "__get__") and not callable(value):
            raise InvalidTypeError(
                f"{cls.__name__}.{name} = {value!r} hides the method of {_known_as(cls, owner)}; give it another name"
            )
    if cls.__hash__ is None:  # so Python marks classes that have an __eq__ alone
        raise InvalidTypeError(
            f"{cls.__name__} has an __eq__ and no __hash__, and trees keep nodes by their hash; "
            "add __hash__ = Node.__hash__ to it"
        )


def _known_as(cls: type[Node], part: type) -> str:
    """The name of the topmost node type above a class that has a part: few people know what Node is made of."""
    return next(base for base in reversed(cls.__mro__) if "_onready" in vars(base) and issubclass(base, part)).__name__


def _is_near(name: str, callbacks: Iterable[str]) -> bool:
    """Whether a name differs from a callback's by a letter or an underscore, or by the order of two."""
    squeezed = name.replace("_", "")
    for known in callbacks:
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
    if cls._mask & f.MASK_NEW and cls.__new__ is not _new:
        cls.__new__ = staticmethod(_new)  # type: ignore[method-assign, assignment]


def _is_foreign_new(cls: type) -> bool:
    made = vars(cls).get("__new__") if cls is not object else None
    return made is not None and getattr(made, "__func__", made) is not _new


def _new(cls: type[Node], *args: Any, **kwargs: Any) -> Node:
    self: Node = object.__new__(cls)
    self._flags = 0
    self._name = ""
    self._parent = None
    self._children = None
    self._tree = None
    self._init_core()
    return self
