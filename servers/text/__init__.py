"""Text: `TextServer` turns strings into quads over pictures of glyphs, which any renderer can draw."""

from servers.text.server import HorizontalAlignment, TextQuads, TextServer

__all__ = ["HorizontalAlignment", "TextQuads", "TextServer"]
