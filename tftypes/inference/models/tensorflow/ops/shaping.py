"""tf.*: the same elements in another shape, and what is known of a shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import Any

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    Expr,
    Shape,
    ShapeMismatch,
    TensorType,
    Unknown,
    equal,
    less,
    merge,
    num_elements,
)

from .arguments import (
    attributes,
    axis_argument,
    dtype_argument,
    ints_argument,
    shape_argument,
    sizes_argument,
)
from .broadcasting import broadcast_shapes
from .conversion import as_tensor, check_dtypes
from .reshape_remedies import dividing, with_batch
from .rule import OpError, Unsure, rule
from .values import INT32, contents, inserted, is_number, tensor, with_numbers


@rule(
    "tensorflow.reshape",
    "tf.reshape(f32[2, 3], [3, 2]) -> f32[3, 2]",
    "tf.reshape(f32[2, 3, 4], [2, -1]) -> f32[2, 12]",
    "tf.reshape(f32[2, 3], [-1]) -> f32[6]",
    "tf.reshape(f32[N, 28, 28], [-1, 784]) -> f32[N, 784]",
    "tf.reshape(f32[N, 28, 28], [tf.shape(f32[N, 2])[0], 784]) -> f32[N, 784]",
    "tf.reshape(f32[None, 4], [-1, 2]) -> f32[None, 2]",
    "tf.reshape(f32[2, 6], [some_int, 4]) -> f32[3, 4]",
    "tf.reshape(f32[...], some_ints) -> f32[...]",
    "tf.reshape(f32[4], tf.shape(f32[2, 2])) -> f32[2, 2]",
    "tf.reshape(f32[...], [2, 3]) -> f32[2, 3]",
    "tf.reshape(7, [1, 1]) -> i32[1, 1]",
    "tf.reshape(f32[2, 3], [4, 2]) !! 6 elements do not make [4, 2]",
    "tf.reshape(f32[N, 28, 28], [tf.shape(f32[N, 2])[0], 783]) !! 784*N elements do not make [N, 783]",
    "tf.reshape(f32[2, 3], [-1, 4]) !! 6 elements do not divide by 4",
    "tf.reshape(f32[2, 3], [-1, 0]) !! 6 elements do not make [-1, 0]",
    "tf.reshape(f32[2, 0], [-1, 0]) -> f32[None, 0]",
    "tf.reshape(f32[2, 3], [-1, -1]) !! only one size can be -1",
    "tf.reshape(f32[2, 3], [None, 2]) !! None is no size",
    "tf.reshape(f32[2, 3], [-2, 3]) !! negative size -2",
)
def reshape(tensor: Any, shape: Any, name: Any = None) -> TensorType:
    x, sizes = as_tensor(tensor, argument="tensor"), sizes_argument(shape)
    try:
        return _kept(x, reshaped(x.shape, sizes))
    except OpError as error:
        error.hint = _in_rows(x.shape, sizes) or error.hint
        raise


def _in_rows(old: Shape, new: Shape) -> str | None:
    """The shape of a row for each of a batch, where the program wants one, of another size."""
    dims, wanted = old.dims or (), new.dims or ()
    if len(wanted) != 2 or len(dims) < 3 or not all(map(is_number, (*dims, *wanted))):
        return None
    return f"[-1, {' * '.join(map(str, dims[1:]))}] has as many" if dims[0] == wanted[0] else None


def reshaped(old: Shape, new: Shape, argument: str = "shape") -> Shape:
    """The shape of as many elements in other dims, where -1 and UNKNOWN stand for what is missing."""
    if new.dims is None:
        return new
    _check_sizes(new.dims, argument)
    total = num_elements(old)
    missing = [axis for axis, dim in enumerate(new.dims) if isinstance(dim, Unknown) or dim == -1]
    known = num_elements(
        Shape.of(*(dim for axis, dim in enumerate(new.dims) if axis not in missing))
    )
    if not missing:
        _check_total(old, total, known, new, argument)
        return new
    if known == 0 and is_number(total) and total:
        raise OpError("tf-shape", f"{total} elements do not make {new}", argument)
    if len(missing) > 1 or isinstance(total, Unknown) or known == 0:
        return Shape.of(*(UNKNOWN if axis in missing else dim for axis, dim in enumerate(new.dims)))
    if is_number(total) and is_number(known) and total % known:
        words = f"{total} elements do not divide by {known}"
        hint = dividing(old, new) or _fitting(total, new, {missing[0]: next(iter(old), UNKNOWN)})
        raise OpError("tf-shape", words, argument, hint)
    return new.replace(missing[0], total // known)


def _check_sizes(dims: Sequence[Dim], argument: str) -> None:
    if list(dims).count(-1) > 1:
        raise OpError("tf-value", "only one size can be -1", argument, with_batch(dims))
    for dim in dims:
        if is_number(dim) and dim < -1:
            raise OpError("tf-value", f"negative size {dim}", argument)


def _check_total(old: Shape, total: Dim, wanted: Dim, new: Shape, argument: str) -> None:
    """A tensor cannot get more or fewer elements; nor any number that its known dims do not divide."""
    if equal(total, wanted) is False or _never_equal(old, new):
        words = f"{total} elements do not make {new}"
        raise OpError("tf-shape", words, argument, _fitting(total, new, old=old))
    if not isinstance(total, Unknown) or not is_number(wanted) or old.dims is None:
        return
    factor = prod(dim for dim in old.dims if is_number(dim))
    if (wanted % factor if factor else wanted) != 0:
        raise OpError("tf-shape", f"{old} never has the {wanted} elements of {new}", argument)


def _fitting(
    total: Dim,
    new: Shape,
    missing: Mapping[int, Dim] = MappingProxyType({}),
    old: Shape | None = None,
) -> str | None:
    """The shape with one other size that has so many elements, where -1 is what is `missing`."""
    dims = [missing.get(axis, dim) for axis, dim in enumerate(new.dims or ())]
    if not total or not all(map(is_number, (total, *dims))):
        return None
    count = prod(dims)
    leading = old.dims[0] if old is not None and old.dims else None
    if is_number(total) and is_number(leading) and leading > 1 and total == leading * count:
        return f"[-1, {', '.join(map(str, dims))}] has as many"
    for axis in reversed(range(len(dims))):
        others = prod(dims[:axis] + dims[axis + 1 :])
        if others and total % others == 0 and axis not in missing:
            return f"{new.replace(axis, total // others)} has as many"
    return None


def _never_equal(old: Shape, new: Shape) -> bool:
    """Whether what is left without the symbols that both have differs: [N, 28, 28] and [N, 783], unless N is 0."""
    if old.dims is None or new.dims is None:
        return False
    rest = list(new.dims)
    left = []
    for dim in old.dims:
        if isinstance(dim, Expr) and dim in rest:
            rest.remove(dim)
        else:
            left.append(dim)
    return equal(num_elements(Shape.of(*left)), num_elements(Shape.of(*rest))) is False


def _kept(x: TensorType, shape: Shape) -> TensorType:
    """The same elements in another shape; a vector or a scalar keeps its contents."""
    value = contents(x)
    if isinstance(value, tuple) and shape.rank == 1 and x.shape.rank == 1:
        return tensor(x.dtype, x.shape, value)
    if shape.rank == 0 and x.shape.rank in (0, 1):
        value = value[0] if isinstance(value, tuple) and len(value) == 1 else value
        return tensor(x.dtype, shape, None if isinstance(value, (Unknown, tuple)) else value)
    if shape.rank == 1 and x.shape.rank == 0 and not isinstance(value, Unknown):
        return tensor(x.dtype, shape, (value,))
    return with_numbers(x.dtype, shape, x.value)


@rule(
    "tensorflow.transpose",
    "tf.transpose(f32[2, 3, 4]) -> f32[4, 3, 2]",
    "tf.transpose(f32[2, 3, 4], [0, 2, 1]) -> f32[2, 4, 3]",
    "tf.transpose(f32[N, None, 4], perm=[2, 0, 1]) -> f32[4, N, None]",
    "tf.transpose(f32[...], [0, 2, 1]) -> f32[None, None, None]",
    "tf.transpose(f32[...]) -> f32[...]",
    "tf.transpose(f32[..., 3, 4]) -> f32[4, 3, ...]",
    "tf.transpose(f32[2, 3], some_ints) -> f32[None, None]",
    "tf.transpose([[1., 2.]]) -> f32[2, 1]",
    "tf.transpose(f32[2, 3, 4], [1, 0]) !! perm has 2 items for rank 3",
    "tf.transpose(f32[2, 3, 4, 5], [0, 2, 3]) !! perm=[0, 2, 3, 1] has each axis once",
    "tf.transpose(f32[2, 3], [0, 0]) !! axis 0 twice",
    "tf.transpose(f32[2, 3], [0, 2]) !! axis 2 is out of range for rank 2",
)
def transpose(
    a: Any, perm: Any = None, conjugate: Any = False, name: Any = "transpose"
) -> TensorType:
    x = as_tensor(a, argument="a")
    return TensorType(x.dtype, permuted(x.shape, perm))


def permuted(shape: Shape, perm: Any) -> Shape:
    if perm is None:
        if shape.dims is not None:
            return Shape.of(*reversed(shape.dims))
        first, last = reversed(shape.prefix), reversed(shape.suffix)
        return Shape.of(*last) + Shape.unknown() + Shape.of(*first)
    order = ints_argument(perm, "perm")
    if order is None:
        return Shape.unknown() if shape.rank is None else Shape.of(*[UNKNOWN] * shape.rank)
    rank = shape.rank
    if rank is not None and rank != len(order):
        hint = None
        rest = [each for each in range(rank) if each not in order]
        if rank > 1 < len(order) and less(order[-1], order[-2]):
            hint = f"perm={[*range(rank - 2), rank - 1, rank - 2]} exchanges the last two"
        if len(order) > 1 and order[0] == 0 and len(rest) == rank - len(order):
            hint = f"perm={[*order, *rest]} has each axis once"
        raise OpError("tf-rank", f"perm has {len(order)} items for rank {rank}", "perm", hint)
    axes = [axis_argument(axis, len(order), "perm") for axis in order]
    for axis in axes:
        if axis is not None and axes.count(axis) > 1:
            raise OpError("tf-axis", f"axis {axis} twice", "perm")
    return Shape.of(
        *(UNKNOWN if axis is None or shape.dims is None else shape.dims[axis] for axis in axes)
    )


@rule(
    "tensorflow.expand_dims",
    "tf.expand_dims(f32[2, 3], 0) -> f32[1, 2, 3]",
    "tf.expand_dims(f32[2, 3], axis=-1) -> f32[2, 3, 1]",
    "tf.expand_dims(f32[...], -1) -> f32[..., 1]",
    "tf.expand_dims(f32[2, 3], some_int) -> f32[None, None, None]",
    "tf.expand_dims(f32[2, 3], [1]) -> f32[2, 1, 3]",
    "tf.expand_dims(5, 0) -> i32[1]",
    "tf.expand_dims(f32[2, 3], 3) !! axis 3 is out of range for a result of rank 3",
)
def expand_dims(input: Any, axis: Any, name: Any = None) -> TensorType:
    x = as_tensor(input, argument="input")
    rank = None if x.shape.rank is None else x.shape.rank + 1
    if isinstance(axis, (list, tuple)) and len(axis) == 1:  # TensorFlow takes a tensor of one axis
        (axis,) = axis
    place = axis_argument(axis, rank, of="a result of rank")
    if place is None:
        return TensorType(x.dtype, Shape.unknown() if rank is None else Shape.of(*[UNKNOWN] * rank))
    value = contents(x)
    if x.shape.rank is not None and not isinstance(value, Unknown):
        return tensor(x.dtype, x.shape.insert(place, 1), inserted(value, place))
    return with_numbers(x.dtype, x.shape.insert(place, 1), x.value)


@rule(
    "tensorflow.squeeze",
    "tf.squeeze(f32[1, 2, 1]) -> f32[2]",
    "tf.squeeze(f32[1, 2, 1], axis=0) -> f32[2, 1]",
    "tf.squeeze(f32[1, 2, 1], [0, -1]) -> f32[2]",
    "tf.squeeze(f32[N, None, 1], axis=[1]) -> f32[N, 1]",
    "tf.squeeze(f32[None, 2, 1]) -> f32[...]",
    "tf.squeeze(f32[..., 1], axis=-1) -> f32[...]",
    "tf.squeeze(f32[1, 2, 1], axis=1) !! axis 1 is 2, not 1",
    "tf.squeeze(f32[1, 2, 1], axis=3) !! axis 3 is out of range for rank 3",
)
def squeeze(input: Any, axis: Any = None, name: Any = None) -> TensorType:
    x = as_tensor(input, argument="input")
    if axis is None or axis in ([], ()):
        return TensorType(x.dtype, _all_squeezed(x.shape))
    axes = attributes(axis, "axis")
    if axes is None:
        return TensorType(x.dtype, Shape.unknown())
    return TensorType(x.dtype, _squeezed(x.shape, axes))


def _all_squeezed(shape: Shape) -> Shape:
    if shape.dims is None or not all(is_number(dim) for dim in shape.dims):
        return Shape.unknown()
    return Shape.of(*(dim for dim in shape.dims if dim != 1))


def _squeezed(shape: Shape, axes: Sequence[Dim]) -> Shape:
    places = {axis_argument(axis, shape.rank) for axis in axes}
    if shape.dims is None:
        only = places.pop() if len(places) == 1 else None
        if only is None or shape == Shape.unknown():
            return Shape.unknown()
        return shape.remove(only)
    if None in places:
        return (
            Shape.of(*[UNKNOWN] * (len(shape.dims) - len(axes)))
            if len(axes) == 1
            else Shape.unknown()
        )
    for place in places:
        dim = shape.dims[place]  # type: ignore[index]
        if is_number(dim) and dim != 1:
            raise OpError("tf-shape", f"axis {place} is {dim}, not 1", "axis")
    return Shape.of(*(dim for place, dim in enumerate(shape.dims) if place not in places))


@rule(
    "tensorflow.broadcast_to",
    "tf.broadcast_to(f32[3], [2, 3]) -> f32[2, 3]",
    "tf.broadcast_to(f32[1, None], [4, 5]) -> f32[4, 5]",
    "tf.broadcast_to(f32[...], [4, some_int]) -> f32[4, None]",
    "tf.broadcast_to(f32[2], [2, 3]) !! do not broadcast",
    "tf.broadcast_to(f32[2, 3], [3]) !! rank 2 to rank 1",
    "tf.broadcast_to(f32[3], [1]) !! 3 to 1",
)
def broadcast_to(input: Any, shape: Any, name: Any = None) -> TensorType:
    x = as_tensor(input, argument="input")
    target = sizes_argument(shape)
    if x.shape.rank is not None and target.rank is not None:
        if x.shape.rank > target.rank:
            raise OpError(
                "tf-rank",
                f"cannot broadcast from rank {x.shape.rank} to rank {target.rank}",
                "shape",
            )
        for old, new in zip(reversed(x.shape.dims or ()), reversed(target.dims or ())):
            if new == 1 and is_number(old) and old != 1:
                raise OpError("tf-shape", f"cannot broadcast from {old} to 1", "shape")
    broadcast_shapes(x.shape, target, "shape")
    return TensorType(x.dtype, target)


# --- what is known of a shape -----------------------------------------------------------------------------------------


@rule(
    "tensorflow.shape",
    "tf.shape(f32[2, 3]) -> i32[2]",
    "tf.shape(f32[...]) -> i32[None]",
    "tf.shape(f32[2, None], tf.int64) -> i64[2]",
    "tf.zeros(tf.shape(f32[2, N])) -> f32[2, N]",
    "tf.zeros(tf.shape(f32[2, 3])[:1]) -> f32[2]",
    "tf.shape([[1, 2, 3]]) -> i32[2]",
    "tf.shape([[1, 2], [3]]) !! nested lists of different shapes",
)
def shape(input: Any, out_type: Any = None, name: Any = None) -> TensorType:
    dtype = dtype_argument(out_type, INT32)
    dims = as_tensor(input, argument="input").shape.dims
    if dims is None:
        return TensorType(dtype, Shape.of(UNKNOWN))
    return tensor(dtype, Shape.of(len(dims)), tuple(dims))


@rule(
    "tensorflow.shape_n",
    "tf.shape_n([f32[2, 3], f32[4]]) -> [i32[2], i32[1]]",
    "tf.shape_n([f32[2, 3], i32[4]]) !! tensors of different dtypes float32 and int32",
)
def shape_n(input: Any, out_type: Any = INT32, name: Any = None) -> Any:
    if not isinstance(input, (list, tuple)):
        raise Unsure
    tensors = [item for item in input if isinstance(item, TensorType)]
    check_dtypes({i: each.dtype for i, each in enumerate(tensors)}, "input")
    return [shape(item, out_type) for item in input]


@rule(
    "tensorflow.size",
    "tf.size(f32[2, 3]) -> i32[]",
    "tf.size(f32[None], tf.int64) -> i64[]",
    "tf.zeros([tf.size(f32[2, 3])]) -> f32[6]",
    "tf.size([[1, 2], [3]]) !! nested lists of different shapes",
)
def size(input: Any, out_type: Any = None, name: Any = None) -> TensorType:
    total = num_elements(as_tensor(input, argument="input").shape)
    return tensor(
        dtype_argument(out_type, INT32),
        Shape.scalar(),
        None if isinstance(total, Unknown) else total,
    )


@rule(
    "tensorflow.rank",
    "tf.rank(f32[2, 3]) -> i32[]",
    "tf.zeros([tf.rank(f32[2, 3])]) -> f32[2]",
    "tf.rank([[1, 2], [3]]) !! nested lists of different shapes",
)
def rank(input: Any, name: Any = None) -> TensorType:
    return tensor(INT32, Shape.scalar(), as_tensor(input, argument="input").shape.rank)


@rule(
    "tensorflow.ensure_shape",
    "tf.ensure_shape(f32[None, 3], [2, None]) -> f32[2, 3]",
    "tf.ensure_shape(f32[...], [2, 3]) -> f32[2, 3]",
    "tf.ensure_shape(f32[2, 3], [2, 4]) !! [2, 3] is not [2, 4]",
)
def ensure_shape(x: Any, shape: Any, name: Any = None) -> TensorType:
    value, wanted = as_tensor(x, argument="x"), shape_argument(shape)
    try:
        return TensorType(value.dtype, merge(value.shape, wanted))
    except ShapeMismatch:
        raise OpError("tf-shape", f"{value.shape} is not {wanted}", "shape") from None
