"""Graphs from their definitions."""

from typing import Any

def import_graph_def() -> list[Any] | Any: ...  # and the rest
