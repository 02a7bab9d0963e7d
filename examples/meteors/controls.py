"""The actions of the game, and what presses them."""

from engine import SceneTree

ACTIONS = {
    "turn_left": ("key:Left", "key:A", "pad:DpadLeft", "axis:LeftX-"),
    "turn_right": ("key:Right", "key:D", "pad:DpadRight", "axis:LeftX+"),
    "thrust": ("key:Up", "key:W", "pad:B", "pad:DpadUp", "axis:TriggerRight+"),
    "fire": ("key:Space", "pad:A", "pad:RightShoulder"),
    "pause": ("key:P", "key:Escape", "pad:Start"),
    "start": ("key:Enter", "key:KpEnter", "pad:Start", "pad:A"),
    "leave": ("key:Escape",),
}


def add_controls(tree: SceneTree) -> None:
    """Let a tree know the actions, if it does not yet; what asks for one calls this, so that it also runs alone."""
    for action, bindings in ACTIONS.items():
        if not tree.input_map.has_action(action):
            tree.input_map.add_action(action, *bindings, deadzone=0.25)
