"""Text: `TextServer` turns strings into quads over pictures of glyphs, which any renderer can draw."""

from servers.text.server import TextQuads, TextServer
from servers.text.text_options import TextOptions

__all__ = ["TextOptions", "TextQuads", "TextServer"]
