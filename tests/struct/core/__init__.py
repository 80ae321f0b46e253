"""Construction, indexing, validation, specs and where structs can go."""
