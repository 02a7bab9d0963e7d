"""The time of a tree: how many fixed steps a frame has, what is dropped of it, and how fast it runs.

A frame adds its seconds, at most `max_frame_delta`, to what the frames before left over. Each whole step in it is run,
at most `max_physics_steps_per_frame`; whole steps beyond are dropped, what is left below a step is kept. A millionth of
a step counts as rounding: 1,000 frames of 1/60 make exactly 1,000 steps.
"""

from __future__ import annotations

from math import floor
from typing import Any

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_bool, is_finite
from engine.math.value import shortened

_ROUNDING = 1e-6  # parts of a step


class FrameTime:
    """The part of a SceneTree that counts time.

    Attributes:
        interpolation_changes: counts the changes of `physics_interpolation_mode` of nodes in the tree.
        callback_delta: the scaled seconds of the physics step or frame that is under way, or was last.
    """

    def _start_time(self) -> None:
        self._rate: float = 60
        self._max_steps = 5
        self._max_delta = 0.25
        self._time_scale = 1.0
        self._interpolates = False
        self.interpolation_changes = 0
        self.callback_delta = 0.0
        self._accumulator = 0.0  # seconds since the last physics step

    @property
    def physics_ticks_per_second(self) -> float:
        """Fixed steps a second, above 0.

        Raises:
            InvalidValueError: set to 0 or less, or not finite.
        """
        return self._rate

    @physics_ticks_per_second.setter
    def physics_ticks_per_second(self, rate: float) -> None:
        if not (is_finite(rate) and rate > 0):
            raise InvalidValueError(
                f"SceneTree.physics_ticks_per_second must be a finite number above 0, got {shortened(rate)}"
            )
        self._rate = rate

    @property
    def max_physics_steps_per_frame(self) -> int:
        """How many fixed steps a frame has at most; more whole steps than that are dropped.

        Raises:
            InvalidValueError: set to less than 1.
        """
        return self._max_steps

    @max_physics_steps_per_frame.setter
    def max_physics_steps_per_frame(self, steps: int) -> None:
        if not isinstance(steps, int) or steps < 1:
            raise InvalidValueError(
                f"SceneTree.max_physics_steps_per_frame must be a whole number, 1 or more, got {shortened(steps)}"
            )
        self._max_steps = steps

    @property
    def max_frame_delta(self) -> float:
        """Seconds that a frame counts at most, above 0; what is longer is dropped.

        Raises:
            InvalidValueError: set to 0 or less, or not finite.
        """
        return self._max_delta

    @max_frame_delta.setter
    def max_frame_delta(self, seconds: float) -> None:
        if not (is_finite(seconds) and seconds > 0):
            raise InvalidValueError(
                f"SceneTree.max_frame_delta must be a finite number of seconds above 0, got {shortened(seconds)}"
            )
        self._max_delta = seconds

    @property
    def time_scale(self) -> float:
        """How fast the tree's time runs; 1 is real time, 0 stands still. It multiplies every delta handed out.

        Raises:
            InvalidValueError: set to less than 0, or not finite.
        """
        return self._time_scale

    @time_scale.setter
    def time_scale(self, scale: float) -> None:
        if not (is_finite(scale) and scale >= 0):
            raise InvalidValueError(f"SceneTree.time_scale must be a finite number, 0 or more, got {shortened(scale)}")
        self._time_scale = float(scale)

    @property
    def physics_interpolation_fraction(self) -> float:
        """How far this frame is between the last physics step and the next, 0 to 1."""
        return self._accumulator * self._rate

    @property
    def physics_interpolation(self) -> bool:
        """Whether nodes of moving bodies are shown on their way between two physics steps; default False.

        They are then shown up to one step late, but move evenly where frames and steps do not go together. In
        `on_physics_process` their transforms are what physics has; otherwise they are what is shown. What is put
        elsewhere jumps there; `Node.reset_physics_interpolation` lets a CharacterBody2D do so, too.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._interpolates

    @physics_interpolation.setter
    def physics_interpolation(self, interpolates: bool) -> None:
        tree: Any = self
        self._interpolates = checked_bool(tree, "physics_interpolation", interpolates)

    def _longest_frame(self) -> float:
        """The seconds of the longest frame of which nothing is dropped."""
        return min(self._max_delta, self._max_steps / self._rate)

    def _take_steps(self, delta: float) -> tuple[int, float]:
        """Add a frame of `delta` seconds; returns its number of steps, and the seconds that are dropped."""
        clamped = min(delta, self._max_delta)
        rate = self._rate
        accumulated = self._accumulator + clamped
        due = floor(accumulated * rate + _ROUNDING)
        steps = min(due, self._max_steps)
        self._accumulator = max(accumulated - due / rate, 0.0)
        return steps, delta - clamped + (due - steps) / rate
