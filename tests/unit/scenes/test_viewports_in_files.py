"""A SubViewport of a scene of Godot's comes, and is saved, with all that stands there."""

from pathlib import Path

from nodes import SubViewport
from tests.unit.scenes.projects import Project

SET = """disable_3d = true
use_hdr_2d = true
msaa_3d = 2
screen_space_aa = 1
texture_mipmap_bias = -0.5
anisotropic_filtering_level = 3
debug_draw = 5
vrs_update_mode = 2
sdf_oversize = 0
sdf_scale = 2
positional_shadow_atlas_size = 1024
positional_shadow_atlas_quad_3 = 1
physics_object_picking = true
physics_object_picking_sort = true
handle_input_locally = false
gui_disable_input = true
gui_snap_controls_to_pixels = false
audio_listener_enable_2d = true
"""
SCENE = f"""[gd_scene format=3]

[node name="View" type="SubViewport"]
{SET}"""


def test_nothing_in_it_is_unknown(tmp_path: Path) -> None:
    assert Project(tmp_path).write(main=SCENE).problems() == []


def test_all_of_it_is_saved_again(tmp_path: Path) -> None:
    project = Project(tmp_path).write(main=SCENE)
    view = project.make()

    assert isinstance(view, SubViewport)
    assert view.screen_space_aa is SubViewport.ScreenSpaceAA.FXAA
    assert sorted(project.packed(view).splitlines()) == sorted(SCENE.splitlines())
    assert sorted(project.packed(view.duplicate()).splitlines()) == sorted(SCENE.splitlines())
