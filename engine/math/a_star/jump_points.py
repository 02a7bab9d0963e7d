"""Jump points: the cells of an open grid where a cheapest way may have to turn, found without a queue.

From a cell the search goes straight on in each allowed direction, and stops only at the goal, or where a solid cell
beside the line makes way for a turn that no other way reaches as cheaply. Solid cells must border the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def jump_points(solid: Sequence[int], stride: int, corners: Sequence[bool], goal: int) -> Callable[[int], list[int]]:
    """The function that gives the jump points next to a cell.

    Args:
        solid: for each cell, row after row, whether it is solid; with a solid border.
        stride: cells in a row, the border included.
        corners: whether a diagonal step is allowed, by how many of the two cells beside it are not solid.
        goal: a jump always stops here.
    """
    jumps = _Jumps(solid, stride, corners, goal)

    def ends(here: int) -> list[int]:
        found = [jumps.straight(here, way) for way in (-stride, 1, stride, -1)]
        if corners[2]:
            found += [jumps.diagonal(here, across, down) for across, down in jumps.diagonals]
        return [end for end in found if end >= 0]

    return ends


class _Jumps:
    """The rules of one search; -1 stands for no jump point."""

    def __init__(self, solid: Sequence[int], stride: int, corners: Sequence[bool], goal: int) -> None:
        self.solid = solid
        self.stride = stride
        self.corners = corners
        self.goal = goal
        self.diagonals = ((-1, -stride), (1, -stride), (1, stride), (-1, stride))
        self.has_diagonals = corners[2]
        self.cuts_corners = corners[1]

    def straight(self, here: int, way: int) -> int:
        """The jump point straight ahead."""
        solid, goal, stride = self.solid, self.goal, self.stride
        side = stride if way in (1, -1) else 1
        turns_beside = not self.has_diagonals and side == 1  # without diagonals, each cell of a column opens its row
        # With cut corners a turn opens one cell ahead of the solid one, else beside the cell that has passed it.
        before, after = (0, way) if self.cuts_corners else (-way, 0)
        here += way
        while not solid[here]:
            if here == goal:
                return here
            for beside in (here - side, here + side):
                if solid[beside + before] and not solid[beside + after]:
                    return here
            if turns_beside and (self.straight(here, -1) >= 0 or self.straight(here, 1) >= 0):
                return here
            here += way
        return -1

    def diagonal(self, here: int, across: int, down: int) -> int:
        """The jump point ahead on a diagonal."""
        solid, corners = self.solid, self.corners
        while True:
            if not corners[(not solid[here + across]) + (not solid[here + down])]:
                return -1
            here += across + down
            if solid[here]:
                return -1
            if here == self.goal:
                return here
            if self.cuts_corners and (
                (solid[here - across] and not solid[here - across + down])
                or (solid[here - down] and not solid[here - down + across])
            ):
                return here
            if self.straight(here, across) >= 0 or self.straight(here, down) >= 0:
                return here
