"""Caption: a line of text."""

from engine import Color, HorizontalAlignment, export
from nodes import Node2D


class Caption(Node2D):
    """A line of text on its position: centred there, or with the alignment LEFT beginning there."""

    text: str = export("")
    font_size: int = export(18, range=(6, 100), unit="px")
    color: Color = export(Color(1, 1, 1))
    alignment: HorizontalAlignment = export(HorizontalAlignment.CENTER)

    def write(self, text: str) -> None:
        """Show another text."""
        self.text = text
        self.queue_redraw()

    def on_draw(self) -> None:
        left, width = (-576, 1152) if self.alignment == HorizontalAlignment.CENTER else (0, -1)
        self.draw_string(None, (left, 0), self.text, self.alignment, width, self.font_size, self.color)
