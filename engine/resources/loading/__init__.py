"""Finding and reading files: ResourceLoader with its cache, threads, uids and the project's files."""
