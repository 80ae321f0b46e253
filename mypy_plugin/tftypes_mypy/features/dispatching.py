"""What ops give for operands whose class dispatches: what its `__tf_dispatch__` is annotated to return.

Overloads tell ops apart by `dispatch.Op[Literal["tf.matmul"]]`, and by the leading arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from mypy.meet import is_overlapping_types
from mypy.nodes import Context
from mypy.plugin import MethodContext
from mypy.subtypes import is_proper_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    UnionType,
    UnpackType,
    flatten_nested_unions,
    get_proper_type,
)

from tftypes_mypy import convert, names
from tftypes_mypy.ops import operators
from tftypes_mypy.values import Values

METHOD: Final = "__tf_dispatch__"
#: The ops of the operators that are not among those of tensors, or may be others there.
_OPS: Final = {
    **operators.BINARY,
    "&": "tensorflow.math.logical_and",
    "|": "tensorflow.math.logical_or",
    "^": "tensorflow.math.logical_xor",
    "-x": "tensorflow.math.negative",
    "abs": "tensorflow.math.abs",
    "~": "tensorflow.math.logical_not",
    "[]": "tensorflow.__operators__.getitem",
}
#: The op behind each method of `dispatch.Operators`.
OPERATORS: Final = {
    name: _OPS[symbol]
    for name, symbol in {
        **operators.DUNDERS,
        **operators.REFLECTED,
        "__neg__": "-x",
        "__abs__": "abs",
        "__invert__": "~",
        "__getitem__": "[]",
    }.items()
    if symbol in _OPS
}


def dispatched(op: str | None, arguments: Sequence[Type], at: Context, values: Values) -> Type | None:
    """What the first operand that dispatches makes of an op; None where no operand does.

    The op has its full name, or None where it may be one of several.
    """
    operand = next(_dispatching(arguments), None)
    symbol = operand.type.get(METHOD) if operand is not None else None
    if operand is None or symbol is None:
        return None
    method = get_proper_type(symbol.type)
    if isinstance(method, CallableType):
        return method.ret_type
    if any(other.type is not operand.type for other in _dispatching(arguments)) or op is None:
        return convert.unknown()  # the other may be asked, first or after it
    checker: Any = values.checker
    with checker.local_type_map, checker.msg.filter_errors():
        bound = checker.expr_checker.analyze_external_member_access(METHOD, operand, at)
    bound = get_proper_type(bound)
    return _chosen(bound, op, arguments, values) if isinstance(bound, Overloaded) else convert.unknown()


def _dispatching(types: Iterable[Type]) -> Iterable[Instance]:
    for typ in map(get_proper_type, types):
        yield from _dispatching(items(typ))
        if isinstance(typ, Instance) and typ.type.get(METHOD) is not None:
            yield typ
