"""The bits of nodes and classes, and the literals that hot paths spell them with."""

from __future__ import annotations

import re
from pathlib import Path

from engine.tree import flags as f
from engine.tree import frame, node, parenthood, scene_tree


def literals(module: object) -> set[int]:
    """The hexadecimal numbers in a module's text."""
    return {int(text, 16) for text in re.findall(r"\b0x[0-9A-F]+\b", Path(str(vars(module)["__file__"])).read_text())}


def test_the_literals_of_hot_paths_are_the_flags_that_they_stand_for() -> None:
    assert literals(scene_tree) | literals(frame) == set()
    assert literals(node) | literals(parenthood) == {
        f.MASK_2D,
        f.MASK_3D,
        f.MASK_CALLS | f.MASK_LISTED | f.MASK_DRAW,
        f.MASK_CALLS | f.MASK_LISTED | f.MASK_DRAW | f.MASK_FREED,
        f.FREED | f.EXITING,
        f.FREED | f.EXITING | f.IS_ROOT,
        f.IN_TREE | f.READY | f.READY_PASSED | f.QUEUED | f.RESOLVED_MASK,
        f.READY_PASSED | f.SIG_CHILD_ENTERED | f.SIG_CHILD_ORDER,
        f.RESOLVED_MASK,
        f.SIG_CHILD_EXITING | f.SIG_CHILD_ORDER,
        f.SIG_CHILD_ORDER,
    }


def test_each_flag_and_each_mask_has_a_bit_of_its_own() -> None:
    for prefix in ("MASK_", ""):
        bits = [
            value
            for name, value in vars(f).items()
            if name.isupper()
            and name.startswith("MASK_") == bool(prefix)
            and not name.startswith("RESOLVED")
            and value & (value - 1) == 0
        ]
        assert len(bits) == len(set(bits)) > 10
