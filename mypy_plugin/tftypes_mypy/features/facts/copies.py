"""Functions that mypy checks once for each value of `TypeVar("T", int, tf.Tensor)`."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import FuncDef, FuncItem
from mypy.types import CallableType, Type, TypeVarType, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.assignments import bindings


def is_one_of_several(function: FuncItem | None) -> bool:
    """Whether mypy checks copies of a function, in which a parameter keeps its type, be it bound again to whatever else."""
    if function is None or not _values(function):
        return False
    bound = bindings(function.body)
    return any(argument.variable in bound for argument in function.arguments)


def is_for_several(function: FuncItem | None) -> bool:
    """Whether a function returns a tensor for a tensor, and else something else: it may tell them apart by a test."""
    declared = function.type if isinstance(function, FuncDef) else None
    if not isinstance(declared, CallableType) or function is None:
        return False
    tensors = [convert.tensor_of(each) for each in _values(function)]
    returns = get_proper_type(declared.ret_type)
    return isinstance(returns, TypeVarType) and any(tensors) and len(tensors) > 1


def _values(function: FuncItem) -> Sequence[Type]:
    """What the type variables of a function may stand for, where that is written out."""
    declared = function.type if isinstance(function, FuncDef) else None
    variables = declared.variables if isinstance(declared, CallableType) else ()
    return [value for each in variables if isinstance(each, TypeVarType) for value in each.values]
