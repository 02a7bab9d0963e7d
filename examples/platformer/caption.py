"""Caption: a line of text with a dark rim, so that it can be read before anything."""

from engine import Color, HorizontalAlignment, export
from nodes import Node2D


class Caption(Node2D):
    """A line of text on its position: centred there, or with the alignment LEFT beginning there."""

    text: str = export("")
    font_size: int = export(14, range=(6, 100), unit="px")
    color: Color = export(Color(1, 1, 1))
    rim: Color = export(Color(0.07, 0.06, 0.16, 0.75))
    alignment: HorizontalAlignment = export(HorizontalAlignment.CENTER)

    def write(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.queue_redraw()

    def on_draw(self) -> None:
        left, width = (-320, 640) if self.alignment == HorizontalAlignment.CENTER else (0, -1)
        thick = 2 + self.font_size // 8
        if self.rim.a:
            self.draw_string_outline(None, (left, 0), self.text, self.alignment, width, self.font_size, thick, self.rim)
        self.draw_string(None, (left, 0), self.text, self.alignment, width, self.font_size, self.color)
