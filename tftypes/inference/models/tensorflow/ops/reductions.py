"""tf.math.reduce_*, argmax, cumsum: along axes. One name in a table is one rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Expr, Shape, TensorType, Unknown

from .arguments import allow, attribute, axes_argument, axis_argument, dtype_argument, taken
from .broadcasting import mapped
from .conversion import as_tensor
from .groups import BOOLS, FLOATS, INDICES, NUMBERS, PARTS, QUANTIZED, REALS, Names
from .rule import OpError, Unsure, rule
from .scalars import one_axis
from .values import INT64, contents, is_number, known_bool, tensor

#: The dtypes taken, the dtypes made, the reductions: (input_tensor, axis=None, keepdims=False).
REDUCTIONS: Final[list[tuple[Names, Mapping[str, str], str]]] = [
    (NUMBERS | QUANTIZED, {}, "reduce_sum reduce_mean reduce_prod reduce_euclidean_norm"),
    (REALS | QUANTIZED, {}, "reduce_max reduce_min"),
    (FLOATS, {}, "reduce_logsumexp"),
    (FLOATS | set(PARTS), PARTS, "reduce_std reduce_variance"),
    (BOOLS, {}, "reduce_all reduce_any"),
]


def reduced(shape: Shape, axis: Any, keepdims: Any, argument: str = "axis") -> Shape:
    """The shape after a reduction.

    >>> str(reduced(Shape.of(2, 3, 4), [0, -1], False)), str(reduced(Shape.of(2, 3), None, True))
    ('[3]', '[1, 1]')

    Raises OpError for an axis out of range.
    """
    keep = known_bool(keepdims)
    if shape.dims is None:
        return _of_unknown_rank(shape, axis, keep)
    axes = axes_argument(axis, len(shape.dims), argument)
    if axes is None:
        return _over_some(shape, axis, keep)
    if keep is None:
        return shape if not axes else Shape.unknown()
    if keep:
        return Shape.of(*(1 if place in axes else dim for place, dim in enumerate(shape.dims)))
    return Shape.of(*(dim for place, dim in enumerate(shape.dims) if place not in axes))


def _over_some(shape: Shape, axis: Any, keep: bool | None) -> Shape:
    """Over axes that are not known: their number may be."""
    rank = len(shape.dims or ())
    if keep:
        return Shape.of(*[UNKNOWN] * rank)
    count = 1 if as_tensor(axis).shape.rank == 0 else None
    return (
        Shape.unknown() if count is None or keep is None else Shape.of(*[UNKNOWN] * (rank - count))
    )


def _of_unknown_rank(shape: Shape, axis: Any, keep: bool | None) -> Shape:
    if axis is None and keep is False:
        return Shape.scalar()
    place = axis_argument(axis, None) if is_number(axis) else None
    if place is None or keep is None:
        return Shape.unknown()
    return shape.replace(place, 1) if keep else shape.remove(place)


def _register(op: str, allowed: Names, made: Mapping[str, str]) -> None:
    short = "b" if "bool" in allowed and "float32" not in allowed else "f32"
    path = (
        f"tf.{op}"
        if op not in ("reduce_euclidean_norm", "reduce_std", "reduce_variance")
        else f"tf.math.{op}"
    )
    bad = "s" if "float32" in allowed else "f32"
    examples = [
        f"{path}({short}[2, 3, 4]) -> {short}[]",
        f"{path}({short}[2, None, 4], axis=1) -> {short}[2, 4]",
        f"{path}({short}[2, N, 4], axis=[0, -1]) -> {short}[N]",
        f"{path}({short}[2, 3], axis=-1, keepdims=True) -> {short}[2, 1]",
        f"{path}({short}[2, 3], axis=2) !! axis 2 is out of range for rank 2",
        f"{path}({bad}[2, 3]) !! {'string' if bad == 's' else 'float32'} is not supported",
    ]
    if made:
        examples.append(f"{path}(c64[2, 3]) -> f32[]")
    if allowed == BOOLS:
        examples.append(f"{path}([[], []], axis=1) -> b[2]")

    def function(
        input_tensor: Any, axis: Any = None, keepdims: Any = False, name: Any = None
    ) -> TensorType:
        if isinstance(input_tensor, Unknown) and axis is not None:
            raise Unsure  # of a ragged tensor it may be ragged
        x = taken(input_tensor, allowed, "input_tensor")
        shape = reduced(x.shape, axis, keepdims)
        return tensor(mapped(x.dtype, made), shape, _total(op, x) if shape.rank == 0 else None)

    rule(f"tensorflow.math.{op}", *examples)(function)


_EXACT: Final = ("int32", "int64", "bool")
#: Larger numbers may be no int32.
_LARGEST: Final = 2**31 - 1
#: What these make of the contents of vectors of ints and bools, as of `tf.shape(x)`.
_TOTALS: Final[Mapping[str, Callable[[tuple[Any, ...]], Any]]] = {
    "reduce_sum": sum,
    "reduce_prod": prod,
    "reduce_all": all,
    "reduce_any": any,
}


def _total(op: str, x: TensorType) -> Any:
    """What a reduction makes of a scalar or vector of which all contents are known, or None."""
    inside, total = contents(x), _TOTALS.get(op)
    items = inside if isinstance(inside, tuple) else (inside,)
    known = all(isinstance(each, (int, Expr)) for each in items)
    if total is None or not known or x.dtype.name not in _EXACT:
        return None
    found = total(items)
    return None if isinstance(found, int) and abs(found) > _LARGEST else found


for _allowed, _made, _ops in REDUCTIONS:
    for _op in _ops.split():
        _register(_op, _allowed, _made)


@rule(
    "tensorflow.math.count_nonzero",
    "tf.math.count_nonzero(f32[2, 3]) -> i64[]",
    "tf.math.count_nonzero(i32[2, N], axis=0, dtype=tf.int32) -> i32[N]",
    "tf.math.count_nonzero(b[2, 3], axis=1, keepdims=True) -> i64[2, 1]",
    "tf.math.count_nonzero(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def count_nonzero(
    input: Any, axis: Any = None, keepdims: Any = None, dtype: Any = INT64, name: Any = None
) -> TensorType:
    return TensorType(
        dtype_argument(dtype), reduced(as_tensor(input, argument="input").shape, axis, keepdims)
    )


@rule(
    "tensorflow.math.zero_fraction",
    "tf.math.zero_fraction(i32[2, None]) -> f32[]",
)
def zero_fraction(value: Any, name: Any = None) -> TensorType:
    as_tensor(value, argument="value")
    return TensorType(DType.of("float32"), Shape.scalar())


# --- along one axis ---------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.math.argmax",
    "tf.argmax(f32[2, 3]) -> i64[3]",
    "tf.argmax(f32[2, N], axis=-1) -> i64[2]",
    "tf.argmax(f32[2, None, 4], axis=1, output_type=tf.int32) -> i32[2, 4]",
    "tf.argmax(f32[...], axis=-1) -> i64[...]",
    "tf.argmax([1, 3, 2]) -> i64[]",
    "tf.argmax(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "tf.argmax(s[2]) !! string is not supported",
    "tf.argmax(f32[2, 3], output_type=tf.float32) !! expected int32 or int64, got float32",
)
def argmax(input: Any, axis: Any = None, output_type: Any = INT64, name: Any = None) -> TensorType:
    return _arg(input, axis, output_type, {"int16", "uint16"})


@rule(
    "tensorflow.math.argmin",
    "tf.argmin(f32[2, N], axis=1) -> i64[2]",
    "tf.argmin(i32[5], output_type=tf.int32) -> i32[]",
    "tf.argmin(f32[2, 3], axis=-3) !! axis -3 is out of range for rank 2",
)
def argmin(input: Any, axis: Any = None, output_type: Any = INT64, name: Any = None) -> TensorType:
    return _arg(input, axis, output_type, set())


def _arg(input: Any, axis: Any, output_type: Any, more: set[str]) -> TensorType:
    x = allow(as_tensor(input, argument="input"), NUMBERS | QUANTIZED | BOOLS, "input")
    made = dtype_argument(output_type)
    if made.names.isdisjoint(INDICES | more):
        raise OpError("tf-dtype", f"expected int32 or int64, got {made}", "output_type")
    return TensorType(made, _without(x.shape, 0 if axis is None else one_axis(axis)))


def _without(shape: Shape, axis: Any) -> Shape:
    place = axis_argument(axis, shape.rank)
    if place is None:
        return Shape.unknown() if shape.rank is None else Shape.of(*[UNKNOWN] * (shape.rank - 1))
    return shape.remove(place)


#: (x, axis=0, exclusive=False, reverse=False)
CUMULATIVE: Final[list[tuple[Names, str]]] = [
    (NUMBERS | QUANTIZED, "math.cumsum math.cumprod"),
    (FLOATS, "math.cumulative_logsumexp"),
]


def _register_cumulative(op: str, allowed: Names) -> None:
    def function(
        x: Any, axis: Any = 0, exclusive: Any = False, reverse: Any = False, name: Any = None
    ) -> TensorType:
        value = allow(as_tensor(x, argument="x"), allowed, "x")
        axis_argument(one_axis(axis), value.shape.rank)
        return TensorType(value.dtype, value.shape)

    rule(
        f"tensorflow.{op}",
        f"tf.{op}(f32[2, None]) -> f32[2, None]",
        f"tf.{op}(f32[N, 3], axis=-1, exclusive=True, reverse=True) -> f32[N, 3]",
        f"tf.{op}(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
        f"tf.{op}(f32[2, 3], axis=[0]) !! expected one axis, got [0]",
        f"tf.{op}(b[2, 3]) !! bool is not supported",
    )(function)


for _allowed, _ops in CUMULATIVE:
    for _op in _ops.split():
        _register_cumulative(_op, _allowed)


#: Over the last axis unless told otherwise: (logits, axis=None).
def _register_softmax(op: str) -> None:
    def function(logits: Any, axis: Any = None, name: Any = None) -> TensorType:
        x = allow(as_tensor(logits, argument="logits"), FLOATS, "logits")
        axis_argument(-1 if axis is None else attribute(one_axis(axis), "axis"), x.shape.rank)
        return TensorType(x.dtype, x.shape)

    rule(
        f"tensorflow.nn.{op}",
        f"tf.nn.{op}(f32[2, None]) -> f32[2, None]",
        f"tf.nn.{op}(f32[2, N, 4], axis=1) -> f32[2, N, 4]",
        f"tf.nn.{op}([1., 2.]) -> f32[2]",
        f"tf.nn.{op}(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
        f"tf.nn.{op}(i32[2, 3]) !! int32 is not supported",
    )(function)


_register_softmax("softmax")
_register_softmax("log_softmax")


@rule(
    "tensorflow.math.l2_normalize",
    "tf.math.l2_normalize(f32[2, 3], axis=-1) -> f32[2, 3]",
    "tf.math.l2_normalize(f32[2, None], [0, 1]) -> f32[2, None]",
    "tf.math.l2_normalize(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "tf.math.l2_normalize(i32[2, 3], axis=1) !! int32 is not supported",
)
def l2_normalize(
    x: Any, axis: Any = None, epsilon: Any = 1e-12, name: Any = None, dim: Any = None
) -> TensorType:
    value = allow(as_tensor(x, argument="x"), FLOATS | set(PARTS), "x")
    reduced(value.shape, axis if dim is None else dim, True)
    return TensorType(value.dtype, value.shape)


@rule(
    "tensorflow.nn.l2_loss",
    "tf.nn.l2_loss(f32[2, None]) -> f32[]",
    "tf.nn.l2_loss(i32[2]) !! int32 is not supported",
)
def l2_loss(t: Any, name: Any = None) -> TensorType:
    return TensorType(allow(as_tensor(t, argument="t"), FLOATS, "t").dtype, Shape.scalar())
