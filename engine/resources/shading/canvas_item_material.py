"""CanvasItemMaterial: how a canvas item is put over what is behind it, without a shader."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from engine.core.property_checks import between, checked_bool, one_of
from engine.resources.settings import setting
from engine.resources.shading.material import Material

if TYPE_CHECKING:
    from engine.core.export import ChoiceProperty

_MOST_FRAMES = 128


class CanvasItemMaterial(Material):
    """What a canvas item is drawn with in place of the usual.

    Raises (its properties, when set):
        InvalidTypeError, InvalidValueError: a value of the wrong kind, or out of range.
    """

    class BlendMode(IntEnum):
        """How colours are put over those behind them; the numbers are Godot's."""

        MIX = 0
        """By their alpha; the default."""
        ADD = 1
        """Added, times their alpha: light."""
        SUB = 2
        """Taken away, times their alpha."""
        MUL = 3
        """Multiplied."""
        PREMULT_ALPHA = 4
        """By their alpha, which the colours are multiplied by already."""

    class LightMode(IntEnum):
        """What lights do to the item; the numbers are Godot's."""

        NORMAL = 0
        """They light it; the default."""
        UNSHADED = 1
        """Nothing."""
        LIGHT_ONLY = 2
        """It is seen only where there is light: nowhere, as there are no lights yet."""

    blend_mode: ChoiceProperty[BlendMode] = setting(
        "blend_mode", BlendMode.MIX, one_of(BlendMode), "How the item's colours are put over those behind."
    )
    light_mode: ChoiceProperty[LightMode] = setting(
        "light_mode",
        LightMode.NORMAL,
        one_of(LightMode),
        "What lights do to the item. There are no 2D lights yet: LIGHT_ONLY draws nothing, UNSHADED without "
        "CanvasModulate.",
    )
    particles_animation: bool = setting(
        "particles_animation",
        False,
        checked_bool,
        "Whether particles play the frames of a sheet; kept and saved only, there are no particles yet.",
    )
    particles_anim_h_frames: int = setting(
        "particles_anim_h_frames",
        1,
        between(1, _MOST_FRAMES),
        "Columns of that sheet, 1 to 128; kept and saved only.",
        range=(1, _MOST_FRAMES, 1),
    )
    particles_anim_v_frames: int = setting(
        "particles_anim_v_frames",
        1,
        between(1, _MOST_FRAMES),
        "Rows of that sheet, 1 to 128; kept and saved only.",
        range=(1, _MOST_FRAMES, 1),
    )
    particles_anim_loop: bool = setting(
        "particles_anim_loop",
        False,
        checked_bool,
        "Whether those frames begin anew after the last; kept and saved only.",
    )
