"""Items that draw from resources go on being drawn anew after the tree was set back."""

from typing import Any

from engine.resources.gradient import Gradient
from nodes import Line2D


def test_a_change_of_a_resource_is_drawn_after_a_restore(canvas: Any) -> None:
    line = canvas.root.add_child(Line2D(points=[(0, 0), (9, 0)], gradient=Gradient()))
    canvas.frame()
    snapshot = canvas.tree.snapshot()
    canvas.frame()
    canvas.tree.restore(snapshot)
    line.points = [(0, 0), (5, 0)]
    canvas.frame()
    before = canvas.colors()
    line.gradient.set_color(0, (1, 0, 0))

    assert canvas.colors() != before
    assert len([each for each in line.gradient.changed.get_connections() if each.callable == line.queue_redraw]) == 1
