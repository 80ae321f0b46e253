"""NumPy's functions that lay the items of arrays out anew: padded, repeated, with other axes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, broadcast

from .arrays import array, as_array, dims, flat, promoted, shape_by
from .rule import OpError, Unsure
from .values import FLOAT64, INT64, every_number, is_number, plain

_Pair = tuple[Any, Any]
#: Any dtype: an op of TensorFlow's that says the shape alone takes one for all of its operands.
_ONE: Final = DType.of("float32")


def _dims(value: TensorType) -> list[Any]:
    if value.shape.dims is None:
        raise Unsure
    return list(value.shape.dims)


def _axis(axis: Any, rank: int) -> int:
    if type(axis) is not int or not -rank <= axis < rank:
        raise Unsure
    return axis % rank


def _repeated(a: Any, repeats: Any, axis: Any = None) -> TensorType:
    value = as_array(a)
    if not is_number(repeats):
        raise Unsure
    return array(value.dtype, shape_by("tensorflow.repeat", plain(value), repeats, axis))


def _padded(array_: Any, pad_width: Any, *mode: Any, **rest: Any) -> TensorType:
    """`np.pad(x, 1)`, `np.pad(x, (1, 2))`, `np.pad(x, ((0, 0), (1, 2)))`."""
    value = as_array(array_)
    sizes = _dims(value)
    widths = _widths(pad_width, len(sizes))
    padded = [UNKNOWN if UNKNOWN in (d, *w) else d + sum(w) for d, w in zip(sizes, widths)]
    return array(value.dtype, Shape.of(*padded))


def _widths(given: Any, rank: int) -> list[_Pair]:
    if is_number(given):
        return [(given, given)] * rank
    if not isinstance(given, (list, tuple)):
        raise Unsure
    rows = [(each,) if is_number(each) else each for each in given]
    if not all(isinstance(row, (list, tuple)) for row in rows):
        raise Unsure
    if all(is_number(each) for each in given):  # the same for all axes
        return [(given[0], given[-1])] * rank
    pairs = [(row[0], row[-1]) for row in rows]
    if len(pairs) not in (1, rank):
        raise Unsure
    return pairs * rank if len(pairs) == 1 else pairs


def _swapped(a: Any, axis1: Any, axis2: Any) -> TensorType:
    value = as_array(a)
    sizes = _dims(value)
    i, j = _axis(axis1, len(sizes)), _axis(axis2, len(sizes))
    sizes[i], sizes[j] = sizes[j], sizes[i]
    return array(value.dtype, Shape.of(*sizes))


def _moved(a: Any, source: Any, destination: Any) -> TensorType:
    value = as_array(a)
    sizes = _dims(value)
    taken = sizes.pop(_axis(source, len(sizes)))
    sizes.insert(_axis(destination, len(sizes) + 1), taken)
    return array(value.dtype, Shape.of(*sizes))


def _sorted_by(a: Any, axis: Any = -1, **rest: Any) -> TensorType:
    value = as_array(a)
    return array(INT64, flat(value) if axis is None else value.shape)


def _unique(ar: Any) -> TensorType:
    held = every_number(ar.value if isinstance(ar, TensorType) else ar)
    return array(as_array(ar).dtype, Shape.of(UNKNOWN if held is None else len(held)))


def _broadcast(array_: Any, shape: Any) -> TensorType:
    return array(as_array(array_).dtype, dims(shape))


def _outer(a: Any, b: Any) -> TensorType:
    left, right = as_array(a), as_array(b)
    return array(promoted(left.dtype, right.dtype), flat(left) + flat(right))


def _columns(tup: Any) -> TensorType:
    """`np.column_stack`: vectors become columns."""
    if not isinstance(tup, (list, tuple)):
        raise Unsure
    columns = [
        array(each.dtype, each.shape + Shape.of(1)) if each.shape.rank == 1 else each
        for each in map(as_array, tup)
    ]
    return _concatenated(columns, 1)


def _concatenated(parts: list[TensorType], axis: int) -> TensorType:
    dtype = parts[0].dtype
    for each in parts[1:]:
        dtype = promoted(dtype, each.dtype)
    rows = [TensorType(_ONE, each.shape) for each in parts]
    return array(dtype, shape_by("tensorflow.concat", rows, axis))


def _in_depth(tup: Any) -> TensorType:
    """`np.dstack`: along the third axis, which is made where there is none."""
    if not isinstance(tup, (list, tuple)):
        raise Unsure
    parts = [as_array(each) for each in tup]
    return _concatenated([array(each.dtype, Shape.of(*_least(each, 3))) for each in parts], 2)


def _least(value: TensorType, rank: int) -> list[Any]:
    """The sizes of an array that has so many axes at least, as `np.atleast_3d` makes them."""
    sizes = _dims(value)
    if rank == 3 and len(sizes) < 3:
        return [1, *(sizes or [1]), 1] if len(sizes) < 2 else [*sizes, 1]
    return [1] * (rank - len(sizes)) + sizes


def _at_least(a: Any, *, rank: int) -> TensorType:
    value = as_array(a)
    return array(value.dtype, Shape.of(*_least(value, rank)))


def _tiled(A: Any, reps: Any) -> TensorType:
    """`np.tile(x, (2, 1))`: axes are put before the others where there are fewer than repetitions."""
    value = as_array(A)
    counts = [reps] if is_number(reps) else list(reps) if isinstance(reps, (list, tuple)) else None
    if counts is None or not all(map(is_number, counts)):
        raise Unsure
    sizes = _dims(value)
    rank = max(len(sizes), len(counts))
    sizes, counts = [1] * (rank - len(sizes)) + sizes, [1] * (rank - len(counts)) + counts
    made = [
        d * n if isinstance(d, int) and isinstance(n, int) else UNKNOWN
        for d, n in zip(sizes, counts)
    ]
    return array(value.dtype, Shape.of(*made))


def _expanded(a: Any, axis: Any) -> TensorType:
    value = as_array(a)
    sizes = _dims(value)
    axes = axis if isinstance(axis, (list, tuple)) else (axis,)
    rank = len(sizes) + len(axes)
    places = {_axis(each, rank) for each in axes}
    if len(places) < len(axes):
        raise Unsure
    others = iter(sizes)
    return array(value.dtype, Shape.of(*(1 if i in places else next(others) for i in range(rank))))


def _along(arr: Any, indices: Any, axis: Any) -> TensorType:
    """`np.take_along_axis(x, order, 1)`: along the other axes both broadcast."""
    value, places = as_array(arr), as_array(indices)
    sizes, picks = _dims(value), _dims(places)
    if len(sizes) != len(picks):
        raise Unsure
    place = _axis(axis, len(sizes))
    sizes[place] = picks[place]
    return array(value.dtype, broadcast(Shape.of(*sizes), places.shape))


def _quantile(a: Any, q: Any, axis: Any = None, *, keepdims: Any = False) -> TensorType:
    """`np.percentile(x, [25, 75], axis=0)`: the axes of what is asked for come first."""
    value, wanted = as_array(a), as_array(q)
    if keepdims is not False or not (value.dtype.is_floating or value.dtype.is_integer):
        raise Unsure
    shape = shape_by("tensorflow.math.reduce_sum", TensorType(_ONE, value.shape), axis)
    known = value.dtype.is_integer or value.dtype == FLOAT64 or wanted.shape.rank
    return array(FLOAT64 if known else DType.any(), wanted.shape + shape)


def _rolled(a: Any, shift: Any, axis: Any = None) -> TensorType:
    return as_array(a)


def _appended(arr: Any, values: Any, axis: Any = None) -> TensorType:
    """`np.append(x, y)`: all items in a row where no axis is given."""
    parts = [as_array(arr), as_array(values)]
    dtype = promoted(parts[0].dtype, parts[1].dtype)
    shapes = [flat(each) for each in parts] if axis is None else [each.shape for each in parts]
    ranks = [each.rank for each in shapes if each.rank is not None]
    if len(ranks) == 2 and ranks[0] != ranks[1]:
        hint = "values[..., None] has one more" if ranks[0] == ranks[1] + 1 else None
        words = f"ranks {ranks[0]} and {ranks[1]} differ"
        raise OpError("tf-rank", words, "values", hint, "builtins.ValueError")
    rows = [plain(array(dtype, each)) for each in shapes]
    return array(dtype, shape_by("tensorflow.concat", rows, axis or 0))


def _taken(a: Any, indices: Any, axis: Any = None) -> TensorType:
    value, places = as_array(a), as_array(indices)
    if axis is None:
        return array(value.dtype, places.shape)
    sizes = _dims(value)
    place = _axis(axis, len(sizes))
    return array(value.dtype, Shape.of(*sizes[:place], *_dims(places), *sizes[place + 1 :]))


def _contracted(subscripts: Any, *operands: Any) -> TensorType:
    """`np.einsum("ij,jk", x, y)`."""
    if not operands:
        raise Unsure
    parts = [as_array(each) for each in operands]
    dtype = parts[0].dtype
    for part in parts[1:]:
        dtype = promoted(dtype, part.dtype)
    ones = [TensorType(_ONE, each.shape) for each in parts]
    return array(dtype, shape_by("tensorflow.einsum", subscripts, *ones))


def _kept(m: Any, k: Any = 0) -> TensorType:
    """What of each matrix is kept, or turned around; of a vector it makes a matrix, or nothing."""
    value = as_array(m)
    if value.shape.min_rank < 2:
        raise Unsure
    return value


def _turned_around(m: Any, axis: Any = None) -> TensorType:
    return as_array(m)


def _rotated(m: Any, k: Any = 1) -> TensorType:
    """`np.rot90(m)`: an odd number of turns exchanges the first two axes."""
    value = as_array(m)
    if type(k) is not int or value.shape.min_rank < 2:
        raise Unsure
    first, second, *others = _dims(value)
    return array(value.dtype, Shape.of(*((second, first) if k % 2 else (first, second)), *others))


def _changed(sign: int, arr: Any, obj: Any, values: Any = None, axis: Any = None) -> TensorType:
    """`np.insert(x, place, values)`, `np.delete(x, place)`: along an axis, without one of all items in a row."""
    value = as_array(arr)
    sizes = _dims(array(value.dtype, flat(value)) if axis is None else value)
    place = _axis(axis or 0, len(sizes))
    several = values if sign > 0 and len(sizes) == 1 else obj
    count = 1 if is_number(several) or isinstance(several, float) else None
    if isinstance(several, (list, tuple)) and (sign > 0 or len({*several}) == len(several)):
        count = len(several)
    size = sizes[place]
    sizes[place] = size + sign * count if count is not None and isinstance(size, int) else UNKNOWN
    return array(value.dtype, Shape.of(*sizes))


def _deleted(arr: Any, obj: Any, axis: Any = None) -> TensorType:
    return _changed(-1, arr, obj, None, axis)


def _indices(dimensions: Any) -> TensorType:
    """`np.indices((2, 3))`: of each place its indices."""
    sizes = dims(dimensions)
    return array(INT64, Shape.of(sizes.rank if sizes.rank is not None else UNKNOWN) + sizes)


def _resized(a: Any, new_shape: Any) -> TensorType:
    return array(as_array(a).dtype, dims(new_shape))


def _places(a: Any) -> TensorType:
    """`np.argwhere(x)`: a row for each item that is not zero."""
    rank = as_array(a).shape.rank
    return array(INT64, Shape.of(UNKNOWN, UNKNOWN if rank is None else rank))


def _diagonal(a: Any) -> TensorType:
    value = as_array(a)
    if value.shape.min_rank < 2:
        raise Unsure
    rows, columns, *others = _dims(value)
    known = isinstance(rows, int) and isinstance(columns, int)
    return array(value.dtype, Shape.of(*others, min(rows, columns) if known else UNKNOWN))


ARRANGING: Final[dict[str, Callable[..., TensorType]]] = {
    "repeat": _repeated,
    "roll": _rolled,
    "pad": _padded,
    "swapaxes": _swapped,
    "moveaxis": _moved,
    "argsort": _sorted_by,
    "unique": _unique,
    "append": _appended,
    "take": _taken,
    "flip": _turned_around,
    "rot90": _rotated,
    "insert": partial(_changed, 1),
    "delete": _deleted,
    "indices": _indices,
    "resize": _resized,
    "argwhere": _places,
    "diagonal": _diagonal,
    "einsum": _contracted,
    "broadcast_to": _broadcast,
    "outer": _outer,
    "column_stack": _columns,
    "dstack": _in_depth,
    **{f"atleast_{n}d": partial(_at_least, rank=n) for n in (1, 2, 3)},
    "tile": _tiled,
    "expand_dims": _expanded,
    "take_along_axis": _along,
    **dict.fromkeys(("percentile", "quantile"), _quantile),
    **dict.fromkeys(("flipud", "fliplr", "triu", "tril"), _kept),
}
