"""A tree that is set back to a snapshot is drawn as it was then."""

from __future__ import annotations

from typing import Any

from nodes import Camera2D, Line2D, Node2D, Polygon2D


class Dot(Node2D):
    def on_draw(self) -> None:
        self.draw_line((0, 0), (5, 5), (1, 0, 0))


def drawn(canvas: Any) -> tuple[object, ...]:
    """A frame: all that the render server hands to its back end."""
    canvas.frame()
    made = canvas.draw_list
    return made.instances.tobytes(), made.transforms.tobytes(), len(made.batches), canvas.server.backend.last_view


def test_what_is_drawn_is_as_it_was(canvas: Any) -> None:
    root = canvas.root
    dot = root.add_child(Dot())
    behind = dot.add_child(Dot())
    behind.show_behind_parent = True
    behind.z_index = 3
    dot.modulate = (1, 0.5, 0.5)
    line = root.add_child(Line2D())
    line.points = [(0, 0), (5, 5)]
    line.hide()
    polygon = root.add_child(Polygon2D())
    polygon.polygon = [(0, 0), (5, 0), (5, 5)]
    camera = root.add_child(Camera2D())
    camera.position = (3, 3)
    before = drawn(canvas)
    snapshot = canvas.tree.snapshot()

    for _ in range(2):
        line.show()
        dot.free()
        root.add_child(Dot()).z_index = 5
        root.move_child(polygon, 0)
        polygon.polygon = [(0, 0), (9, 9), (9, 0)]
        camera.free()
        root.add_child(Camera2D(position=(9, 9))).make_current()
        assert drawn(canvas) != before
        canvas.tree.restore(snapshot)
        assert drawn(canvas) == before
