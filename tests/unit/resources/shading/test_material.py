"""Material: the passes that a thing is drawn in."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import Image
from engine.resources.shading.material import Material


def test_passes_follow_one_another() -> None:
    first, second, third = Material(), Material(), Material()
    first.next_pass = second
    second.next_pass = third

    assert first.next_pass is second
    first.next_pass = None
    assert first.next_pass is None
    assert first.revision == 2


def test_passes_that_lead_back_are_refused() -> None:
    first, second = Material(), Material()
    first.next_pass = second

    for material in (first, second):
        with pytest.raises(InvalidValueError, match=r"^Material\.next_pass must not lead back to itself"):
            second.next_pass = material
    assert second.next_pass is None


@pytest.mark.parametrize("value", ["res://water.tres", Image(), Material])
def test_a_pass_is_a_material(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Material\.next_pass must be a Material or None, got "):
        Material().next_pass = value


@pytest.mark.parametrize("value", [-129, 128])
def test_priorities_have_bounds(value: int) -> None:
    material = Material()
    material.render_priority = -128

    with pytest.raises(InvalidValueError, match=r"^Material\.render_priority must be from -128 to 127, got "):
        material.render_priority = value
    assert material.render_priority == -128
