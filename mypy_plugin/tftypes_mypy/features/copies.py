"""Functions that mypy checks once for each value of `TypeVar("T", int, tf.Tensor)`."""

from __future__ import annotations

from mypy.nodes import FuncDef, FuncItem
from mypy.types import CallableType, TypeVarType

from tftypes_mypy.assignments import bindings


def is_one_of_several(function: FuncItem | None) -> bool:
    """Whether mypy checks copies of a function, in which a parameter keeps its type, be it bound again to whatever else."""
    variables = (
        function.type.variables
        if isinstance(function, FuncDef) and isinstance(function.type, CallableType)
        else ()
    )
    if not any(isinstance(each, TypeVarType) and each.values for each in variables):
        return False
    assert function is not None
    bound = bindings(function.body)
    return any(argument.variable in bound for argument in function.arguments)
