"""The layers of a mask by their numbers, 1 to 32: what `set_collision_mask_value` and the others like it have in
common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.property_checks import checked_between, checked_bool

if TYPE_CHECKING:
    from engine.core.property_checks import Located


def with_layer_number(item: Located, method: str, layers: int, layer_number: int, value: bool) -> int:
    """`layers` with one of them set or not; `method` is for errors.

    Raises:
        InvalidTypeError, InvalidValueError: another number, or `value` is neither True nor False.
    """
    bit = _bit(item, method, layer_number)
    return layers | bit if checked_bool(item, f"{method}(value)", value) else layers & ~bit


def has_layer_number(item: Located, method: str, layers: int, layer_number: int) -> bool:
    """Whether one of them is set in `layers`; errors as `with_layer_number`."""
    return bool(layers & _bit(item, method, layer_number))


def _bit(item: Located, method: str, layer_number: int) -> int:
    return 1 << checked_between(item, f"{method}(layer_number)", layer_number, 1, 32) - 1
