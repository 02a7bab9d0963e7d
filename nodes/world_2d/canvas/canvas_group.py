"""CanvasGroup: draws what is below it into one picture, and that as one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_non_negative
from nodes.world_2d.node_2d import Node2D
from servers.render import GroupMode

if TYPE_CHECKING:
    from nodes.world_2d.canvas.canvas_look import CanvasLook


class CanvasGroup(Node2D):
    """Draws the canvas items below it together, so that its `self_modulate` fades them as one, without overlaps.

    A shader as its `material` reads their picture as the screen texture. Items of another z than the group's are drawn
    apart, as in Godot.

    Raises (its properties, when set):
        InvalidTypeError, InvalidValueError: a value of the wrong kind, not finite, or below 0.
    """

    _kept_in = {"fit_margin": ("_fit_margin",), "clear_margin": ("_clear_margin",), "use_mipmaps": ("_use_mipmaps",)}
    _fit_margin = 10.0
    _clear_margin = 10.0
    _use_mipmaps = False

    @property
    @exported(10.0, range=(0.0, 1024.0), unit="px")
    def fit_margin(self) -> float:
        """How far the picture reaches beyond what is drawn, for shaders that spread it; default 10."""
        return self._fit_margin

    @fit_margin.setter
    def fit_margin(self, margin: float) -> None:
        self._fit_margin = checked_non_negative(self, "fit_margin", margin)
        self._canvas_send_group()

    @property
    @exported(10.0, range=(0.0, 1024.0), unit="px")
    def clear_margin(self) -> float:
        """How much more is made empty before drawing; default 10. Kept and saved: the whole picture is emptied here."""
        return self._clear_margin

    @clear_margin.setter
    def clear_margin(self, margin: float) -> None:
        self._clear_margin = checked_non_negative(self, "clear_margin", margin)

    @property
    @exported(False)
    def use_mipmaps(self) -> bool:
        """Whether Godot makes smaller sizes of the picture; kept and saved: here a shader that reads them gets them."""
        return self._use_mipmaps

    @use_mipmaps.setter
    def use_mipmaps(self, use_mipmaps: bool) -> None:
        self._use_mipmaps = checked_bool(self, "use_mipmaps", use_mipmaps)

    def _canvas_send(self, look: CanvasLook) -> None:
        super()._canvas_send(look)
        self._canvas_send_group()

    def _canvas_send_rare(self, name: str) -> None:
        if name == "clip_children":  # it draws them together all the same
            self._canvas_send_group()
        else:
            super()._canvas_send_rare(name)

    def _canvas_send_group(self) -> None:
        look = self._canvas
        if look is not None and look.server is not None:
            look.server.canvas_item_set_group_mode(look.item, GroupMode.TRANSPARENT, self._fit_margin)
