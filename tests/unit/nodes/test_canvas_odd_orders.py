"""Canvas items that change themselves and others while they draw, or while they are told that they appeared."""

from typing import Any

from engine.math import Vector2
from nodes import CanvasGroup, Node2D, VisibleOnScreenNotifier2D


class Box(Node2D):
    """Draws one rectangle, then does something."""

    drawn = 0

    def on_draw(self) -> None:
        self.drawn += 1
        self.draw_rect((0, 0, 10, 10), "white")
        self.afterwards()

    def afterwards(self) -> None:
        """Override."""


def names(canvas: Any) -> list[str]:
    """A frame, and the names of the items in drawing order."""
    canvas.frame()
    drawn = canvas.server.viewport_of(canvas.root).canvas.drawn_backwards()
    return [str(item.source.name) for item, _ in drawn][::-1]


def test_a_redraw_that_is_asked_for_while_drawing_is_that_drawing(canvas: Any) -> None:
    class Asking(Box):
        def afterwards(self) -> None:
            self.queue_redraw()

    asking = canvas.root.add_child(Asking())
    for _ in range(3):
        canvas.frame()
    assert asking.drawn == 1

    asking.queue_redraw()
    canvas.frame()
    assert asking.drawn == 2


def test_an_item_that_another_asks_while_it_draws_draws_in_the_same_frame(canvas: Any) -> None:
    class Asking(Box):
        def afterwards(self) -> None:
            other.queue_redraw()

    other = canvas.root.add_child(Box("Other"))
    canvas.frame()
    asking = canvas.root.add_child(Asking())
    canvas.frame()

    assert (asking.drawn, other.drawn) == (1, 2)
    canvas.frame()
    assert (asking.drawn, other.drawn) == (1, 2)


def test_a_chain_of_items_that_ask_the_next_draws_in_one_frame(canvas: Any) -> None:
    class Asking(Box):
        def afterwards(self) -> None:
            if self.get_index() < 29:
                canvas.root.get_child(self.get_index() + 1).queue_redraw()

    chain = [canvas.root.add_child(Asking()) for _ in range(30)]
    canvas.frame()
    before = [each.drawn for each in chain]
    chain[0].queue_redraw()
    canvas.frame()

    assert [each.drawn for each in chain] == [times + 1 for times in before]


def test_a_call_that_an_item_defers_while_it_draws_may_ask_for_another_drawing(canvas: Any) -> None:
    class Asking(Box):
        def afterwards(self) -> None:
            if self.drawn == 1:
                self.call_deferred(self.queue_redraw)

    asking = canvas.root.add_child(Asking())
    canvas.frame()
    assert asking.drawn == 2


def test_two_items_that_ask_each_other_for_ever_draw_at_most_eight_times_in_a_frame(canvas: Any) -> None:
    class Asking(Box):
        def afterwards(self) -> None:
            for each in pair:
                each.queue_redraw()

    pair: list[Box] = []
    pair += [canvas.root.add_child(Asking()), canvas.root.add_child(Asking())]
    for frame in range(1, 4):
        canvas.frame()
        assert [7 * frame <= each.drawn <= 8 * frame for each in pair] == [True, True]


def test_an_item_may_free_itself_and_others_while_it_draws(canvas: Any) -> None:
    class Freeing(Box):
        def afterwards(self) -> None:
            canvas.root.get_node("Other").free()
            self.free()

    canvas.root.add_child(Freeing()).add_child(Box())
    canvas.root.add_child(Box("Other"))
    canvas.root.add_child(Box("Last"))

    assert names(canvas) == ["Last"]


def test_an_item_may_leave_and_enter_while_it_draws(canvas: Any) -> None:
    class Restless(Box):
        def afterwards(self) -> None:
            if self.drawn < 3:
                canvas.root.remove_child(self)
                canvas.root.add_child(self)

    item = canvas.root.add_child(Restless("Restless"))

    assert [names(canvas) for _ in range(4)] == [["Restless"]] * 4
    assert item.drawn == 3


def test_an_item_may_change_its_look_while_it_draws(canvas: Any) -> None:
    class Changing(Box):
        def afterwards(self) -> None:
            self.z_index = 1
            self.modulate = (1, 0, 0, 1)

    canvas.root.add_child(Changing("First"))
    canvas.root.add_child(Box("Second"))

    assert names(canvas) == ["Second", "First"]
    assert canvas.colors() == [(1, 1, 1, 1), (1, 0, 0, 1)]


def test_a_receiver_may_hide_what_is_about_to_be_told_that_it_appears(canvas: Any) -> None:
    top = canvas.root.add_child(Box("Top", visible=False))
    child = top.add_child(Box("Child"))
    grandchild = child.add_child(Box("Grandchild"))
    top.visibility_changed.connect(child.hide)
    top.show()

    assert names(canvas) == ["Top"]
    assert not grandchild.is_visible_in_tree()
    child.show()
    assert names(canvas) == ["Top", "Child", "Grandchild"]


def test_a_receiver_may_show_again_what_is_being_hidden(canvas: Any) -> None:
    top = canvas.root.add_child(Box("Top"))
    child = top.add_child(Box("Child"))
    names(canvas)
    top.hidden.connect(top.show)
    top.hide()
    child.queue_redraw()

    assert names(canvas) == ["Top", "Child"]
    assert child.drawn == 2


def test_a_chain_of_10000_items_is_drawn_and_hidden_at_once(canvas: Any) -> None:
    top = node = canvas.root.add_child(Box())
    for _ in range(9_999):
        node = node.add_child(Box())
    canvas.frame()
    assert (node.drawn, canvas.server.stats.items) == (1, 10_000)

    top.hide()
    canvas.frame()
    assert canvas.server.stats.items == 0
    top.show()
    canvas.frame()
    assert (node.drawn, canvas.server.stats.items) == (2, 10_000)


def test_a_group_that_fades_fades_in_the_next_frame(canvas: Any) -> None:
    group = canvas.root.add_child(CanvasGroup())
    group.add_child(Box())
    canvas.frame()
    group.self_modulate = (1, 1, 1, 0.25)

    assert canvas.colors() == [(1, 1, 1, 1), (1, 1, 1, 0.25)]


def test_a_notifier_that_is_too_transparent_or_in_no_layer_of_the_view_is_not_on_the_screen(canvas: Any) -> None:
    top = canvas.root.add_child(Node2D(position=Vector2(50, 50)))
    notifier = top.add_child(VisibleOnScreenNotifier2D())
    changes: list[tuple[Any, str, Any, bool]] = [
        (top, "modulate", (1, 1, 1, 1), True),
        (top, "modulate", (1, 1, 1, 0.006), False),
        (top, "modulate", (1, 1, 1, 1), True),
        (notifier, "visibility_layer", 2, True),
        (canvas.root, "canvas_cull_mask", 2, False),
        (top, "visibility_layer", 3, True),
    ]
    for node, name, value, seen in changes:
        setattr(node, name, value)
        canvas.frame()
        canvas.frame()
        assert notifier.is_on_screen() is seen


def test_what_is_top_level_is_drawn_after_a_later_sibling_that_came_with_it(canvas: Any) -> None:
    parent = canvas.root.add_child(Box("Parent"))
    canvas.root.add_child(Box("Last"))
    canvas.frame()
    parent.add_child(Box("Apart", top_level=True))
    parent.add_child(Box("Child"))

    assert names(canvas) == ["Parent", "Child", "Apart", "Last"]
