"""ViewportSettings: the part of SceneViewport for what Godot's viewports carry; of it, only object picking is read yet.

It is checked, kept, copied and saved with the viewport, so that scenes of Godot's lose nothing. What differs from the
defaults is kept as engine.tree.rare_properties does; the choices are classes that are made when one is asked for, since
every tree has a viewport and few set any of this.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import (
    between,
    checked_bool,
    checked_choice,
    checked_finite,
    checked_non_negative,
    one_of,
)
from engine.math.value import shortened
from engine.tree.canvas_view import CanvasView
from engine.tree.node_state import NodeState
from engine.tree.rare_properties import keep_rare, rare_property

if TYPE_CHECKING:
    from engine.core.property_checks import Located
    from engine.core.resource import Resource
    from engine.tree import viewport_choices as choices

_LARGEST_ATLAS = 16384
"""Pixels of a side of the shadow atlas, at most."""


class _Choices:
    """A class of choices in the body of ViewportSettings, by its name in viewport_choices."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return _choices(self.name)


def _choices(name: str) -> Any:
    return getattr(import_module("engine.tree.viewport_choices"), name)


class _ReadChoice:
    """The getter of a property that is one of some choices; what `exported` leaves at it is worked out when asked."""

    def __init__(self, name: str, kind: str, default: int) -> None:
        self.name = name
        self.kind = kind
        self.default = default

    def __call__(self, item: NodeState) -> Any:
        kept = self.default if item._rare is None else item._rare.get(self.name, self.default)
        return _choices(self.kind)(kept)

    @property
    def _exported(self) -> Any:
        marked: Any = exported(_choices(self.kind)(self.default))(lambda item: None)
        return marked._exported


def _choice(name: str, kind: str, default: int, doc: str) -> Any:
    """A property that is one of the choices called `kind`."""
    keep = keep_rare(name, default)

    def set_checked(item: Any, value: Any) -> None:
        keep(item, name, checked_choice(item, name, value, _choices(kind)))

    return property(_ReadChoice(name, kind, default), set_checked, doc=doc)


def _switch(name: str, default: bool, doc: str) -> Any:
    return rare_property(name, default, checked_bool, doc)


def _number(name: str, default: float, doc: str) -> Any:
    return rare_property(name, default, checked_finite, doc)


def _checked_scale(item: Located, what: str, value: Any) -> float:
    number = checked_finite(item, what, value)
    if not 0.1 <= number <= 2:
        raise InvalidValueError(f"{item._where()}.{what} must be from 0.1 to 2, got {shortened(value)}")
    return number


def _checked_texture(item: Located, what: str, value: Any) -> Any:
    return _checked_kind(item, what, value, "Texture2D")


def _checked_world(item: Located, what: str, value: Any) -> Any:
    """A World3D; until there are such, what files have in its place."""
    return _checked_kind(item, what, value, "World3D", "MissingResource")


def _checked_kind(item: Located, what: str, value: Any, *kinds: str) -> Any:
    """A resource of one of these classes, or None. They go by their names: a tree cannot import what it never draws."""
    if value is None or any(cls.__name__ in kinds for cls in type(value).__mro__):
        return value
    raise InvalidTypeError(f"{item._where()}.{what} must be a {kinds[0]} or None, got {shortened(value)}")


class ViewportSettings(NodeState):
    """What of a viewport says how objects are picked, and what of it is kept and saved only."""

    if TYPE_CHECKING:
        AnisotropicFiltering = choices.AnisotropicFiltering
        DebugDraw = choices.DebugDraw
        PositionalShadowAtlasQuadrantSubdiv = choices.PositionalShadowAtlasQuadrantSubdiv
        Scaling3DMode = choices.Scaling3DMode
        ScreenSpaceAA = choices.ScreenSpaceAA
        SDFOversize = choices.SDFOversize
        SDFScale = choices.SDFScale
        VRSMode = choices.VRSMode
        VRSUpdateMode = choices.VRSUpdateMode
    else:  # the slots stand in Node
        __slots__ = ()
        AnisotropicFiltering = _Choices("AnisotropicFiltering")
        DebugDraw = _Choices("DebugDraw")
        PositionalShadowAtlasQuadrantSubdiv = _Choices("PositionalShadowAtlasQuadrantSubdiv")
        Scaling3DMode = _Choices("Scaling3DMode")
        ScreenSpaceAA = _Choices("ScreenSpaceAA")
        SDFOversize = _Choices("SDFOversize")
        SDFScale = _Choices("SDFScale")
        VRSMode = _Choices("VRSMode")
        VRSUpdateMode = _Choices("VRSUpdateMode")

    _kept_in: dict[str, tuple[str, ...] | str] = dict.fromkeys(
        (
            "disable_3d",
            "own_world_3d",
            "world_3d",
            "use_xr",
            "use_hdr_2d",
            "use_debanding",
            "use_occlusion_culling",
            "use_taa",
            "msaa_3d",
            "screen_space_aa",
            "scaling_3d_mode",
            "scaling_3d_scale",
            "fsr_sharpness",
            "texture_mipmap_bias",
            "anisotropic_filtering_level",
            "mesh_lod_threshold",
            "debug_draw",
            "vrs_mode",
            "vrs_update_mode",
            "vrs_texture",
            "sdf_oversize",
            "sdf_scale",
            "positional_shadow_atlas_size",
            "positional_shadow_atlas_16_bits",
            "positional_shadow_atlas_quad_0",
            "positional_shadow_atlas_quad_1",
            "positional_shadow_atlas_quad_2",
            "positional_shadow_atlas_quad_3",
            "physics_object_picking",
            "physics_object_picking_sort",
            "physics_object_picking_first_only",
            "handle_input_locally",
            "gui_disable_input",
            "gui_snap_controls_to_pixels",
            "gui_embed_subwindows",
            "audio_listener_enable_2d",
            "audio_listener_enable_3d",
        ),
        "_rare",
    )

    disable_3d: bool = _switch(
        "disable_3d",
        False,
        "Whether what is 3D is left out of the picture, once there is 3D to draw; kept and saved.",
    )
    own_world_3d: bool = _switch(
        "own_world_3d",
        False,
        "Whether it has a 3D world of its own, once there are 3D worlds; kept and saved.",
    )
    world_3d: Resource | None = rare_property(
        "world_3d",
        None,
        _checked_world,
        "The 3D world that it shows, once there are 3D worlds; kept and saved as it came from a file.",
    )
    use_xr: bool = _switch(
        "use_xr",
        False,
        "Whether it is shown in a headset, once there is 3D to draw; kept and saved.",
    )
    use_hdr_2d: bool = _switch(
        "use_hdr_2d",
        False,
        "Whether the canvas is drawn in linear colours that may be brighter than white, once there are such pictures; "
        "kept and saved.",
    )
    use_debanding: bool = _switch(
        "use_debanding",
        False,
        "Whether steps between near colours of what is 3D are smoothed, once there is 3D to draw; kept and saved.",
    )
    use_occlusion_culling: bool = _switch(
        "use_occlusion_culling",
        False,
        "Whether what is hidden behind 3D occluders is left out, once there is 3D to draw; kept and saved.",
    )
    use_taa: bool = _switch(
        "use_taa",
        False,
        "Whether edges of what is 3D are smoothed over several frames, once there is 3D to draw; kept and saved.",
    )
    msaa_3d: CanvasView.MSAA = rare_property(
        "msaa_3d",
        CanvasView.MSAA.DISABLED,
        one_of(CanvasView.MSAA),
        "How many samples of each pixel are drawn of what is 3D, once there is 3D to draw; kept and saved.",
    )
    screen_space_aa: choices.ScreenSpaceAA = _choice(
        "screen_space_aa",
        "ScreenSpaceAA",
        0,
        "What smooths edges in the finished picture, once there is 3D to draw; kept and saved.",
    )
    scaling_3d_mode: choices.Scaling3DMode = _choice(
        "scaling_3d_mode",
        "Scaling3DMode",
        0,
        "How what is 3D is scaled to the view's size, once there is 3D to draw; kept and saved.",
    )
    scaling_3d_scale: float = rare_property(
        "scaling_3d_scale",
        1.0,
        _checked_scale,
        "With how many pixels what is 3D is drawn, 0.1 to 2 times those of the view each way, once there is 3D to "
        "draw; kept and saved.",
    )
    fsr_sharpness: float = rare_property(
        "fsr_sharpness",
        0.2,
        checked_non_negative,
        "How little FSR sharpens what it scales, 0 for most, once there is 3D to draw; kept and saved.",
    )
    texture_mipmap_bias: float = _number(
        "texture_mipmap_bias",
        0.0,
        "How much coarser, or finer below 0, the mipmaps of textures in 3D are, once there is 3D to draw; kept and "
        "saved.",
    )
    anisotropic_filtering_level: choices.AnisotropicFiltering = _choice(
        "anisotropic_filtering_level",
        "AnisotropicFiltering",
        2,
        "How sharp textures stay that are seen at a slant, once there is 3D to draw; kept and saved.",
    )
    mesh_lod_threshold: float = rare_property(
        "mesh_lod_threshold",
        1.0,
        checked_non_negative,
        "From how many pixels of difference on a coarser mesh is not drawn, 0 or more, once there is 3D to draw; kept "
        "and saved.",
    )
    debug_draw: choices.DebugDraw = _choice(
        "debug_draw",
        "DebugDraw",
        0,
        "Which step of the 3D renderer is shown in place of its picture, once there is 3D to draw; kept and saved.",
    )
    vrs_mode: choices.VRSMode = _choice(
        "vrs_mode",
        "VRSMode",
        0,
        "What says which parts of the picture are drawn more coarsely, once there is 3D to draw; kept and saved.",
    )
    vrs_update_mode: choices.VRSUpdateMode = _choice(
        "vrs_update_mode",
        "VRSUpdateMode",
        1,
        "When `vrs_texture` is read anew, once there is 3D to draw; kept and saved.",
    )
    vrs_texture: Resource | None = rare_property(
        "vrs_texture",
        None,
        _checked_texture,
        "Where the picture is drawn more coarsely, as a texture, once there is 3D to draw; kept and saved.",
    )
    sdf_oversize: choices.SDFOversize = _choice(
        "sdf_oversize",
        "SDFOversize",
        1,
        "How far around the view occluders of 2D lights count, once there are lights; kept and saved.",
    )
    sdf_scale: choices.SDFScale = _choice(
        "sdf_scale",
        "SDFScale",
        1,
        "With how many pixels distances to occluders of 2D lights are worked out, once there are lights; kept and "
        "saved.",
    )
    positional_shadow_atlas_size: int = rare_property(
        "positional_shadow_atlas_size",
        2048,
        between(0, _LARGEST_ATLAS),
        "Pixels of a side of the atlas for shadows of 3D lights, 0 to 16384, once there are such; kept and saved.",
    )
    positional_shadow_atlas_16_bits: bool = _switch(
        "positional_shadow_atlas_16_bits",
        True,
        "Whether these shadows have 16 bits and not 32, once there are such; kept and saved.",
    )
    positional_shadow_atlas_quad_0: choices.PositionalShadowAtlasQuadrantSubdiv = _choice(
        "positional_shadow_atlas_quad_0",
        "PositionalShadowAtlasQuadrantSubdiv",
        2,
        "Among how many shadows the first quarter of that atlas is divided, once there are such; kept and saved.",
    )
    positional_shadow_atlas_quad_1: choices.PositionalShadowAtlasQuadrantSubdiv = _choice(
        "positional_shadow_atlas_quad_1",
        "PositionalShadowAtlasQuadrantSubdiv",
        2,
        "Among how many shadows the second quarter of that atlas is divided, once there are such; kept and saved.",
    )
    positional_shadow_atlas_quad_2: choices.PositionalShadowAtlasQuadrantSubdiv = _choice(
        "positional_shadow_atlas_quad_2",
        "PositionalShadowAtlasQuadrantSubdiv",
        3,
        "Among how many shadows the third quarter of that atlas is divided, once there are such; kept and saved.",
    )
    positional_shadow_atlas_quad_3: choices.PositionalShadowAtlasQuadrantSubdiv = _choice(
        "positional_shadow_atlas_quad_3",
        "PositionalShadowAtlasQuadrantSubdiv",
        4,
        "Among how many shadows the last quarter of that atlas is divided, once there are such; kept and saved.",
    )
    physics_object_picking: bool = _switch(
        "physics_object_picking",
        False,
        "Whether collision objects below it are told of the mouse, and of fingers, over them; of the root it is True, "
        "of others False by default. So far, only the root gets events.",
    )
    physics_object_picking_sort: bool = _switch(
        "physics_object_picking_sort",
        False,
        "Whether those under the pointer are told from the front to the back: by z, then the last in the tree first; "
        "by default, False, in the order in which they were made.",
    )
    physics_object_picking_first_only: bool = _switch(
        "physics_object_picking_first_only",
        False,
        "Whether of those on one canvas that are under the pointer only the first is told; default False. With "
        "`physics_object_picking_sort` that is the one in front.",
    )
    handle_input_locally: bool = _switch(
        "handle_input_locally",
        True,
        "Whether events that are handled here count as handled here alone, once views below get events; kept and "
        "saved.",
    )
    gui_disable_input: bool = _switch(
        "gui_disable_input",
        False,
        "Whether the view takes no events for its controls, once there are controls; kept and saved.",
    )
    gui_snap_controls_to_pixels: bool = _switch(
        "gui_snap_controls_to_pixels",
        True,
        "Whether controls stand at whole pixels, once there are controls; kept and saved.",
    )
    gui_embed_subwindows: bool = _switch(
        "gui_embed_subwindows",
        False,
        "Whether windows below it are shown inside of it, once there are such; kept and saved.",
    )
    audio_listener_enable_2d: bool = _switch(
        "audio_listener_enable_2d",
        False,
        "Whether sounds in 2D are heard from the middle of this view, once there is sound; kept and saved.",
    )
    audio_listener_enable_3d: bool = _switch(
        "audio_listener_enable_3d",
        False,
        "Whether sounds in 3D are heard from its 3D camera, once there is sound; kept and saved.",
    )
