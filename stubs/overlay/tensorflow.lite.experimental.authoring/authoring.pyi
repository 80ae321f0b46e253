"""Checks of functions for TensorFlow Lite."""

from collections.abc import Callable
from typing import Any

def compatible() -> Callable[..., Any]: ...  # and the rest
