"""The words of the shading language: types, hints, render modes and the built-ins of canvas shaders, with their GLSL.

The language is that of Godot's shaders, whose built-ins for canvas items are listed in its manual.
"""

from __future__ import annotations

from engine.core.sampling import TextureFilter, TextureRepeat
from engine.resources.shading.material import BlendMode

MAX_CODE = 256 * 1024
"""Longest shader, in characters, with all that it includes."""

PREFIX = "m_"
"""What stands before a shader's own names in GLSL, so that none of them is a word of GLSL or of the renderer."""

VARYING_PREFIX = "v_"
"""What stands before a varying in GLSL where it goes from one stage to the other."""

SHADER_TYPES = ("spatial", "canvas_item", "particles", "sky", "fog")
"""In the order of Shader.Mode."""

BLENDS = {
    "blend_mix": BlendMode.MIX,
    "blend_add": BlendMode.ADD,
    "blend_sub": BlendMode.SUB,
    "blend_mul": BlendMode.MUL,
    "blend_premul_alpha": BlendMode.PREMULT_ALPHA,
    "blend_disabled": BlendMode.DISABLED,
}
RENDER_MODES = (*BLENDS, "unshaded", "light_only", "skip_vertex_transform", "world_vertex_coords")
"""Those of canvas shaders."""

SCALARS = {"bool": "bool", "int": "int", "uint": "uint", "float": "float"}
"""A type of one component, and what kind that is."""

VECTORS = {
    f"{prefix}vec{count}": (kind, count)
    for prefix, kind in (("b", "bool"), ("i", "int"), ("u", "uint"), ("", "float"))
    for count in (2, 3, 4)
}
"""A type of several components: what kind those are, and how many."""

MATRICES = {"mat2": 2, "mat3": 3, "mat4": 4}
"""A square matrix of floats: how many columns."""

COMPONENTS: dict[str, tuple[str, int]] = {
    **{name: (kind, 1) for name, kind in SCALARS.items()},
    **VECTORS,
    **{name: ("float", side * side) for name, side in MATRICES.items()},
}
"""Every type of numbers: what kind its components are, and how many it has."""

SAMPLERS = frozenset(
    f"{prefix}sampler{kind}" for prefix in ("", "i", "u") for kind in ("2D", "2DArray", "3D", "Cube", "CubeArray")
) | {"samplerExternalOES"}

PRECISIONS = frozenset(("lowp", "mediump", "highp"))

TYPES = frozenset((*COMPONENTS, *SAMPLERS, "void"))

_KEYWORDS = (
    "break case const continue default discard do else false flat for if in inout out return smooth struct switch true "
    "while"
)
KEYWORDS = frozenset((*PRECISIONS, *_KEYWORDS.split()))

FILTERS = {
    "filter_nearest": TextureFilter.NEAREST,
    "filter_linear": TextureFilter.LINEAR,
    "filter_nearest_mipmap": TextureFilter.NEAREST_WITH_MIPMAPS,
    "filter_linear_mipmap": TextureFilter.LINEAR_WITH_MIPMAPS,
    "filter_nearest_mipmap_anisotropic": TextureFilter.NEAREST_WITH_MIPMAPS_ANISOTROPIC,
    "filter_linear_mipmap_anisotropic": TextureFilter.LINEAR_WITH_MIPMAPS_ANISOTROPIC,
}
"""Hints that say how a texture is scaled."""

REPEATS = {"repeat_disable": TextureRepeat.DISABLED, "repeat_enable": TextureRepeat.ENABLED}
"""Hints that say what is beyond the edges of a texture."""

RGBA = tuple[float, float, float, float]

WHITE: RGBA = (1.0, 1.0, 1.0, 1.0)

EMPTY_TEXTURES: dict[str, RGBA] = {
    "hint_default_white": WHITE,
    "hint_default_black": (0.0, 0.0, 0.0, 1.0),
    "hint_default_transparent": (0.0, 0.0, 0.0, 0.0),
    "hint_normal": (0.5, 0.5, 1.0, 1.0),
    "hint_roughness_normal": (0.5, 0.5, 1.0, 1.0),
    "hint_anisotropy": (1.0, 0.5, 0.5, 1.0),
}
"""Hints of a sampler: the colour that is read while it has no texture; white without."""

PLAIN_HINTS = frozenset(
    (
        *EMPTY_TEXTURES,
        "source_color",
        "color_conversion_disabled",
        *(f"hint_roughness_{channel}" for channel in ("r", "g", "b", "a", "gray")),
    )
)
"""Hints that are one word, and say nothing of filters and repeats."""

SCREEN_TEXTURE = "hint_screen_texture"

OTHER_TEXTURES = ("hint_depth_texture", "hint_normal_roughness_texture")
"""Hints for pictures that a 2D canvas has not."""

RENAMED = {
    "hint_color": "source_color",
    "hint_albedo": "source_color",
    "hint_black_albedo": "source_color, hint_default_black",
    "hint_white": "hint_default_white",
    "hint_black": "hint_default_black",
    "hint_aniso": "hint_anisotropy",
    "WORLD_MATRIX": "MODEL_MATRIX",
    "SCREEN_TEXTURE": "a uniform: uniform sampler2D SCREEN_TEXTURE : hint_screen_texture, filter_linear_mipmap;",
    "NORMALMAP": "NORMAL_MAP",
    "NORMALMAP_DEPTH": "NORMAL_MAP_DEPTH",
}
"""Words of Godot 3, and what Godot 4 has instead."""

CONSTANTS = {"PI": "3.1415926535897932", "TAU": "6.2831853071795865", "E": "2.7182818284590452"}

_EVERYWHERE = {**CONSTANTS, "TIME": "time", "AT_LIGHT_PASS": "false"}

VERTEX_WORDS = {
    **_EVERYWHERE,
    "VERTEX": "vertex",
    "UV": "uv",
    "COLOR": "color",
    "POINT_SIZE": "point_size",
    "TEXTURE": "picture",
    "TEXTURE_PIXEL_SIZE": "picture_pixel",
    "MODEL_MATRIX": "model_matrix",
    "CANVAS_MATRIX": "canvas_matrix",
    "SCREEN_MATRIX": "screen_matrix",
    "INSTANCE_ID": "gl_InstanceID",
    "VERTEX_ID": "(gl_VertexID & 3)",
    "INSTANCE_CUSTOM": "vec4(0.0)",
    "CUSTOM0": "vec4(0.0)",
    "CUSTOM1": "vec4(0.0)",
}
"""What is built in for vertex(), and its GLSL. Vertices are counted within each strip of four."""

FRAGMENT_WORDS = {
    **_EVERYWHERE,
    "COLOR": "fragment",
    "UV": "uv",
    "VERTEX": "vertex",
    "FRAGCOORD": "frag_coord",
    "SCREEN_UV": "screen_uv",
    "SCREEN_PIXEL_SIZE": "screen_pixel",
    "TEXTURE": "picture",
    "TEXTURE_PIXEL_SIZE": "picture_pixel",
    "REGION_RECT": "vec4(0.0, 0.0, 1.0, 1.0)",
    "POINT_COORD": "gl_PointCoord",
    "NORMAL": "normal",
    "NORMAL_MAP": "normal_map",
    "NORMAL_MAP_DEPTH": "normal_map_depth",
    "NORMAL_TEXTURE": "normal_texture",
    "SPECULAR_SHININESS": "vec4(1.0)",
    "SPECULAR_SHININESS_TEXTURE": "specular_texture",
    "LIGHT_VERTEX": "light_vertex",
    "SHADOW_VERTEX": "shadow_vertex",
}
"""What is built in for fragment(), and its GLSL."""

BUILT_IN = VERTEX_WORDS.keys() | FRAGMENT_WORDS.keys()

IMPLIED_SAMPLERS: dict[str, tuple[str, RGBA]] = {
    "NORMAL_TEXTURE": ("normal_texture", EMPTY_TEXTURES["hint_normal"]),
    "SPECULAR_SHININESS_TEXTURE": ("specular_texture", WHITE),
}
"""Built-in samplers that have no texture yet: the name in GLSL, and the colour that is read."""

WITHOUT_LIGHTS = ("texture_sdf", "texture_sdf_normal", "sdf_to_screen_uv", "screen_uv_to_sdf")
"""Functions that look at light occluders."""

SAME_AS = {
    "dFdxCoarse": "dFdx",
    "dFdyCoarse": "dFdy",
    "fwidthCoarse": "fwidth",
    "dFdxFine": "dFdx",
    "dFdyFine": "dFdy",
    "fwidthFine": "fwidth",
}
"""Functions that GLSL 3.30 has under another name, or something that may be the same."""

_NEWER = (
    "fma ldexp frexp bitfieldExtract bitfieldInsert bitfieldReverse bitCount findLSB findMSB uaddCarry usubBorrow "
    "umulExtended imulExtended packUnorm2x16 packUnorm4x8 packSnorm4x8 unpackUnorm2x16 unpackUnorm4x8 unpackSnorm4x8 "
    "textureQueryLod textureGather"
)
NEEDS_GLSL_410 = frozenset(_NEWER.split())
"""Functions that make a shader ask for GLSL 4.10."""
