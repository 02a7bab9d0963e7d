"""Meshes: points, and the triangles, lines or points made of them. Each class has a module, imported when used."""
