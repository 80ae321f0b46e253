"""tf.keras.backend: ranges, sums along an axis, and padding."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import TensorType

from .keras_backend import ask, of_tensor, register_as
from .rule import Unsure
from .values import BOOL, FLOAT32


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = "int32") -> Any:
    given = (0, start) if stop is None else (start, stop)
    return ask("cast", ask("range", *given, step), dtype)


def all_of(x: Any, axis: Any = None, keepdims: Any = False) -> Any:
    made = ask("reduce_sum", TensorType(FLOAT32, of_tensor(x).shape), axis, keepdims)
    return TensorType(BOOL, made.shape)


def cumsum(x: Any, axis: Any = 0) -> Any:
    return ask("cumsum", of_tensor(x), axis)


def temporal_padding(x: Any, padding: Any = (1, 1)) -> Any:
    if not isinstance(padding, (list, tuple)):
        raise Unsure
    return ask("pad", of_tensor(x), [[0, 0], list(padding), [0, 0]])


register_as("arange", "(3) -> i32[3]; (1, 5, 2, dtype='float32') -> f32[2]; (1, 5, 0) !! 0", arange)
register_as(
    "all", "(b[2, 3], axis=1) -> b[2]; (f32[2, 3]) -> b[]; (b[2, 3], axis=2) !! axis 2", all_of
)
for _name in ("cumsum", "cumprod"):
    register_as(
        _name,
        "(f32[2, None]) -> f32[2, None]; (f64[2, 3], axis=1) -> f64[2, 3]; (s[2]) !! string",
        cumsum,
    )
register_as(
    "temporal_padding",
    "(f32[2, 3, 4]) -> f32[2, 5, 4]; (f32[None, 3, 4], (0, 2)) -> f32[None, 5, 4]; (f32[2, 3]) !! 2",
    temporal_padding,
)
