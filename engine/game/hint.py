"""What a game's author may have meant: a line below an error of Python's that does not say it itself."""

from __future__ import annotations

import builtins
import os
import re
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from engine.core.absent_names import hint_for
from engine.core.engine_classes import OUR_PACKAGES
from engine.core.errors import did_you_mean
from engine.core.object import Object

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType

_PYTHON_SUGGESTS = sys.version_info >= (3, 12)
_CANNOT_IMPORT = re.compile(r"cannot import name '(\w+)' from '[\w.]+' \(")
_NO_SELF = re.compile(r"Input\.(\w+)\(\) missing \d+ required positional argument")
_TOO_MANY = re.compile(r"(\w+)\.__init__\(\) takes from 1 to 2 positional arguments but \d+ were given")
_GETTER = re.compile(r"(get|set|is)_(\w+)")


def hint(error: BaseException) -> str:
    """What to write instead, or "" where nothing is known."""
    match error:
        case ImportError(name=str(module)):
            return _import_hint(error, module)
        case NameError(name=str(name)):
            return _of_self(name, error) or hint_for(name) or _near(name, _names_in_sight(error))
        case AttributeError(name=str(name), obj=ModuleType() as module):
            return _hidden(module.__name__) or _near(name, dir(module))
        case AttributeError(name=str(name), obj=obj) if obj is not None:
            return _of_object(name, obj) or _near(name, dir(obj))
        case TypeError():
            return _type_hint(str(error))
        case RuntimeError() if str(error) == "no running event loop":
            return "asyncio does not run here; await self.tree.create_timer(seconds).timeout waits"
    return ""


def _type_hint(text: str) -> str:
    if "can't be used in 'await' expression" in text:
        return (
            "await takes a signal (of a timer: its timeout), a tween, a Task, or the call of an async def, "
            "and await self.method() needs an async def method"
        )
    if found := _NO_SELF.match(text.rpartition("engine.")[2]):
        return f"Input is a class; write self.input.{found[1]}(...), or tree.input outside of nodes"
    if found := _TOO_MANY.match(text):
        return f"a node takes its name, and properties by theirs, as in {found[1]}('A', process_priority=1)"
    if ".draw_" in text and "missing" in text and "'text'" in text:
        return "the font comes first: None is the one that comes along, as in draw_string(None, (0, 20), 'Hi')"
    return ""


def _import_hint(error: ImportError, module: str) -> str:
    package = module.partition(".")[0]
    if package in OUR_PACKAGES:
        if isinstance(error, ModuleNotFoundError):
            return f"{package} is Sapwood's own package; a package of the game needs another name"
        wanted = _CANNOT_IMPORT.match(str(error))  # a text of our own says it itself
        return (hint_for(wanted[1]) or _near(wanted[1], dir(sys.modules[module]))) if wanted else ""
    if isinstance(error, ModuleNotFoundError) and package not in sys.modules:
        return f"install {package} into this Python, or put the module beside the script"
    return _hidden(package)


def _hidden(module: str) -> str:
    """Whether a module of the game's has the name of one that is found before it."""
    top = module.partition(".")[0]
    found = os.path.realpath(getattr(sys.modules.get(top), "__file__", None) or "")
    for folder in sys.path:
        if folder.startswith((sys.prefix, sys.base_prefix)):
            continue
        for file in (os.path.join(folder, f"{top}.py"), os.path.join(folder, top, "__init__.py")):
            if os.path.isfile(file) and os.path.realpath(file) != found:
                return f"{file} has the name of another module, of Python's or a library's, which wins; rename it"
    return ""


def _of_object(name: str, obj: object) -> str:
    """What Godot's name for a method is here."""
    if name == "new" and isinstance(obj, type):
        return f"write {obj.__name__}()"
    if isinstance(obj, tuple) and hasattr(list, name):
        return "a tuple cannot be changed; set the whole property anew, as in line.points = (*line.points, (3, 4))"
    found = _GETTER.fullmatch(name)
    if found and isinstance(obj, Object) and isinstance(getattr(type(obj), found[2], None), property):
        return f"{found[2]} is a property: write .{found[2]}{' = ...' if found[1] == 'set' else ''}"
    return ""


def _of_self(name: str, error: BaseException) -> str:
    """Whether a method forgot to say whose the name is."""
    frame = _innermost(error)
    this = None if frame is None else frame.f_locals.get("self")
    known = isinstance(this, Object) and hasattr(type(this), name)
    return f"write self.{name}: what belongs to the node needs it in Python" if known else ""


def _near(name: str, known: Iterable[str]) -> str:
    return "" if _PYTHON_SUGGESTS else did_you_mean(name, known)[2:]


def _names_in_sight(error: BaseException) -> list[str]:
    """The names that the line which raised could use."""
    frame = _innermost(error)
    seen = (*frame.f_locals, *frame.f_globals) if frame is not None else ()
    return [*seen, *dir(builtins)]


def _innermost(error: BaseException) -> FrameType | None:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return None if traceback is None else traceback.tb_frame
