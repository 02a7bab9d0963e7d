"""Pictures as CPU data: Image, and what reads, edits, resizes and saves one."""
