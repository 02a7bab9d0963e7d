"""Import the Python script that is a game, or a folder's `game.py`.

It is imported under a module name that nothing else has, so a
script may be called `nodes.py` or `random.py`; its folder comes after everything else on `sys.path`, so the modules
beside it are found and hide nothing. What starts the game is, in this order: the function `main`, the Node subclass
named `Main`, the only Node subclass that the script defines.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import ScriptError
from engine.core.registry import node_types, resource_types
from engine.game.game_path import GAME_FILE, find_game
from engine.game.report import describe_error, has_own_frames, shown_path
from engine.tree.node import Node

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from types import ModuleType

    from engine.game.project_settings import ProjectSettings


class Script:
    """An imported script.

    Attributes:
        path: of its file, absolute.
        folder: that of the file, which is the project's.
        title: of the window.
        settings: of the `project.godot` beside it; None where there is none.
        module: what the import made of it.
        entry: what starts the game, a callable or a Node subclass.
    """

    settings: ProjectSettings | None = None

    def __init__(self, path: Path, module: ModuleType, new_on_path: bool, modules_before: frozenset[str]) -> None:
        """Wrap an imported `module`; `load_script` makes these."""
        self.path = path
        self.folder = path.parent
        self.title = title_of(self.folder.name if path.name == GAME_FILE else path.stem)
        self.module = module
        self.entry: Callable[..., Any] | type[Node] = find_entry(module, path)
        self._new_on_path = new_on_path
        self._modules_before = modules_before

    @property
    def window_size(self) -> tuple[int, int] | None:
        """Width and height of the window, in points, as the project says; None where there is no project."""
        return None if self.settings is None else self.settings.view.window_size

    def unload(self) -> None:
        """Forget the script's modules and take its folder off `sys.path`, so that another game may use the names."""
        forget_modules(self.module.__name__, self.folder, self._new_on_path, self._modules_before)


def title_of(name: str) -> str:
    """What a window is called that shows the game of a file or folder of that name."""
    return name.replace("_", " ").capitalize()


def find_script(path: str | os.PathLike[str]) -> Path:
    """The script that `path` names, absolute.

    Raises:
        ScriptError: there is no such file or folder, no `game.py` in the folder, or the file is no Python script.
        InvalidTypeError: `path` is no path.
    """
    script = find_game(path)
    if script.suffix != ".py":
        raise ScriptError(f"{Path(path)}: this is no Python script - name a .py file, or a folder with a {GAME_FILE}")
    return script


def load_script(path: str | os.PathLike[str], settings: ProjectSettings | None = None) -> Script:
    """Import the script that `path` names and find what starts the game.

    Args:
        path: of the script, or of a folder with a `game.py`.
        settings: of the project that it is the game of.

    Raises:
        ScriptError: there is no script, it does not import, or it holds nothing to start; the text is for its author,
            the original error is the cause.
    """
    script = find_script(path)
    name = "sapwood_script_" + re.sub(r"\W", "_", script.stem)
    before = frozenset(sys.modules)
    new_on_path = str(script.parent) not in sys.path
    if new_on_path:
        sys.path.append(str(script.parent))
    try:
        made = Script(script, _import(script, name), new_on_path, before)
    except BaseException:
        forget_modules(name, script.parent, new_on_path, before)
        raise
    made.settings = settings
    if settings is not None and settings.title:
        made.title = settings.title
    return made


def find_entry(module: ModuleType, path: Path) -> Callable[..., Any] | type[Node]:
    """What starts the game in an imported script.

    Raises:
        ScriptError: there is nothing, or several Node classes without a hint; the text lists what was found.
    """
    main = getattr(module, "main", None)
    if callable(main) and not isinstance(main, type):
        return main  # type: ignore[no-any-return]  # a module's attributes have no types
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Node) and value.__module__ == module.__name__
    ]
    named = getattr(module, "Main", None)
    if isinstance(named, type) and issubclass(named, Node):
        return named
    if len(classes) == 1:
        return classes[0]
    where = shown_path(path)
    if classes:
        found = ", ".join(f"{cls.__name__} (line {_line_of(cls)})" for cls in classes)
        raise ScriptError(
            f"{where}: which node is the game? It defines {len(classes)} - {found} - "
            "call one of them Main, or write a function main(tree)"
        )
    others = [
        f"{name} (a class that is no Node)" if isinstance(value, type) else name
        for name, value in vars(module).items()
        if (inspect.isfunction(value) or isinstance(value, type)) and value.__module__ == module.__name__
    ]
    found = f"it defines {', '.join(others)}" if others else "it defines no class and no function"
    raise ScriptError(f"{where}: there is no game in it - {found} - write a function main(tree), or a class Main(Node)")


def call_main(main: Callable[..., Any], tree: Any, args: tuple[str, ...]) -> Any:
    """Call a game's `main(tree)`, or `main(tree, ...)` with the game's arguments where it has parameters for them.

    Raises:
        ScriptError: its parameters do not fit.
    """
    try:
        signature = inspect.signature(main)
    except (TypeError, ValueError):
        return main(tree)
    where, name = _place_of(main), getattr(main, "__name__", "main")
    if inspect.iscoroutinefunction(main):
        raise ScriptError(f"{where}: {name}() is async - write it as a plain function")
    positional = [p for p in signature.parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    takes_rest = any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values())
    if not positional and not takes_rest:
        raise ScriptError(f"{where}: {name}() takes no argument - write def {name}(tree)")
    given = (tree, *args) if takes_rest or len(positional) > 1 else (tree,)
    try:
        signature.bind(*given)
    except TypeError as error:
        parameters = ", ".join(signature.parameters)
        raise ScriptError(
            f"{where}: {name}({parameters}) does not fit the arguments {list(args)} ({error}) - "
            "give them after --, one for each parameter that follows the tree"
        ) from error
    return main(*given)


def make_main(main: type[Node]) -> Node:
    """Make the node of a game's class.

    Raises:
        ScriptError: it cannot be made without arguments, or is abstract.

    What its constructor raises goes through unchanged.
    """
    try:
        return main()
    except TypeError as error:
        if has_own_frames(error):
            raise
        raise ScriptError(
            f"{_place_of(main)}: {main.__name__} cannot be made: {error} - it is made without arguments; where that "
            "cannot be, write a function main(tree)"
        ) from None


def _import(script: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SystemExit as error:
        raise ScriptError(
            f"{shown_path(script)}: it ended itself (exit code {error.code}) while it was imported - "
            'put what runs it by itself below: if __name__ == "__main__":'
        ) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ScriptError(f"{shown_path(script)} cannot be imported\n{describe_error(error)}") from error
    return module


def forget_modules(name: str, folder: Path, new_on_path: bool, modules_before: frozenset[str]) -> None:
    """Take a script out of `sys.modules`, and its folder off the path with all that was imported through it.

    Their classes are no types of scene files any more. A folder that was on the path before the script came stays,
    with its modules: others may use them.
    """
    forgotten = {name}
    if new_on_path:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
        forgotten |= {
            imported
            for imported, module in list(sys.modules.items())
            if imported not in modules_before and _home_of(imported.partition(".")[0], module) == folder
        }
    for imported in forgotten:
        sys.modules.pop(imported, None)
    for types in (node_types, resource_types):  # which hold them until they are collected, some time
        types.forget(forgotten)


def _home_of(top: str, module: ModuleType) -> Path | None:
    """The folder on `sys.path` that a module was found in, by the folder or file of its outermost package `top`."""
    outermost = sys.modules.get(top, module)
    file = getattr(outermost, "__file__", None)
    if file is not None:
        path = Path(file)
        return path.parent.parent if path.stem == "__init__" else path.parent
    locations = list(getattr(outermost, "__path__", ()))
    return Path(locations[0]).parent if locations else None


def _place_of(thing: Any) -> str:
    """The file and line of a function or a class; of anything else, such as a `functools.partial`, what it is."""
    try:
        file = inspect.getsourcefile(thing)
    except TypeError:
        file = None
    return f"{shown_path(file)}:{_line_of(thing)}" if file else repr(thing)


def _line_of(thing: Any) -> int | str:
    try:
        return inspect.getsourcelines(thing)[1]
    except (OSError, TypeError):
        return "?"
