"""What of a Godot project's settings a running game obeys: its window and view, its actions, its physics steps."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import engine.input as inputs
from engine.core.errors import InvalidTypeError, ResourceError, ResourceFormatError, SapwoodError
from engine.core.log import get_logger
from engine.core.property_checks import is_finite
from engine.game.view_settings import ViewSettings, view_settings
from engine.input import InputEvent
from engine.math import Color
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game.shader_globals import Globals
    from engine.tree.scene_tree import SceneTree

__all__ = ["Action", "ProjectSettings", "project_settings"]

_INPUT = "input/"
_TICKS = "physics/common/physics_ticks_per_second"
_STEPS = "physics/common/max_physics_steps_per_frame"
_INTERPOLATION = "physics/common/physics_interpolation"
_PICKING = "physics/common/enable_object_picking"
_PHYSICS_2D = "physics/2d/"
_COLLISIONS = {
    "debug/shapes/collision/shape_color": ("debug_collisions_color", Color, "a Color"),
    "debug/shapes/collision/contact_color": ("debug_collision_contact_color", Color, "a Color"),
    "debug/shapes/collision/draw_2d_outlines": ("debug_collision_outlines", bool, "true or false"),
}
"""How collisions are drawn: the property of the tree, and what it may be."""
_CLEAR = "rendering/environment/defaults/default_clear_color"
_FIELDS = (
    "device", "alt_pressed", "shift_pressed", "ctrl_pressed", "meta_pressed", "command_or_control_autoremap", "keycode",
    "physical_keycode", "key_label", "location", "button_index", "axis", "axis_value",
)  # fmt: skip
"""The properties of events that say what an action is bound to."""


class Action(NamedTuple):
    """An action of the project, with what presses it."""

    name: str
    deadzone: float
    events: tuple[InputEvent, ...]


class ProjectSettings(NamedTuple):
    """The settings of one project, checked."""

    where: str
    """The file that they are from, for errors."""
    view: ViewSettings
    title: str
    """The project's name; "" for none."""
    actions: tuple[Action, ...]
    physics_ticks_per_second: float | None
    """None where the project does not say."""
    max_physics_steps_per_frame: int | None
    """None where the project does not say."""
    physics_interpolation: bool
    physics_object_picking: bool
    """Whether collision objects on the screen are told of the mouse over them."""
    physics_2d: Mapping[str, Any]
    """What it says of 2D physics, by the names behind `physics/2d/`, for the physics server to check."""
    collision_drawing: Mapping[str, Any]
    """What it says of how collisions are drawn, by the properties of a SceneTree."""
    clear_color: Color | None
    """What is seen where nothing is drawn; None where the project does not say."""
    shader_globals: Globals
    """What its shaders share."""

    def apply(self, tree: SceneTree, render: Any) -> None:
        """Let a tree and its render server be as they say.

        The log says which texture that shaders share cannot be loaded.
        """
        self.view.apply(tree.root)
        if self.physics_ticks_per_second is not None:
            tree.physics_ticks_per_second = self.physics_ticks_per_second
        if self.max_physics_steps_per_frame is not None:
            tree.max_physics_steps_per_frame = self.max_physics_steps_per_frame
        tree.physics_interpolation = self.physics_interpolation
        tree.root.physics_object_picking = self.physics_object_picking
        for name, look in self.collision_drawing.items():
            setattr(tree, name, look)
        for action in self.actions:
            if tree.input_map.has_action(action.name):  # the project has given one of Godot's other keys
                tree.input_map.erase_action(action.name)
            tree.input_map.add_action(action.name, *action.events, deadzone=action.deadzone)
        if self.clear_color is not None:
            render.clear_color = self.clear_color
        for name, (type, value) in self.shader_globals.items():
            is_path = isinstance(value, str)
            render.global_shader_parameter_add(name, type, None if is_path else value)
            if is_path and value:
                try:
                    render.global_shader_parameter_set(name, tree.load(value))
                except (ResourceError, InvalidTypeError) as error:
                    get_logger("app").warning(f"shader_globals/{name}: {error}; shaders read white there")


def project_settings(settings: Mapping[str, Any], where: str) -> ProjectSettings:
    """What the settings of a project say, with Godot's defaults for the view, and the tree's for the rest.

    Args:
        settings: by the names of Godot's ProjectSettings.
        where: the file, for errors.

    Raises:
        ResourceFormatError: a setting is of the wrong type, or has a value that cannot be.
    """
    ticks, steps, color = (settings.get(name) for name in (_TICKS, _STEPS, _CLEAR))
    if ticks is not None and not (is_finite(ticks) and ticks >= 1):
        raise ResourceFormatError(f"{where}: {_TICKS} must be a number of 1 or more, got {shortened(ticks)}")
    if steps is not None and not (type(steps) is int and steps >= 1):
        raise ResourceFormatError(f"{where}: {_STEPS} must be a whole number of 1 or more, got {shortened(steps)}")
    switches = {_INTERPOLATION: settings.get(_INTERPOLATION, False), _PICKING: settings.get(_PICKING, True)}
    for name, switch in switches.items():
        if not isinstance(switch, bool):
            raise ResourceFormatError(f"{where}: {name} must be true or false, got {shortened(switch)}")
    if color is not None and not isinstance(color, Color):
        raise ResourceFormatError(f"{where}: {_CLEAR} must be a Color, got {shortened(color)}")
    title = settings.get("application/config/name")
    actions = [_action(name, value, where) for name, value in settings.items() if name.startswith(_INPUT)]
    return ProjectSettings(
        where,
        view_settings(settings, where),
        title if isinstance(title, str) else "",
        tuple(actions),
        ticks,
        steps,
        switches[_INTERPOLATION],
        switches[_PICKING],
        {name.removeprefix(_PHYSICS_2D): value for name, value in settings.items() if name.startswith(_PHYSICS_2D)},
        _collision_drawing(settings, where),
        color,
        import_module("engine.game.shader_globals").shader_globals(settings, where),
    )


def _collision_drawing(settings: Mapping[str, Any], where: str) -> dict[str, Any]:
    """What the project says of how collisions are drawn."""
    looks = {}
    for setting, (name, kind, what) in _COLLISIONS.items():
        look = settings.get(setting)
        if look is not None:
            if not isinstance(look, kind):
                raise ResourceFormatError(f"{where}: {setting} must be {what}, got {shortened(look)}")
            looks[name] = look
    return looks


def _action(setting: str, value: Any, where: str) -> Action:
    """An action as the project has it: a dictionary of its deadzone and events."""
    if not isinstance(value, dict) or not isinstance(value.get("events", []), (list, tuple)):
        raise ResourceFormatError(
            f'{where}: {setting} must be {{"deadzone": ..., "events": [...]}}, got {shortened(value)}'
        )
    deadzone = value.get("deadzone", 0.5)
    if isinstance(deadzone, bool) or not is_finite(deadzone) or not 0 <= deadzone <= 1:
        raise ResourceFormatError(f"{where}: the deadzone of {setting} must be from 0 to 1, got {shortened(deadzone)}")
    found = [_event(each, setting, where) for each in value.get("events", [])]
    return Action(setting.removeprefix(_INPUT), float(deadzone), tuple(each for each in found if each is not None))


def _event(value: Any, setting: str, where: str) -> InputEvent | None:
    """One event, of the text `Object(InputEventKey, ...)`; None for one that nothing here presses."""
    kind, properties = getattr(value, "type", None), getattr(value, "properties", None)
    if not isinstance(kind, str) or not isinstance(properties, dict):
        raise ResourceFormatError(f"{where}: {setting} has an event that is none: {shortened(value)}")
    cls: Any = getattr(inputs, kind, None) if kind.startswith("InputEvent") else None
    if cls is None:
        get_logger("app").warning(
            f"{where}: {setting} has an event of type {kind}, which is not there yet; it is left out"
        )
        return None
    fields = {name: each for name, each in properties.items() if name in _FIELDS and hasattr(cls, name)}
    try:
        event: InputEvent = cls(**fields)
    except SapwoodError as error:
        raise ResourceFormatError(f"{where}: {setting}: {error}") from error
    if not event.is_action_type():
        raise ResourceFormatError(f"{where}: {setting} has a {kind}, and only keys, buttons and axes press actions")
    return event
