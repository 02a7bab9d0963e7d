"""Geometry that takes an algorithm: cutting polygons into triangles and into one another, Delaunay, packing rectangles.

Distances, crossings and the like, a formula each, are in `engine.math.geometry_2d` and `engine.math.geometry_3d`.
`bezier_path` is what curves are baked with, many points at once.
"""
