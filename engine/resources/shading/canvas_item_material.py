"""CanvasItemMaterial: how a canvas item is put over what is behind it, without a shader."""

from __future__ import annotations

from enum import IntEnum

from engine.core.export import exported
from engine.core.property_checks import checked_between, checked_bool, checked_choice
from engine.resources.shading.material import Material

_MOST_FRAMES = 128


class CanvasItemMaterial(Material):
    """What a canvas item is drawn with in place of the usual."""

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
        """It is seen only where there is light."""

    _blend_mode = BlendMode.MIX
    _light_mode = LightMode.NORMAL
    _particles_animation = False
    _particles_anim_h_frames = 1
    _particles_anim_v_frames = 1
    _particles_anim_loop = False

    @property
    @exported(BlendMode.MIX)
    def blend_mode(self) -> BlendMode:
        """How the item's colours are put over those behind it.

        Raises:
            InvalidValueError: set to something else.
        """
        return self._blend_mode

    @blend_mode.setter
    def blend_mode(self, mode: int) -> None:
        self._blend_mode = checked_choice(self, "blend_mode", mode, CanvasItemMaterial.BlendMode)
        self.emit_changed()

    @property
    @exported(LightMode.NORMAL)
    def light_mode(self) -> LightMode:
        """What lights do to the item; kept and saved only, there are no 2D lights yet.

        Raises:
            InvalidValueError: set to something else.
        """
        return self._light_mode

    @light_mode.setter
    def light_mode(self, mode: int) -> None:
        self._light_mode = checked_choice(self, "light_mode", mode, CanvasItemMaterial.LightMode)
        self.emit_changed()

    @property
    @exported(False)
    def particles_animation(self) -> bool:
        """Whether particles play the frames of a sheet; kept and saved only, there are no particles yet.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._particles_animation

    @particles_animation.setter
    def particles_animation(self, enabled: bool) -> None:
        self._particles_animation = checked_bool(self, "particles_animation", enabled)
        self.emit_changed()

    @property
    @exported(1, range=(1, _MOST_FRAMES, 1))
    def particles_anim_h_frames(self) -> int:
        """Columns of that sheet, 1 to 128; kept and saved only.

        Raises:
            InvalidTypeError, InvalidValueError: set to anything else.
        """
        return self._particles_anim_h_frames

    @particles_anim_h_frames.setter
    def particles_anim_h_frames(self, frames: int) -> None:
        self._particles_anim_h_frames = checked_between(self, "particles_anim_h_frames", frames, 1, _MOST_FRAMES)
        self.emit_changed()

    @property
    @exported(1, range=(1, _MOST_FRAMES, 1))
    def particles_anim_v_frames(self) -> int:
        """Rows of that sheet, 1 to 128; kept and saved only.

        Raises:
            InvalidTypeError, InvalidValueError: set to anything else.
        """
        return self._particles_anim_v_frames

    @particles_anim_v_frames.setter
    def particles_anim_v_frames(self, frames: int) -> None:
        self._particles_anim_v_frames = checked_between(self, "particles_anim_v_frames", frames, 1, _MOST_FRAMES)
        self.emit_changed()

    @property
    @exported(False)
    def particles_anim_loop(self) -> bool:
        """Whether those frames begin anew after the last; kept and saved only.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._particles_anim_loop

    @particles_anim_loop.setter
    def particles_anim_loop(self, loop: bool) -> None:
        self._particles_anim_loop = checked_bool(self, "particles_anim_loop", loop)
        self.emit_changed()
