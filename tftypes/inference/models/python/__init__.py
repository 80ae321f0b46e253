"""Python's builtins, containers and standard library on abstract values."""
