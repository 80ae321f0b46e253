"""Python's own functions and statements that take tensors apart: `for row in x`, `zip(x, y)`, `enumerate(x)`, `abs(x)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import OpExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes_mypy import convert, names
from tftypes_mypy.features import elements, op_calls
from tftypes_mypy.features.alternatives import of_expression
from tftypes_mypy.ops import OpError, data, operators
from tftypes_mypy.values import Values


def _row(typ: Type, types: convert.Types) -> Type | None:
    """What iterating over a tensor gives; None where that is not known to be a tensor."""
    tensor = convert.tensor_of(typ)
    if tensor is None or tensor.kind not in ("tensor", "variable"):
        return None
    if tensor.shape.rank == 0 or tensor.shape == Shape.unknown():
        return None
    return convert.type_of_tensor(TensorType(tensor.dtype, data.rest(tensor.shape)), types)


def iterate(context: MethodContext, values: Values) -> Type:
    """`for row in x`: the slices along the first dim."""
    made = get_proper_type(context.default_return_type)
    row = _row(context.type, values.types)
    if row is None or not isinstance(made, Instance) or len(made.args) != 1:
        return made
    return made.copy_modified(args=[row])


def enumerated(context: FunctionContext, values: Values) -> Type:
    """`enumerate(x)`."""
    made = get_proper_type(context.default_return_type)
    given = context.arg_types[0] if context.arg_types else []
    row = _row(given[0], values.types) if len(given) == 1 else None
    if row is None or not isinstance(made, Instance) or len(made.args) != 1:
        return made
    return made.copy_modified(args=[row])


def zipped(context: FunctionContext, values: Values) -> Type:
    """`zip(x, y)`."""
    made = get_proper_type(context.default_return_type)
    columns = get_proper_type(made.args[0]) if isinstance(made, Instance) and made.args else None
    given = [typ for types in context.arg_types for typ in types]
    if not isinstance(made, Instance) or not isinstance(columns, TupleType):
        return made
    rows = [_row(typ, values.types) for typ in given]
    if not any(rows) or len(rows) < len(columns.items):
        return made
    items = [row or item for row, item in zip(rows, columns.items)]
    return made.copy_modified(args=[columns.copy_modified(items=items)])


def absolute(context: FunctionContext, values: Values) -> Type:
    """`abs(x)`: the operator of the same name."""
    made = context.default_return_type
    if not context.args or len(context.args[0]) != 1:
        return made
    found = of_expression(context.args[0][0], context.arg_types[0][0], values)
    if len(found) != 1 or not isinstance(found[0], TensorType) or values.promotes:
        return made
    try:
        result = operators.method("__abs__", found[0])
    except OpError:
        return made
    return op_calls.to_type(result, made, values.types)


def repeated(context: MethodContext, values: Values) -> Type:
    """`[1.0, 2.0] * x`: Python asks the tensor, and not the list, which mypy thinks is repeated."""
    made = context.default_return_type
    given = context.arg_types[0] if context.arg_types else []
    tensor = convert.tensor_of(given[0]) if len(given) == 1 else None
    if tensor is None:
        return made
    unknown = convert.unknown()
    items = values.of(context.context.left) if isinstance(context.context, OpExpr) else UNKNOWN
    if items is UNKNOWN or values.promotes:
        return unknown
    try:
        result = operators.method("__rmul__", tensor, items)
    except OpError:
        return unknown
    return op_calls.to_type(result, unknown, values.types)


def over_dataset(context: FunctionContext | MethodContext, values: Values) -> Type:
    """`for element in dataset`, `iter(dataset)`: mypy may have the elements of what the name stood for before."""
    given = context.type if isinstance(context, MethodContext) else context.arg_types[0][0]
    made = get_proper_type(context.default_return_type)
    element = elements.element_of(given)
    if element is None or not isinstance(made, Instance) or len(made.args) != 1:
        return made
    return made.copy_modified(args=[element])


FUNCTIONS: Final[dict[str, Callable[..., Type]]] = {
    "builtins.abs": absolute,
    "builtins.iter": over_dataset,
    "builtins.enumerate": enumerated,
    "builtins.zip": zipped,
}

METHODS: Final[dict[str, Callable[..., Type]]] = {
    f"{elements.DATASET}.__iter__": over_dataset,
    **{f"{owner}.__iter__": iterate for owner in (names.TENSOR, names.VARIABLE)},
    **{f"builtins.{owner}.__mul__": repeated for owner in ("list", "tuple")},
}
