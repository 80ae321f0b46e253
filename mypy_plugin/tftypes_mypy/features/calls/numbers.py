"""`2.0 == x`: Python asks the number first, which leaves it to the tensor or the array; to mypy it makes a bool."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from mypy.nodes import ComparisonExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, get_proper_type

from tftypes_mypy import convert, names
from tftypes_mypy.features.calls import arrays
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.values import Values


def compared(context: MethodContext, values: Values, name: str) -> Type:
    """What the other operand makes of the comparison."""
    node = context.context
    other = get_proper_type(context.arg_types[0][0]) if context.arg_types[0] else None
    kind = other.type.fullname if isinstance(other, Instance) else ""
    if kind != names.ARRAY and kind not in names.KINDS:
        return context.default_return_type
    if not isinstance(node, ComparisonExpr) or len(node.operands) != 2:
        return convert.unknown()
    assert isinstance(other, Instance)
    turned = context._replace(
        type=other,
        arg_types=[[context.type]],
        args=[[node.operands[0]]],
        default_return_type=convert.unknown(),
    )
    if kind == names.ARRAY:
        return arrays.operator(turned, values, name)
    return op_calls.operator(turned, name, values)


METHODS: Final[dict[str, Callable[..., Type]]] = {
    f"builtins.{number}.{name}": partial(compared, name=name)
    for number in ("int", "float")
    for name in ("__eq__", "__ne__")
}
