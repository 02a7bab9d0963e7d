"""Every kind of node, texture, style box, drawing method and property of the canvas has an image test with a switch.

The tables say which; a new one without a line here fails, and so does a line whose test is gone.
"""

from __future__ import annotations

import ast
import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import nodes
from engine.core.export import get_exports
from engine.resources import style_boxes, textures
from engine.resources.style_boxes.style_box import StyleBox
from engine.resources.textures.texture_2d import Texture2D
from nodes import CanvasItem

HERE = Path(__file__).parent
SWITCHES = {"rule", "holds", "samples"}
"""What the parameter is called that is False, or 0, where the rule is off."""

NODES = {
    "AnimatedSprite2D": "test_sprites.py::test_an_animated_sprite_shows_its_frame",
    "BackBufferCopy": "test_canvas_rules.py::test_shaders_read_what_was_there_when_the_back_buffer_was_copied",
    "Camera2D": "test_views.py::test_a_camera_shows_its_part_of_the_canvas",
    "CanvasGroup": "test_canvas_rules.py::canvas_group",
    "CanvasItem": "test_canvas_rules.py::test_a_rule_of_the_canvas",
    "CanvasLayer": "test_canvas_rules.py::layers",
    "CanvasModulate": "test_canvas_rules.py::canvas_modulate",
    "Line2D": "test_lines.py::test_a_bend_has_the_shape_of_its_joint",
    "Marker2D": "test_nodes_that_draw_nothing.py::a_marker_is_not_seen",
    "MeshInstance2D": "test_meshes.py::test_a_mesh_shows_its_texture_at_its_coordinates",
    "MultiMeshInstance2D": "test_meshes.py::test_instances_are_drawn_in_order_in_their_colours",
    "Node2D": "test_drawing.py::test_a_node_is_where_its_transform_has_it",
    "Parallax2D": "test_views.py::test_a_parallax_layer_is_where_the_camera_has_it",
    "Path2D": "test_nodes_that_draw_nothing.py::a_path_is_not_seen",
    "PathFollow2D": "test_nodes_that_draw_nothing.py::the_direction_of_a_path",
    "Polygon2D": "test_polygons.py::test_it_is_filled_evenly_dents_left_out",
    "RemoteTransform2D": "test_nodes_that_draw_nothing.py::a_remote_transform",
    "SceneViewport": "test_views.py::test_the_content_is_scaled_into_the_window",
    "Sprite2D": "test_sprites.py::test_a_region_is_shown_alone",
    "SubViewport": "test_canvas_rules.py::sub_viewport",
    "VisibleOnScreenEnabler2D": "test_nodes_that_draw_nothing.py::an_enabler_out_of_view_stops_its_parent",
    "VisibleOnScreenNotifier2D": "test_nodes_that_draw_nothing.py::a_notifier_tells_what_comes_into_view",
}
ABSTRACT_TEXTURES = {"Texture2D", "ComputedTexture"}
TEXTURES = {
    "AtlasTexture": "test_textures.py::test_a_sprite_shows_the_region_with_its_margin",
    "CanvasTexture": "test_textures.py::test_a_canvas_texture_is_drawn_with_its_own_filter",
    "CurveTexture": "test_computed_textures.py::test_a_curve_is_brightness",
    "CurveXYZTexture": "test_computed_textures.py::test_three_curves_are_three_colours",
    "GradientTexture1D": "test_computed_textures.py::test_a_row_of_a_gradient",
    "GradientTexture2D": "test_computed_textures.py::test_a_gradient_fills_a_picture",
    "ImageTexture": "test_computed_textures.py::test_a_picture_that_changes_is_drawn_anew",
    "MissingTexture": "test_computed_textures.py::test_a_missing_texture_is_a_checker_of_magenta_and_black",
    "NoiseTexture2D": "test_computed_textures.py::test_noise_is_grey",
    "PlaceholderTexture2D": "test_computed_textures.py::test_a_placeholder_is_magenta",
    "ViewportTexture": "test_stored_scenes.py::test_a_scene_file_looks_as_it_says",
}
NOT_SEEN_STYLE_BOXES = {"StyleBox", "ExpandingStyleBox", "StyleBoxEmpty"}
STYLE_BOXES = {
    "StyleBoxFlat": "test_style_boxes.py::test_each_side_has_its_border",
    "StyleBoxLine": "test_style_boxes.py::test_a_line_runs_along_the_top_or_the_left",
    "StyleBoxTexture": "test_style_boxes.py::test_corners_keep_their_size_and_the_room_is_filled",
}
METHODS = {
    "draw_animation_slice": "test_animation_slices.py::test_a_part_is_shown_while_it_is_its_turn",
    "draw_arc": "test_drawing.py::test_an_arc_goes_from_one_angle_to_another_clockwise",
    "draw_char": "test_text_pictures.py::outlines",
    "draw_char_outline": "test_text_pictures.py::outlines",
    "draw_circle": "test_drawing.py::test_a_ring_without_room_within_is_a_disc",
    "draw_colored_polygon": "test_drawing.py::test_a_polygon_of_one_colour_is_filled_dents_left_out",
    "draw_dashed_line": "test_drawing.py::test_dashes_are_as_long_as_the_gaps",
    "draw_end_animation": "test_animation_slices.py::test_a_part_is_shown_while_it_is_its_turn",
    "draw_lcd_texture_rect_region": "test_field_glyphs.py::test_each_channel_is_covered_by_itself",
    "draw_line": "test_drawing.py::test_a_soft_edge_fades_over_its_width",
    "draw_mesh": "test_meshes.py::test_draw_mesh_places_and_tints_what_it_draws",
    "draw_msdf_texture_rect_region": "test_field_glyphs.py::test_the_alpha_of_a_field_bounds_the_shape",
    "draw_multiline": "test_drawing.py::test_separate_lines_have_one_colour",
    "draw_multiline_colors": "test_drawing.py::test_separate_lines_have_their_own_colours",
    "draw_multiline_string": "test_text_pictures.py::outlines",
    "draw_multiline_string_outline": "test_text_pictures.py::outlines",
    "draw_multimesh": "test_meshes.py::test_draw_multimesh_draws_every_instance_in_its_place",
    "draw_polygon": "test_drawing.py::test_the_colours_of_a_polygons_corners_are_blended",
    "draw_polyline": "test_drawing.py::test_a_polyline_that_ends_where_it_begins_has_all_its_corners",
    "draw_polyline_colors": "test_drawing.py::test_the_colours_of_a_polyline_are_blended_along_it",
    "draw_primitive": "test_drawing.py::test_a_primitive_quad_has_four_colours_over_two_triangles",
    "draw_rect": "test_drawing.py::test_an_outline_without_room_within_is_filled",
    "draw_set_transform": "test_drawing.py::test_what_is_drawn_after_a_transform_is_there",
    "draw_set_transform_matrix": "test_drawing.py::test_what_is_drawn_after_a_transform_is_there",
    "draw_string": "test_text_pictures.py::letters",
    "draw_string_outline": "test_text_pictures.py::test_an_outline_goes_a_quarter_of_its_size_beyond_the_letters",
    "draw_style_box": "test_style_boxes.py::test_its_colours_are_multiplied",
    "draw_texture": "test_drawing.py::test_a_texture_is_drawn_in_its_rectangle",
    "draw_texture_rect": "test_drawing.py::test_a_texture_is_drawn_in_its_rectangle",
    "draw_texture_rect_region": "test_drawing.py::test_a_clipped_part_shows_nothing_of_what_lies_beside_it",
}
KEPT_ONLY = {"light_mask"}
"""Properties of canvas items that nothing is drawn by yet."""
PROPERTIES = {
    "clip_children": "test_canvas_rules.py::clip_only",
    "material": "test_canvas_rules.py::test_blend_modes",
    "modulate": "test_canvas_rules.py::modulate",
    "self_modulate": "test_canvas_rules.py::self_modulate",
    "show_behind_parent": "test_canvas_rules.py::behind_parent",
    "texture_filter": "test_canvas_rules.py::test_the_filter_is_inherited_and_nearest_has_hard_edges",
    "texture_repeat": "test_canvas_rules.py::test_the_repeat_is_inherited",
    "top_level": "test_canvas_rules.py::top_level",
    "use_parent_material": "test_canvas_rules.py::test_a_material_reaches_children_that_use_their_parents",
    "visibility_layer": "test_canvas_rules.py::visibility_layers",
    "visible": "test_canvas_rules.py::visibility",
    "y_sort_enabled": "test_canvas_rules.py::y_order_of_nested_sorters",
    "z_as_relative": "test_canvas_rules.py::z_relative",
    "z_index": "test_canvas_rules.py::z_order",
}


def canvas_nodes() -> set[str]:
    """The node types of the catalogue that draw on the canvas, or have to do with where it is drawn."""
    homes = ("nodes.world_2d.", "nodes.viewport.", "engine.tree.viewport")
    return {
        name for name in dir(nodes) if not name.startswith("_") and getattr(nodes, name).__module__.startswith(homes)
    }


def kinds_below(base: type, package: ModuleType) -> set[str]:
    """The names of a class's subclasses that are ours, once all modules of their package are loaded."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    import_module("nodes.viewport.viewport_texture")
    kinds: set[type] = set()
    left = [base]
    while left:
        kind = left.pop()
        kinds.add(kind)
        left += kind.__subclasses__()
    return {kind.__name__ for kind in kinds if kind.__module__.startswith(("engine.", "nodes."))}


@cache
def functions(file: str) -> dict[str, set[str]]:
    """The parameters of each function of a test file."""
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    return {
        node.name: {argument.arg for argument in node.args.args}
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }


def test_every_node_of_the_canvas_has_one() -> None:
    assert {*NODES} == canvas_nodes()


def test_every_texture_has_one() -> None:
    assert {*TEXTURES} | ABSTRACT_TEXTURES == kinds_below(Texture2D, textures)


def test_every_style_box_has_one() -> None:
    assert {*STYLE_BOXES} | NOT_SEEN_STYLE_BOXES == kinds_below(StyleBox, style_boxes)


def test_every_drawing_method_has_one() -> None:
    assert {*METHODS} == {name for name in dir(CanvasItem) if name.startswith("draw_")}


def test_every_property_of_canvas_items_has_one() -> None:
    own = {name for name, info in get_exports(CanvasItem).items() if info.owner.__module__.startswith("nodes.")}

    assert {*PROPERTIES} | KEPT_ONLY == own


@pytest.mark.parametrize("table", [NODES, TEXTURES, STYLE_BOXES, METHODS, PROPERTIES])
def test_the_tests_are_there_name_it_and_have_a_switch(table: dict[str, str]) -> None:
    wrong: list[Any] = []
    for name, test in table.items():
        file, _, function = test.partition("::")
        is_named = name in (HERE / file).read_text(encoding="utf-8")
        if not (is_named and SWITCHES & functions(file).get(function, set())):
            wrong.append((name, test))

    assert wrong == []


WITHOUT_A_SWITCH = {
    "test_a_sub_viewport_shows_the_root_as_it_was_a_frame_before",
    "test_a_scene_is_the_same_when_it_is_drawn_again",
    "test_its_image_is_what_a_screenshot_shows",
    "test_two_runs_are_the_same_bit_for_bit",
}
"""They compare two pictures of one thing, or two times of it."""


def test_every_test_of_a_picture_has_a_switch() -> None:
    found = [
        (file.name, name)
        for file in sorted(HERE.glob("test_*.py"))
        for name, parameters in functions(file.name).items()
        if name.startswith("test_") and "stage" in parameters and not SWITCHES & parameters
    ]

    assert {name for _, name in found} == WITHOUT_A_SWITCH, found
