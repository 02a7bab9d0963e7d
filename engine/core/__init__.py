"""The ground that every layer stands on: errors, signals, exported properties, registries, clocks, contracts.

Nothing here knows of the tree, of nodes or of a server; each module is named for the one thing that it holds and is
imported by its own name (`from engine.core.signal import Signal`).
"""
