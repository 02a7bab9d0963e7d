"""What items give to instance uniforms: which of them are drawn in one call, and what the call has."""

from __future__ import annotations

import logging
from struct import pack
from typing import Any

import pytest

from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from servers.render.scene.draw_list import Batch

GLOW = "instance uniform float glow = 0.25;\nvoid fragment() { COLOR *= glow; }"


def material_of(code: str = GLOW) -> ShaderMaterial:
    material = ShaderMaterial()
    material.shader = Shader()
    material.shader.code = f"shader_type canvas_item;\n{code}"
    return material


def batches(stage: Any) -> list[Batch]:
    stage.server.draw()
    return [step for step in stage.server.backend.last_list.steps if isinstance(step, Batch)]


def glows(stage: Any) -> list[tuple[int, tuple[bytes, ...]]]:
    return [(batch.length, batch.drawing.values) for batch in batches(stage)]


def give(stage: Any, item: Any, value: Any) -> None:
    stage.server.canvas_item_set_instance_shader_parameter(item, "glow", value)


def items_of(stage: Any, count: int) -> list[Any]:
    material = material_of()
    items = [stage.item(i, mark=i) for i in range(count)]
    for item in items:
        stage.server.canvas_item_set_material(item, material)
    return items


def test_items_of_equal_values_are_drawn_in_one_call(stage: Any) -> None:
    items = items_of(stage, 4)
    for item, value in zip(items, (0.5, 0.5, 1.0, 1.0), strict=True):
        give(stage, item, value)

    assert glows(stage) == [(2, (pack("f", 0.5),)), (2, (pack("f", 1.0),))]


def test_items_that_say_nothing_have_the_default_of_the_shader(stage: Any) -> None:
    items = items_of(stage, 3)
    give(stage, items[2], 0.25)

    assert glows(stage) == [(3, (pack("f", 0.25),))]


def test_a_value_that_changes_is_drawn_with_and_none_is_the_default_again(stage: Any) -> None:
    items = items_of(stage, 2)
    assert len(glows(stage)) == 1

    give(stage, items[0], 3)
    assert glows(stage) == [(1, (pack("f", 3),)), (1, (pack("f", 0.25),))]

    give(stage, items[0], None)
    assert glows(stage) == [(2, (pack("f", 0.25),))]


def test_a_steady_frame_with_values_visits_nothing(stage: Any) -> None:
    items = items_of(stage, 3)
    give(stage, items[0], 3)
    stage.server.draw()
    stage.server.draw()

    assert (stage.server.stats.item_visits, stage.server.stats.uploads) == (0, 0)


def test_values_do_not_part_items_whose_shader_has_no_such_uniform(stage: Any) -> None:
    material = material_of("void fragment() { COLOR.r = 1.0; }")
    for i in range(3):
        item = stage.item(i, mark=i)
        stage.server.canvas_item_set_material(item, material)
        give(stage, item, float(i))

    assert glows(stage) == [(3, ())]


def test_an_item_with_its_parents_material_has_values_of_its_own(stage: Any) -> None:
    parent = items_of(stage, 1)[0]
    child = stage.item(0, 0, under=parent, mark=9)
    stage.server.canvas_item_set_use_parent_material(child, True)
    give(stage, child, 2)

    assert [values for _, values in glows(stage)] == [(pack("f", 0.25),), (pack("f", 2),)]


def test_a_shader_that_is_written_anew_gets_the_values_by_name(stage: Any) -> None:
    item = items_of(stage, 1)[0]
    give(stage, item, 2)
    stage.server.draw()

    item.material.shader.code = "shader_type canvas_item;\ninstance uniform int count = 7;\ninstance uniform int glow;"
    assert glows(stage) == [(1, (pack("i", 7), pack("i", 2)))]


def test_a_value_that_does_not_fit_is_told_once_and_the_default_drawn(
    stage: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    item = items_of(stage, 1)[0]
    give(stage, item, "bright")

    assert glows(stage) == glows(stage) == [(1, (pack("f", 0.25),))]
    (line,) = [each.getMessage() for each in caplog.records]
    assert line.startswith("Shader code:2: float glow cannot be 'bright', which <")
    assert line.endswith(" gives it; its default is drawn with")


# --- light_only


def hiding() -> list[Any]:
    material = CanvasItemMaterial()
    material.light_mode = CanvasItemMaterial.LightMode.LIGHT_ONLY
    return [material, material_of("render_mode light_only;")]


@pytest.mark.parametrize("material", hiding(), ids=["item", "shader"])
def test_what_is_seen_only_by_light_is_not_drawn_while_there_is_none(stage: Any, material: Any) -> None:
    shown, hidden = stage.item(0, mark=1), stage.item(1, mark=2)
    stage.server.canvas_item_set_material(hidden, material)
    below = stage.item(1, 0, under=hidden, mark=3)

    assert stage.drawn() == [1, 3]
    stage.mark(hidden, 5)
    assert stage.drawn() == [1, 3]
    stage.server.canvas_item_set_material(hidden, None)
    stage.server.canvas_item_set_material(below, material)
    stage.server.canvas_item_set_material(shown, material)
    assert stage.drawn() == [5]


def test_another_light_mode_shows_the_item_again(stage: Any) -> None:
    (material, _), item = hiding(), stage.item(0, mark=1)
    stage.server.canvas_item_set_material(item, material)
    assert stage.drawn() == []

    material.light_mode = CanvasItemMaterial.LightMode.UNSHADED
    assert stage.drawn() == [1]
    assert [batch.drawing.is_tinted for batch in batches(stage)] == [False]
