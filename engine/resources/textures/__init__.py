"""Textures other than ImageTexture: parts of others, and pictures that are worked out of gradients, curves and noise.

A module for each class, imported when it is used.
"""
