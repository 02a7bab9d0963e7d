"""The model's structure: nodes that come, go and move, their names and owners.

Entering is a walk down, getting ready a walk back up, leaving a walk up in reverse; each over what the children are
when the walk comes to a node, skipping who has gone or has been there already. Errors of callbacks are collected, and
the first leaves at the end.
"""

from __future__ import annotations

from tests.fuzz.model_node import Boom, ModelNode, Refused, free_name
from tests.fuzz.model_walks import ModelWalks


class ModelStructure(ModelWalks):
    """Everything that changes who is whose child."""

    # --- structure -------------------------------------------------------------------------------

    def add_child(self, parent: ModelNode, node: ModelNode, index: int | None = None) -> None:
        if parent.freed or node.freed or node.parent is not None or node is self.root or node.has_below(parent):
            raise Refused
        if parent.leaving or parent.dying or node.leaving or node.dying:
            raise Refused
        parent.children.insert(self.place(index, len(parent.children)), node)
        node.name = free_name(node.name or node.kind.name, [each for each in parent.children if each is not node])
        node.parent = parent
        errors: list[Boom] = []
        enters = parent.tree is not None
        if enters:
            self.busy += 1
            self.enter(node, errors)
            if node.parent is not None and node.parent.ready_passed:
                self.get_ready(node, errors)
            self.tell("tree_changed", errors)
            self.busy -= 1
        self.emit(parent, "child_order_changed", errors)
        (self.settle if enters else self.let_out)(errors)

    @staticmethod
    def place(index: int | None, count: int) -> int:
        """A place among `count` children that another one may take, negative ones from the end."""
        if index is None:
            return count
        place = index + count + 1 if index < 0 else index
        if not 0 <= place <= count:
            raise Refused
        return place

    def enter(self, node: ModelNode, errors: list[Boom]) -> None:
        parent = node.parent
        assert parent is not None
        node.tree = self
        node.ready_passed = False
        node.told = None
        node.settled = False
        node.entries += 1
        entry = node.entries
        self.call(node, "enter", errors)
        if self.is_inside(node, entry):
            self.emit(node, "tree_entered", errors)
        if self.is_inside(node, entry):
            self.tell("node_added", errors, node.number)
        if self.is_inside(node, entry) and node.parent is not None:
            self.emit(node.parent, "child_entered_tree", errors, node.number)
        for child in list(node.children):
            if child.parent is node and node.tree is self and child.tree is None:
                self.enter(child, errors)

    def is_inside(self, node: ModelNode, entry: int) -> bool:
        """Whether a node is in the tree, and has not left and come again since it entered for the `entry`th time."""
        return node.tree is self and node.entries == entry

    def get_ready(self, node: ModelNode, errors: list[Boom]) -> None:
        if node.tree is None or node.ready_passed:
            return
        node.ready_passed = True
        for child in list(node.children):
            if child.parent is node:
                self.get_ready(child, errors)
        if node.tree is None or not node.ready_passed or node.is_ready:
            return
        node.is_ready = True
        if node.kind.is_timer and node.autostart:
            self.start(node)
            node.autostart = False
        self.call(node, "ready", errors)
        self.emit(node, "ready_signal", errors)

    def leave(self, node: ModelNode, errors: list[Boom]) -> None:
        node.leaving = True
        for child in list(reversed(node.children)):
            if child.parent is node and child.tree is self and not child.leaving:
                self.leave(child, errors)
        self.call(node, "exit", errors)
        self.emit(node, "tree_exiting", errors)
        self.tell("node_removed", errors, node.number)
        if node.parent is not None:
            self.emit(node.parent, "child_exiting_tree", errors, node.number)
        node.tree = None
        node.leaving = node.ready_passed = node.settled = False
        self.leave_walks(node)
        for name in node.groups:
            self.leave_group_calls(node, name)

    def detach(self, node: ModelNode) -> None:
        """Take a node from its parent, and out of the tree."""
        parent = node.parent
        assert parent is not None
        errors: list[Boom] = []
        leaves = node.tree is not None
        if leaves:
            self.busy += 1
            self.leave(node, errors)
            self.busy -= 1
        parent.children.remove(node)
        node.parent = None
        for each in node.subtree():
            if each.owner is not None and not each.owner.has_below(each):
                each.owner = None
        if leaves:
            self.tell("tree_changed", errors)
        self.emit(parent, "child_order_changed", errors)
        for each in reversed(list(node.subtree())) if leaves else ():
            self.emit(each, "tree_exited", errors)
        (self.settle if leaves else self.let_out)(errors)

    @staticmethod
    def holds_leaving(node: ModelNode) -> bool:
        """Whether a node or one below it is leaving right now."""
        return any(each.leaving for each in node.subtree())

    def remove_child(self, parent: ModelNode, node: ModelNode) -> None:
        if parent.freed or node.parent is not parent or self.holds_leaving(node):
            raise Refused
        self.detach(node)

    def move_child(self, parent: ModelNode, node: ModelNode, index: int) -> None:
        if parent.freed or node.parent is not parent:
            raise Refused
        others = [each for each in parent.children if each is not node]
        others.insert(self.place(index, len(others)), node)
        if others == parent.children:
            return
        parent.children[:] = others
        self.shuffled = self.shuffled or bool(self.walk)
        if parent.tree is not None:
            self.tell_at_once("tree_changed")
        self.emit_at_once(parent, "child_order_changed")

    def reparent(self, node: ModelNode, parent: ModelNode) -> None:
        old = node.parent
        if old is None:
            raise Refused
        if parent is old:
            return
        if parent.freed or node.has_below(parent) or parent.leaving or parent.dying:
            raise Refused
        owners = [(each, each.owner) for each in node.subtree() if each.owner is not None]
        errors: list[Boom] = []
        self.collect(lambda: self.remove_child(old, node), errors)
        try:
            if not node.freed and node.parent is None:  # otherwise a callback has taken it elsewhere
                self.collect(lambda: self.add_child(parent, node), errors)
                if node.parent is parent:
                    self.restore(node, owners)
        except Refused:
            self.let_out(errors)
            raise
        self.let_out(errors)

    def restore(self, top: ModelNode, owners: list[tuple[ModelNode, ModelNode]]) -> None:
        """Give back the owners that are still above; `top` gets a name that is still unique there."""
        for each, owner in owners:
            if each.owner is None and owner is not each and owner.has_below(each):
                other = self.unique_in(owner, each.name)
                if each is top and each.unique and other is not None and top.parent is not None:
                    taken = [one.name for one in owner.subtree() if one.owner is owner and one.unique]
                    each.name = free_name(each.name, [one for one in top.parent.children if one is not each], *taken)
                self.set_owner(each, owner)

    def free(self, node: ModelNode) -> None:
        if node is self.root and not node.freed:
            raise Refused
        if node.freed or node.leaving or node.dying:
            return
        parent = node.parent
        if parent is None:
            self.release(node)
        elif node.tree is None:
            parent.children.remove(node)
            self.release(node)
            self.emit_at_once(parent, "child_order_changed")
        elif self.holds_leaving(node):
            self.queue_free(node)
        else:
            node.dying = True
            try:
                self.detach(node)
            finally:
                self.release(node)

    def release(self, top: ModelNode) -> None:
        for node in list(top.subtree()):
            node.freed = True
            for signal in self.script.model_nodes():
                signal.receivers[:] = [each for each in signal.receivers if each[0] is not node]
        for node in list(top.subtree()):
            node.receivers.clear()
            node.parent = node.owner = None
        for node in list(top.subtree()):
            node.children = []

    def queue_free(self, node: ModelNode) -> None:
        if node.freed or node.queued:
            return
        if node.tree is None:
            self.free(node)
        elif node is self.root:
            raise Refused
        else:
            node.queued = True
            self.doomed.append(node)
            self.drop_outs()

    # --- names and owners ------------------------------------------------------------------------

    def rename(self, node: ModelNode, name: str) -> None:
        if node.freed or not name:
            raise Refused
        if name == node.name:
            return
        siblings = [each for each in node.parent.children if each is not node] if node.parent is not None else []
        name = free_name(name, siblings)
        if name == node.name:
            return
        if node.unique and node.owner is not None and self.unique_in(node.owner, name) is not None:
            raise Refused
        node.name = name
        self.emit_at_once(node, "renamed")
        if node.tree is not None:
            self.tell_at_once("tree_changed")

    @staticmethod
    def unique_in(owner: ModelNode, name: str) -> ModelNode | None:
        """The node that is unique in `owner` under that name."""
        return next((n for n in owner.subtree() if n.owner is owner and n.unique and n.name == name), None)

    def set_owner(self, node: ModelNode, owner: ModelNode | None) -> None:
        if node.freed:
            raise Refused
        if owner is not None:
            if owner is node or not owner.has_below(node):
                raise Refused
            other = self.unique_in(owner, node.name)
            if node.unique and other is not None and other is not node:
                raise Refused
        node.owner = owner

    def set_unique(self, node: ModelNode, unique: bool) -> None:
        if node.freed:
            raise Refused
        if unique and not node.unique and node.owner is not None and self.unique_in(node.owner, node.name) is not None:
            raise Refused
        node.unique = unique
