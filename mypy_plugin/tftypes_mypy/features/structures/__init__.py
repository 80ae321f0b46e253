"""Structures of tensors: tuples, lists and dicts, what they hold and how it is read."""
