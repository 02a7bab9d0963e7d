"""Style boxes: how the background and the frame of a rectangle are drawn. A module for each, imported when used."""
