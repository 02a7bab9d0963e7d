"""Pages that small pictures share; see `atlas`."""
