"""Annotations are expressions: what they say, read by the interpreter itself."""
