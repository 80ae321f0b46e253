"""Slices of anything that a field may hold: what is done to one field's values is done to all's.

Positions are ints, scalar integer tensors, slices of those, and None for a new dim; they follow
Python's rules for lists. Rows of ragged values are cut by their splits: fields that share these
share the work, and each field's values are sliced or gathered once.

Source: StructTensor RFC, "Indexing"; `tf.strided_slice`; `tf.RaggedTensor.__getitem__`.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.struct import assertions
from tftypes.struct.dense import DenseStructTensor, mapped
from tftypes.struct.ragged import RaggedStructTensor, ragged
from tftypes.struct.rows import partition, with_same_rows
from tftypes.struct.tensors import StructTensor

Positions = tuple[Any, ...]

_FULL = slice(None)
_strided_slice: Any = tf.raw_ops.StridedSlice


def rank_of(value: Any) -> int | None:
    """The number of dims of anything that a field may hold; None where it is not known."""
    if isinstance(value, StructTensor):
        return value.rank
    rank: int | None = getattr(getattr(value, "shape", None), "rank", None)
    return rank


def index(value: Any, positions: Positions) -> Any:
    """`value[positions]`.

    Raises:
      IndexError: for an integer out of a range that is static, or eagerly.
      TypeError: if values of this class cannot be indexed.
    """
    return _indexed(value, _Cut(positions))


class _Cut:
    """Positions, with the arguments of `StridedSlice` that they make: once for all fields."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.full = all(type(p) is slice and p == _FULL for p in positions)
        self.added = sum(p is None for p in positions) - sum(map(_is_index, positions))
        self._arguments: dict[str, Any] | None = None

    def arguments(self) -> dict[str, Any]:
        """Begin, end, strides and masks."""
        if self._arguments is None:
            self._arguments = _arguments(self.positions)
        return self._arguments


def _is_index(position: Any) -> bool:
    return isinstance(position, (int, tf.Tensor))


def _indexed(value: Any, cut: _Cut) -> Any:
    if cut.full:
        return value
    if isinstance(value, tf.Tensor):
        _check_range(value.shape, cut.positions)
        return _strided_slice(input=value, **cut.arguments())
    if isinstance(value, DenseStructTensor):
        if value._rank:
            _check_range(value.shape, cut.positions)
        return mapped(value, lambda v: _indexed(v, cut), value._rank + cut.added)
    if isinstance(value, (tf.RaggedTensor, RaggedStructTensor)):
        return _of_rows(value, cut.positions)
    if isinstance(value, tf.SparseTensor):
        return _of_sparse(value, cut.positions)
    try:
        return value[cut.positions]
    except (TypeError, NotImplementedError, AttributeError) as error:
        raise TypeError(f"a {type(value).__name__} cannot be indexed: {error}") from error


def _arguments(positions: Positions) -> dict[str, Any]:
    """Those of `StridedSlice`; bit `i` of a mask is about position `i`."""
    begin, end, strides = [], [], []
    masks = dict.fromkeys(("begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask"), 0)
    for i, position in enumerate(positions):
        if position is None:
            begin.append(0)
            end.append(1)
            strides.append(1)
            masks["new_axis_mask"] |= 1 << i
        elif type(position) is slice:
            begin.append(0 if position.start is None else position.start)
            end.append(0 if position.stop is None else position.stop)
            strides.append(1 if position.step is None else position.step)
            masks["begin_mask"] |= (position.start is None) << i
            masks["end_mask"] |= (position.stop is None) << i
        else:
            begin.append(position)
            end.append(position + 1)
            strides.append(1)
            masks["shrink_axis_mask"] |= 1 << i
    if any(isinstance(step, int) and step == 0 for step in strides):
        raise ValueError("slice step cannot be zero")
    numbers = (*begin, *end, *strides)
    dtype = _index_dtype(numbers)
    packed = dict(
        zip(("begin", "end", "strides"), (_vector(v, dtype) for v in (begin, end, strides)))
    )
    return {**packed, **masks}


def _index_dtype(numbers: tuple[Any, ...]) -> tf.DType:
    wide = any(
        n.dtype == tf.int64 if isinstance(n, tf.Tensor) else not -(2**31) <= n < 2**31
        for n in numbers
    )
    return tf.int64 if wide else tf.int32


def _vector(numbers: list[Any], dtype: tf.DType) -> Any:
    if all(type(n) is int for n in numbers):
        return tf.constant(numbers, dtype)
    return tf.stack([tf.cast(n, dtype) for n in numbers])


def _check_range(shape: tf.TensorShape, positions: Positions) -> None:
    """Raises for an integer out of the range of a static dim."""
    if shape.rank is None:
        return
    axis = 0
    for position in positions:
        if type(position) is int:
            size = shape[axis]
            if size is not None and not -size <= position < size:
                raise IndexError(f"index {position} is out of range for dim {axis} of size {size}")
        axis += position is not None


def _parts(value: Any) -> tuple[Any, Any, Any]:
    """Values, splits and the length of all rows: an int where it is static, None if they differ."""
    uniform = value.uniform_row_length
    if isinstance(uniform, tf.Tensor):
        static = tf.get_static_value(uniform)
        uniform = uniform if static is None else int(static)
    return value.values, value.row_splits, uniform


def _with_rows(values: Any, splits: Any, uniform: Any = None) -> Any:
    """Rows of values: a ragged tensor, or a ragged struct."""
    if isinstance(values, StructTensor):
        return ragged(values, splits, uniform)
    return tf.RaggedTensor(values=values, row_partition=partition(splits, uniform), internal=True)


def _of_rows(value: Any, positions: Positions) -> Any:
    """Ragged values indexed, the outermost dim first."""
    first, *rest = positions
    if first is None:
        return _with_new_dim(index(value, tuple(rest)) if rest else value)
    values, splits, uniform = _parts(value)
    nrows = None if splits.shape[0] is None else splits.shape[0] - 1
    if _is_index(first):
        if nrows is not None:
            _check_range(tf.TensorShape([nrows]), (first,))
        row = span(values, *_bounds(splits, first))
        return index(row, tuple(rest)) if rest else row
    if first != _FULL:
        values, splits = _selected(values, splits, first, nrows)
    return _in_rows(values, splits, uniform, tuple(rest))


def _bounds(splits: Any, row: Any) -> tuple[Any, Any]:
    """Where a row begins and ends, as vectors of one element."""
    if isinstance(row, tf.Tensor):
        row = tf.cast(row, splits.dtype)
        row = tf.where(row < 0, row + tf.size(splits, splits.dtype) - 1, row)
        bounds = splits[row : row + 2]
        return bounds[:1], bounds[1:]
    start = row if row >= 0 else row - 1
    # one element each: out of range they are empty, and StridedSlice says so
    return splits[start : start + 1 or None], splits[start + 1 : start + 2 or None]


def _selected(values: Any, splits: Any, rows: slice, nrows: int | None) -> tuple[Any, Any]:
    """Some of the rows: a span of the values, or with a step, those gathered."""
    if type(rows.step) is int and rows.step == 1 or rows.step is None:
        bounds = splits[_row_bounds(splits, rows, nrows)]
        return span(values, bounds[:1], bounds[-1:]), bounds - bounds[0]
    if type(rows.step) is int and rows.step == 0:
        raise ValueError("slice step cannot be zero")
    return _ranges(values, splits[:-1][rows], splits[1:][rows])


_STATIC = (int, type(None))


def _row_bounds(splits: Any, rows: slice, nrows: int | None) -> slice:
    """Which of the splits are those of some rows: one more than there are rows, at least one."""
    if nrows is not None and type(rows.start) in _STATIC and type(rows.stop) in _STATIC:
        start, stop, _ = rows.indices(nrows)
        return slice(start, max(stop, start) + 1)
    if (
        (rows.start is None or type(rows.start) is int and rows.start == 0)
        and type(rows.stop) is int
        and rows.stop >= 0
    ):
        return slice(rows.stop + 1)
    count, zero = tf.size(splits, splits.dtype) - 1, tf.zeros([], splits.dtype)
    begin = _clipped(rows.start, count, zero, count, zero)
    end = _clipped(rows.stop, count, zero, count, count)
    return slice(begin, tf.maximum(begin, end) + 1)


def _in_rows(values: Any, splits: Any, uniform: Any, positions: Positions) -> Any:
    """All rows, each indexed by the positions."""
    if not positions:
        return _with_rows(values, splits, uniform)
    first, *rest = positions
    if first is None:
        inner = _in_rows(values, splits, uniform, tuple(rest))
        if not isinstance(inner, (tf.RaggedTensor, RaggedStructTensor)):
            return index(inner, (_FULL, None))
        return _with_rows(inner, tf.range(tf.size(splits, splits.dtype)), 1)
    if _is_index(first):
        return _then(_one_of_each(values, splits, uniform, first), rest)
    if first != _FULL:
        uniform = _sliced_length(uniform, first)
        values, splits = _slices(values, splits, first)
    return _with_rows(_then(values, rest), splits, uniform)


def _then(values: Any, rest: list[Any]) -> Any:
    return index(values, (_FULL, *rest)) if rest else values


def _one_of_each(values: Any, splits: Any, uniform: Any, position: Any) -> Any:
    """The element at one position of each row."""
    if type(position) is int and type(uniform) is int:
        _check_range(tf.TensorShape([uniform]), (position,))
    else:
        splits = _long_enough(splits, position)
    starts = splits[:-1]
    if type(position) is int:
        return gather(values, starts + position if position >= 0 else splits[1:] + position)
    position = tf.cast(position, splits.dtype)
    return gather(values, tf.where(position < 0, splits[1:], starts) + position)


def _long_enough(splits: Any, position: Any) -> Any:
    """The splits, once all rows have an element at the position: else it would be another row's."""
    if not (assertions.is_enabled() or tf.executing_eagerly()):
        return splits
    lengths = splits[1:] - splits[:-1]
    at = tf.cast(position, splits.dtype)

    def error(row: Any) -> Exception:
        length = f", which has length {int(lengths[row])}" if isinstance(row, int) else ""
        static = tf.get_static_value(at)
        index = "the index" if static is None else f"index {static}"
        return IndexError(f"{index} is out of range for row {row}{length}")

    return assertions.without_faults(splits, [((at >= lengths) | (at < -lengths), error)])


def _sliced_length(uniform: Any, rows: slice) -> Any:
    """The length of rows after a slice, where it is static."""
    bounds = (rows.start, rows.stop, rows.step)
    if type(uniform) is not int or any(type(bound) not in _STATIC for bound in bounds):
        return None
    return len(range(*rows.indices(uniform)))


def _slices(values: Any, splits: Any, rows: slice) -> tuple[Any, Any]:
    """The same slice of every row."""
    starts, lengths = splits[:-1], splits[1:] - splits[:-1]
    step = tf.cast(1 if rows.step is None else rows.step, splits.dtype)
    if type(rows.step) is int and rows.step == 0:
        raise ValueError("slice step cannot be zero")
    falling = step < 0 if isinstance(rows.step, tf.Tensor) else (rows.step or 1) < 0
    zeros = tf.zeros_like(lengths)
    low, high = _choose(falling, zeros - 1, zeros), _choose(falling, lengths - 1, lengths)
    begin = _clipped(rows.start, lengths, low, high, _choose(falling, high, low))
    end = _clipped(rows.stop, lengths, low, high, _choose(falling, low, high))
    return _ranges(values, starts + begin, starts + end, step)


def _choose(condition: Any, yes: Any, no: Any) -> Any:
    if isinstance(condition, bool):
        return yes if condition else no
    return tf.where(condition, yes, no)


def _clipped(bound: Any, lengths: Any, low: Any, high: Any, missing: Any) -> Any:
    """A bound of a slice as Python takes it: from the end if negative, and within the row."""
    if bound is None:
        return missing
    if type(bound) is int:
        bound = lengths + bound if bound < 0 else tf.zeros_like(lengths) + bound
    else:
        bound = tf.cast(bound, lengths.dtype)
        bound = tf.where(bound < 0, lengths + bound, bound)
    return tf.minimum(tf.maximum(bound, low), high)


def _ranges(values: Any, starts: Any, limits: Any, step: Any = 1) -> tuple[Any, Any]:
    """The values in some ranges, and the splits between these."""
    ranges = tf.ragged.range(starts, limits, step, row_splits_dtype=starts.dtype)
    return gather(values, ranges.values), ranges.row_splits


def masked(value: Any, mask: tf.RaggedTensor) -> Any:
    """The elements of ragged values where a mask with the same rows is true; the rows stay.

    Raises:
      TypeError: if the values are not ragged.
      ValueError: eagerly, if the mask has other rows; while tracing, an assertion.
    """
    if not isinstance(value, (tf.RaggedTensor, RaggedStructTensor)):
        raise TypeError("a ragged mask selects elements of ragged values")
    values, splits, _ = _parts(value)
    flat = with_same_rows(mask.values, "the mask", splits, mask.row_splits)
    if isinstance(flat, tf.RaggedTensor):
        return _with_rows(masked(values, flat), splits)
    before = tf.cumsum(tf.cast(flat, splits.dtype))
    before = tf.concat([tf.zeros([1], splits.dtype), before], axis=0)
    return _with_rows(gather(values, tf.where(flat)[:, 0]), tf.gather(before, splits))


def _with_new_dim(value: Any) -> Any:
    """The value as the only element of a new first dim."""
    if not isinstance(value, (tf.RaggedTensor, RaggedStructTensor)):
        return index(value, (None,))
    splits = value.row_splits
    nrows = splits.shape[0]
    uniform = tf.size(splits, splits.dtype) - 1 if nrows is None else nrows - 1
    return _with_rows(
        value, tf.stack([tf.zeros([], splits.dtype), tf.cast(uniform, splits.dtype)]), uniform
    )


def _of_sparse(value: tf.SparseTensor, positions: Positions) -> tf.SparseTensor:
    """A sparse tensor cut by integers and by slices without a step."""
    shape = value.dense_shape
    start, size, kept = [], [], []
    for axis, position in enumerate(positions):
        if _is_index(position):
            at = tf.cast(position, tf.int64)
            first, count = tf.where(at < 0, at + shape[axis], at), tf.constant(1, tf.int64)
        elif position is None or position.step not in (None, 1):
            raise TypeError("a SparseTensor is indexed by integers and slices without a step")
        else:
            first, count = _extent(position, shape[axis])
            kept.append(count)
        start.append(first)
        size.append(count)
    rest = shape[len(positions) :]
    begin = tf.concat([start, tf.zeros_like(rest)], axis=0)
    cut = tf.sparse.slice(value, begin, tf.concat([size, rest], axis=0))
    return tf.sparse.reshape(cut, tf.concat([[*kept], rest] if kept else [rest], axis=0))


def _extent(rows: slice, size: Any) -> tuple[Any, Any]:
    """Where a slice of a dim begins, and how long it is."""
    zero = tf.zeros([], tf.int64)
    begin = _clipped(rows.start, size, zero, size, zero)
    end = _clipped(rows.stop, size, zero, size, size)
    return begin, tf.maximum(end - begin, zero)


def span(value: Any, begin: Any, end: Any) -> Any:
    """`value[begin:end]` of bounds that are in range, as vectors of one element."""
    if isinstance(value, tf.Tensor):
        one = tf.constant([1], begin.dtype)
        return _strided_slice(input=value, begin=begin, end=end, strides=one)
    if isinstance(value, DenseStructTensor):
        return mapped(value, lambda v: span(v, begin, end), value._rank)
    if isinstance(value, (tf.RaggedTensor, RaggedStructTensor)):
        values, splits, uniform = _parts(value)
        one = tf.constant([1], begin.dtype)
        bounds = _strided_slice(input=splits, begin=begin, end=end + 1, strides=one)
        return _with_rows(span(values, bounds[:1], bounds[-1:]), bounds - bounds[0], uniform)
    return index(value, (slice(begin[0], end[0]),))


def gather(value: Any, indices: Any) -> Any:
    """The elements at some indices of the first dim; those of ragged values by their splits."""
    if isinstance(value, DenseStructTensor):
        return mapped(value, lambda v: gather(v, indices), value._rank)
    if isinstance(value, (tf.RaggedTensor, RaggedStructTensor)):
        values, splits, uniform = _parts(value)
        starts = tf.gather(splits[:-1], indices)
        return _with_rows(*_ranges(values, starts, tf.gather(splits[1:], indices)), uniform)
    return tf.gather(value, indices)
