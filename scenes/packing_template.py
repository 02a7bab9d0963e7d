"""PackingTemplate: the document that nodes were made from, while they are packed again.

It tells which section a node came from, what the file alone makes of that section (so that whatever still is like that
keeps its text, however it is spelled), and which sections stay although nothing could be made of them.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from scenes.instantiation import node_below, node_by_ids, run_all
from scenes.scene_outline import SceneOutline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tree.node import Node
    from scenes.packed_scene import PackedScene
    from scenes.scene_outline import NodeEntry
    from scenes.scene_plan import ScenePlan
    from scenes.text import Document, Section

__all__ = ["PackingTemplate"]

_FRONT, _END = -1, -2  # in the place of the id of a section


class PackingTemplate:
    """The sections of a scene's nodes, and the nodes that take them over.

    Args:
        scene: the scene that has them; None for no template.
        scripts: whether classes of the game may be used.
    """

    def __init__(self, scene: PackedScene | None, scripts: bool) -> None:
        self.scene = scene
        self.document: Document | None = None if scene is None else scene.document
        self._scripts = scripts
        self._outline = None if self.document is None else SceneOutline(self.document)
        self.entries: list[NodeEntry] = [] if self._outline is None else self._outline.entries
        self._numbers = {id(each.section): number for number, each in enumerate(self.entries)}
        self._nodes: dict[int, Node] = {}
        self._sections: dict[int, Section] = {}
        self._made: list[Any] | None = None
        self._by_id: dict[Any, dict[int, Any]] = {}
        self._below: dict[int, list[NodeEntry]] | None = None
        self._own: set[int] | None = None

    def free(self) -> None:
        """Free the nodes that were made to compare with."""
        if self._made:
            self._made[0].free()

    # --- which node has which section ----------------------------------------------------------

    def entry_of(self, node: Node) -> NodeEntry | None:
        """The entry that a node was made from."""
        info = node._scene_info
        number = None if info is None else self._numbers.get(id(info.section))
        return None if number is None else self.entries[number]

    def entry_at(self, path: str) -> NodeEntry | None:
        """The entry at a path."""
        number = None if self._outline is None else self._outline.by_path.get(path)
        return None if number is None else self.entries[number]

    def locate(self, path: str) -> tuple[NodeEntry, tuple[str, ...]]:
        """The nearest entry on a path, and the names from there."""
        assert self._outline is not None
        number, inner = self._outline.locate(path)
        return self.entries[number], inner

    def plain_below(self, entry: NodeEntry) -> list[NodeEntry]:
        """The entries right below one that make a node of their own."""
        if self._below is None:
            self._below = {}
            for each in self.entries:
                if not (each.inner or each.is_override or each.is_instance):
                    self._below.setdefault(each.above, []).append(each)
        return self._below.get(self._numbers[id(entry.section)], [])

    def take(self, entry: NodeEntry, node: Node) -> bool:
        """Let a node have an entry; False where another has it."""
        number = self._numbers[id(entry.section)]
        return self._nodes.setdefault(number, node) is node

    def node_of(self, entry: NodeEntry) -> Node | None:
        """The node that has an entry."""
        return self._nodes.get(self._numbers[id(entry.section)])

    def write(self, entry: NodeEntry, section: Section) -> None:
        """Note what becomes of an entry's section."""
        self._sections[self._numbers[id(entry.section)]] = section

    def take_back(self, entry: NodeEntry) -> None:
        """Note that nothing becomes of an entry's section after all."""
        del self._sections[self._numbers[id(entry.section)]]

    def written(self, entry: NodeEntry) -> Section | None:
        """What became of an entry's section."""
        return self._sections.get(self._numbers[id(entry.section)])

    def hand_over(self) -> None:
        """Let the nodes that were made from a section be of the one that took its place from now on."""
        for number, section in self._sections.items():
            info = self._nodes[number]._scene_info
            if info is not None and info.section is self.entries[number].section:
                info.section = section

    # --- what the file makes of it -------------------------------------------------------------

    def plan(self) -> ScenePlan:
        """The plan of the template."""
        assert self.scene is not None
        return self.scene._plan(self._scripts)

    def resolved(self, value: Any) -> Any:
        """A value of the template, with resources in the place of references."""
        return self.plan().builder.value(value)

    def made(self, entry: NodeEntry | None) -> Any:
        """The node that the file alone makes of an entry; None where nothing comes of it."""
        if entry is None:
            return None
        if self._made is None:
            try:
                self._made = run_all(self.plan())
            except Exception:  # noqa: BLE001  # whatever the game's classes raise, all counts as changed then
                self._made = []
        number = self._numbers[id(entry.section)]
        return self._made[number] if number < len(self._made) else None

    def made_at(self, path: str, ids: Sequence[int] = ()) -> Any:
        """The node that the file alone makes at a path, or else at the end of a chain of unique ids."""
        entry, inner = self.locate(path)
        found = node_below(self.made(entry), inner)
        return node_by_ids(self.made(self.entries[0]), ids, self._by_id) if found is None and ids else found

    def is_orphan(self, entry: NodeEntry) -> bool:
        """Whether the file makes nothing of an entry whose surroundings are here, since what it stood on is gone."""
        while self.made(entry) is None and entry.above >= 0:
            entry = self.entries[entry.above]
            if self.node_of(entry) is not None:
                return True
        return False

    def never_was(self, path: str) -> bool:
        """Whether the file makes nothing at a path, though what is above it there is here."""
        entry, inner = self.locate(path)
        if self.node_of(entry) is None:
            return self.is_orphan(entry)
        return bool(inner) and node_below(self.made(entry), inner) is None

    def has(self, section: Section) -> bool:
        """Whether a section is one of the template itself."""
        if self._own is None:
            self._own = set() if self.document is None else {id(each) for each in self.document.sections}
        return id(section) in self._own

    # --- in which order ------------------------------------------------------------------------

    def ordered(self, sections: list[Section]) -> list[Section]:
        """The sections of the nodes in the order of the file, where no node has another place than the file gives it.

        Files need not go through the tree from top to bottom, and an `index` may change places. Where nodes were moved,
        all stand in the order of the tree.

        Args:
            sections: in the order of the tree.
        """
        numbers = {id(section): number for number, section in self._sections.items()}
        found = [numbers[id(each)] for each in sections if id(each) in numbers]
        if all(a < b for a, b in pairwise(found)) or not self._is_in_place(found):
            return sections
        keys = []
        last = 0
        for section in sections:
            last = numbers.get(id(section), last)
            keys.append(last)
        order = sorted(range(len(sections)), key=keys.__getitem__)
        return [sections[each] for each in order]

    def with_unknown(self, sections: list[Section]) -> list[Section]:
        """With the sections of kinds that nobody here knows: behind the node that they stood behind, or else behind
        the resources or at the end.
        """
        following: dict[int, list[Section]] = {}
        behind = _FRONT
        for section in () if self.document is None else self.document.sections[1:]:
            if section.kind == "node":
                written = self._sections.get(self._numbers[id(section)])
                behind = behind if written is None else id(written)
            elif section.kind in ("connection", "editable"):
                behind = _END
            elif section.kind not in ("ext_resource", "sub_resource"):
                following.setdefault(behind, []).append(section)
        if not following:
            return sections
        made = [each for section in sections for each in (section, *following.get(id(section), ()))]
        return [*following.get(_FRONT, ()), *made, *following.get(_END, ())]

    def _is_in_place(self, numbers: list[int]) -> bool:
        """Whether nodes, in the order of the tree, have the parents and the order that the file gives them."""
        last: dict[Any, int] = {}
        for number in numbers:
            node: Any = self._nodes[number]
            entry = self.entries[number]
            made = self.made(entry)
            if number == 0:
                continue
            if made is None or node._parent is None or made.get_index() < last.get(node._parent, 0):
                return False
            last[node._parent] = made.get_index()
            above = self.entries[entry.above]
            if node._parent is not self.node_of(above) if not entry.inner else node._parent._name != entry.inner[-1]:
                return False
        return True
