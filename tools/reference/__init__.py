"""The API reference as HTML pages: what is public (surface), the pages (pages), the links between them (links)."""
