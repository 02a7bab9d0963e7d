"""The field that the game is played on: what leaves it on one side comes back on the other."""

from engine import Vector2

SIZE = Vector2(1152, 648)
"""Width and height in pixels, whatever the size of the window."""

CENTER = SIZE / 2


def wrapped(position: Vector2, margin: float) -> Vector2:
    """Where something is that flew to `position`; it turns up again when it is `margin` pixels out of sight."""
    x, y = position
    width, height = SIZE
    return Vector2(
        (x + margin) % (width + 2 * margin) - margin,
        (y + margin) % (height + 2 * margin) - margin,
    )


def shortest(offset: Vector2, margin: float) -> Vector2:
    """The shortest way to something `offset` away that wraps with `margin`, which may lead over an edge."""
    width, height = SIZE.x + 2 * margin, SIZE.y + 2 * margin
    return Vector2(
        (offset.x + width / 2) % width - width / 2,
        (offset.y + height / 2) % height - height / 2,
    )
