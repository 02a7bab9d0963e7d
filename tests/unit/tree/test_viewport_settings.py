"""What Godot's viewports carry beyond what is drawn: checked, kept, copied."""

import subprocess
import sys

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import ImageTexture
from engine.tree.viewport import SceneViewport
from nodes import SubViewport


def test_a_choice_is_read_as_a_member_and_set_by_its_number() -> None:
    view = SceneViewport()
    view.debug_draw = 4  # type: ignore[assignment]  # as files have it

    assert view.debug_draw is SceneViewport.DebugDraw.WIREFRAME
    assert view.sdf_scale is SubViewport.SDFScale.SDF_SCALE_50_PERCENT


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("sdf_oversize", 4, "SceneViewport.sdf_oversize must be one of SDF_OVERSIZE_100_PERCENT 0, .*, got 4"),
        ("fsr_sharpness", -0.5, "SceneViewport.fsr_sharpness must be 0 or more, got -0.5"),
        ("scaling_3d_scale", 3, "SceneViewport.scaling_3d_scale must be from 0.1 to 2, got 3"),
        ("positional_shadow_atlas_size", 20000, r"must be from 0 to 16,384, got 20000"),
    ],
)
def test_what_is_out_of_range_is_refused(name: str, value: float, text: str) -> None:
    view = SceneViewport()
    before = getattr(view, name)

    with pytest.raises(InvalidValueError, match=text):
        setattr(view, name, value)
    assert getattr(view, name) == before


def test_what_is_no_texture_is_refused_where_one_is_kept() -> None:
    view, texture = SceneViewport(), ImageTexture()
    view.vrs_texture = texture

    with pytest.raises(InvalidTypeError, match=r"^SceneViewport\.vrs_texture must be a Texture2D or None, got 'a.png'"):
        view.vrs_texture = "a.png"  # type: ignore[assignment]
    assert view.vrs_texture is texture


def test_the_choices_are_not_made_before_one_is_asked_for() -> None:
    """Every tree has a viewport; making them takes a millisecond."""
    code = "import sys; from engine import SceneTree; SceneTree().tick(0.1); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout

    assert "engine.tree.viewport_settings" in loaded.split()
    assert "engine.tree.viewport_choices" not in loaded.split()
