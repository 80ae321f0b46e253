"""Structs one after the other, and along a new axis.

Source: `tf.concat`, `tf.stack`, for ragged structs as for `tf.RaggedTensor`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from tftypes.struct import partitions
from tftypes.struct.assertions import require
from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.dispatching import implements
from tftypes.struct.fields import dynamic_shape
from tftypes.struct.ops import agreement, kernels, others
from tftypes.struct.ops.axes import static_axis
from tftypes.struct.ops.dims import flattened, sizes, vector
from tftypes.struct.ops.kinds import ROWS, nrows, row_length, with_rows, zipped
from tftypes.struct.ops.lifting import dims_of, elements, placed, positions
from tftypes.struct.ops.taking import taker


@implements(tf.concat)
def concat(values: Any, axis: Any) -> Any:
    """Structs one after the other along `axis`; ragged if one of them is.

    Raises:
      TypeError: if one of the values is no struct.
      ValueError: naming the argument and the field that differ.
    """
    structs = _checked("tf.concat", values)
    axis = static_axis("tf.concat", axis, structs[0].rank)
    return structs[0] if len(structs) == 1 else _together(tf.concat, structs, axis, axis)


@implements(tf.stack)
def stack(values: Any, axis: Any) -> Any:
    """Structs of one shape along a new axis; ragged if one of them is.

    Raises:
      TypeError: if one of the values is no struct.
      ValueError: naming the argument and the field that differ.
    """
    structs = _checked("tf.stack", values)
    axis = static_axis("tf.stack", axis, structs[0].rank + 1)
    return _together(tf.stack, structs, axis, None)


def _together(op: Any, structs: list[Any], axis: int, free: int | None) -> Any:
    """The structs joined or stacked; `free` is the dim in which they may differ."""
    if not (isinstance(structs[0], DenseStructTensor) and _kernels_check(structs[0])):
        structs = _with_equal_dims(op, structs, free)
    try:
        return _Together(structs, op, axis).whole()
    except _MISFITS:
        _with_equal_dims(op, structs, free)
        hint = "; tf.ragged.stack() takes different sizes" if op is tf.stack else ""
        agreement.explain(f"tf.{op.__name__}", structs, _names(structs), free, hint)
        raise


def _kernels_check(st: DenseStructTensor) -> bool:
    """Whether the kernels that join the fields see dims that differ: those of tensors do.

    Eagerly one of them is enough. In a graph each field may be asked for alone.
    """
    are_tensors = [isinstance(value, tf.Tensor) for value in st._fields.values()]
    return any(are_tensors) if tf.executing_eagerly() else bool(are_tensors) and all(are_tensors)


def _all_dense(structs: Sequence[Any]) -> bool:
    for st in structs:  # noqa: SIM110  # as above
        if type(st) is not DenseStructTensor:
            return False
    return True


def _checked(op: str, values: Any) -> list[Any]:
    """Structs of one rank and with the same field names."""
    structs = list(values) if isinstance(values, (list, tuple)) else [values]
    first = structs[0]
    for st in structs:
        if st is not first:
            agreement.check(op, structs, _names(structs))
            break
    return structs


@implements(tf.ragged.stack)
def ragged_stack(values: Any, axis: Any = 0) -> Any:
    """Structs of any shapes along a new axis, ragged; of single structures, the fields are ragged.

    Raises:
      TypeError: if one of the values is no struct.
      ValueError: naming the argument and the field that differ.
    """
    structs = _checked("tf.ragged.stack", values)
    rank = structs[0].rank
    axis = static_axis("tf.ragged.stack", axis, rank + 1)
    try:
        if axis:
            places = tf.ragged.stack(numbered(structs), axis=axis)
            return placed(one_after_the_other([elements(st) for st in structs]), places)
        return zipped(structs, _as_rows_of, 1) if rank == 0 else _as_rows_of(structs)
    except _MISFITS:
        agreement.explain("tf.ragged.stack", structs, _names(structs))
        raise


def _as_rows_of(values: Sequence[Any]) -> Any:
    """Each value as a row of its own."""
    rank = values[0].shape.rank
    if rank == 0 and all_tensors(values):
        return kernels.pack(values, 0)
    if rank == 0:
        same_fields(values)
        return zipped(values, _as_rows_of, 1)
    parts = values if rank == 1 else [as_rows(value) for value in values]
    counts = vector([nrows(value) for value in values])
    return with_rows(one_after_the_other(parts), partitions.of_lengths(counts))


#: What the parts of a join raise where values do not go together.
_MISFITS = (ValueError, tf.errors.InvalidArgumentError)


def _names(structs: Sequence[Any]) -> list[str]:
    return [f"values[{i}]" for i in range(len(structs))]


class _Together:
    """Structs that are joined or stacked along an axis, field by field.

    Tensors are by one kernel. Rows are one after the other where that is what the op means; else
    the op tells where each element goes, and all of them are gathered.
    """

    def __init__(self, structs: Sequence[Any], op: Any, axis: int) -> None:
        self._structs, self._op, self._axis = structs, op, axis
        self._new = int(op is tf.stack)
        self._kernel = kernels.pack if self._new else kernels.concat
        self._rank = structs[0].rank
        self._memo: dict[Any, Any] = {}
        self._placed: Any = None

    def whole(self) -> Any:
        structs = self._structs
        if _all_dense(structs):
            return self._dense(structs)
        if self._axis == 0:
            return self._in_order([as_rows(st) for st in structs], 1)
        return self._gathered([elements(st) for st in structs])

    def _dense(self, structs: Sequence[DenseStructTensor]) -> Any:
        return zipped(structs, self._field, structs[0]._rank + self._new)

    def _field(self, values: list[Any]) -> Any:
        if all_tensors(values):
            return self._kernel(values, self._axis)
        if all(isinstance(value, DenseStructTensor) for value in values):
            same_fields(values)
            return self._dense(values)
        if any(isinstance(value, ROWS) for value in values):
            values = [as_rows(value) for value in values]
            if self._axis == 0:
                return self._in_order(values, self._rank)
            return self._gathered([flattened(value, self._rank) for value in values])
        return (others.stacked if self._new else others.joined)(values, self._axis)

    def _in_order(self, rows: list[Any], rank: int) -> Any:
        """Rows along the first axis, which is a new one for `tf.stack`."""
        together = one_after_the_other(rows, rank, self._memo)
        if not self._new:
            return together
        counts = [nrows(value) for value in rows]
        dtype = together.row_splits.dtype
        if self._is_uniform():
            length = counts[0] if isinstance(counts[0], int) else tf.cast(counts[0], dtype)
            return with_rows(together, partitions.uniform(len(rows), length, dtype), length)
        return with_rows(together, partitions.of_lengths(tf.cast(vector(counts), dtype)))

    def _is_uniform(self) -> bool:
        """Whether what is stacked is known to be of one size, as the dims of a dense struct are."""
        return self._rank > 0 and all(isinstance(st, DenseStructTensor) for st in self._structs)

    def _gathered(self, flat: list[Any]) -> Any:
        if self._placed is None:
            places = self._op(numbered(self._structs), axis=self._axis)
            dense = isinstance(places, tf.Tensor)
            self._placed = taker(places) if dense else lambda value: placed(value, places)
        return self._placed(one_after_the_other(flat, 1, self._memo))


def all_tensors(values: Sequence[Any]) -> bool:
    """Whether all are dense tensors."""
    for value in values:  # noqa: SIM110  # as above
        if not isinstance(value, tf.Tensor):
            return False
    return True


def numbered(structs: Sequence[Any]) -> list[Any]:
    """The positions of the elements of each among those of all."""
    found, start = [], 0
    for st in structs:
        places = positions(st, start)
        found.append(places)
        start = start + tf.size(places, tf.int64)
    return found


def _with_equal_dims(op: Any, structs: list[Any], axis: int | None) -> list[Any]:
    """The structs, once they are known to have the same dims if all are dense, but along `axis`.

    Raises:
      ValueError: if they differ; while tracing, an assertion fails when the graph runs.
    """
    if not all(isinstance(st, DenseStructTensor) for st in structs):
        return structs
    rank = structs[0]._rank
    shapes = [st.shape.as_list() for st in structs] if rank else []
    for i, shape in enumerate(shapes):
        for dim, (size, first) in enumerate(zip(shape, shapes[0])):
            if dim != axis and size is not None and first is not None and size != first:
                raise ValueError(
                    f"tf.{op.__name__}() argument values[{i}]: expected shape "
                    f"{_but(shapes[0], axis)} as of values[0], got {shape}"
                )
    kept = [dim for dim in range(rank) if dim != axis]
    if all(shape[dim] is not None for shape in shapes for dim in kept):
        return structs

    def conditions() -> list[Any]:
        first, *rest = (tf.gather(vector(dims_of(st)), kept) for st in structs)
        return [tf.reduce_all(tf.equal(dims, first)) for dims in rest]

    shown = {f"values[{i}]": (lambda st=st: vector(dims_of(st))) for i, st in enumerate(structs)}
    made: list[Any] = require(structs, conditions, f"tf.{op.__name__}(): other dims", shown)
    return made


def _but(shape: list[Any], axis: int | None) -> str:
    return f"[{', '.join('any' if i == axis else str(size) for i, size in enumerate(shape))}]"


def one_after_the_other(
    values: Sequence[Any], rank: int = 1, memo: dict[Any, Any] | None = None
) -> Any:
    """Field values or structs along their first axis; rows if one of them is rows.

    Args:
      rank: how many dims are those of a dense struct, whose rows are all of one length.
      memo: joined splits by the splits they are made of: fields share partitions.
    """
    if len(values) == 1:
        return values[0]
    if all_tensors(values):
        return kernels.concat(values, 0)
    memo = {} if memo is None else memo
    if all(isinstance(value, DenseStructTensor) for value in values):
        same_fields(values)
        own = values[0]._rank
        return zipped(values, lambda fields: one_after_the_other(fields, own, memo), own)
    if not any(isinstance(value, ROWS) for value in values):
        return others.joined(values, 0)
    rows = [as_rows(value) for value in values]
    key = tuple(id(value.row_splits) for value in rows)
    if key not in memo:
        # What the ids stand for is kept with them.
        memo[key] = partitions.joined([value.row_splits for value in rows]), rows
    inner = one_after_the_other([value.values for value in rows], rank - 1, memo)
    return with_rows(inner, memo[key][0], _common_length(rows, rank > 1))


def _common_length(rows: Sequence[Any], certain: bool) -> Any:
    """The length of all rows of all; None where they may differ."""
    lengths = [row_length(value) for value in rows]
    static = {length for length in lengths if isinstance(length, int)}
    if certain:
        return static.pop() if static else lengths[0]
    same = len(static) == 1 and all(isinstance(length, int) for length in lengths)
    return static.pop() if same else None


def same_fields(structs: Sequence[DenseStructTensor], *, ranks: bool = True) -> None:
    """Raises ValueError where nested structs differ; `agreement` tells how."""
    names, rank = structs[0]._fields.keys(), structs[0]._rank
    for st in structs:
        if st._fields.keys() != names or (ranks and st._rank != rank):
            raise ValueError("the fields of nested structs differ")


def as_rows(value: Any) -> Any:
    """A value of rank 2 at least as rows, of a uniform length if it is dense.

    Raises:
      ValueError: if it has no rows.
    """
    if isinstance(value, ROWS):
        return value
    rank = value.shape.rank
    if not isinstance(value, (tf.Tensor, DenseStructTensor)) or not rank or rank < 2:
        raise ValueError(f"of shape {value.shape}, it has no rows")
    count, length, *_ = sizes(value.shape, dynamic_shape(value, rank))
    length = length if isinstance(length, int) else tf.cast(length, tf.int64)
    return with_rows(flattened(value, 2), partitions.uniform(count, length, tf.int64), length)
