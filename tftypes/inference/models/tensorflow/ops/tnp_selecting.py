"""tf.experimental.numpy: elements chosen by conditions, by places, by their order."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, num_elements

from .arguments import allow, axis_argument, choice
from .broadcasting import broadcast_shapes
from .groups import BOOLS, INDICES, REALS, Names
from .reductions import reduced
from .rule import OpError, Unsure, with_parameters
from .tnp import Behavior, array, numpy_rule, shape_of, together, whichever
from .values import INT64, is_number

# --- by conditions ----------------------------------------------------------------------------------------------------


@numpy_rule(
    "where",
    "b[2, 1], f32[N], 0.0) -> f32[2, N]",
    "b[2], i32[2], f32[2]) -> f64[2]",
    "b[2], 1, 2) -> i64[2]",
    "b[2, 3]) -> [i64[None], i64[None]]",
    "b[2], f32[3], f32[3]) !! 2 against 3",
    "b[2], f32[2]) !! both x and y, or none of them",
)
def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    shape = shape_of(condition, "condition")
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise OpError(
            "tf-value", "expected both x and y, or none of them", "y" if y is None else "x"
        )
    whole = broadcast_shapes(shape, shape_of(x, "x"), "x")
    return TensorType(together(x, y), broadcast_shapes(whole, shape_of(y, "y"), "y"))


@numpy_rule(
    "nonzero",
    "f32[2, N]) -> [i64[None], i64[None]]",
    "i32[]) -> [i64[None]]",
    "[[1], [2, 3]]) !! nested lists of different shapes",
)
def nonzero(a: Any) -> list[TensorType]:
    rank = shape_of(a, "a").rank
    if rank is None:
        raise Unsure
    return [TensorType(DType.of("int64"), Shape.of(UNKNOWN))] * max(rank, 1)


@numpy_rule(
    "select",
    "[b[2, 1], b[2, 1]], [f32[N], 1.0]) -> f32[2, N]",
    "[b[2]], [i32[2]], 0.5) -> f64[2]",
    "[b[2]], [f32[3]]) !! 2 against 3",
    "[b[2], b[2]], [f32[2]]) !! 2 conditions and 1 choices",
    "[], []) !! no conditions",
)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> TensorType:
    if not isinstance(condlist, (list, tuple)) or not isinstance(choicelist, (list, tuple)):
        raise Unsure
    if len(condlist) != len(choicelist):
        message = f"{len(condlist)} conditions and {len(choicelist)} choices"
        raise OpError("tf-value", message, "choicelist")
    if not condlist:
        raise OpError("tf-value", "no conditions", "condlist")
    shape = shape_of(default, "default")
    for condition, chosen in zip(reversed(condlist), reversed(choicelist)):
        one = broadcast_shapes(
            shape_of(condition, "condlist"), shape_of(chosen, "choicelist"), "choicelist"
        )
        shape = broadcast_shapes(one, shape, "choicelist")
    return TensorType(together(default, *choicelist), shape)


@numpy_rule(
    "compress",
    "[True, False], f32[2, 3], axis=0) -> f32[None, 3]",
    "b[3], f32[2, 3]) -> f32[None]",
    "b[2, 2], f32[2]) !! a vector of conditions, got rank 2",
    "b[2], f32[2], axis=1) !! axis 1 is out of range for rank 1",
)
def compress(condition: Any, a: Any, axis: Any = None) -> TensorType:
    rank = shape_of(condition, "condition").rank
    if rank not in (None, 1):
        raise OpError("tf-rank", f"expected a vector of conditions, got rank {rank}", "condition")
    x = array(a, "a")
    if axis is None or x.shape.rank == 0:
        return TensorType(x.dtype, Shape.of(UNKNOWN))
    place = axis_argument(axis, x.shape.rank)
    if place is None:
        return TensorType(x.dtype, Shape.unknown())
    return TensorType(x.dtype, x.shape.replace(place, UNKNOWN))


# --- by places --------------------------------------------------------------------------------------------------------


def _places(indices: Any, allowed: Names) -> Shape:
    """The shape of places, which are ints."""
    return allow(array(indices, "indices"), allowed, "indices").shape


@numpy_rule(
    "take",
    "f32[5, N], [0, 2], axis=0) -> f32[2, N]",
    "f32[5, N], i32[2, 3], axis=-1) -> f32[5, 2, 3]",
    "f32[5, N], i32[2, 3]) -> f32[2, 3]",
    "f32[5], 1, mode='wrap') -> f32[]",
    "f32[5], [1], mode='raise') !! mode 'raise' is not supported",
    "f32[5], [1], axis=1) !! axis 1 is out of range for rank 1",
    "f32[5], f32[2]) !! float32 is not supported",
)
def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: Any = "clip") -> TensorType:
    if choice(mode, ("raise", "clip", "wrap"), "mode") == "raise":
        raise OpError("tf-value", "mode 'raise' is not supported", "mode")
    x, places = array(a, "a"), _places(indices, INDICES | {"int16"})
    if out is not None:
        raise Unsure
    if axis is None:
        return TensorType(x.dtype, places)
    place = axis_argument(axis, x.shape.rank)
    if place is None or x.shape.rank is None:
        return TensorType(x.dtype, Shape.unknown())
    return TensorType(x.dtype, x.shape.slice(0, place) + places + x.shape.slice(place + 1, None))


@numpy_rule(
    "take_along_axis",
    "f32[5, N], i32[5, 2], 1) -> f32[5, 2]",
    "f32[5, 3], i32[1, 3], axis=-2) -> f32[1, 3]",
    "f32[5, 1], i32[2, 3], axis=0) -> f32[2, 3]",
    "f32[...], i32[...], axis=0) -> f32[...]",
    "f32[5, 3], i32[5, 2], axis=0) !! 3 against 2",
    "f32[5, 3], f32[5, 2], axis=1) !! float32 is not supported",
)
def take_along_axis(arr: Any, indices: Any, axis: Any) -> TensorType:
    x, places = array(arr, "arr"), _places(indices, INDICES)
    if axis is None or x.shape.rank is None or x.shape.rank != places.rank or not is_number(axis):
        return TensorType(x.dtype, Shape.unknown())
    if not -x.shape.rank <= axis < x.shape.rank:
        raise Unsure
    place = axis % x.shape.rank
    others = broadcast_shapes(x.shape.replace(place, 1), places.replace(place, 1), "indices")
    return TensorType(x.dtype, others.replace(place, places[place]))


# --- by their order ---------------------------------------------------------------------------------------------------


def places_dtype() -> DType:
    return whichever(
        lambda behavior: DType.of("int32", "int64") if behavior is Behavior.CONVERTING else INT64
    )


def flat_along(shape: Shape, axis: Any) -> Shape:
    """The shape of what is done along one axis: that of a vector where there is none."""
    if axis is None:
        return Shape.of(num_elements(shape))
    axis_argument(axis, shape.rank)
    return shape


@numpy_rule(
    "argsort",
    "f32[2, N]) -> i64[2, N]",
    "i32[2, 3], axis=0, kind='stable') -> i64[2, 3]",
    "f32[2, N], axis=None) -> i64[2*N]",
    "f32[]) -> i64[1]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "f32[2], kind='mergesort') !! 'mergesort' is none of 'quicksort', 'stable'",
    "c64[2]) !! complex64 is not supported",
)
def argsort(a: Any, axis: Any = -1, kind: Any = "quicksort", order: Any = None) -> TensorType:
    choice(kind, ("quicksort", "stable"), "kind")
    x = allow(array(a, "a"), REALS | BOOLS, "a")
    if x.shape.rank is None:
        return TensorType(
            places_dtype(), flat_along(x.shape, axis) if axis is None else Shape.unknown()
        )
    shape = Shape.of(1) if x.shape.rank == 0 else flat_along(x.shape, axis)
    return TensorType(places_dtype(), shape)


@numpy_rule(
    "sort",
    "f32[2, N]) -> f32[2, N]",
    "i32[2, 3], axis=0) -> i32[2, 3]",
    "f32[2, N], axis=None) -> f32[2*N]",
    "[3.0, 1.0]) -> f64[2]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "f32[2], kind='stable') !! 'stable' is none of 'quicksort'",
    "b[2, 3]) !! bool is not supported",
)
def sort(a: Any, axis: Any = -1, kind: Any = "quicksort", order: Any = None) -> TensorType:
    choice(kind, ("quicksort",), "kind")
    x = allow(array(a, "a"), REALS, "a")
    return TensorType(x.dtype, flat_along(x.shape, axis))


def _arg(a: Any, axis: Any = None) -> TensorType:
    shape = allow(array(a, "a"), REALS | BOOLS, "a").shape
    if axis is None:
        return TensorType(INT64, Shape.scalar())
    if shape.rank == 0:
        shape = Shape.of(1)
    elif shape.rank is None and not shape.min_rank:
        return TensorType(INT64, Shape.unknown())  # a scalar has one axis too
    return TensorType(INT64, reduced(shape, axis, False))


for _op in ("argmax", "argmin"):
    numpy_rule(
        _op,
        "f32[2, N]) -> i64[]",
        "f32[2, N], axis=1) -> i64[2]",
        "f32[], axis=0) -> i64[]",
        "[[1, 2], [3, 4]], axis=0) -> i64[2]",
        "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    )(with_parameters(_arg, a=..., axis=None))
