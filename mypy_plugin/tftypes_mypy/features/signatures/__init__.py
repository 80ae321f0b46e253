"""Annotations, specs, and signatures of traced functions, held against one another."""
