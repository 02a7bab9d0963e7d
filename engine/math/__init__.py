"""Value types and scalar functions, and the conventions that every part of the engine keeps.

Units and conventions:

    time        seconds
    angles      radians; a name that ends in `_degrees` says otherwise, and fields of view are degrees, as in Godot
    2D          pixels, origin top left, x right, y down; a positive rotation turns clockwise on the screen
    3D          metres, right-handed, x right, y up, looking along -z
    matrices    act on column vectors: `parent * child`, `transform * point`; numpy arrays are [row, column]
    numbers     doubles; float32 only in what goes to the GPU
    colours     0 to 1 per channel, straight alpha; gamma-space (sRGB) in the 2D canvas, linear inside the 3D renderer

The types are immutable tuples: they hash, unpack, pickle, equal plain tuples. Every method that takes one, and every
operator that takes a vector, takes a plain sequence of numbers too. Names and results are Godot's.
`engine.math.kernels` does the same for numpy arrays of many values at once.

What few games use at once is imported when it is first asked for; `_HOMES` says from where.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.math.axis_rect import CORNER_BOTTOM_LEFT, CORNER_BOTTOM_RIGHT, CORNER_TOP_LEFT, CORNER_TOP_RIGHT
from engine.math.errors import (
    DivisionByZeroError,
    ImmutableError,
    MathTypeError,
    MathValueError,
    SapwoodError,
    SingularTransformError,
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
from engine.math.nearest_name import did_you_mean
from engine.math.random_number_generator import RandomNumberGenerator, rand_from_seed
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
    roundf,
    roundi,
    sign,
    signf,
    signi,
    snapped,
    snappedf,
    snappedi,
    step_decimals,
    wrap,
    wrapf,
    wrapi,
)
from engine.math.transform_2d import Transform2D
from engine.math.vector2 import Vector2

if TYPE_CHECKING:  # what `_HOMES` resolves at run time
    from engine.math import easing, geometry_3d
    from engine.math.a_star.a_star_2d import AStar2D
    from engine.math.a_star.a_star_3d import AStar3D
    from engine.math.a_star.a_star_grid_2d import AStarGrid2D
    from engine.math.a_star.grid_cells import PointData
    from engine.math.aabb import AABB
    from engine.math.basis import Basis
    from engine.math.color import Color
    from engine.math.easing import EaseType, TransitionType
    from engine.math.euler import EulerOrder
    from engine.math.geometry.atlas import make_atlas
    from engine.math.geometry.bresenham import bresenham_line
    from engine.math.geometry.convex_decomposition import decompose_polygon_in_convex
    from engine.math.geometry.delaunay import triangulate_delaunay
    from engine.math.geometry.polygon_clipping import (
        PolyEndType,
        PolyJoinType,
        clip_polygons,
        clip_polyline_with_polygon,
        exclude_polygons,
        intersect_polygons,
        intersect_polyline_with_polygon,
        merge_polygons,
        offset_polygon,
        offset_polyline,
    )
    from engine.math.geometry.triangulation import triangulate_polygon
    from engine.math.geometry_2d import (
        convex_hull,
        get_closest_point_to_segment,
        get_closest_point_to_segment_uncapped,
        get_closest_points_between_segments,
        is_point_in_circle,
        is_point_in_polygon,
        is_point_in_triangle,
        is_polygon_clockwise,
        line_intersects_line,
        point_is_inside_triangle,
        segment_intersects_circle,
        segment_intersects_segment,
    )
    from engine.math.plane import Plane
    from engine.math.projection import Projection
    from engine.math.quaternion import Quaternion
    from engine.math.rect2i import Rect2i
    from engine.math.text_hash import string_hash
    from engine.math.transform_3d import Transform3D
    from engine.math.vector2i import Vector2i
    from engine.math.vector3 import Vector3
    from engine.math.vector3i import Vector3i
    from engine.math.vector4 import Vector4
    from engine.math.vector4i import Vector4i

__all__ = [
    "AABB",
    "CORNER_BOTTOM_LEFT",
    "CORNER_BOTTOM_RIGHT",
    "CORNER_TOP_LEFT",
    "CORNER_TOP_RIGHT",
    "SIDE_BOTTOM",
    "SIDE_LEFT",
    "SIDE_RIGHT",
    "SIDE_TOP",
    "AStar2D",
    "AStar3D",
    "AStarGrid2D",
    "Basis",
    "Color",
    "DivisionByZeroError",
    "EaseType",
    "EulerOrder",
    "ImmutableError",
    "MathTypeError",
    "MathValueError",
    "Plane",
    "PointData",
    "PolyEndType",
    "PolyJoinType",
    "Projection",
    "Quaternion",
    "RandomNumberGenerator",
    "Rect2",
    "Rect2i",
    "SapwoodError",
    "SingularTransformError",
    "Transform2D",
    "Transform3D",
    "TransitionType",
    "Vector2",
    "Vector2i",
    "Vector3",
    "Vector3i",
    "Vector4",
    "Vector4i",
    "angle_difference",
    "bezier_derivative",
    "bezier_interpolate",
    "bresenham_line",
    "clamp",
    "clampf",
    "clampi",
    "clip_polygons",
    "clip_polyline_with_polygon",
    "closest_po2",
    "convex_hull",
    "cubic_interpolate",
    "cubic_interpolate_angle",
    "cubic_interpolate_angle_in_time",
    "cubic_interpolate_in_time",
    "db_to_linear",
    "decompose_polygon_in_convex",
    "deg_to_rad",
    "ease",
    "easing",
    "exclude_polygons",
    "fposmod",
    "geometry_3d",
    "get_closest_point_to_segment",
    "get_closest_point_to_segment_uncapped",
    "get_closest_points_between_segments",
    "intersect_polygons",
    "intersect_polyline_with_polygon",
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
    "line_intersects_line",
    "linear_to_db",
    "make_atlas",
    "merge_polygons",
    "move_toward",
    "nearest_po2",
    "nearest_shift",
    "offset_polygon",
    "offset_polyline",
    "pingpong",
    "po2_shift",
    "point_is_inside_triangle",
    "posmod",
    "previous_po2",
    "rad_to_deg",
    "rand_from_seed",
    "remap",
    "rotate_toward",
    "roundf",
    "roundi",
    "segment_intersects_circle",
    "segment_intersects_segment",
    "sign",
    "signf",
    "signi",
    "smoothstep",
    "snapped",
    "snappedf",
    "snappedi",
    "step_decimals",
    "string_hash",
    "triangulate_delaunay",
    "triangulate_polygon",
    "wrap",
    "wrapf",
    "wrapi",
]

_HOMES = {
    "a_star.a_star_2d": "AStar2D",
    "a_star.a_star_3d": "AStar3D",
    "a_star.a_star_grid_2d": "AStarGrid2D",
    "a_star.grid_cells": "PointData",
    "aabb": "AABB",
    "basis": "Basis",
    "color": "Color",
    "easing": "EaseType TransitionType",
    "euler": "EulerOrder",
    "geometry.atlas": "make_atlas",
    "geometry.bresenham": "bresenham_line",
    "geometry.convex_decomposition": "decompose_polygon_in_convex",
    "geometry.delaunay": "triangulate_delaunay",
    "geometry.polygon_clipping": (
        "PolyEndType PolyJoinType clip_polygons clip_polyline_with_polygon exclude_polygons intersect_polygons "
        "intersect_polyline_with_polygon merge_polygons offset_polygon offset_polyline"
    ),
    "geometry.triangulation": "triangulate_polygon",
    "geometry_2d": (
        "convex_hull get_closest_point_to_segment get_closest_point_to_segment_uncapped "
        "get_closest_points_between_segments is_point_in_circle is_point_in_polygon is_point_in_triangle "
        "is_polygon_clockwise line_intersects_line point_is_inside_triangle segment_intersects_circle "
        "segment_intersects_segment"
    ),
    "plane": "Plane",
    "projection": "Projection",
    "quaternion": "Quaternion",
    "rect2i": "Rect2i",
    "text_hash": "string_hash",
    "transform_3d": "Transform3D",
    "vector2i": "Vector2i",
    "vector3": "Vector3",
    "vector3i": "Vector3i",
    "vector4": "Vector4",
    "vector4i": "Vector4i",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

if not TYPE_CHECKING:  # a checker that saw this function would accept any name

    def __getattr__(name: str) -> Any:
        """Import a public name when it is first asked for."""
        if name in ("easing", "geometry_3d"):
            return import_module(f"engine.math.{name}")
        if name not in _HOME_OF:
            hint = "" if name.startswith("_") else did_you_mean(name, __all__)
            raise AttributeError(f"module 'engine.math' has no attribute {name!r}{hint}", name=name)
        value = globals()[name] = getattr(import_module(f"engine.math.{_HOME_OF[name]}"), name)
        return value
