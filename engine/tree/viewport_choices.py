"""What the properties of engine.tree.viewport_settings can be; imported when one of them is first asked for."""

from __future__ import annotations

from enum import IntEnum


class AnisotropicFiltering(IntEnum):
    """How sharp textures stay that are seen at a slant; the numbers are Godot's."""

    DISABLED = 0
    ANISOTROPY_2X = 1
    ANISOTROPY_4X = 2
    ANISOTROPY_8X = 3
    ANISOTROPY_16X = 4


class DebugDraw(IntEnum):
    """Which step of Godot's 3D renderer is shown in place of its picture; the numbers are Godot's."""

    DISABLED = 0
    UNSHADED = 1
    LIGHTING = 2
    OVERDRAW = 3
    WIREFRAME = 4
    NORMAL_BUFFER = 5
    VOXEL_GI_ALBEDO = 6
    VOXEL_GI_LIGHTING = 7
    VOXEL_GI_EMISSION = 8
    SHADOW_ATLAS = 9
    DIRECTIONAL_SHADOW_ATLAS = 10
    SCENE_LUMINANCE = 11
    SSAO = 12
    SSIL = 13
    PSSM_SPLITS = 14
    DECAL_ATLAS = 15
    SDFGI = 16
    SDFGI_PROBES = 17
    GI_BUFFER = 18
    DISABLE_LOD = 19
    CLUSTER_OMNI_LIGHTS = 20
    CLUSTER_SPOT_LIGHTS = 21
    CLUSTER_DECALS = 22
    CLUSTER_REFLECTION_PROBES = 23
    OCCLUDERS = 24
    MOTION_VECTORS = 25
    INTERNAL_BUFFER = 26


class PositionalShadowAtlasQuadrantSubdiv(IntEnum):
    """Among how many shadows a quarter of the shadow atlas is divided; the numbers are Godot's."""

    DISABLED = 0
    SUBDIV_1 = 1
    SUBDIV_4 = 2
    SUBDIV_16 = 3
    SUBDIV_64 = 4
    SUBDIV_256 = 5
    SUBDIV_1024 = 6


class Scaling3DMode(IntEnum):
    """How what is 3D is scaled to the view's size; the numbers are Godot's."""

    BILINEAR = 0
    FSR = 1
    FSR2 = 2
    METALFX_SPATIAL = 3
    METALFX_TEMPORAL = 4


class ScreenSpaceAA(IntEnum):
    """What makes edges smooth in the finished picture; the numbers are Godot's."""

    DISABLED = 0
    FXAA = 1


class SDFOversize(IntEnum):
    """How far around the view occluders of 2D lights count; the numbers are Godot's."""

    SDF_OVERSIZE_100_PERCENT = 0
    SDF_OVERSIZE_120_PERCENT = 1
    SDF_OVERSIZE_150_PERCENT = 2
    SDF_OVERSIZE_200_PERCENT = 3


class SDFScale(IntEnum):
    """With how many pixels distances to occluders of 2D lights are worked out; the numbers are Godot's."""

    SDF_SCALE_100_PERCENT = 0
    SDF_SCALE_50_PERCENT = 1
    SDF_SCALE_25_PERCENT = 2


class VRSMode(IntEnum):
    """What says which parts of the picture are drawn more coarsely; the numbers are Godot's."""

    DISABLED = 0
    TEXTURE = 1
    XR = 2


class VRSUpdateMode(IntEnum):
    """When `vrs_texture` is read anew; the numbers are Godot's."""

    DISABLED = 0
    ONCE = 1
    ALWAYS = 2
