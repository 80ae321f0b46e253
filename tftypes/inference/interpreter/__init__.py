"""Runs a program's syntax trees on abstract values: one module for each family of the language."""
