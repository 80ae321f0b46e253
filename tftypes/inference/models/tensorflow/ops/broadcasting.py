"""Ops of several operands that have one dtype and shapes that broadcast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tftypes.algebra import (
    DType,
    Shape,
    ShapeMismatch,
    TensorType,
    Unknown,
    broadcast,
    equal,
    meet,
    same,
)

from .conversion import as_tensor, is_told
from .describe import dtype_of
from .rule import OpError
from .values import is_number, tensor


def matched(
    x: Any, y: Any, names: tuple[str, str] = ("x", "y"), first: bool = False
) -> tuple[TensorType, TensorType, DType]:
    """Two operands that must have one dtype, and that dtype. A Python value takes the dtype of the tensor beside it.

    `first` marks the ops that convert their first operand by itself, so that `tf.add(1, float_tensor)` is an error.
    (The others accept it eagerly, though not in a graph.) Raises OpError for two different dtypes.
    """
    if first or is_told(x) or not (is_told(y) or isinstance(y, Unknown)):
        a = as_tensor(x, argument=names[0])
        b = as_tensor(y, like=a.dtype, argument=names[1])
    else:
        b = as_tensor(y, argument=names[1])
        a = as_tensor(x, like=b.dtype, argument=names[0])
    kept = [getattr(each, "kind", None) == "variable" for each in (x, y)]
    return a, b, one_dtype(a, b, names, kept)


def one_dtype(
    a: TensorType, b: TensorType, names: tuple[str, str], kept: Sequence[bool] = (False, False)
) -> DType:
    """The dtype of two operands. `kept` says which of them are variables.

    Raises OpError where they differ. The operand at fault is the one that a cast would mend.
    """
    if same(a.dtype, b.dtype) is False:
        good, bad, argument = (b, a, 0) if _is_at_fault(a.dtype, b.dtype, kept) else (a, b, 1)
        raise OpError(
            "tf-dtype",
            f"expected {dtype_of(good)} as {names[1 - argument]} has, got {dtype_of(bad)}",
            names[argument],
            _cast(bad.dtype, good.dtype, names[argument]),
        )
    return a.dtype if a.dtype == b.dtype else meet(a.dtype, b.dtype)


def check_told_alike(x: Any, y: Any, names: tuple[str, str]) -> None:
    """Two operands that name places are tensors of one dtype; a list, a shape or an array takes that of the other."""
    if all(is_told(each) and each.kind in ("tensor", "variable") for each in (x, y)):
        one_dtype(x, y, names)


def _is_at_fault(a: DType, b: DType, kept: Sequence[bool]) -> bool:
    """Whether the first of two operands has the wrong dtype: numbers that are no floats, or NumPy's default."""
    if a.is_floating and b.is_floating:
        if kept[0] != kept[1]:
            return kept[1]
        return a.name == "float64" and b.name != "float64"
    return bool(a.is_integer and b.is_floating)


def _cast(dtype: DType, wanted: DType, argument: str) -> str | None:
    """The remedy, where both are known."""
    if dtype.name is None or wanted.name is None or dtype.name == "string":
        return None
    if wanted.name == "string":
        return f"tf.strings.as_string({argument})"
    return f"tf.cast({argument}, tf.{wanted.name})"


def broadcast_shapes(
    a: Shape,
    b: Shape,
    argument: str | None = None,
    hint: str | None = None,
    names: tuple[str, str] | None = None,
) -> Shape:
    """The shape of both together. The remedy calls the operands by their names, where the op has these.

    Raises OpError naming the sizes that do not go together.
    """
    if a == b:
        return a
    try:
        return broadcast(a, b)
    except ShapeMismatch as mismatch:
        raise OpError(
            "tf-shape",
            f"{a} and {b} do not broadcast: {mismatch.dim_a} against {mismatch.dim_b}",
            argument,
            hint or together(a, b, names),
        ) from None


def together(a: Shape, b: Shape, names: tuple[str, str] | None) -> str | None:
    """How one of two operands goes together with the other one."""
    pairs = ((a, b, names), (b, a, names and names[::-1]))
    for way in _WAYS:
        for one, other, named in pairs:
            found = way(one, other)
            if found is not None:
                code, changed = found
                if named is None or "{0}" not in code:
                    return f"{code.format('x', 'y')} of {changed} does"
                return code.format(*named)
    return None


def _with_axis(a: Shape, b: Shape) -> tuple[str, Shape] | None:
    """How values that there are for each of the rows, say, go together with rows."""
    if a.rank is None or b.rank is None or not 0 < a.rank < b.rank:
        return None
    if is_number(a[0]) and not is_number(b[0]):
        return None  # it would be held against the rows of any batch
    more = b.rank - a.rank
    if more > 1:  # one for each of the batch, and images
        found = [x == 1 or equal(x, y) for x, y in zip(a, b)]
        fits = False not in found and equal(a[0], b[0]) is True
        return (f"{{0}}[...{', None' * more}]", a) if fits else None
    places = range(a.rank, 0, -1)
    found = {place: {equal(*pair) for pair in zip(a, b.remove(place))} for place in places}
    if [*found.values()].count({True}) > 1:
        return None  # a mask of steps, and scores of steps by steps: it may be along either axis
    for place, are_equal in found.items():
        if False not in are_equal and True in are_equal:
            index = "..." if place == a.rank else ", ".join(":" * place)
            return f"{{0}}[{index}, None]", a
    return None


def _cut(a: Shape, b: Shape) -> tuple[str, Shape] | None:
    """How a table with a row for each place goes together with rows of fewer steps."""
    if not a.rank == b.rank == 3 or a[0] != 1 or b[0] == 1 or equal(a[2], b[2]) is not True:
        return None
    is_longer = is_number(a[1]) and is_number(b[1]) and a[1] > b[1] > 1
    return ("{0}[:, :{1}.shape[1]]", a) if is_longer else None


def _turned(a: Shape, b: Shape) -> tuple[str, Shape] | None:
    """How a matrix goes together with one of its size whose rows are its columns."""
    is_turned = a.rank == b.rank == 2 and all(map(equal, a, reversed(b.dims or ())))
    return ("tf.transpose({0})", a) if is_turned else None


def _rows_of(table: Shape, full: Shape) -> tuple[str, Shape] | None:
    """The rows of a table, of positions say, that go together with a batch of fewer steps."""
    if not table.rank or not full.rank or not 1 < table.rank < full.rank:
        return None
    if equal(table[0], full[0]) is True:
        return None  # there is one for each of the batch
    rows = full.slice(-table.rank, None)
    fits = all(
        equal(*pair) is not False for pair in list(zip(table.dims or (), rows.dims or ()))[1:]
    )
    if not fits or not is_number(rows[0]) or not is_number(table[0]):
        return None
    if rows[0] < table[0]:
        return f"{{0}}[:{rows[0]}]", table
    return f"{rows} in place", table


_WAYS: Final = (_with_axis, _rows_of, _cut, _turned)


def as_wide(a: Shape, b: Shape) -> str | None:
    """How a layer makes two shapes one that differ in their last sizes alone."""
    if not (a.rank and b.rank and b.rank > 1 and is_number(a[-1]) and is_number(b[-1])):
        return None
    try:
        broadcast(a.slice(0, -1), b.slice(0, -1))
    except ShapeMismatch:
        return None
    return f"layers.Dense({a[-1]}) of the second makes it as wide"


def mapped(dtype: DType, table: Mapping[str, str]) -> DType:
    """A dtype through a table; names that are not in it stay.

    >>> str(mapped(DType.of("complex64"), {"complex64": "float32"}))
    'float32'
    """
    if dtype.names.isdisjoint(table):
        return dtype
    return DType(frozenset(table.get(name, name) for name in dtype.names))


def result(
    dtype: DType,
    a: TensorType,
    b: TensorType,
    argument: str | None,
    value: Any = None,
    names: tuple[str, str] | None = None,
) -> TensorType:
    return tensor(dtype, broadcast_shapes(a.shape, b.shape, argument, names=names), value)
