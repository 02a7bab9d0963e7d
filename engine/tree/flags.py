"""Bits of `Node._flags` (one int a node) and `Node._mask` (one int a class).

One int read and tested replaces a dozen attribute reads, which cost 11 ns each where many node
classes pass through a line. The bits that nearly every node sets come first: values up to 256 are
shared by the interpreter and cost no memory. Hot paths spell the combined values as literals.
"""

from __future__ import annotations

# Node._flags ------------------------------------------------------------------------------------
FREED = 1 << 0
IN_TREE = 1 << 1
READY = 1 << 2  # the ready callback ran; request_ready() clears it
READY_PASSED = 1 << 3  # the ready walk reached the node since it entered: children added now get ready at once
QUEUED = 1 << 4  # queue_free() was called
IN_PROCESS = 1 << 5  # has an entry (or waits for one) in the process list
IN_PHYSICS = 1 << 6
HAS_GROUPS = 1 << 7
HAS_OWNER = 1 << 8  # `_owner` is set
RESOLVED_SHIFT = 9  # two bits: the process mode after inheritance, less 1; see RESOLVED_*
RESOLVED_MASK = 3 << RESOLVED_SHIFT
HAS_SIGNALS = 1 << 11  # at least one own signal object exists
SIG_TREE_ENTERED = 1 << 12
SIG_READY = 1 << 13
SIG_TREE_EXITING = 1 << 14
SIG_TREE_EXITED = 1 << 15
SIG_RENAMED = 1 << 16
SIG_CHILD_ENTERED = 1 << 17
SIG_CHILD_EXITING = 1 << 18
SIG_CHILD_ORDER = 1 << 19
FLIP_PROCESS = 1 << 20  # the toggle differs from "on if the class overrides the callback"
FLIP_PHYSICS = 1 << 21
FLIP_INPUT = 1 << 22
FLIP_UNHANDLED = 1 << 23
INTERNAL = 1 << 33  # `_internal_process` is called, each frame before on_process; seldom, so at the end
INTERNAL_PHYSICS = 1 << 34  # `_internal_physics_process` is called, each physics step before on_physics_process
FLIPPED = FLIP_PROCESS | FLIP_PHYSICS | FLIP_INPUT | FLIP_UNHANDLED | INTERNAL | INTERNAL_PHYSICS
EXITING = 1 << 24  # the exit walk is between this node's children and its own exit
UNIQUE = 1 << 25  # unique_name_in_owner
HAS_ID = 1 << 26
NOTIFY_TRANSFORM = 1 << 27
IS_ROOT = 1 << 28
OWN_MODE = 1 << 29  # process_mode is not INHERIT
HAS_TASKS = 1 << 30  # a coroutine of this node has come to an await
NOTIFY_LOCAL = 1 << 31
UNSCALED = 1 << 32  # a 3D node whose global transform has no scale

# What stands in the two bits; 3 is DISABLED.
RESOLVED_PAUSABLE = 0  # the root's default
RESOLVED_WHEN_PAUSED = 1
RESOLVED_ALWAYS = 2

# Node._mask: what the class overrides or is ----------------------------------------------------
MASK_ENTER = 1 << 0
MASK_READY = 1 << 1
MASK_EXIT = 1 << 2
MASK_PROCESS = 1 << 3
MASK_PHYSICS = 1 << 4
MASK_INPUT = 1 << 5
MASK_UNHANDLED = 1 << 6
MASK_DRAW = 1 << 7
MASK_ONREADY = 1 << 9  # has onready() attributes
MASK_HOOKS = 1 << 10  # an engine class overrides _enter_tree, _ready or _exit_tree
MASK_2D = 1 << 11  # has a row in the 2D transform store
MASK_CANVAS = 1 << 12  # is a canvas item: _enter_canvas, _exit_canvas
MASK_NEW = 1 << 13  # a generated __new__ sets the core state, since the class has its own __init__
MASK_FREED = 1 << 14  # an engine class overrides _freed
MASK_TIMER = 1 << 15  # counts down in the tree's node timers
MASK_CORE = 1 << 16  # an engine class adds slots that _init_core sets
MASK_TOOL = 1 << 17  # marked @tool: processed and told of input in edit mode, too
MASK_3D = 1 << 18  # has a row in the 3D transform store
MASK_INTERNAL = 1 << 19  # an engine class overrides _internal_process or _internal_physics_process
MASK_MODE = 1 << 22  # an engine class overrides _process_mode_changed
MASK_LAYER = 1 << 21  # has a canvas of its own: a viewport or a layer, with the hooks of canvas items
MASK_SHOWN = MASK_CANVAS | MASK_LAYER
MASK_VIEW = 1 << 20  # moves a viewport's view: engine.tree.view_updates

# Nodes of a class without these and without other flags enter and leave on the short path.
MASK_CALLS = MASK_ENTER | MASK_READY | MASK_EXIT | MASK_ONREADY | MASK_HOOKS
MASK_LISTED = MASK_PROCESS | MASK_PHYSICS | MASK_INPUT | MASK_UNHANDLED | MASK_TIMER
