"""Writes the tables of lint/tftypes_lint/data from TensorFlow itself."""
