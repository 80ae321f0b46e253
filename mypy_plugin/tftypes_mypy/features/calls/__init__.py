"""Calls of annotated functions and of TensorFlow's: from mypy's hooks to the op rules and back."""
