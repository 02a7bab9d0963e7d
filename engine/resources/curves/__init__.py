"""Curve, which maps a number to a number, and the paths Curve2D and Curve3D."""
