"""What tests of games are written with, besides the fixtures of engine.pytest_plugin; nothing here needs pytest.

    User(tree)                 presses keys, clicks and types, and lets frames pass
    assert_tree(tree, text)    compares nodes, and the properties that the text names, with a text
    tree_text(tree)            that text, to begin with
    find_orphans()             nodes that somebody holds outside any tree

Each name is imported when it is first used, so that the plugin, which is loaded in every project, costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.testing.leaks import find_orphans as find_orphans
    from engine.testing.leaks import unfinished_coroutines as unfinished_coroutines
    from engine.testing.structure import assert_tree as assert_tree
    from engine.testing.structure import tree_text as tree_text
    from engine.testing.user import User as User

if not TYPE_CHECKING:  # a checker that saw this function would accept any name
    __all__ = ["User", "assert_tree", "find_orphans", "tree_text", "unfinished_coroutines"]

    def __getattr__(name: str) -> Any:
        """Import a name when it is first asked for."""
        if name == "User":
            return import_module("engine.testing.user").User
        if name in ("assert_tree", "tree_text"):
            return getattr(import_module("engine.testing.structure"), name)
        if name in ("find_orphans", "unfinished_coroutines"):
            return getattr(import_module("engine.testing.leaks"), name)
        raise AttributeError(f"module 'engine.testing' has no attribute {name!r}", name=name)
