"""The colours of the game, in one place."""

from engine import Color

SPACE_TOP = Color("#070a1a")
SPACE_BOTTOM = Color("#0b0716")
NEBULA_BLUE = Color("#2a4bd8")
NEBULA_VIOLET = Color("#7a2bb8")
NEBULA_TEAL = Color("#128a8f")
STAR = Color("#cfdcff")

SHIP = Color("#6fe6ff")
SHIELD = Color("#7fffd9")
FLAME = Color("#ff9a3d")
FLAME_CORE = Color("#fff0b8")
BULLET = Color("#d9ff6a")

VIOLET = Color("#8f7bff")
PINK = Color("#ff6bb0")
AMBER = Color("#ffb14f")

TEXT = Color("#e8eeff")
DIM_TEXT = Color("#7c8bb8")
ACCENT = Color("#6fe6ff")
ALARM = Color("#ff5470")
