"""What is said of a name that one of our packages does not have, or that a script did not import.

Godot's names are known here: those of its classes, also where there is no such class here yet, and those that GDScript
finds from anywhere. Nothing of this is imported before somebody asks for a name that is not there.
"""

from __future__ import annotations

import sys
from importlib import import_module
from opcode import opmap
from typing import TYPE_CHECKING, NoReturn

from engine.core.errors import did_you_mean
from engine.core.godot_classes import PARENTS, RENAMED

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["hint_for", "import_line", "refuse_name"]

_PACKAGES = (
    "engine", "nodes", "scenes", "engine.math", "engine.input", "engine.resources", "servers.display", "servers.render",
    "servers.physics_2d", "servers.text",
)  # fmt: skip
"""What games import from, in the order in which a name is looked for."""

_IN_MATH = (
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "sqrt", "exp", "log", "floor", "ceil", "fmod",
)  # fmt: skip
_RANDOM = ("randf", "randi", "randf_range", "randi_range", "randfn", "randomize")

_INSTEAD = {
    "Array": "list",
    "Callable": "any function or method",
    "ClassDB": "engine.core.registry.node_types",
    "Color8": "Color.from_rgba8(...)",
    "Dictionary": "dict",
    "DirAccess": "pathlib.Path",
    "Engine": "self.tree, which has frame_count, time_scale, edit_mode and more",
    "FileAccess": "open(), or pathlib.Path",
    "Geometry2D": "the functions of engine.math",
    "Geometry3D": "the functions of engine.math.geometry_3d",
    "INF": "math.inf",
    "JSON": "Python's json",
    "NAN": "math.nan",
    "OS": "self.tree.args, or Python's os and sys",
    "PI": "math.pi",
    "ParallaxBackground": "Parallax2D",
    "ProjectSettings": "body.get_gravity(), tree.physics_ticks_per_second and the like",
    "ParallaxLayer": "Parallax2D",
    "String": "str",
    "StringName": "str",
    "TAU": "math.tau",
    "Time": "self.tree.frame_count, or Python's time",
    "false": "False",
    "null": "None",
    "preload": "load(...)",
    "true": "True",
    **{name: f"math.{name}(...)" for name in _IN_MATH},
    **{name: f"self.tree.rng.{name}(...)" for name in _RANDOM},
}
"""What stands here for what GDScript finds from anywhere."""

_CONSTANTS = {
    "KEY_": "Key",
    "MOUSE_BUTTON_": "MouseButton",
    "JOY_BUTTON_": "JoyButton",
    "JOY_AXIS_": "JoyAxis",
    "MOUSE_MODE_": "MouseMode",
    "PROCESS_MODE_": "ProcessMode",
    "CONNECT_": "ConnectFlags",
}
"""The enum of each family of Godot's global constants, by how their names begin."""


_TOO_FAR = (None, "Node", "Resource", "CanvasItem")
"""Classes that do nothing of what is asked for: none of them is named as the nearest."""


def refuse_name(package: str, name: str, known: Iterable[str]) -> NoReturn:
    """What a package's `__getattr__` does with a name that it does not have: raise, with what to write instead.

    Python replaces the text of an AttributeError in `from nodes import Label`, so that gets an ImportError at once.

    Args:
        package: whose `__getattr__` calls this.
        name: asked for.
        known: the package's own names.

    Raises:
        AttributeError, ImportError: always.
    """
    said = ""
    if not name.startswith("_"):
        hint = hint_for(name)
        said = f"; {hint}" if hint else did_you_mean(name, known)
    caller = sys._getframe(2)
    if caller.f_lasti >= 0 and caller.f_code.co_code[caller.f_lasti] == opmap["IMPORT_FROM"]:
        raise ImportError(f"cannot import name {name!r} from {package!r}{said}", name=package)
    raise AttributeError(f"module {package!r} has no attribute {name!r}{said}", name=name)


def hint_for(name: str) -> str:
    """What to write for a name that is not there, or why there is none; "" where nothing is known of it."""
    return import_line(name) or _instead(name) or _of_godot(name)


def import_line(name: str) -> str:
    """How to import a public name of ours: "write from nodes import Sprite2D"; "" where there is no such name.

    Packages that are not loaded yet are imported only for what may be a class: a name in small letters may be that of
    a module that is being imported.
    """
    for package in _PACKAGES:
        module = sys.modules.get(package) if name.islower() else import_module(package)
        if name in getattr(module, "__all__", ()):
            return f"write from {package} import {name}"
    return ""


def _instead(name: str) -> str:
    """What GDScript's global name is here."""
    if name in _INSTEAD:
        return f"Godot's {name} is {_INSTEAD[name]} here"
    if name.startswith("Packed") and name.endswith("Array"):
        return f"Godot's {name} is a list or a numpy array here"
    for prefix, enum in _CONSTANTS.items():
        if name.startswith(prefix):
            member = name.removeprefix(prefix)
            return f"Godot's {name} is {enum}.{member if member.isidentifier() else name} here"
    return ""


def _of_godot(name: str) -> str:
    """What is known of a class of Godot's."""
    if name in RENAMED:
        now = RENAMED[name]
        return f"Godot 4 calls it {now}{'' if import_line(now) else ', which is not there yet'}"
    if name not in PARENTS:
        return ""
    above: str | None = PARENTS[name]
    while above is not None and not import_line(above):
        above = PARENTS.get(above)
    nearest = f"; the nearest that is there is {above}" if above not in _TOO_FAR else ""
    return f"Godot's {name} is not there yet{nearest}"
