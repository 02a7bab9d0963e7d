"""Scripts: the Python classes of a project that its scene and resource files name.

A file names a script by its path, `res://player.py`, or `res://player.gd` with a `player.py` beside it. Only files of
the project are imported, also when they are reached by a link, and never under a name that something outside of the
project has: a project's `json.py` hides nothing, and nothing hides it.
"""

from __future__ import annotations

import importlib
import keyword
import os
import re
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import ScriptError
from engine.core.resource import Resource
from engine.math.text_hash import string_hash
from engine.resources.loading.project_files import check_inside, project_path
from engine.tree.node import Node

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from engine.resources.loading.load_request import LoadRequest
    from engine.resources.loading.resource_loader import ResourceLoader

__all__ = ["Script", "find_class_file", "read_script", "script_of_class"]


class Script(Resource):
    """A script file of a project, named by its `resource_path`: Python, or Godot's with the Python beside it."""

    def python_file(self, loader: ResourceLoader) -> Path | None:
        """The Python file: the script itself, or for one of Godot's the `.py` beside it; None where there is none.

        Raises:
            ResourceError: it lies outside of the project's folder, or a link leads out of it.
        """
        root = _root_of(loader)
        file = (root / project_path(self.resource_path)).with_suffix(".py")
        if not file.is_file():
            return None
        check_inside(root, file, self.resource_path)
        return file

    def python_class(self, loader: ResourceLoader) -> type[Any] | None:
        """The Node or Resource class of the Python file, which is imported if it was not yet; None without such a file.

        It is the class whose name in snake case is the file's name, else the only one that the file defines.

        Raises:
            ScriptError: the file cannot be imported, or does not say which class is meant.
            ResourceError: it lies outside of the project's folder, or a link leads out of it.
        """
        file = self.python_file(loader)
        return None if file is None else _class_in(_module_of(file, _root_of(loader)), file, self.resource_path)


def read_script(file: Path, request: LoadRequest) -> Script:
    """The script at `file`, which is not looked into."""
    return Script()


def find_class_file(name: str, request: LoadRequest) -> type[Any] | None:
    """The class of that name, of the Python file that is named after it: `Ship` of `ship.py`, in the folder of the
    file that asks or in one above it, up to the project's; None where there is none.

    Only a file whose text has the line `class Ship` is imported.

    Raises:
        ScriptError: the file cannot be imported.
    """
    said = re.compile(rf"^class\s+{re.escape(name)}\b".encode(), re.MULTILINE)
    root = _root_of(request.loader)
    folder = (root / request.path.removeprefix("res://")).parent
    for place in (folder, *folder.parents):
        if not place.is_relative_to(root):
            break
        for file in sorted(place.glob("*.py")):
            is_named = _bare(file.stem) == _bare(name) and file.is_file() and file.resolve().is_relative_to(root)
            if is_named and said.search(file.read_bytes()):
                cls = vars(_module_of(file, root)).get(name)
                if isinstance(cls, type) and issubclass(cls, (Node, Resource)):
                    return cls
    return None


def script_of_class(cls: type, loader: ResourceLoader) -> str:
    """The project path of the Python file that a class can be had from, as "res://player.py"; "" where there is none.

    It is the file that defines the class, if that lies in the project and names no other class.
    """
    module = sys.modules.get(cls.__module__)
    file = None if module is None else _file_of(module)
    root = _root_of(loader)
    if module is None or file is None or not file.is_relative_to(root):
        return ""
    path = f"res://{file.relative_to(root).as_posix()}"
    try:
        return path if _class_in(module, file, path) is cls else ""
    except ScriptError:
        return ""


def _root_of(loader: ResourceLoader) -> Path:
    return loader.folder.resolve()


# --- which class ---


def _class_in(module: ModuleType, file: Path, path: str) -> type[Any]:
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, (Node, Resource)) and value.__module__ == module.__name__
    ]
    found = list(dict.fromkeys(found))
    named = [cls for cls in found if _bare(cls.__name__) == _bare(file.stem)]
    if len(named) == 1:
        return named[0]
    public = [cls for cls in found if not cls.__name__.startswith("_")]
    if len(public) == 1:
        return public[0]
    if not public:
        raise ScriptError(f"{path} - {file.name} defines no class that extends a node or a resource; write one")
    names = ", ".join(cls.__name__ for cls in public)
    raise ScriptError(
        f"{path} - {file.name} defines {len(public)} classes ({names}), none of them named as the file; "
        f"call the one that is meant {_camel(file.stem)}"
    )


def _bare(name: str) -> str:
    """A name without what tells CamelCase from snake_case: "Player2D" and "player_2d" are one."""
    return name.replace("_", "").lower()


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


# --- importing ---


def _module_of(file: Path, root: Path) -> ModuleType:
    """The module of a Python file of the project, imported when it is the first time."""
    real = file.resolve()
    for module in list(sys.modules.values()):
        if _file_of(module, real.name) == real:
            return module
    if str(root) not in sys.path:
        sys.path.append(str(root))
        importlib.invalidate_caches()
    try:
        return _import_as(_dotted_name(file, root), file) or _import_apart(file)
    except ScriptError:
        raise
    except SystemExit as error:
        raise ScriptError(
            f"{file} - ended itself (exit code {error.code}) while it was imported; "
            'put what runs it by itself below: if __name__ == "__main__":'
        ) from error
    except Exception as error:
        raise ScriptError(f"{file} - cannot be imported: {type(error).__name__}: {error}") from error


def _file_of(module: object, name: str = "") -> Path | None:
    """The source file of a module, behind links; None where it has none, or one not called `name`."""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py") or (name and os.path.basename(file) != name):
        return None
    return Path(os.path.realpath(file))


def _dotted_name(file: Path, root: Path) -> str:
    """The name under which `import` finds the file from the project's folder; "" where it has none of its own."""
    parts = file.with_suffix("").relative_to(root).parts
    if not all(part.isidentifier() and not keyword.iskeyword(part) for part in parts):
        return ""
    if parts[0] in sys.stdlib_module_names or not _belongs_to(root, sys.modules.get(parts[0]), parts[0]):
        return ""
    folder = root
    for part in parts[:-1]:
        folder /= part
        beginning = folder / "__init__.py"
        if beginning.exists() and not beginning.resolve().is_relative_to(root):
            return ""
    return ".".join(parts)


def _belongs_to(root: Path, module: ModuleType | None, name: str) -> bool:
    """Whether the outermost package or module of that name is the project's alone."""
    spec = getattr(module, "__spec__", None) if module is not None else find_spec(name)
    places = list(_places(module, spec))
    return bool(places) and all(Path(os.path.realpath(place)).is_relative_to(root) for place in places)


def _places(module: ModuleType | None, spec: Any) -> Iterator[str]:
    """Where a module or package is found: its file, and the folders that it is made of."""
    file = getattr(module, "__file__", None) or getattr(spec, "origin", None)
    if file:
        yield file
    yield from getattr(spec, "submodule_search_locations", None) or ()


def _import_as(name: str, file: Path) -> ModuleType | None:
    """Import a file under its own name; None where that name means another file."""
    spec = find_spec(name) if name else None
    if spec is None or spec.origin is None or Path(os.path.realpath(spec.origin)) != file.resolve():
        return None
    return importlib.import_module(name)


def _import_apart(file: Path) -> ModuleType:
    """Import a file under a name that nothing else has."""
    name = f"sapwood_script_{string_hash(str(file)):08x}_{''.join(c if c.isalnum() else '_' for c in file.stem)}"
    spec = spec_from_file_location(name, file, loader=SourceFileLoader(name, str(file)))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module
