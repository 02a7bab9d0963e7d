"""PathFollow2D: a place on the path of its parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import TreeError
from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_finite
from engine.math.scalars import fposmod, is_zero_approx
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.path_2d import Path2D

if TYPE_CHECKING:
    from engine.resources.curves.curve_2d import Curve2D


class PathFollow2D(Node2D):
    """Stands on the curve of the Path2D that is its parent, `progress` pixels from its start; its children go along.

    Position and rotation are set while it is in a tree: when it enters, when what says where it stands is set, and when
    the curve changes. `loop` and `cubic_interp` count from the next time on.
    """

    _path: Path2D | None = None
    _progress = 0.0
    _h_offset = 0.0
    _v_offset = 0.0
    _rotates = True
    _cubic_interp = True
    _loop = True
    _kept_in = {name: (f"_{name}",) for name in ("progress", "h_offset", "v_offset", "rotates", "cubic_interp", "loop")}

    @property
    @exported(0.0, range=(0.0, 10000.0, 0.01), unit="px")
    def progress(self) -> float:
        """How far along the path it is, in pixels; default 0.

        Beyond an end of the path it is brought back into it when it is set: from the other end if `loop` is set,
        otherwise to that end.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._progress

    @progress.setter
    def progress(self, progress: float) -> None:
        self._progress = wanted = checked_finite(self, "progress", progress)
        curve = self._curve()
        if curve is None:
            return
        length = curve.get_baked_length()
        if self._loop and length:
            self._progress = fposmod(wanted, length)
            if is_zero_approx(self._progress) and not is_zero_approx(wanted):
                self._progress = length  # a whole number of rounds ends at the end, not at the start
        else:
            self._progress = min(max(wanted, 0.0), length)
        self._update_transform()

    @property
    def progress_ratio(self) -> float:
        """How far along the path it is, 0 at its start to 1 at its end; 0 without a path.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
            TreeError: set without a parent in a tree that is a Path2D with a curve of some length.
        """
        length = self._length()
        return self._progress / length if length else 0.0

    @progress_ratio.setter
    def progress_ratio(self, ratio: float) -> None:
        part = checked_finite(self, "progress_ratio", ratio)
        length = self._length()
        if not length:
            raise TreeError(
                f"{self._where()}.progress_ratio can be set below a Path2D inside a tree, with a curve of some length; "
                "add it there first, or set progress"
            )
        self.progress = part * length

    @property
    @exported(0.0)
    def h_offset(self) -> float:
        """How far from its place it stands along the path, in pixels, without `rotates` along x; default 0.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._h_offset

    @h_offset.setter
    def h_offset(self, offset: float) -> None:
        self._h_offset = checked_finite(self, "h_offset", offset)
        self._update_transform()

    @property
    @exported(0.0)
    def v_offset(self) -> float:
        """How far beside the path it stands, to its right, in pixels, without `rotates` along y; default 0.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._v_offset

    @v_offset.setter
    def v_offset(self, offset: float) -> None:
        self._v_offset = checked_finite(self, "v_offset", offset)
        self._update_transform()

    @property
    @exported(True)
    def rotates(self) -> bool:
        """Whether its x axis points along the path; default True."""
        return self._rotates

    @rotates.setter
    def rotates(self, rotates: bool) -> None:
        self._rotates = checked_bool(self, "rotates", rotates)
        self._update_transform()

    @property
    @exported(True)
    def cubic_interp(self) -> bool:
        """Whether the path is rounded between the points that it is baked into; default True."""
        return self._cubic_interp

    @cubic_interp.setter
    def cubic_interp(self, cubic: bool) -> None:
        self._cubic_interp = checked_bool(self, "cubic_interp", cubic)

    @property
    @exported(True)
    def loop(self) -> bool:
        """Whether beyond an end of the path it goes on from the other one; default True."""
        return self._loop

    @loop.setter
    def loop(self, loop: bool) -> None:
        self._loop = checked_bool(self, "loop", loop)

    def get_configuration_warnings(self) -> list[str]:
        """That the parent is no path."""
        warnings = super().get_configuration_warnings()
        if self.is_visible_in_tree() and not isinstance(self._parent, Path2D):
            warnings.append("PathFollow2D only works when set as a child of a Path2D node.")
        return warnings

    def _enter_tree(self) -> None:
        parent: Any = self._parent
        if isinstance(parent, Path2D):
            self._path = parent
            parent._followers[self] = None
            self._update_transform()

    def _exit_tree(self) -> None:
        path, self._path = self._path, None
        if path is not None:
            path._followers.pop(self, None)

    def _curve(self) -> Curve2D | None:
        return None if self._path is None else self._path.curve

    def _length(self) -> float:
        curve = self._curve()
        return 0.0 if curve is None else curve.get_baked_length()

    def _update_transform(self) -> None:
        """Stand where the path says, if there is one."""
        curve = self._curve()
        if curve is None or not curve.get_baked_length():
            return
        if self._rotates:
            place = curve.sample_baked_with_rotation(self._progress, self._cubic_interp)
            place = place.translated_local((self._h_offset, self._v_offset))
            self.rotation = place.x.angle()
            self.position = place.origin
        else:
            self.position = curve.sample_baked(self._progress, self._cubic_interp) + (self._h_offset, self._v_offset)
