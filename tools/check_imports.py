"""Check that imports point down: which package may import which, and where each library may be used.

    python tools/check_imports.py [FOLDER]

Walks the syntax tree of every module of engine, nodes, servers and scenes. An import that only a type checker sees
counts, and so does one inside a function, which is allowed in few modules at all. Prints one line for each violation,
`servers/render/server.py:12: servers may not import engine.tree.node`, and ends with exit code 1 if there is one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("engine", "nodes", "servers", "scenes")

# What each layer may import besides itself, the longest prefix deciding. "servers.*" is the package root of a server:
# servers.render, not servers.render.gl.
EVERYTHING = ("engine", "nodes", "servers", "scenes")
LAYERS: dict[str, tuple[str, ...]] = {
    "engine": EVERYTHING,
    "engine.__main__": ("engine.cli",),
    "engine.app": EVERYTHING,
    "engine.cli": EVERYTHING,
    "engine.pytest_plugin": EVERYTHING,
    "engine.game": ("nodes", "engine.tree", "engine.resources", "engine.input", "engine.core", "engine.math"),
    "engine.loop": ("engine.tree", "engine.input", "engine.core", "engine.math"),
    "engine.testing": ("engine.tree", "engine.input", "engine.core", "engine.math"),
    "engine.tree": ("engine.input", "engine.core", "engine.math"),
    "engine.input": ("engine.core", "engine.math"),
    "engine.resources": ("engine.core", "engine.math"),
    "engine.core": ("engine.math",),
    "engine.math": (),
    "nodes": ("servers.*", "engine.tree", "engine.input", "engine.resources", "engine.core", "engine.math"),
    "servers": ("engine.resources", "engine.input", "engine.core", "engine.math"),
    "scenes": ("nodes", "engine.tree", "engine.input", "engine.resources", "engine.core", "engine.math"),
}

# Where each library may be imported; an empty prefix is anywhere. A library that is not here is not a dependency.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "PIL": ("engine.resources.loaders",),
    "blinker": ("engine.core.signal",),
    "enet": ("servers.multiplayer",),
    "freetype": ("servers.text",),
    "miniaudio": ("servers.audio", "engine.resources.loaders"),
    "moderngl": ("servers.render.gl", "servers.display"),
    "numpy": ("",),
    "pyclipper": ("engine.math.geometry.polygon_clipping",),
    "pyfastnoiselite": ("engine.resources.noise.fast_noise_lite",),
    "pygltflib": ("engine.resources.loaders.gltf",),
    "pyglet": ("servers.display",),
    "pymunk": ("servers.physics_2d",),
    "pyrr": ("engine.math.projection",),
    "pytest": ("engine.pytest_plugin",),
    "rapier3d": ("servers.physics_3d",),
    "resvg_py": ("engine.resources.loaders.svg_drawing",),
    "rich": ("engine.cli",),
    "typer": ("engine.cli",),
    "uharfbuzz": ("servers.text",),
}

# Where an import may stand inside a function, besides engine/__init__.py, and where the name of a module may be
# computed, besides some __init__.py. A plain import_module("name") may be called anywhere, to put off what is dear
# until it is needed: it is checked like a statement.
FUNCTION_LEVEL = ("engine.app", "engine.cli")
COMPUTED = ("engine.app", "engine.cli", "engine.core.absent_names", "engine.resources.loaders", "scenes.scripts")
COMPUTED_IN_INIT = ("engine", "engine.math", "nodes")


@dataclass(frozen=True, order=True)
class Violation:
    """One import that is not allowed; `str()` is the line to print."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


@dataclass(frozen=True)
class Module:
    """One source file: its name as it is imported, whether it is a package's `__init__`, its path and its text."""

    name: str
    is_package: bool
    path: str
    source: str

    @property
    def package(self) -> str:
        """What a relative import starts from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


def main(arguments: list[str]) -> int:
    """Check the tree below the folder named, or below the one that holds `tools/`; give the exit code."""
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    found = check(root)
    for violation in found:
        print(violation)
    return 1 if found else 0


def check(root: Path) -> list[Violation]:
    """All violations below `root`, in the order of file and line."""
    modules = list(read_modules(root))
    known = frozenset(module.name for module in modules)
    return sorted(violation for module in modules for violation in check_module(module, known))


def read_modules(root: Path) -> Iterator[Module]:
    """Every module of the four packages below `root`."""
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            yield Module(name, is_package, file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))


def check_module(module: Module, known: frozenset[str]) -> Iterator[Violation]:
    """Violations in one module; `known` are the names of all our modules, to tell `from package import module`."""
    try:
        tree = ast.parse(module.source)
    except SyntaxError as error:
        yield Violation(module.path, error.lineno or 1, f"not readable as Python: {error.msg}")
        return
    if _layer_of(module.name) == "engine" != module.name:
        yield Violation(module.path, 1, f"{module.name} has no layer; give it a line in LAYERS of check_imports.py")
    for node, in_function in _walk(tree, in_function=False):
        if isinstance(node, ast.Call):
            targets = _targets_of_call(node)
            if not targets and not (module.name in COMPUTED_IN_INIT or _is_below(module.name, COMPUTED)):
                yield Violation(module.path, node.lineno, f"{module.name} may not import by a computed name")
        else:
            targets = _targets(node, module, known)
            if in_function and not (module.name == "engine" or _is_below(module.name, FUNCTION_LEVEL)):
                yield Violation(module.path, node.lineno, f"{module.name} may not import inside a function")
        for target in sorted(targets):
            reason = _refusal(module.name, target)
            if reason:
                yield Violation(module.path, node.lineno, reason)


def _walk(node: ast.AST, in_function: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom | ast.Call, bool]]:
    """The import statements and the calls that import, and whether each stands in a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom) or (isinstance(child, ast.Call) and _is_import_call(child)):
            yield child, in_function
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _walk(child, in_function or is_function)


def _targets(node: ast.Import | ast.ImportFrom, module: Module, known: frozenset[str]) -> set[str]:
    """The modules that the statement imports, with absolute names."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    base = node.module or ""
    if node.level:
        start = module.package.split(".")
        start = start[: len(start) - (node.level - 1)]
        base = ".".join([*start, *([node.module] if node.module else [])])
    return {f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base for alias in node.names}


def _refusal(importer: str, target: str) -> str:
    """Why `importer` may not import `target`, or ""."""
    top = target.partition(".")[0]
    if _is_standard(top):
        return ""
    if top in PACKAGES:
        layer = _layer_of(importer)
        if _crosses_servers(importer, target):
            return f"{'.'.join(importer.split('.')[:2])} may not import {target}"
        allowed = layer == _layer_of(target) or _allows(LAYERS[layer], target)
        return "" if allowed else f"{layer} may not import {target}"
    homes = LIBRARIES.get(top)
    if homes is None:
        return f"{importer} may not import {top}, which is not a dependency of the project"
    if "" in homes or _is_below(importer, homes):
        return ""
    return f"{importer} may not import {top}; only {' and '.join(homes)} may"


def _is_standard(top: str) -> bool:
    return top in sys.stdlib_module_names or top == "_typeshed"


def _layer_of(name: str) -> str:
    while name not in LAYERS:
        name = name.rpartition(".")[0]
    return name


def _crosses_servers(importer: str, target: str) -> bool:
    """Whether one server, or the package that holds them, imports another server."""
    mine, theirs = importer.split("."), target.split(".")
    return mine[0] == theirs[0] == "servers" and mine[:2] != theirs[:2]


def _allows(allowed: tuple[str, ...], target: str) -> bool:
    for prefix in allowed:
        if prefix.endswith(".*"):
            if target.startswith(prefix[:-1]) and target.count(".") == prefix.count("."):
                return True
        elif _is_below(target, (prefix,)):
            return True
    return False


def _is_below(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes)


def _is_import_call(call: ast.Call) -> bool:
    called = call.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    return name in ("__import__", "import_module")


def _targets_of_call(call: ast.Call) -> set[str]:
    """What `import_module("a.b")` imports; nothing where the name is computed."""
    match call.args:
        case [ast.Constant(value=str(target)), *_]:
            return {target}
    return set()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
