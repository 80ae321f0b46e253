"""The invariant of structs, enforced: all fields have the dims of the struct first.

What is static is checked always; what is not, by value or by one assertion for each struct, which
holds its fields back, unless that is switched off.

Source: StructTensor RFC, "Shared Outer Dimensions", "Struct Tensor Encoding".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import tensorflow as tf

from tftypes.struct.assertions import is_enabled, require
from tftypes.struct.fields import dynamic_shape, is_shaped, static_shape, tells_shape


def shown(shape: Any) -> str:
    """A shape as users write it: `[2, None]`."""
    return "[...]" if shape.rank is None else str(shape.as_list())


def known_rank(shape: Any) -> tf.TensorShape:
    """A shape as given, which must have a known rank.

    Raises:
      TypeError, ValueError: if it is no shape, or its rank is unknown.
    """
    try:
        static = tf.TensorShape(shape)
    except (TypeError, ValueError) as error:
        raise TypeError(f"shape: expected a shape, got {shape!r}: {error}") from None
    if static.rank is None:
        raise ValueError("shape: expected one of known rank, such as [None]; got an unknown one")
    return static


def merged_shape(shape: tf.TensorShape, fields: Mapping[str, Any]) -> tf.TensorShape:
    """The shape with what the fields know of its dims.

    Raises:
      ValueError: naming the fields whose static shapes do not begin with it, or differ.
    """
    rank, known = shape.rank, shape
    for name, value in fields.items():
        static = static_shape(value)
        if static.rank is None:
            continue
        if static.rank < rank or not static[:rank].is_compatible_with(known):
            raise ValueError(_mismatch(shape, known, fields, name))
        known = known.merge_with(static[:rank])
    return known


def _mismatch(shape: Any, known: Any, fields: Mapping[str, Any], name: str) -> str:
    value = static_shape(fields[name])
    text = (
        f"the fields of a struct of shape {shown(shape)} need these dims first, but {name!r} has "
        f"shape {shown(value)}"
    )
    if value.rank < shape.rank or not value[: shape.rank].is_compatible_with(shape):
        return text
    for other, candidate in fields.items():
        static = static_shape(candidate)
        if static.rank is not None and not static[: shape.rank].is_compatible_with(
            value[: shape.rank]
        ):
            return (
                f"the first {shape.rank} dims of all fields must be the same, but {other!r} has "
                f"shape {shown(static)} and {name!r} has shape {shown(value)}"
            )
    return f"{text}; the other fields say {shown(known)}"


def extent_shape(fields: Mapping[str, Any], extent: Any, rank: int) -> Any:
    """The dynamic shape of a struct, from whatever knows it; int64, NumPy's where it is static.

    Raises:
      ValueError: if nothing knows it.
    """
    if extent is None and not fields:
        raise ValueError(
            "fields: without any, a struct of unknown dims does not tell how large it is: give a "
            "shape without None, such as [0]"
        )
    return dynamic_shape(extent if extent is not None else _telling(fields.values(), rank), rank)


def _telling(values: Iterable[Any], rank: int) -> Any:
    """The value that tells most of the shape of all."""
    return max(values, key=lambda value: (tells_shape(value, rank), is_shaped(value)))


def made_extent(fields: Mapping[str, Any], shape: tf.TensorShape) -> Any:
    """A bool tensor of this shape: what stands for a field where none tells it."""
    if shape.is_fully_defined():
        return tf.zeros(shape, tf.bool)
    return tf.zeros(_expected(shape, extent_shape(fields, None, shape.rank)), tf.bool)


def with_equal_dims(
    shape: tf.TensorShape,
    fields: dict[str, Any],
    among: Mapping[str, Any] | None = None,
    extent: Any = None,
) -> dict[str, Any]:
    """The fields, once the dims that are not static are known to be equal: by one assertion for all.

    Args:
      shape: the static shape of the struct, with which the fields agree as far as is known.
      fields: those to be checked, among each other and with one of `among`.
      among: fields that are known to agree.
      extent: what stands for fields where there are none that tell the shape.

    Raises:
      ValueError: eagerly; while tracing, the assertion fails when the graph runs.
    """
    rank = shape.rank
    unchecked = {n: v for n, v in fields.items() if is_shaped(v) and _is_open(v, rank)}
    if not (rank and unchecked and is_enabled()):
        return fields
    sizes = {name: dynamic_shape(value, rank) for name, value in unchecked.items()}
    others = [v for v in (extent, *(among or {}).values()) if v is not None and is_shaped(v)]

    def conditions() -> list[Any]:
        telling = _telling([*others, *unchecked.values()], rank)
        own = next((sizes[n] for n, v in unchecked.items() if v is telling), None)
        expected = _expected(shape, dynamic_shape(telling, rank) if own is None else own)
        same = [
            _fits(unchecked[n], size, expected, rank)
            for n, size in sizes.items()
            if size is not expected
        ]
        even = [
            _is_even(n, v, sizes[n], axis) for n, v in unchecked.items() for axis in range(1, rank)
        ]
        found = [condition for condition in even if condition is not None]
        return [tf.reduce_all(same), *found] if same else found

    text = f"the first {rank} dims of all fields must be {shown(shape)}, the same for all"
    return {**fields, **require(unchecked, conditions, text, sizes)}


def _fits(value: Any, sizes: Any, expected: Any, rank: int) -> Any:
    """Where the first dims of a field are those that are expected: any length fits no rows."""
    same = tf.equal(sizes, expected)
    if rank < 2 or not hasattr(value, "row_splits"):
        return same
    return same | tf.equal(tf.math.cumprod(expected, exclusive=True), 0)


def _is_open(value: Any, rank: int) -> bool:
    """Whether one of the first dims of a field is not static."""
    static = static_shape(value)
    return static.rank is None or not static[:rank].is_fully_defined()


def _expected(shape: tf.TensorShape, sizes: Any) -> Any:
    """The dims that all fields must have: the static ones, and else those of one field."""
    if all(size is None for size in shape):
        return sizes
    return tf.stack(
        [tf.constant(n, tf.int64) if n is not None else sizes[i] for i, n in enumerate(shape)]
    )


def _is_even(name: str, value: Any, sizes: Any, axis: int) -> Any:
    """Whether rows of a field that are a dim of the struct have one length; None if they must.

    Raises:
      ValueError: eagerly.
    """
    for _ in range(axis - 1):
        if not hasattr(value, "row_splits"):
            return None
        value = value.values
    splits = getattr(value, "row_splits", None)
    if splits is None or value.uniform_row_length is not None:
        return None
    even = tf.equal(tf.cast(splits[-1], tf.int64), tf.reduce_prod(sizes[: axis + 1]))
    if tf.executing_eagerly() and not bool(even):
        raise ValueError(
            f"field {name!r} is ragged in dim {axis}, which is one of the struct: "
            "use a RaggedStructTensor"
        )
    return even
