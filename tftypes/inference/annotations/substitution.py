"""Type variables in annotations: which there are, and what stands in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tftypes.algebra import (
    UNKNOWN,
    DType,
    Expr,
    Shape,
    Symbol,
    TensorType,
    Variadic,
    shapes,
    symbols,
)
from tftypes.algebra.dims import substitute as substitute_dim
from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.annotations.tensors import as_dim, as_shape
from tftypes.inference.interpreter.rules import as_dtype
from tftypes.inference.objects import Value, resolve
from tftypes.inference.values import Annotation, TypeVariable


def parameters(value: Value) -> tuple[str, ...]:
    """The names of the type variables in an annotation, each once, in the order of the text."""
    return tuple(dict.fromkeys(_names(value)))


def _names(value: Value) -> Iterator[str]:
    if isinstance(value, TypeVariable):
        yield value.name
    elif isinstance(value, TensorType):
        if value.dtype.symbol is not None:
            yield value.dtype.symbol.name
        yield from _names(value.shape)
    elif isinstance(value, Shape):
        for each in value.symbols:
            if isinstance(each, Variadic) or each.kind == "typevar":
                yield each.name
    elif isinstance(value, Expr):
        yield from (each.name for each in symbols(value) if each.kind == "typevar")
    elif isinstance(value, Annotation):
        for each in value.args:
            yield from _names(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _names(each)


def substitute(value: Any, given: Mapping[str, Value]) -> Any:
    """An annotation, or a part of one, with values in place of the names of type variables."""
    if not given:
        return value
    if isinstance(value, Annotation):
        if value.kind == "variable" and value.args[0].name in given:
            return as_annotation(given[value.args[0].name])
        return Annotation(value.kind, tuple(substitute(each, given) for each in value.args))
    if isinstance(value, TensorType):
        return TensorType(_dtype(value.dtype, given), substitute(value.shape, given), value.kind)
    if isinstance(value, Shape):
        return shapes.substitute(value, _bindings(value, given))
    if isinstance(value, Expr):
        return substitute_dim(value, _bindings(Shape.of(value), given))
    if isinstance(value, TypeVariable):
        return given.get(value.name, value)
    return tuple(substitute(each, given) for each in value) if isinstance(value, tuple) else value


def _dtype(dtype: DType, given: Mapping[str, Value]) -> DType:
    if dtype.symbol is None or dtype.symbol.name not in given:
        return dtype
    value = resolve(given[dtype.symbol.name])
    if isinstance(value, TypeVariable):
        return DType.var(value.name, DType(dtype.names))
    if isinstance(value, Annotation) and value.kind == "variable":
        return DType.var(value.args[0].name, DType(dtype.names))
    found = as_dtype(value)
    return DType(dtype.names) if found is None else found


def _bindings(shape: Shape, given: Mapping[str, Value]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for each in shape.symbols:
        if each.name not in given or isinstance(each, Symbol) and each.kind != "typevar":
            continue
        value = resolve(given[each.name])
        if isinstance(value, Annotation) and value.kind == "variable":
            value = value.args[0]
        if isinstance(each, Symbol):
            size = as_dim(value)
            found[each.key] = UNKNOWN if size is None else size
        else:
            run = value if isinstance(value, Shape) else as_shape(value)
            found[each.key] = Shape.unknown() if run is None else run
    return found
