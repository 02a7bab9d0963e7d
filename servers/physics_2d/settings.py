"""What a project says of 2D physics: gravity, damps, sleep, and how carefully each step is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.property_checks import between, checked_finite, checked_non_negative, checked_vector2
from engine.math import Vector2

if TYPE_CHECKING:
    from collections.abc import Callable


def _setting(name: str, default: Any, check: Callable[[Any, str, Any], Any], doc: str) -> Any:
    """A property of the server that is checked, kept in an attribute, and told to its spaces."""
    attribute = f"_{name}"

    def read(self: Any) -> Any:
        return getattr(self, attribute, default)

    def keep(self: Any, value: Any) -> None:
        setattr(self, attribute, check(self, name, value))
        self._settings_changed()

    read.__doc__ = doc
    return property(read, keep)


class Settings:
    """The settings of a physics server, with Godot's defaults. They can be changed at any time."""

    default_gravity: float = _setting(
        "default_gravity", 980.0, checked_finite, "How much faster in a second what falls gets, in px/s2; default 980."
    )
    default_gravity_vector: Vector2 = _setting(
        "default_gravity_vector", Vector2(0.0, 1.0), checked_vector2, "Where to it falls; default (0, 1), down."
    )
    default_linear_damp: float = _setting(
        "default_linear_damp",
        0.1,
        checked_non_negative,
        "How much of its velocity a body loses in a second; default 0.1.",
    )
    default_angular_damp: float = _setting(
        "default_angular_damp", 1.0, checked_non_negative, "How much of its angular velocity it loses; default 1."
    )
    sleep_threshold_linear: float = _setting(
        "sleep_threshold_linear",
        2.0,
        checked_non_negative,
        "What is slower than so many px/s may fall asleep, where turning counts by its energy; default 2.",
    )
    time_before_sleep: float = _setting(
        "time_before_sleep", 0.5, checked_non_negative, "After so many seconds of that it does; default 0.5."
    )
    substeps: int = _setting("substeps", 4, between(1, 64), "In how many parts each step is done; default 4.")
    iterations: int = _setting(
        "iterations", 10, between(1, 1000), "How often contacts and joints are solved in each part; default 10."
    )

    @property
    def gravity(self) -> Vector2:
        """By how much the velocity of what falls grows in a second, in px/s2, where no area says otherwise."""
        return self.default_gravity_vector * self.default_gravity

    def _where(self) -> str:
        return type(self).__name__

    def _settings_changed(self) -> None:
        """Tell the spaces."""
        raise NotImplementedError


PROJECT_SETTINGS = (
    "default_gravity", "default_gravity_vector", "default_linear_damp", "default_angular_damp",
    "sleep_threshold_linear", "time_before_sleep",
)  # fmt: skip
"""Those that a Godot project has, too, after `physics/2d/`."""
