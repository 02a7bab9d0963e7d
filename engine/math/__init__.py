"""Value types and scalar functions, and the conventions that every part of the engine keeps.

Units and conventions:

    time        seconds
    angles      radians; a name that ends in `_degrees` says otherwise
    2D          pixels, origin top left, x right, y down; a positive rotation turns clockwise on the screen
    3D          metres, right-handed, x right, y up, looking along -z
    matrices    act on column vectors: `parent * child`, `transform * point`; numpy arrays are [row, column]
    numbers     doubles; float32 only in what goes to the GPU
    colours     0 to 1 per channel, straight alpha; gamma-space (sRGB) in the 2D canvas, linear inside the 3D renderer

The types are immutable tuples: they hash, unpack, pickle, equal plain tuples, and every method and operator that takes
one takes a plain sequence of numbers too. Names and results are Godot's.
"""

from engine.math.errors import DivisionByZeroError as DivisionByZeroError
from engine.math.rect2 import SIDE_BOTTOM as SIDE_BOTTOM
from engine.math.rect2 import Rect2 as Rect2
from engine.math.transform_2d import Transform2D as Transform2D
from engine.math.vector2 import Vector2 as Vector2
from engine.math.vector3 import Vector3 as Vector3
