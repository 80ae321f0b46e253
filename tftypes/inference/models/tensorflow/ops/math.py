"""tf.math: sums of lists, complex numbers, counts, segments; what is not op by op nor along axes."""

from __future__ import annotations

from functools import reduce
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, Shape, ShapeMismatch, TensorType, equal, merge

from .arguments import allow, dtype_argument, rank_at_least, rank_is
from .broadcasting import broadcast_shapes, mapped, matched, one_dtype
from .conversion import as_tensor
from .gathering import merge_batches
from .groups import FLOATS, INDICES, INTS, NUMBERS, QUANTIZED, QUOTIENTS, REALS, Names
from .joining import operands
from .masks import decided
from .rule import OpError, Unsure, rule
from .scalars import scalar, whole_number
from .values import BOOL, FLOAT32, INT32, contents, every_number, is_dim, is_number

# --- lists of tensors -------------------------------------------------------------------------------------------------


def _same_shape(tensors: list[TensorType]) -> Shape:
    """The shape that all of them have."""
    try:
        return reduce(merge, (each.shape for each in tensors))
    except ShapeMismatch as mismatch:
        raise OpError(
            "tf-shape", f"shapes {mismatch.a} and {mismatch.b} differ", "inputs"
        ) from None


@rule(
    "tensorflow.math.add_n",
    "tf.add_n([f32[2, None], f32[None, 3]]) -> f32[2, 3]",
    "tf.add_n([f32[N], f32[N], f32[N]]) -> f32[N]",
    "tf.add_n([f32[2], f32[3]]) !! shapes [2] and [3] differ",
    "tf.add_n([f32[2], 1.0]) !! shapes [2] and [] differ",
    "tf.add_n([f32[2], i32[2]]) !! different dtypes float32 and int32",
    "tf.add_n([b[2], b[2]]) !! bool is not supported",
    "tf.add_n([]) !! nothing to add",
)
def add_n(inputs: Any, name: Any = None) -> TensorType:
    if not isinstance(inputs, (list, tuple)):
        raise Unsure
    if not inputs:
        raise OpError("tf-value", "nothing to add", "inputs")
    tensors = operands(inputs, "inputs") or []
    if len(tensors) > 1:  # one is passed on as it is
        for each in tensors:
            allow(each, NUMBERS | QUANTIZED, "inputs")
    return TensorType(tensors[0].dtype, _same_shape(tensors))


@rule(
    "tensorflow.math.accumulate_n",
    "tf.math.accumulate_n([f32[2, N], f32[2, N]]) -> f32[2, N]",
    "tf.math.accumulate_n([f32[2], f32[3]]) !! shapes [2] and [3] differ",
)
def accumulate_n(
    inputs: Any, shape: Any = None, tensor_dtype: Any = None, name: Any = None
) -> TensorType:
    return add_n(inputs)


# --- of several operands ----------------------------------------------------------------------------------------------


@rule(
    "tensorflow.dtypes.complex",
    "tf.complex(f32[2, 1], f32[N]) -> c64[2, N]",
    "tf.complex(f64[N], f64[]) -> c128[N]",
    "tf.complex(f32[2], f32[3]) !! do not broadcast",
    "tf.complex(f32[2], f64[2]) !! expected float32 as real has, got float64",
    "tf.complex(i32[2], i32[2]) !! int32 is not supported",
)
def complex_(real: Any, imag: Any, name: Any = None) -> TensorType:
    a, b = as_tensor(real, argument="real"), as_tensor(imag, argument="imag")
    dtype = one_dtype(a, b, ("real", "imag"))
    allow(a, frozenset({"float32", "float64"}), "real")
    made = mapped(dtype, {"float32": "complex64", "float64": "complex128"})
    return TensorType(made, broadcast_shapes(a.shape, b.shape, "imag"))


@rule(
    "tensorflow.math.scalar_mul",
    "tf.math.scalar_mul(2, f32[3, N]) -> f32[3, N]",
    "tf.math.scalar_mul(f32[2], f32[3]) !! expected a scalar, got rank 1",
    "tf.math.scalar_mul(f64[], f32[3]) !! expected float32, got float64",
)
def scalar_mul(scalar: Any, x: Any, name: Any = None) -> TensorType:
    if isinstance(x, TensorType) and x.kind == "indexed_slices":
        return x
    value = as_tensor(x, argument="x")
    factor = as_tensor(scalar, value.dtype if value.dtype.is_known else None, argument="scalar")
    if factor.shape.rank:
        raise OpError("tf-rank", f"expected a scalar, got rank {factor.shape.rank}", "scalar")
    return TensorType(value.dtype, value.shape)


@rule(
    "tensorflow.math.betainc",
    "tf.math.betainc(f32[3, N], f32[3, N], f32[3, N]) -> f32[3, N]",
    "tf.math.betainc(f32[3], f32[4], f32[3]) !! shapes [3] and [4] differ",
    "tf.math.betainc(f32[3], f32[1], f32[3]) !! shapes [3] and [1] differ",
)
def betainc(a: Any, b: Any, x: Any, name: Any = None) -> TensorType:
    first, second, dtype = matched(a, b, ("a", "b"))
    third = matched(first, x, ("a", "x"))[1]
    shape = Shape.scalar()
    for part, argument in ((first, "a"), (second, "b"), (third, "x")):
        if shape.rank and part.shape.rank:  # only scalars are stretched
            _one_shape(shape, part.shape, argument)
        shape = broadcast_shapes(shape, part.shape, argument)
    return TensorType(dtype, shape)


@rule(
    "tensorflow.math.polyval",
    "tf.math.polyval([1., 2., 3.], f32[N]) -> f32[N]",
    "tf.math.polyval([f32[2], f32[]], f32[3]) !! do not broadcast",
)
def polyval(coeffs: Any, x: Any, name: Any = None) -> TensorType:
    value = as_tensor(x, argument="x")
    if not isinstance(coeffs, (list, tuple)) or len(coeffs) < 1:
        raise Unsure
    shape = value.shape if len(coeffs) > 1 else Shape.unknown()
    for coefficient in coeffs:
        given = as_tensor(coefficient, argument="coeffs")
        if given.dtype.is_known and given.dtype.is_floating and len(coeffs) > 1:
            one_dtype(given, value, ("coeffs", "x"))
        shape = broadcast_shapes(shape, given.shape, "coeffs")
    return TensorType(value.dtype, shape)


# --- of one operand ---------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.math.lbeta",
    "tf.math.lbeta(f32[N, 3]) -> f32[N]",
    "tf.math.lbeta(i32[3]) !! int32 is not supported",
    "tf.math.lbeta(f32[]) !! expected rank 1 or more, got rank 0",
)
def lbeta(x: Any, name: Any = None) -> TensorType:
    value = rank_at_least(allow(as_tensor(x, argument="x"), FLOATS, "x"), 1, "x")
    return TensorType(value.dtype, value.shape.slice(0, -1))


def _register_order(op: str) -> None:
    def function(x: Any, name: Any = None) -> TensorType:
        allow(as_tensor(x, argument="x"), NUMBERS, "x")
        return TensorType(BOOL, Shape.scalar())

    rule(
        f"tensorflow.math.{op}",
        f"tf.math.{op}(f32[None]) -> b[]",
        f"tf.math.{op}(s[3]) !! string is not supported",
    )(function)


_register_order("is_non_decreasing")
_register_order("is_strictly_increasing")


@rule(
    "tensorflow.math.invert_permutation",
    "tf.math.invert_permutation(i32[N]) -> i32[N]",
    "tf.math.invert_permutation([]) -> i32[0]",
    "tf.math.invert_permutation(i32[3, 3]) !! expected rank 1, got rank 2",
)
def invert_permutation(x: Any, name: Any = None) -> TensorType:
    value = rank_is(allow(as_tensor(x, like=INT32, argument="x"), INDICES, "x"), 1, "x")
    return TensorType(value.dtype, value.shape)


# --- counts -----------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.math.bincount",
    "tf.math.bincount(i32[4]) -> i32[None]",
    "tf.math.bincount([[1, 2], [5, 0]]) -> i32[6]",
    "tf.math.bincount(i32[4], weights=f32[4]) -> f32[None]",
    "tf.math.bincount(i32[N, 5], axis=-1, dtype=tf.int64) -> i64[N, None]",
    "tf.math.bincount(i32[2, 5], axis=1) !! the axis is 0 or -1, got 1",
)
def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = INT32,
    name: Any = None,
    axis: Any = None,
    binary_output: Any = False,
) -> TensorType:
    if isinstance(arr, TensorType) and arr.kind != "tensor":
        raise Unsure
    x = as_tensor(arr, argument="arr")
    for size, argument in ((minlength, "minlength"), (maxlength, "maxlength")):
        if size is not None:
            whole_number(size, argument, frozenset({"int32"}))
    if is_number(axis) and axis not in (0, -1):
        raise OpError("tf-axis", f"the axis is 0 or -1, got {axis}", "axis")
    made = (
        dtype_argument(dtype) if weights is None else as_tensor(weights, argument="weights").dtype
    )
    if axis is None or axis == 0:
        is_open = minlength is maxlength is None and x.dtype.is_integer
        known = every_number(x.value) if is_open else None
        return TensorType(made, Shape.of(decided(max(known) + 1) if known else UNKNOWN))
    rows = x.shape[0] if axis == -1 and x.shape.rank == 2 else None
    return TensorType(made, Shape.unknown() if rows is None else Shape.of(rows, UNKNOWN))


@rule(
    "tensorflow.histogram_fixed_width",
    "tf.histogram_fixed_width(f32[N], [0., 1.]) -> i32[100]",
    "tf.histogram_fixed_width(f32[4, 5], [0., 1.], nbins=N, dtype=tf.int64) -> i64[N]",
    "tf.histogram_fixed_width(f32[4], [0., 1., 2.]) !! expected 2 ends, got 3",
    "tf.histogram_fixed_width(i32[4], [0., 1.]) !! int32 cannot hold the float in [0.0, 1.0]",
    "tf.histogram_fixed_width(b[4], [0, 1]) !! bool is not supported",
)
def histogram_fixed_width(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = INT32, name: Any = None
) -> TensorType:
    count = contents(nbins)
    x = allow(as_tensor(values, argument="values"), INDICES | {"float32", "float64"}, "values")
    ends = as_tensor(value_range, x.dtype if x.dtype.is_known else None, argument="value_range")
    if ends.shape.rank == 1 and equal(ends.shape[0], 2) is False:
        raise OpError("tf-shape", f"expected 2 ends, got {ends.shape[0]}", "value_range")
    return TensorType(dtype_argument(dtype), Shape.of(count if is_dim(count) else UNKNOWN))


def _one_shape(a: Shape, b: Shape, argument: str) -> None:
    try:
        merge(a, b)
    except ShapeMismatch:
        raise OpError("tf-shape", f"shapes {a} and {b} differ", argument) from None


@rule(
    "tensorflow.math.confusion_matrix",
    "tf.math.confusion_matrix(i32[N], i32[N], 4) -> i32[4, 4]",
    "tf.math.confusion_matrix(i32[3], i32[3], dtype=tf.float32) -> f32[None, None]",
    "tf.math.confusion_matrix(i32[3], i32[4], 5) !! shapes [3] and [4] differ",
    "tf.math.confusion_matrix(i32[3], f32[3, 1], 5) -> i32[5, 5]",
    "tf.math.confusion_matrix(i32[3], f32[3, 5], 5) !! shapes [3] and [3, 5] differ",
    "tf.math.confusion_matrix(f32[3, 5], i32[3], 5) !! shapes [3, 5] and [3] differ",
    "tf.math.confusion_matrix(i32[3], i32[3], -5) !! negative size -5",
)
def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: Any = None,
    dtype: Any = INT32,
    name: Any = None,
) -> TensorType:
    count = contents(num_classes)
    size: Dim = count if is_dim(count) else UNKNOWN
    if is_number(size) and size < 0:
        raise OpError("tf-value", f"negative size {size}", "num_classes")
    classes = [
        rank_at_least(as_tensor(value, argument=argument), 1, argument).shape
        for value, argument in ((labels, "labels"), (predictions, "predictions"))
    ]
    ranks = [shape.rank for shape in classes if shape.rank is not None]
    if len(ranks) == 2:
        # A dim of size 1 more is squeezed away.
        if abs(ranks[0] - ranks[1]) > 1:
            raise OpError("tf-shape", f"shapes {classes[0]} and {classes[1]} differ", "predictions")
        if ranks[0] == ranks[1]:
            _one_shape(classes[0], classes[1], "predictions")
        argument = "labels" if ranks[0] > ranks[1] else "predictions"
        last = classes[argument == "predictions"].slice(-1, None)
        if ranks[0] != ranks[1] and equal(last[0], 1) is False:
            hint = f"tf.argmax({argument}, axis=-1) is the class of each row"
            words = f"shapes {classes[0]} and {classes[1]} differ"
            raise OpError("tf-shape", words, argument, hint)
    return TensorType(dtype_argument(dtype), Shape.of(size, size))


@rule(
    "tensorflow.math.in_top_k",
    "tf.math.in_top_k(i32[None], f32[3, 5], 2) -> b[3]",
    "tf.math.in_top_k(i32[3], f32[4, 5], 2) !! batch dims [4] and [3] differ",
    "tf.math.in_top_k(i32[3, 1], f32[3, 5], 2) !! expected rank 1, got rank 2",
)
def in_top_k(targets: Any, predictions: Any, k: Any, name: Any = None) -> TensorType:
    chosen = rank_is(
        allow(as_tensor(targets, argument="targets"), INDICES, "targets"), 1, "targets"
    )
    x = rank_is(as_tensor(predictions, FLOAT32, argument="predictions"), 2, "predictions")
    whole_number(k, "k")
    return TensorType(BOOL, merge_batches(x.shape.slice(0, 1), chosen.shape, "targets"))


# --- segments ---------------------------------------------------------------------------------------------------------


def _register_segment(op: str, allowed: Names) -> None:
    """Rows of the same id together, up to the last one."""

    def function(data: Any, segment_ids: Any, name: Any = None) -> TensorType:
        x = rank_at_least(allow(as_tensor(data, argument="data"), allowed, "data"), 1, "data")
        ids = rank_is(
            allow(as_tensor(segment_ids, argument="segment_ids"), INDICES, "segment_ids"),
            1,
            "segment_ids",
        )
        merge_batches(x.shape.slice(0, 1), ids.shape, "segment_ids")
        known = _known_ids(ids)
        if known != sorted(known):
            hint = f"tf.math.unsorted_{op}(data, segment_ids, {max(known) + 1}) takes them in any order"
            raise OpError("tf-value", f"the ids do not increase: {known}", "segment_ids", hint)
        count = decided(known[-1] + 1) if known else UNKNOWN
        return TensorType(x.dtype, Shape.of(count) + x.shape.slice(1, None))

    rule(
        f"tensorflow.math.{op}",
        f"tf.math.{op}(f32[4, N], [0, 0, 1, 2]) -> f32[3, N]",
        f"tf.math.{op}(f32[4, N], i32[4]) -> f32[None, N]",
        f"tf.math.{op}(f32[4, 3], i32[5]) !! batch dims [4] and [5] differ",
        f"tf.math.{op}(f32[4, 3], i32[4, 3]) !! expected rank 1, got rank 2",
        f"tf.math.{op}(b[4, 3], i32[4]) !! bool is not supported",
        f"tf.math.{op}(f32[3], [1, 0, 1]) !! do not increase",
    )(function)


def _known_ids(ids: TensorType) -> list[int]:
    """The ids of rows, none where they are not known."""
    known = contents(ids)
    is_told = isinstance(known, tuple) and all(map(is_number, known))
    return list(known) if is_told else []


def _register_unsorted_segment(op: str, allowed: Names, quotients: bool) -> None:
    """Rows of the same id together, for a number of ids."""

    def function(data: Any, segment_ids: Any, num_segments: Any, name: Any = None) -> TensorType:
        x = allow(as_tensor(data, argument="data"), allowed, "data")
        ids = allow(as_tensor(segment_ids, argument="segment_ids"), INDICES, "segment_ids")
        number = as_tensor(num_segments, like=INT32, argument="num_segments")
        count = contents(scalar(allow(number, INDICES, "num_segments"), "num_segments"))
        if is_number(count) and count < 0:
            raise OpError("tf-value", f"negative size {count}", "num_segments")
        made = mapped(x.dtype, QUOTIENTS) if quotients else x.dtype
        if ids.shape.rank is None:
            return TensorType(made, Shape.unknown())
        merge_batches(x.shape.slice(0, ids.shape.rank), ids.shape, "segment_ids")
        known = _known_ids(ids)
        if known and is_number(count) and max(known) >= count:
            words, hint = f"id {max(known)} of {count} segments", f"num_segments={max(known) + 1}"
            raise OpError("tf-value", words, "num_segments", hint)
        front = Shape.of(count if is_dim(count) else UNKNOWN)
        return TensorType(made, front + x.shape.slice(ids.shape.rank, None))

    rule(
        f"tensorflow.math.{op}",
        f"tf.math.{op}(f32[4, N], i32[4], 5) -> f32[5, N]",
        f"tf.math.{op}(f32[4, 3], i32[4, 3], some_int) -> f32[None]",
        f"tf.math.{op}(f32[4, 3], i32[3], 5) !! batch dims [4] and [3] differ",
        f"tf.math.{op}(b[4, 3], i32[4], 5) !! bool is not supported",
        f"tf.math.{op}(f32[4, 3], i32[4], -5) !! negative size -5",
        f"tf.math.{op}(f32[3], [0, 2, 1], 2) !! id 2 of 2 segments",
    )(function)


for _op in ("sum", "prod", "mean"):
    _register_segment(f"segment_{_op}", NUMBERS | QUANTIZED)
for _op in ("max", "min"):
    _register_segment(f"segment_{_op}", REALS)
    _register_unsorted_segment(f"unsorted_segment_{_op}", REALS, quotients=False)
for _op in ("sum", "prod"):
    _register_unsorted_segment(f"unsorted_segment_{_op}", NUMBERS | QUANTIZED, quotients=False)
for _op in ("mean", "sqrt_n"):
    _register_unsorted_segment(f"unsorted_segment_{_op}", FLOATS | INTS, quotients=True)
