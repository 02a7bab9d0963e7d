"""What a game's author may have meant: a line below an error of Python's that does not say it itself."""

from __future__ import annotations

import builtins
import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from engine.core.engine_classes import OUR_PACKAGES
from engine.core.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

_PUBLIC = ("engine", "nodes", "engine.math", "engine.input", "engine.resources", "servers.display", "servers.render")
"""What games import from, in the order in which a name is looked for; those that are not loaded yet are left out."""
_PYTHON_SUGGESTS = sys.version_info >= (3, 12)
_CANNOT_IMPORT = re.compile(r"cannot import name '(\w+)' from")
_NO_SELF = re.compile(r"Input\.(\w+)\(\) missing \d+ required positional argument")


def hint(error: BaseException) -> str:
    """What to write instead, or "" where nothing is known."""
    match error:
        case ImportError(name=str(module)):
            return _import_hint(error, module)
        case NameError(name=str(name)):
            return _elsewhere(name) or _near(name, _names_in_sight(error))
        case AttributeError(name=str(name), obj=obj) if obj is not None:
            return _near(name, dir(obj))
        case TypeError() if "can't be used in 'await' expression" in str(error):
            return (
                "await takes a signal (of a timer: its timeout), a tween, a Task, or the call of an async def, "
                "and await self.method() needs an async def method"
            )
        case TypeError() if found := _NO_SELF.match(str(error).rpartition("engine.")[2]):
            return f"Input is a class; write self.input.{found[1]}(...), or tree.input outside of nodes"
        case RuntimeError() if str(error) == "no running event loop":
            return "asyncio does not run here; await self.tree.create_timer(seconds).timeout waits"
    return ""


def _import_hint(error: ImportError, module: str) -> str:
    package = module.partition(".")[0]
    if package in OUR_PACKAGES:
        if isinstance(error, ModuleNotFoundError):
            return f"{package} is Sapwood's own package; a package of the game needs another name"
        wanted = _CANNOT_IMPORT.match(str(error))
        return (_elsewhere(wanted[1]) or _near(wanted[1], dir(sys.modules[module]))) if wanted else ""
    if isinstance(error, ModuleNotFoundError) and package not in sys.modules:
        return f"install {package} into this Python, or put the module beside the script"
    return ""


def _elsewhere(name: str) -> str:
    """How to import a public name of ours."""
    import_module("nodes")
    for package in _PUBLIC:
        if name in getattr(sys.modules.get(package), "__all__", ()):
            return f"write from {package} import {name}"
    return ""


def _near(name: str, known: Iterable[str]) -> str:
    return "" if _PYTHON_SUGGESTS else did_you_mean(name, known)[2:]


def _names_in_sight(error: BaseException) -> list[str]:
    """The names that the line which raised could use."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    frame = traceback.tb_frame if traceback is not None else None
    seen = (*frame.f_locals, *frame.f_globals) if frame is not None else ()
    return [*seen, *dir(builtins)]
