"""Profiles of graphs."""

from typing import Any

# The numbers that stand for the options are those of nothing.
def advise(options: Any) -> Any: ...  # and the rest
def profile(options: Any) -> Any: ...  # and the rest
