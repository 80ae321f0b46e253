"""Structs that ops take together: the same rank and the same fields, of the same types.

What disagrees is told with the op, the argument and the field. Field names are compared always;
the rest only once an op has failed, so that it costs nothing where all is well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.ops.kinds import ROWS
from tftypes.struct.tensors import StructTensor


def check(op: str, structs: Sequence[Any], names: Sequence[str], *, ranks: bool = True) -> None:
    """Checks that all are structs of one rank with the same field names.

    Args:
      op: for messages, as `names`, those of the arguments.
      ranks: whether their ranks must be the same.

    Raises:
      TypeError: if one is no struct.
      ValueError: naming the argument, and the fields or ranks that differ.
    """
    first = structs[0]
    for name, st in zip(names, structs):
        if not isinstance(st, StructTensor):
            raise TypeError(f"{op}() argument {name}: expected a StructTensor, got {_shown(st)}")
        if ranks and st.rank != first.rank:
            raise ValueError(
                f"{op}() argument {name}: expected rank {first.rank} as of {names[0]}, "
                f"got shape {_dims(st.shape)}"
            )
        if st is not first:
            _check_names(op, name, st, names[0], first, "")


def _check_names(op: str, name: str, st: Any, other: str, first: Any, path: str) -> None:
    expected, found = first.field_names(), st.field_names()
    if expected == found:
        return
    for field in expected:
        if field not in found:
            raise ValueError(
                f"{op}() argument {name}: field {path + field!r} of {other} is missing"
            )
    for field in found:
        if field not in expected:
            raise ValueError(f"{op}() argument {name}: {other} has no field {path + field!r}")


def explain(
    op: str, structs: Sequence[Any], names: Sequence[str], free: int | None = None, hint: str = ""
) -> None:
    """Raises why structs of the same fields do not go together, if it is one of their types.

    Args:
      free: the dim in which they may differ.
      hint: what to do about sizes that differ.
    """
    first = structs[0]
    for name, st in zip(names[1:], structs[1:]):
        _compare(op, name, st, names[0], first, "")
    for name, st in zip(names[1:], structs[1:]):
        _compare_sizes(op, name, st, names[0], first, "", free, hint)


def _compare_sizes(
    op: str, name: str, value: Any, other: str, first: Any, path: str, free: int | None, hint: str
) -> None:
    if isinstance(first, DenseStructTensor) and isinstance(value, DenseStructTensor):
        for field, inner in first._fields.items():
            theirs, below = value._fields[field], f"{path}{field}."
            _compare_sizes(op, name, theirs, other, inner, below, free, hint)
        return
    if isinstance(first, tf.Tensor) and isinstance(value, tf.Tensor):
        found, expected = value.shape.as_list(), first.shape.as_list()
        for dim, sizes in enumerate(zip(found, expected)):
            if dim != free and None not in sizes and sizes[0] != sizes[1]:
                _fail(op, name, path, f"of shape {found}", other, f"of shape {expected}{hint}")


def _compare(op: str, name: str, value: Any, other: str, first: Any, path: str) -> None:
    if isinstance(first, StructTensor) and isinstance(value, StructTensor):
        _check_names(op, name, value, other, first, path)
        if value.rank != first.rank:
            _fail(op, name, path, f"rank {value.rank}", other, f"rank {first.rank}")
        for field in first.field_names():
            _compare(op, name, _inner(value, field), other, _inner(first, field), f"{path}{field}.")
        return
    for fact in (_kind, _dtype, _rank):
        if fact(value) != fact(first):
            _fail(op, name, path, fact(value), other, fact(first))


def _inner(st: Any, field: str) -> Any:
    """The values of a field, without the partitions around them."""
    return (_inner(st.values, field)) if isinstance(st, ROWS) else st._fields[field]


def _fail(op: str, name: str, path: str, found: str, other: str, expected: str) -> None:
    where = f"field {path.rstrip('.')!r} " if path else ""
    raise ValueError(f"{op}() argument {name}: {where}is {found}, that of {other} is {expected}")


def _kind(value: Any) -> str:
    if isinstance(value, (tf.Tensor, tf.RaggedTensor)):
        return "a tensor"
    return "a struct" if isinstance(value, StructTensor) else f"a {type(value).__name__}"


def _dtype(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    return f"of dtype {dtype.name}" if isinstance(dtype, tf.DType) else "of its type"


def _rank(value: Any) -> str:
    shape = getattr(value, "shape", None)
    return f"of rank {shape.rank}" if isinstance(shape, tf.TensorShape) else "of its rank"


def _dims(shape: tf.TensorShape) -> str:
    return str(shape.as_list())


def _shown(value: Any) -> str:
    shape = getattr(value, "shape", None)
    kind = "tensor" if isinstance(value, tf.Tensor) else type(value).__name__
    if isinstance(shape, tf.TensorShape) and shape.rank is not None:
        return f"a {kind} of shape {_dims(shape)}"
    return f"a {kind}"
