"""The transforms of all nodes of a tree.

`store` collects what nodes set, and composes it once a frame; a tree has one for 2D and one for 3D (`store_2d`,
`store_3d`). Its matrices are arrays (`rows`), in an order that makes a tree level one slice (`levels`); what differs
between 2D and 3D is in `spaces`. `views` are many nodes as arrays, offered as tree.transforms (`transforms`); `bulk` is
what views have written and nodes have not asked back. `changes` is the part of Node2D and Node3D that tells of changes.
"""
