"""The numbers of filters and repeats, and what the defaults of viewports stand for."""

from engine.core.sampling import DEFAULT_FILTERS, DEFAULT_REPEATS, TextureFilter, TextureRepeat
from engine.resources.shading.shader_words import FILTERS, REPEATS
from engine.tree.viewport import SceneViewport
from nodes.world_2d.canvas.canvas_item import CanvasItem


def test_each_default_of_a_viewport_stands_for_the_choice_of_its_name() -> None:
    filters, repeats = SceneViewport.DefaultCanvasItemTextureFilter, SceneViewport.DefaultCanvasItemTextureRepeat

    assert [each.name for each in DEFAULT_FILTERS] == [filters(i).name for i in range(len(filters))]
    assert [each.name for each in DEFAULT_REPEATS] == [repeats(i).name for i in range(len(repeats))]


def test_canvas_items_and_shaders_have_the_same_choices() -> None:
    assert CanvasItem.TextureFilter is TextureFilter
    assert CanvasItem.TextureRepeat is TextureRepeat
    assert [*FILTERS.values()] == [*TextureFilter][1:]
    assert [*REPEATS.values()] == [TextureRepeat.DISABLED, TextureRepeat.ENABLED]
