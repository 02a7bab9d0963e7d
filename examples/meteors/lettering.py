"""Lettering: words of glowing lines, for what a font is too plain for."""

from engine import Color, Vector2, export
from glow import draw_glow_line
from nodes import Node2D

WIDTH, ADVANCE = 4.0, 5.6
"""The grid of a letter is 4 wide and 6 high; letters stand 5.6 apart."""

STROKES = {
    "A": ("06 00 40 46", "04 44"),
    "D": ("00 30 42 44 36 06 00",),
    "E": ("40 00 06 46", "03 33"),
    "G": ("41 40 00 06 46 43 23",),
    "L": ("00 06 46",),
    "M": ("06 00 23 40 46",),
    "O": ("00 40 46 06 00",),
    "P": ("06 00 40 43 03",),
    "R": ("06 00 40 43 03", "13 46"),
    "S": ("40 00 03 43 46 06",),
    "T": ("00 40", "20 26"),
    "U": ("00 06 46 40",),
    "V": ("00 26 40",),
    "0": ("00 40 46 06 00",),
    "1": ("10 20 26",),
    "2": ("00 40 43 03 06 46",),
    "3": ("00 40 46 06", "03 43"),
    "4": ("00 03 43", "40 46"),
    "5": ("40 00 03 43 46 06",),
    "6": ("40 00 06 46 43 03",),
    "7": ("00 40 46",),
    "8": ("00 40 46 06 00", "03 43"),
    "9": ("43 03 00 40 46",),
    " ": (),
}
"""The lines of each letter, as points "xy" of its grid; a line that ends where it began is closed."""


class Lettering(Node2D):
    """A word around its position, of the letters in STROKES."""

    word: str = export("")
    height: float = export(64.0, range=(6, 300), unit="px")
    color: Color = export(Color(1, 1, 1))

    def on_draw(self) -> None:
        unit = self.height / 6
        left = -(ADVANCE * (len(self.word) - 1) + WIDTH) / 2
        for i, letter in enumerate(self.word):
            corner = Vector2(left + ADVANCE * i, -3)
            for stroke in STROKES[letter]:
                points = [(corner + Vector2(int(at[0]), int(at[1]))) * unit for at in stroke.split()]
                closed = points[0] == points[-1]
                glow = 6 + self.height * 0.13
                draw_glow_line(self, points[:-1] if closed else points, self.color, closed=closed, glow=glow)
