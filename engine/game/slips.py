"""What an application tells people of slips in their game that raise nothing: names, and nodes that cannot work so.

An editor shows what nodes say of how they are set up (`get_configuration_warnings`); who writes a game without one is
told by the application, or a body without a shape would fall through everything without a word. It looks now and then:
what nodes of the engine's say at two looks one after another is logged, each text once for a class. What a game's own
classes say is for editors, and so is advice about what works as it is (`_editor_advice`).

Cost: at each look, a walk through the tree, and the question to the first hundred nodes of each class that answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.engine_classes import engine_base
from engine.core.log import get_logger
from engine.game.misspelt_names import MOST_NODES, MisspeltNames
from engine.tree.lifecycle import subtree
from engine.tree.node import Node

if TYPE_CHECKING:
    from engine.tree.scene_tree import SceneTree

__all__ = ["Slips"]


class Slips:
    """What one application has found until now."""

    def __init__(self) -> None:
        self._names = MisspeltNames()
        self._said: set[tuple[int, str]] = set()  # at the last look: a node's number, and a text
        self._told: set[tuple[type, str]] = set()

    def tell(self, tree: SceneTree) -> None:
        """Look at the nodes of a tree, and log what is new."""
        self._names.tell(tree)
        if not tree.edit_mode:
            self._look_at_all(tree)

    def _look_at_all(self, tree: SceneTree) -> None:
        before, self._said = self._said, set()
        left: dict[type, int] = {}
        for node in subtree(tree.root):
            cls = type(node)
            if cls.get_configuration_warnings is Node.get_configuration_warnings:
                continue
            left[cls] = left.get(cls, MOST_NODES) - 1
            if left[cls] < 0:
                continue
            base = engine_base(cls)
            advice = base._editor_advice(node)
            for text in base.get_configuration_warnings(node):
                if text in advice:
                    continue
                self._said.add((node.id, text))
                if (node.id, text) in before and (cls, text) not in self._told:
                    self._told.add((cls, text))
                    get_logger("tree").warning(f"{node._where()}: {' '.join(text.split())}")
