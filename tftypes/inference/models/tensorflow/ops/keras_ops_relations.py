"""keras.ops: arguments that do not go together, whatever each of them is.

Each relation says in words what is wrong, and of which argument; None where nothing is for sure. They hold of tensors that
are there: of symbols Keras looks at few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tftypes.algebra import Shape, ShapeMismatch, TensorType, broadcast

from .values import BOOL, DENSE, differ, is_number

#: What is wrong with some arguments, and the parameter; None where they go together.
Problem = tuple[str, str] | None
Relation = Callable[[Mapping[str, Any]], Problem]


def shape_of(value: Any) -> Shape | None:
    """The shape of a tensor whose rank is known."""
    is_told = isinstance(value, TensorType) and value.kind in DENSE and value.shape.rank is not None
    return value.shape if is_told else None


def _both(given: Mapping[str, Any], one: str, other: str) -> tuple[Shape, Shape] | None:
    """The shapes of two tensors, where both are known."""
    shapes = shape_of(given.get(one)), shape_of(given.get(other))
    return None if shapes[0] is None or shapes[1] is None else (shapes[0], shapes[1])


def _unlike(a: Shape, b: Shape) -> bool:
    return a.rank != b.rank or any(map(differ, a.dims or (), b.dims or ()))


def _fits(shape: Shape, full: Shape) -> bool:
    """Whether a shape may be broadcast to another one."""
    try:
        made = broadcast(shape, full)
    except ShapeMismatch:
        return False
    return made.rank is None or not _unlike(made, full)


# -- axes --------------------------------------------------------------------------------------------------------------


def along(given: Mapping[str, Any]) -> Problem:
    """An axis, or each of several, is one that the tensor has."""
    shape, axis = shape_of(given.get("x")), given.get("axis")
    if shape is None or shape.rank is None:
        return None
    for each in axis if isinstance(axis, (list, tuple)) else (axis,):
        if is_number(each) and not -shape.rank <= each < shape.rank:
            return f"axis {each} is out of range for rank {shape.rank}", "axis"
    return None


def halves(given: Mapping[str, Any]) -> Problem:
    """The axis that is taken apart has an even size."""
    shape, axis = shape_of(given.get("x")), given.get("axis", -1)
    rank = 0 if shape is None else shape.rank or 0
    if shape is None or not is_number(axis) or not -rank <= axis < rank:
        return None
    bad = is_number(shape[axis]) and shape[axis] % 2
    return (f"expected an even size along axis {axis}, got {shape[axis]}", "x") if bad else None


def scaled(given: Mapping[str, Any]) -> Problem:
    """Weights along one axis have its size, or one of them is broadcast."""
    shape, axis = shape_of(given.get("x")), given.get("axis")
    if shape is None or not is_number(axis) or not -(shape.rank or 0) <= axis < (shape.rank or 0):
        return None
    for name in ("mean", "variance", "offset", "scale"):
        weights = shape_of(given.get(name))
        if weights is None or weights.rank != 1 or 1 in (weights[0], shape[axis]):
            continue
        if differ(weights[0], shape[axis]) and all(map(is_number, (weights[0], shape[axis]))):
            return (
                f"expected {shape[axis]} numbers, the size of axis {axis}, got {weights[0]}",
                name,
            )
    return None


#: The orders of the norm of a matrix that are numbers.
_ORDERS: Final = (1, -1, 2, -2, float("inf"), float("-inf"))


def ordered(given: Mapping[str, Any]) -> Problem:
    """A norm of an order is that of vectors, along one axis, or of matrices, along two."""
    shape, order, axis = shape_of(given.get("x")), given.get("ord"), given.get("axis")
    is_told = isinstance(order, (int, float)) and not isinstance(order, bool)
    is_text = isinstance(order, str) and order in ("fro", "nuc")
    if isinstance(axis, (list, tuple)):
        count = len(axis)
    elif is_number(axis) or axis is None and shape is not None and (is_told or is_text):
        count = 1 if shape is None or is_number(axis) else shape.rank or 0
    else:
        return None
    if count not in (1, 2):
        return f"expected one axis or two, got {count}", "axis"
    if count == 1 and is_text:
        return f"{order!r} is a norm of matrices, and there is one axis", "ord"
    if count == 2 and is_told and order not in _ORDERS:
        return f"expected 1, 2, their negatives or inf for matrices, got {order}", "ord"
    return None


# -- tensors beside tensors --------------------------------------------------------------------------------------------


def alike(one: str, other: str) -> Relation:
    def check(given: Mapping[str, Any]) -> Problem:
        shapes = _both(given, one, other)
        if shapes is None or not _unlike(*shapes):
            return None
        return f"expected the shape of {one}, {shapes[0]}, got {shapes[1]}", other

    return check


def together(one: str, other: str) -> Relation:
    """Two tensors that are broadcast to each other."""

    def check(given: Mapping[str, Any]) -> Problem:
        shapes = _both(given, one, other)
        try:
            broadcast(*shapes or (Shape.unknown(), Shape.unknown()))
        except ShapeMismatch as error:
            return f"{error.a} and {error.b} do not broadcast", other
        return None

    return check


def attended(given: Mapping[str, Any]) -> Problem:
    """A mask or a bias has a number for each head, query and key, or is broadcast to that."""
    query, key = shape_of(given.get("query")), shape_of(given.get("key"))
    if query is None or key is None or query.rank != 4 or key.rank != 4:
        return None
    full = Shape.of(query[0], query[2], query[1], key[1])
    for name in ("mask", "bias"):
        shape = shape_of(given.get(name))
        if shape is not None and not _fits(shape, full):
            return f"expected [batch, heads, queries, keys], {full}, got {shape}", name
    mask = given.get("mask")
    if isinstance(mask, TensorType) and mask.kind == "tensor":  # an array is converted
        if mask.dtype.is_known and mask.dtype != BOOL:
            return f"expected bools, got {mask.dtype}", "mask"
    return None


def dropped(given: Mapping[str, Any]) -> Problem:
    """The shape in which numbers are dropped is broadcast to that of the tensor; None stands for its size."""
    shape, noise = shape_of(given.get("inputs")), given.get("noise_shape")
    if shape is None or not isinstance(noise, (list, tuple)):
        return None
    for size, got in zip(reversed(shape.dims or ()), reversed(noise)):
        if is_number(size) and is_number(got) and 1 not in (size, got) and size != got:
            return f"{list(noise)} does not broadcast to {shape}", "noise_shape"
    return None


def paired(of_floats: bool = False) -> Relation:
    """The real and the imaginary part, as a tuple of two tensors of one shape; some ops look at the dtype, too."""

    def check(given: Mapping[str, Any]) -> Problem:
        x = given.get("x")
        shape = shape_of(x)
        if shape is not None and shape.rank:
            return f"expected a tuple (real, imaginary), got {x}", "x"
        if not isinstance(x, (list, tuple)):
            return None
        if len(x) != 2:
            return f"expected a tuple (real, imaginary), got {len(x)}", "x"
        parts = [each for each in x if shape_of(each) is not None]
        if of_floats and any(each.dtype.is_integer is True for each in parts):
            return f"expected floats, got {parts[0].dtype}", "x"
        if len(parts) == 2 and _unlike(parts[0].shape, parts[1].shape):
            return f"expected parts of one shape, got {parts[0].shape} and {parts[1].shape}", "x"
        return None

    return check


def windowed(given: Mapping[str, Any]) -> Problem:
    """A window that is a tensor has the length of the sequences."""
    shape, length = shape_of(given.get("window")), given.get("sequence_length")
    if shape is None or not is_number(length):
        return None
    bad = shape.rank != 1 or differ(shape[0], length)
    return (
        (f"expected a window of [{length}], as sequence_length is, got {shape}", "window")
        if bad
        else None
    )


def as_long(given: Mapping[str, Any]) -> Problem:
    length, count = given.get("sequence_length"), given.get("fft_length")
    bad = is_number(length) and is_number(count) and count < length
    return (f"expected {length} or more, as sequence_length is", "fft_length") if bad else None


def updated(given: Mapping[str, Any]) -> Problem:
    """Updates have the rank of the tensor, and lie within it; they begin at one index for each axis."""
    shape, made = shape_of(given.get("inputs")), shape_of(given.get("updates"))
    start = given.get("start_indices")
    if shape is None:
        return None
    if isinstance(start, (list, tuple)) and len(start) != shape.rank:
        return (
            f"expected {shape.rank} indices, one for each axis, got {len(start)}",
            "start_indices",
        )
    if made is None:
        return None
    if made.rank != shape.rank:
        return f"expected rank {shape.rank} as inputs has, got rank {made.rank}", "updates"
    for axis, (size, got) in enumerate(zip(shape.dims or (), made.dims or ())):
        if is_number(size) and is_number(got) and got > size:
            return f"dim {axis} is {got}, and {size} in inputs", "updates"
    return None


def solved(given: Mapping[str, Any]) -> Problem:
    """A matrix, and one number or row for each of its rows."""
    a, b = shape_of(given.get("a")), shape_of(given.get("b"))
    if a is not None and (a.rank or 0) > 2:
        return f"expected rank 2, got rank {a.rank}", "a"
    if b is not None and (b.rank or 0) > 2:
        return f"expected rank 1 or 2, got rank {b.rank}", "b"
    if a is None or b is None or not a.rank or not b.rank or not differ(a[0], b[0]):
        return None
    return f"{b[0]} rows, and {a[0]} in a", "b"
