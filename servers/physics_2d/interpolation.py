"""Physics interpolation: between physics steps nodes show where their bodies are on the way from one to the next.

In physics callbacks a node is where its body is, as of the last step. Otherwise it is shown between the last two
places of its body: at the start of the way where the frame comes right after a step. What a node is put elsewhere by,
outside of steps and for rigid bodies also in them, is a jump: nothing is shown on the way.

In:    the slots of nodes whose bodies move; where they are after each step.
Out:   the transforms of nodes: shown places between frames, the true ones during steps.
When:  `put_back` before the steps of a frame, `before_step` and `after_step` around each, `show` once a frame.
Space: global; pixels, radians.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]
    Bools = NDArray[np.bool_]


class Interpolation:
    """Of the bodies of one server.

    Args:
        poses: the `Poses` of the tree.
    """

    def __init__(self, poses: Any) -> None:
        self._poses = poses
        self._at: dict[int, int] = {}  # by slot: its place in the arrays
        self._slots: Ints = np.zeros(0, np.intp)
        self._before: Floats = np.zeros((0, 3))  # x, y and angle after the step before the last
        self._now: Floats = np.zeros((0, 3))  # after the last
        self._resets: set[int] = set()  # slots whose next step is shown without a way
        self._shown: Bools = np.zeros(0, np.bool_)  # whose nodes are not where their bodies are
        self._kept: Floats = np.zeros((10, 0))  # of these: their own transforms as the body has it

    def set_slots(self, slots: list[int]) -> None:
        """Show the nodes in these slots, and no others; those that come are where they are."""
        self.put_back()
        known = [(slot, self._at.get(slot, -1)) for slot in slots]
        now = self._places(np.array(slots, np.intp))
        before = now.copy()
        for at, (_, had) in enumerate(known):
            if had >= 0:
                now[at], before[at] = self._now[had], self._before[had]
        self._at = {slot: at for at, slot in enumerate(slots)}
        self._slots = np.array(slots, np.intp)
        self._now, self._before = now, before
        self._shown = np.zeros(len(slots), np.bool_)
        self._kept = np.zeros((10, len(slots)))
        self._resets &= self._at.keys()

    def put_back(self) -> None:
        """Let all nodes be where their bodies are: before the steps of a frame, and when it ends."""
        self._put_back(self._shown)

    def before_step(self) -> None:
        """Before a step: what was the end of the way is its start."""
        self._before = self._now.copy()

    def after_step(self) -> None:
        """After a step, when the nodes are where their bodies are."""
        self._now = self._places(self._slots)
        for slot in self._resets:
            self._before[self._at[slot]] = self._now[self._at[slot]]
        self._resets.clear()

    def show(self, fraction: float) -> None:
        """Put the nodes where they are to be seen.

        Args:
            fraction: 0 to 1, how far the frame is from the last step to the next.
        """
        way = self._now - self._before
        moving = (way != 0.0).any(axis=1) | self._shown
        if not moving.any():
            return
        new = moving & ~self._shown
        if new.any():
            self._kept[:, new] = self._poses.keep(self._slots[new])
            self._shown |= new
        way[:, 2] = np.remainder(way[:, 2] + np.pi, 2.0 * np.pi) - np.pi
        left = (way * (fraction - 1.0))[moving]
        places = self._now[moving] + left
        self._poses.show(self._slots[moving], places[:, :2], left[:, 2], self._kept[:, moving])

    def jump(self, slot: int) -> None:
        """A node has been put where it is now, and its body with it: nothing is shown on the way."""
        at = self._at.get(slot, -1)
        if at >= 0:
            self._shown[at] = False
            self._now[at] = self._before[at] = self._places(self._slots[at : at + 1])[0]

    def reset(self, slot: int, in_step: bool) -> None:
        """Show nothing on the way that a body has gone, or, in a step, on the one it goes now."""
        at = self._at.get(slot, -1)
        if at < 0:
            return
        if in_step:
            self._resets.add(slot)
        else:
            self._before[at] = self._now[at]
            self.let_go(slot)

    def let_go(self, slot: int) -> None:
        """Let a node be where its body is, as before it leaves."""
        at = self._at.get(slot, -1)
        if at >= 0 and self._shown[at]:
            only = np.zeros(len(self._slots), np.bool_)
            only[at] = True
            self._put_back(only)

    def is_shown(self, slot: int) -> bool:
        """Whether a node is not where its body is."""
        at = self._at.get(slot, -1)
        return at >= 0 and bool(self._shown[at])

    def _put_back(self, which: Bools) -> None:
        if which.any():
            self._poses.put_back(self._slots[which], self._kept[:, which])
            self._shown = self._shown & ~which

    def _places(self, slots: Ints) -> Floats:
        if not len(slots):
            return np.zeros((0, 3))
        matrices = self._poses.read(slots)
        places = np.empty((len(slots), 3))
        places[:, :2] = matrices[:, 4:]
        places[:, 2] = np.arctan2(matrices[:, 1], matrices[:, 0])
        return places
