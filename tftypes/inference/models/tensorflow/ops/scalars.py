"""Operands that are one number, and arguments that are one axis or a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tftypes.algebra import DType, TensorType, equal

from .arguments import allow
from .conversion import as_tensor
from .describe import describe
from .groups import INDICES, Names
from .rule import OpError
from .values import is_number


def scalar(
    value: Any, argument: str, dtype: DType | None = None, *, or_one: bool = False
) -> TensorType:
    """An operand that has to be a scalar; `or_one` says that eagerly one element in a vector passes, too."""
    operand = as_tensor(value, dtype, argument=argument)
    rank = operand.shape.rank
    if rank and not (or_one and rank == 1 and equal(operand.shape[0], 1) is not False):
        raise OpError("tf-rank", f"expected a scalar, got rank {rank}", argument, _single(value))
    return operand


def whole_number(
    value: Any, argument: str, allowed: Names = INDICES, *, or_one: bool = False
) -> TensorType:
    """A scalar that is a number of things. Bools and what NumPy has are cast to its dtype, tensors are not."""
    operand = scalar(value, argument, or_one=or_one)
    is_cast = isinstance(value, bool) or isinstance(value, TensorType) and value.kind == "array"
    return operand if is_cast else allow(operand, allowed, argument)


def one_axis(value: Any, argument: str = "axis") -> Any:
    """An axis that is no list of axes. Raises OpError for a list."""
    if isinstance(value, (list, tuple)):
        words = f"expected one axis, got {describe(value)}"
        raise OpError("tf-rank", words, argument, _single(value))
    return value


def listed(value: Any, argument: str, dims: Sequence[Any] = ()) -> Any:
    """A list of a number for each dim, which is no scalar. Raises OpError for a scalar: it is meant for the first dim of 1."""
    if is_number(value) or isinstance(value, TensorType) and value.shape.rank == 0:
        items = ["1"] * max(len(dims), 1)
        items[dims.index(1) if 1 in dims else 0] = argument
        hint = f"[{', '.join(items)}] is one"
        raise OpError("tf-rank", f"expected a list, got {value}", argument, hint)
    return value


def _single(value: Any) -> str | None:
    is_single = isinstance(value, (list, tuple)) and len(value) == 1
    return f"{describe(value[0])} is one" if is_single else None
