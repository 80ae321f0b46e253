"""AutoGraph, which makes graph code of Python."""

from collections.abc import Callable
from typing import Any

def set_verbosity(level: int) -> None: ...  # and the rest
def to_code(entity: Callable[..., Any]) -> str: ...  # and the rest
def to_graph(entity: Callable[..., Any]) -> Callable[..., Any]: ...  # and the rest
def trace(*args: Any) -> None: ...
