"""What is found of nodes and coroutines that a test left behind."""

from __future__ import annotations

from engine.testing import find_orphans, unfinished_coroutines
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


def test_orphans_are_the_tops_of_what_is_alive_outside_any_tree(tree: SceneTree) -> None:
    class Orphan(Node): ...

    inside, freed, top = tree.root.add_child(Orphan()), Orphan(), Orphan()
    top.add_child(Orphan())
    freed.free()
    Orphan()

    assert [node for node in find_orphans() if isinstance(node, Orphan)] == [top]
    assert inside.is_inside_tree()


def test_coroutines_that_wait_are_named_with_their_nodes(tree: SceneTree) -> None:
    class Waiter(Node):
        async def on_ready(self) -> None:
            await self.tree.process_frame

    async def wait() -> None:
        await tree.physics_frame

    tree.root.add_child(Waiter("W"))
    tree.create_task(wait())

    assert unfinished_coroutines(tree) == [
        "test_coroutines_that_wait_are_named_with_their_nodes.<locals>.wait",
        "test_coroutines_that_wait_are_named_with_their_nodes.<locals>.Waiter.on_ready of /root/W",
    ]
    tree.tick(1 / 60)
    assert unfinished_coroutines(tree) == []
