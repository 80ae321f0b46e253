"""What TensorFlow takes for a tensor."""

from typing import TypeAlias

from tensorflow import _typing

TensorLike: TypeAlias = _typing.TensorLike
