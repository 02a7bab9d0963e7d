"""What the reference shows: the public names, and the module that each of them is documented with.

A name is public when a package lists it in its `__all__`: `engine`, a package directly below it, `nodes`, `scenes`, or
a server's package. So are the names of ALSO, those of a module that the docstring of a package names, as in
`engine.math.kernels`, and every type of ours that the signature or the annotation of something public names, since a
reader of the one asks for the other.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
import typing
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from types import FunctionType, ModuleType
from typing import Any

from pdoc import doc
from pdoc.doc_types import resolve_annotations

TOPS = ("engine", "nodes", "scenes", "servers")
ALSO = {
    "engine.app": "App|headless_app",
    "engine.core.contracts": "DebugSink|SceneSource|Server",
    "engine.pytest_plugin": "sapwood_.*|ShortNames",
}
"""Names that games and their tests use from a module itself: patterns of whole names."""

MODULE = re.compile(rf"`((?:{'|'.join(TOPS)})(?:\.[a-z]\w*)+)`")
PARTS = (
    "engine.tree.node_state.NodeState",
    "engine.tree.timers.Countdowns",
    "engine.tree.tween.tweens.Tweens",
    "servers.render.scene.canvas.canvas_item.CanvasItem",
)
"""Types that signatures name and that readers need not open: parts of another one, and opaque handles."""

FOR_GAMES = ("engine", "nodes")
"""The packages of which a game can import all that they give and take."""

UNIMPORTED = (
    "engine.core.connection.SignalOwner",
    "engine.resources.meshes.canvas_surface.CanvasSurface",
    "engine.resources.shading.canvas_shader.CanvasShader",
    "engine.resources.textures.texture_2d.Canvas",
    "engine.tree.world_2d.CanvasKey",
)
"""Types that these name all the same and that games only pass on: what renderers read, and what canvas items are."""


@dataclass
class Surface:
    """The public names, by package and by module."""

    roots: dict[str, dict[str, str]] = field(default_factory=dict)
    """For each package its public names, and the module that documents each."""
    pages: dict[str, list[str]] = field(default_factory=dict)
    """For each module that documents something the names, in the order of its source."""

    def add(self, module: str, name: str) -> bool:
        """Document a name with a module; whether that is new."""
        names = self.pages.setdefault(module, [])
        if name in names:
            return False
        names.append(name)
        return True

    def add_module(self, module: ModuleType) -> None:
        """Document everything that a module offers."""
        for name in _own_names(module):
            self.add(module.__name__, name)


def public_surface() -> Surface:
    """Import what is public, and list it."""
    surface = Surface()
    for package in _packages():
        homes = surface.roots[package.__name__] = {}
        for name in sorted(package.__all__):
            value = getattr(package, name)
            homes[name] = _home(name, value, package)
            if isinstance(value, ModuleType):
                surface.add_module(value)
            else:
                surface.add(homes[name], name)
        for name in MODULE.findall(package.__doc__ or ""):
            if is_module(name):
                surface.add_module(importlib.import_module(name))
    for module, pattern in ALSO.items():
        for name in filter(re.compile(pattern).fullmatch, vars(importlib.import_module(module))):
            surface.add(module, name)
    _add_named_types(surface)
    for module, names in surface.pages.items():
        order = list(vars(sys.modules[module]))
        names.sort(key=order.index)
    return surface


def types_without_home(surface: Surface) -> list[str]:
    """A line for each type that a name of FOR_GAMES gives or takes and that can be imported from no public place.

    A package that lists it is one, and so is a class that has it as an attribute, as an enum of its own.
    """
    homes = {(home, name) for names in surface.roots.values() for name, home in names.items()}
    homes |= {(module, name) for module in ALSO for name in surface.pages.get(module, ())}
    values = [vars(sys.modules[module]).get(name) for module, name in homes]
    within = {id(getattr(cls, name, None)) for cls in values if isinstance(cls, type) for name in dir(cls)}
    told: dict[str, str] = {}
    for package in FOR_GAMES:
        for name, home in surface.roots.get(package, {}).items():
            for found in _types_named_by(sys.modules[home], name):
                outermost = found.__qualname__.partition(".")[0]
                full = f"{found.__module__}.{outermost}"
                is_private = not is_ours(found) or outermost.startswith("_") or full in (*PARTS, *UNIMPORTED)
                if not is_private and (found.__module__, outermost) not in homes and id(found) not in within:
                    told.setdefault(
                        full, f"{full}: {package}.{name} names it and no package lists it - list it in engine"
                    )
    return list(told.values())


def is_module(name: str) -> bool:
    """Whether a dotted name is a module's."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # its parent is no package
        return False


def is_ours(value: object) -> bool:
    """Whether a class, a function or a module is defined in one of our packages."""
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(module, str) and module.partition(".")[0] in TOPS


def _packages() -> Iterator[ModuleType]:
    for top in TOPS:
        package = importlib.import_module(top)
        below = [each.name for each in pkgutil.iter_modules(package.__path__, f"{top}.") if each.ispkg]
        for each in (package, *map(importlib.import_module, below)):
            if hasattr(each, "__all__"):
                yield each


def _home(name: str, value: object, package: ModuleType) -> str:
    """The module that documents what a package lists: the one that defines it."""
    if isinstance(value, ModuleType):
        return value.__name__
    if (isinstance(value, type) or inspect.isroutine(value)) and is_ours(value):
        return str(value.__module__)
    return _origin(name, package)


def _origin(name: str, module: ModuleType) -> str:
    """The module that a constant comes from, through all imports."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and any(name in (each.name, each.asname) for each in node.names):
            return _origin(name, importlib.import_module(str(node.module)))
    return module.__name__


def _own_names(module: ModuleType) -> list[str]:
    listed: list[str] | None = getattr(module, "__all__", None)
    if listed is not None:
        return listed
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


def _add_named_types(surface: Surface) -> None:
    todo = [(module, name) for module, names in surface.pages.items() for name in names]
    while todo:
        module, name = todo.pop()
        for found in _types_named_by(sys.modules[module], name):
            outermost = found.__qualname__.partition(".")[0]
            if not is_ours(found) or outermost.startswith("_") or f"{found.__module__}.{outermost}" in PARTS:
                continue
            if surface.add(found.__module__, outermost):
                todo.append((found.__module__, outermost))


def _types_named_by(module: ModuleType, name: str) -> Iterator[type]:
    value = vars(module)[name]
    taken_from = (module.__name__, name)
    if isinstance(value, type):
        resolve_class(value)
        members = doc.Class(module.__name__, name, value, taken_from).members.values()
        shown = [each for each in members if not each.name.startswith("_") or each.name == "__init__"]
        for each in shown:
            yield from _types_of(each)
    elif isinstance(value, FunctionType):
        yield from _types_of(doc.Function(module.__name__, name, value, taken_from))


def _types_of(member: doc.Doc[Any]) -> Iterator[type]:
    if isinstance(member, doc.Variable):
        yield from _types_in(member.annotation)
    elif isinstance(member, doc.Function):
        yield from _types_in(member.signature.return_annotation)
        for parameter in member.signature.parameters.values():
            yield from _types_in(parameter.annotation)


def _types_in(annotation: object) -> Iterator[type]:
    """The classes that an annotation is made of."""
    if isinstance(annotation, list):
        for each in annotation:
            yield from _types_in(each)
    elif isinstance(annotation, typing.TypeVar):
        yield from _types_in(annotation.__bound__)
    else:
        if isinstance(annotation, type) and not typing.get_args(annotation):
            yield annotation
        for each in (typing.get_origin(annotation), *typing.get_args(annotation)):
            if each is not None:
                yield from _types_in(each)


def resolve_class(cls: type) -> None:
    """Prepare a class for pdoc; this process does nothing with it but describe it.

    Annotations become types, each in the module and class that wrote it: pdoc reads those of a base class in the module
    of the subclass, where the names mean nothing. `__orig_bases__`, which generic classes and their subclasses have,
    goes: pdoc takes what it lists for nearer than the class itself.
    """
    for base in filter(is_ours, cls.__mro__):
        if hasattr(base, "__orig_bases__"):
            setattr(base, "__orig_bases__", ())  # noqa: B010  # no checker knows the attribute
        for module, written in _annotations_of(base):
            where = f"{base.__module__}.{base.__qualname__}"
            names = dict(vars(base))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                # This runs what stands under TYPE_CHECKING, after which pdoc does not look for the class's own names.
                resolve_annotations(written, sys.modules[module], names, where)
            written.update(resolve_annotations(written, sys.modules[module], names, where))


def _annotations_of(cls: type) -> Iterator[tuple[str, dict[str, Any]]]:
    """The annotations of a class, its methods and its properties, and the modules that these were written in."""
    yield cls.__module__, vars(cls).get("__annotations__", {})
    for value in vars(cls).values():
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if isinstance(function, FunctionType) and function.__module__ in sys.modules:
            yield function.__module__, function.__annotations__
