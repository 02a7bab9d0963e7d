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

from engine.math import easing
from engine.math.color import Color
from engine.math.easing import EaseType, TransitionType
from engine.math.errors import (
    DivisionByZeroError,
    ImmutableError,
    MathTypeError,
    MathValueError,
    SapwoodError,
    SingularTransformError,
)
from engine.math.geometry_2d import (
    convex_hull,
    get_closest_point_to_segment,
    get_closest_point_to_segment_uncapped,
    is_point_in_circle,
    is_point_in_polygon,
    is_point_in_triangle,
    is_polygon_clockwise,
    segment_intersects_circle,
    segment_intersects_segment,
)
from engine.math.integers import closest_po2, larger_prime, nearest_po2, nearest_shift, po2_shift, previous_po2
from engine.math.interpolation import (
    bezier_derivative,
    bezier_interpolate,
    cubic_interpolate,
    cubic_interpolate_angle,
    cubic_interpolate_angle_in_time,
    cubic_interpolate_in_time,
    ease,
    inverse_lerp,
    lerp,
    lerp_angle,
    lerpf,
    remap,
    smoothstep,
)
from engine.math.random_number_generator import RandomNumberGenerator
from engine.math.rect2 import SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, Rect2
from engine.math.scalars import (
    angle_difference,
    clamp,
    clampf,
    clampi,
    db_to_linear,
    deg_to_rad,
    fposmod,
    is_equal_approx,
    is_zero_approx,
    linear_to_db,
    move_toward,
    pingpong,
    posmod,
    rad_to_deg,
    rotate_toward,
    sign,
    snapped,
    snappedi,
    step_decimals,
    wrap,
    wrapf,
    wrapi,
)
from engine.math.transform_2d import Transform2D
from engine.math.triangulation import triangulate_polygon
from engine.math.vector2 import Vector2
from engine.math.vector3 import Vector3

__all__ = [
    "SIDE_BOTTOM",
    "SIDE_LEFT",
    "SIDE_RIGHT",
    "SIDE_TOP",
    "Color",
    "DivisionByZeroError",
    "EaseType",
    "ImmutableError",
    "MathTypeError",
    "MathValueError",
    "RandomNumberGenerator",
    "Rect2",
    "SapwoodError",
    "SingularTransformError",
    "Transform2D",
    "TransitionType",
    "Vector2",
    "Vector3",
    "angle_difference",
    "bezier_derivative",
    "bezier_interpolate",
    "clamp",
    "clampf",
    "clampi",
    "closest_po2",
    "convex_hull",
    "cubic_interpolate",
    "cubic_interpolate_angle",
    "cubic_interpolate_angle_in_time",
    "cubic_interpolate_in_time",
    "db_to_linear",
    "deg_to_rad",
    "ease",
    "easing",
    "fposmod",
    "get_closest_point_to_segment",
    "get_closest_point_to_segment_uncapped",
    "inverse_lerp",
    "is_equal_approx",
    "is_point_in_circle",
    "is_point_in_polygon",
    "is_point_in_triangle",
    "is_polygon_clockwise",
    "is_zero_approx",
    "larger_prime",
    "lerp",
    "lerp_angle",
    "lerpf",
    "linear_to_db",
    "move_toward",
    "nearest_po2",
    "nearest_shift",
    "pingpong",
    "po2_shift",
    "posmod",
    "previous_po2",
    "rad_to_deg",
    "remap",
    "rotate_toward",
    "segment_intersects_circle",
    "segment_intersects_segment",
    "sign",
    "smoothstep",
    "snapped",
    "snappedi",
    "step_decimals",
    "triangulate_polygon",
    "wrap",
    "wrapf",
    "wrapi",
]
