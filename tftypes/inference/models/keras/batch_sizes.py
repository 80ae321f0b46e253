"""The sizes that the names in the shapes of symbols stand for when a model is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, Expr, Shape, Symbol, TensorType, symbols
from tftypes.algebra.matching import substitute
from tftypes.inference.models.keras.symbols import is_symbol
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import Value


def other_batch(symbol: Value, value: Value) -> tuple[Dim, ...]:
    """The size of batches that an input was made with, where it is called with others: Keras lets them through."""
    if not isinstance(value, TensorType) or not is_symbol(symbol):
        return ()
    sizes = (symbol.shape, value.shape)
    if any(not each.rank for each in sizes) or not is_number(symbol.shape[0]):
        return ()
    return () if symbol.shape[0] == value.shape[0] else (symbol.shape[0],)


def bind(wanted: Shape, given: Shape, bindings: dict[Any, Dim]) -> None:
    """What the names of sizes stand for in a call; UNKNOWN where two inputs differ in it."""
    if wanted.dims is None or given.dims is None:
        return
    for size, got in zip(wanted.dims, given.dims):
        if isinstance(size, Symbol):
            known = bindings.get(size.key, got)
            bindings[size.key] = got if known == got else UNKNOWN


def with_sizes(shape: Shape, bindings: Mapping[Any, Dim]) -> Shape:
    unbound = {
        each.key: UNKNOWN
        for dim in shape.dims or ()
        if isinstance(dim, Expr)
        for each in symbols(dim)
        if each.kind == "batch" and each.key not in bindings
    }
    return substitute(shape, {**bindings, **unbound})
