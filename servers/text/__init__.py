"""Text: `TextServer` turns strings into quads over pictures of glyphs, which any renderer can draw."""

from servers.text.server import TextQuads, TextServer

__all__ = ["TextQuads", "TextServer"]
