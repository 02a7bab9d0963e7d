"""Servers: state and devices behind thin node front-ends.

Each package below gives its front-end only (`from servers.render import RenderServer`); its back ends are handed in
when a program is put together. No server knows the tree, a node, or another server.
"""
