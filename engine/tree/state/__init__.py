"""The state of a running tree: taken down and set back, and its digest. `tree_state` is SceneTree's part of it.

`snapshot` has the Snapshot and how a tree is set back to it, `memento` takes down what objects hold, as `attributes`
reads it, and puts it back in place, `culprit` says where something stands that cannot be taken down; `state_hash` makes
the digest.
"""
