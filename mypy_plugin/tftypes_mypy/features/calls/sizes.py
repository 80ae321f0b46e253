"""Sizes of tensors as Python's ints: the members of a TensorShape, and powers of numbers.

A stub has to leave a dim open, since it may be None; mypy then asks no hook about an
operator with it. Where a dim is known to be one, it is an int.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy.nodes import OpExpr
from mypy.plugin import MethodContext
from mypy.types import Type, UnionType, get_proper_type

from tftypes.algebra import Dim, Expr, Shape, Unknown
from tftypes_mypy import convert, names, standing
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.structures import nests
from tftypes_mypy.python_calls import joined
from tftypes_mypy.values import Values, of_type


def _dim(dim: Dim, types: convert.Types) -> Type:
    return convert.unknown() if isinstance(dim, Unknown) else types.make("builtins.int", [])


def item(context: MethodContext, values: Values) -> Type:
    """`x.shape[0]`, `x.shape[1:]`."""
    shape, default = of_type(context.type), context.default_return_type
    if not isinstance(shape, Shape) or not context.args or not context.args[0]:
        return default
    key = values.of(context.args[0][0], context.arg_types[0][0])
    try:
        if type(key) is int:
            return _dim(shape[key], values.types)
        if isinstance(key, slice) and shape.dims is not None:
            return op_calls.to_type(Shape.of(*shape.dims[key]), default, values.types)
    except (IndexError, TypeError, ValueError):
        pass
    return default


def iterate(context: MethodContext, values: Values) -> Type:
    """`for dim in x.shape`, `rows, columns = x.shape`."""
    shape = of_type(context.type)
    if not isinstance(shape, Shape) or not shape.dims:
        return context.default_return_type
    if any(isinstance(dim, Unknown) for dim in shape.dims):
        return context.default_return_type
    return values.types.make("typing.Iterator", [values.types.make("builtins.int", [])])


def as_list(context: MethodContext, values: Values) -> Type:
    """A list in which each dim that is known is an int; of one of several shapes it may have any length."""
    shape = of_type(context.type)
    if not isinstance(shape, Shape) or not shape.dims or _is_one_of_several(context, values):
        return context.default_return_type
    dims = nests.list_of([_dim(dim, values.types) for dim in shape.dims], values.types)
    return nests.unpacked(dims, context.context, values)


def _is_one_of_several(context: MethodContext, values: Values) -> bool:
    """Whether mypy asks for each of several objects that a method may be called on."""
    owner = next(standing.owners(context.context), None)
    typ = None if owner is None else values.type_of(owner)
    return isinstance(get_proper_type(typ), UnionType)


def concatenate(context: MethodContext, values: Values) -> Type:
    """`x.shape + [3]`, `x.shape.concatenate([3])`."""
    shape = of_type(context.type)
    if not isinstance(shape, Shape) or not context.args or not context.args[0]:
        return context.default_return_type
    other = values.of(context.args[0][0], context.arg_types[0][0])
    is_reflected = (
        isinstance(context.context, OpExpr) and context.args[0][0] is context.context.left
    )
    made = joined(other, shape) if is_reflected else joined(shape, other)
    return op_calls.to_type(made, context.default_return_type, values.types)


def power(context: MethodContext, values: Values) -> Type:
    """`dim ** 0.5`: a float, unless the number may be negative."""
    base: Any = None
    if isinstance(context.context, OpExpr):
        base = values.of(context.context.left)
    is_positive = isinstance(base, Expr) or (isinstance(base, (int, float)) and base >= 0)
    return values.types.make("builtins.float", []) if is_positive else context.default_return_type


METHODS: Final[dict[str, Callable[..., Type]]] = {
    f"{names.TENSOR_SHAPE}.__getitem__": item,
    f"{names.TENSOR_SHAPE}.__iter__": iterate,
    f"{names.TENSOR_SHAPE}.as_list": as_list,
    f"{names.TENSOR_SHAPE}.__add__": concatenate,
    f"{names.TENSOR_SHAPE}.__radd__": concatenate,
    f"{names.TENSOR_SHAPE}.concatenate": concatenate,
    "builtins.float.__pow__": power,
    "builtins.float.__rpow__": power,
}
