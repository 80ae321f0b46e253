"""What asks for the shape of a struct, and what changes it without moving an element.

Source: `tf.rank`, `tf.shape`, `tf.size`, `tf.identity`, `tf.expand_dims`, `tf.squeeze`,
`tf.reshape`.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.dispatching import implements
from tftypes.struct.fields import dynamic_shape
from tftypes.struct.ops import kernels
from tftypes.struct.ops.axes import static_axes, static_axis
from tftypes.struct.ops.dims import expanded, product, reshaped, squeezed
from tftypes.struct.ops.kinds import ROWS, each, with_rows
from tftypes.struct.ops.lifting import dims_of, elements, placed, positions


@implements(tf.rank)
def rank(input: Any) -> tf.Tensor:
    """The number of dims of the struct, which is static: an int32 scalar."""
    return tf.constant(input.rank)


@implements(tf.shape)
def shape(input: Any, out_type: Any = None) -> Any:
    """The dims of the struct: a vector, or for ragged ones a `tf.experimental.DynamicRaggedShape`."""
    dtype = tf.as_dtype(out_type or tf.int32)
    if isinstance(input, ROWS):
        return tf.shape(positions(input), out_type=dtype)
    if input.shape.is_fully_defined():
        return tf.constant(input.shape.as_list(), dtype)
    first = next((v for v in input._fields.values() if isinstance(v, tf.Tensor)), input._extent)
    if first is not None:
        return tf.shape(first, out_type=dtype)[: input.rank]
    return tf.cast(dynamic_shape(input, input.rank), dtype)


@implements(tf.compat.v1.shape)
def shape_v1(input: Any, out_type: Any = None) -> Any:
    """`tf.shape`."""
    return shape(input, out_type)


@implements(tf.size)
def size(input: Any, out_type: Any = None) -> tf.Tensor:
    """How many structures there are, in rows of any length too."""
    while isinstance(input, ROWS):
        input = input.values
    return tf.cast(product(dims_of(input)), out_type or tf.int32)


@implements(tf.compat.v1.size)
def size_v1(input: Any, out_type: Any = None) -> tf.Tensor:
    """`tf.size`."""
    return size(input, out_type)


@implements(tf.identity)
def identity(input: Any) -> Any:
    """The same struct of copies of all its tensors; fields still share their partitions."""
    return _identity(input, {})


def _identity(value: Any, memo: dict[int, Any]) -> Any:
    if isinstance(value, tf.Tensor):
        return kernels.identity(value)
    if isinstance(value, DenseStructTensor):
        return each(value, lambda field: _identity(field, memo), value.shape)
    if not isinstance(value, ROWS):
        return tf.identity(value)
    splits = value.row_splits
    if id(splits) not in memo:
        memo[id(splits)] = kernels.identity(splits), splits
    length = value.uniform_row_length
    return with_rows(_identity(value.values, memo), memo[id(splits)][0], length)


@implements(tf.expand_dims)
def expand_dims(input: Any, axis: Any) -> Any:
    """A struct with one more dim, of size 1, before dim `axis`.

    Raises:
      ValueError: if `axis` is out of range: fields have no place for a dim of the struct.
    """
    return expanded(input, static_axis("tf.expand_dims", axis, input.rank + 1))


@implements(tf.compat.v1.expand_dims)
def expand_dims_v1(input: Any, axis: Any = None, dim: Any = None) -> Any:
    """`tf.expand_dims`, with `dim` as the old name of `axis`."""
    return expand_dims(input, _one_of("tf.expand_dims", axis, "dim", dim, required=True))


@implements(tf.squeeze)
def squeeze(input: Any, axis: Any = None) -> Any:
    """A struct without the dims of size 1, or those of them that `axis` lists.

    Raises:
      ValueError: if a dim is of another size; or if `axis` is None and a size is not static, since
        the rank of a struct is.
    """
    static = input.shape.as_list()
    if axis is None:
        if None in static and isinstance(input, DenseStructTensor):
            raise ValueError(
                f"tf.squeeze() argument axis: expected the dims to drop, since not all sizes of "
                f"{static} are static; got None"
            )
        axes = [dim for dim, size in enumerate(static) if size == 1]
    else:
        axes = static_axes("tf.squeeze", axis, input.rank)
    for dim in axes:
        if static[dim] not in (None, 1):
            raise ValueError(f"tf.squeeze() argument axis: dim {dim} of {static} is not of size 1")
    return squeezed(input, axes, input.shape) if axes else input


@implements(tf.compat.v1.squeeze)
def squeeze_v1(input: Any, axis: Any = None, squeeze_dims: Any = None) -> Any:
    """`tf.squeeze`, with `squeeze_dims` as the old name of `axis`."""
    return squeeze(input, _one_of("tf.squeeze", axis, "squeeze_dims", squeeze_dims))


def _one_of(op: str, axis: Any, old: str, value: Any, required: bool = False) -> Any:
    if axis is not None and value is not None:
        raise ValueError(f"{op}() arguments axis and {old}: expected one of them, got both")
    if axis is None and value is None and required:
        raise ValueError(f"{op}() argument axis: expected an integer, got None")
    return value if axis is None else axis


@implements(tf.reshape)
def reshape(tensor: Any, shape: Any) -> Any:
    """The structures in other dims; fields keep theirs.

    Args:
      tensor: a struct; the rows of a ragged one are dissolved.
      shape: dims of which one may be -1, or a `tf.experimental.DynamicRaggedShape`.

    Raises:
      ValueError: if the number of dims is not static, or they hold another number of structures.
    """
    if isinstance(shape, tf.experimental.DynamicRaggedShape):
        flat = elements(tensor)
        count = tf.cast(product(dims_of(flat)), tf.int64)
        return placed(flat, tf.reshape(tf.range(count), shape))
    source = elements(tensor) if isinstance(tensor, ROWS) else tensor
    own = dims_of(source)
    return reshaped(source, source.rank, _target(shape, product(own), own))


def _target(shape: Any, count: Any, own: Any) -> list[Any]:
    """The new dims, without -1, which stands for what is left.

    Raises:
      ValueError: if they do not hold `count` elements.
    """
    if isinstance(shape, (list, tuple)) and any(isinstance(dim, tf.Tensor) for dim in shape):
        dims = [_static_or(dim) for dim in shape]
    else:
        if isinstance(shape, tf.TensorShape):
            shape = shape.as_list()
        given = shape if isinstance(shape, tf.Tensor) else tf.constant(shape, tf.int64)
        if given.shape.rank == 0:
            given = tf.reshape(given, [1])
        static = tf.get_static_value(given, partial=True)
        if given.shape.rank != 1 or given.shape[0] is None:
            raise ValueError(
                "tf.reshape() argument shape: expected a vector with a static number of dims, "
                f"got shape {given.shape}"
            )
        listed = [None] * given.shape[0] if static is None else list(static)
        dims = [given[i] if dim is None else int(dim) for i, dim in enumerate(listed)]
    open_dims = [i for i, dim in enumerate(dims) if isinstance(dim, int) and dim < 0]
    if len(open_dims) > 1 or any(isinstance(d, int) and d < -1 for d in dims):
        raise ValueError(f"tf.reshape() argument shape: expected at most one -1, got {dims}")
    if open_dims:
        rest = product([dim for i, dim in enumerate(dims) if i != open_dims[0]])
        if isinstance(rest, int) and isinstance(count, int):
            if rest == 0 or count % rest:
                raise _misfit(dims, count, own)
            dims[open_dims[0]] = count // rest
        else:
            dims[open_dims[0]] = tf.cast(count, tf.int64) // tf.cast(rest, tf.int64)
    found = product(dims)
    if isinstance(found, int) and isinstance(count, int) and found != count:
        raise _misfit(dims, count, own)
    return dims


def _static_or(dim: Any) -> Any:
    static = tf.get_static_value(dim) if isinstance(dim, tf.Tensor) else dim
    return dim if static is None else int(static)


def _misfit(dims: list[Any], count: int, own: Any) -> ValueError:
    return ValueError(
        f"tf.reshape() argument shape: {dims} do not hold the {count} structures of shape {own}"
    )
