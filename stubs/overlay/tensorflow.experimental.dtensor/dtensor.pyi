"""Distributed tensors."""

from collections.abc import Callable
from typing import Any, TypeVar

import tensorflow as tf

_R = TypeVar("_R")

def barrier() -> None: ...  # and the rest
def call_with_layout(fn: Callable[..., _R]) -> _R: ...  # and the rest
def enable_save_as_bf16() -> None: ...  # and the rest
def name_based_restore() -> dict[str, tf.Tensor[Any, Any]]: ...  # and the rest
def name_based_save() -> None: ...  # and the rest
def pack() -> tf.Tensor[Any, Any]: ...  # and the rest
def sharded_save() -> tf.Operation | None: ...  # and the rest
