"""Viewports: which canvases each shows, in what order they are drawn, and what is on screen."""
