"""tf.*: tensors out of Python values, shapes and other tensors."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    DType,
    Shape,
    TensorType,
    Unknown,
    equal,
    num_elements,
    same,
)

from .arguments import (
    allow,
    attributes,
    count_argument,
    dtype_argument,
    shape_argument,
    sizes_argument,
)
from .conversion import as_tensor, is_told, refuse_composite
from .folding import converted
from .groups import NUMBERS
from .rule import OpError, Unsure, rule
from .scalars import scalar
from .values import FLOAT32, FLOAT64, is_number, tensor


@rule(
    "tensorflow.constant",
    "tf.constant([[1, 2, 3], [4, 5, 6]]) -> i32[2, 3]",
    "tf.constant(1.5) -> f32[]",
    "tf.constant(5_000_000_000) -> i64[]",
    "tf.constant(['a', 'b']) -> s[2]",
    "tf.constant([True, False]) -> b[2]",
    "tf.constant([]) -> f32[0]",
    "tf.constant(1, tf.float64) -> f64[]",
    "tf.constant([1, 2.5]) -> f32[2]",
    "tf.constant(2j) -> c128[]",
    "tf.constant(0, shape=[2, 3]) -> i32[2, 3]",
    "tf.constant([1, 2, 3, 4], shape=[2, 2]) -> i32[2, 2]",
    "tf.zeros(tf.constant([2, 3])) -> f32[2, 3]",
    "tf.constant(0, shape=[2.0, 3]) -> i32[None, 3]",
    "tf.constant([[1, 2], [3]]) !! nested lists of different shapes [2] and [1]",
    "tf.constant(1.5, tf.int32) !! int32 cannot hold the float 1.5",
    "tf.constant([1, 'a']) !! strings and numbers in one list [1, 'a']",
    "tf.constant([1, 2, 3], shape=[2, 2]) !! 3 elements do not make [2, 2]",
    "tf.constant(None) !! None is no tensor",
    "tf.constant(sparse(f32[2, 3])) !! a sparse tensor is not supported",
    "tf.constant([f32[], f32[]]) !! no tensors in a list",
    "tf.constant([[f32[2]]]) !! no tensors in a list",
    "tf.constant([variable(f32[]), 1.0]) !! no tensors in a list",
)
def constant(value: Any, dtype: Any = None, shape: Any = None, name: Any = "Const") -> TensorType:
    refuse_composite(value, "value")
    if isinstance(value, (list, tuple)) and _has_tensor(value):
        words = "a constant is made of values, and of no tensors in a list"
        raise OpError("tf-value", words, "value", "tf.stack(value)")
    wanted = None if dtype is None else dtype_argument(dtype)
    if isinstance(value, TensorType) and value.kind == "variable":
        # What is in it becomes what is asked for, as an array does.
        given = TensorType(value.dtype if wanted is None else wanted, value.shape)
    else:
        given = as_tensor(value, wanted, argument="value")
    if shape is None:
        return given
    dims = shape.dims if isinstance(shape, Shape) else attributes(shape, "shape")
    made, total = Shape.unknown() if dims is None else Shape.of(*dims), num_elements(given.shape)
    fills = total == 1
    if not fills and equal(total, num_elements(made)) is False:
        raise OpError("tf-shape", f"{total} elements do not make {made}", "shape")
    return TensorType(given.dtype, made)


def _has_tensor(value: Any) -> bool:
    """Whether a list has a tensor in it, however deep, that is not empty. Of a graph's there is more to say."""
    if isinstance(value, (list, tuple)):
        return any(map(_has_tensor, value))
    is_eager = is_told(value) and getattr(value, "trace", None) is None
    size = num_elements(value.shape) if is_eager else UNKNOWN
    return is_number(size) and size > 0


@rule(
    "tensorflow.convert_to_tensor",
    "tf.convert_to_tensor([1., 2.]) -> f32[2]",
    "tf.convert_to_tensor(f32[2, None]) -> f32[2, None]",
    "tf.convert_to_tensor(variable(f32[2, 3])) -> f32[2, 3]",
    "tf.convert_to_tensor([1, 2], dtype=tf.int64) -> i64[2]",
    "tf.convert_to_tensor([1, 2], dtype_hint=tf.float32) -> f32[2]",
    "tf.convert_to_tensor([f32[3], f32[3]]) -> f32[2, 3]",
    "tf.convert_to_tensor(f32[2], tf.int32) !! expected int32, got float32",
    "tf.convert_to_tensor(ragged(f32[2, None])) !! a ragged tensor is not supported",
    "tf.convert_to_tensor([f32[3], f32[4]]) !! items of different shapes [3] and [4]",
)
def convert_to_tensor(
    value: Any, dtype: Any = None, dtype_hint: Any = None, name: Any = None
) -> TensorType:
    refuse_composite(value, "value")
    wanted = None if dtype is None else dtype_argument(dtype)
    hint = None if dtype_hint is None else dtype_argument(dtype_hint)
    return as_tensor(value, wanted, like=hint, argument="value")


@rule(
    "tensorflow.cast",
    "tf.cast(i32[2, None], tf.float32) -> f32[2, None]",
    "tf.cast(b[3], 'int64') -> i64[3]",
    "tf.cast([1, 2], tf.float32) -> f32[2]",
    "tf.zeros(tf.cast(tf.constant([2, 3], tf.int64), tf.int32)) -> f32[2, 3]",
    "tf.cast(ragged(i32[2, None]), tf.float32) -> ragged(f32[2, None])",
    "tf.cast(s[2], tf.int32) !! strings cannot be cast",
    "tf.cast(i32[2], tf.string) !! int32 cannot be cast to string",
    "tf.cast(i32[2], float) -> f32[2]",
    "tf.cast(i32[2], bool) -> b[2]",
    "tf.cast(i32[2], 'flaot32') !! 'flaot32' is not a dtype",
    "tf.cast(f32[2], int) !! int is not a dtype",
    "tf.cast(f32[2], f32[3]) !! float32[3] is not a dtype",
)
def cast(x: Any, dtype: Any, name: Any = None) -> TensorType:
    wanted = dtype_argument(dtype)
    if isinstance(x, TensorType) and x.kind in ("ragged", "sparse"):
        return TensorType(wanted, x.shape, x.kind)
    value = as_tensor(x, argument="x")
    if same(value.dtype, wanted):
        return value
    if value.dtype.is_string:
        raise OpError(
            "tf-dtype", "strings cannot be cast", "x", "tf.strings.to_number(x) reads numbers"
        )
    if wanted.is_string and "string" not in value.dtype.names:
        raise OpError(
            "tf-dtype",
            f"{value.dtype} cannot be cast to string",
            "dtype",
            "tf.strings.as_string(x)",
        )
    return tensor(wanted, value.shape, converted(value, wanted))


@rule(
    "tensorflow.dtypes.saturate_cast",
    "tf.saturate_cast(f32[2, None], tf.uint8) -> u8[2, None]",
    "tf.saturate_cast(b[2], tf.uint8) !! bool is not supported",
)
def saturate_cast(value: Any, dtype: Any, name: Any = None) -> TensorType:
    x, made = as_tensor(value, argument="value"), dtype_argument(dtype)
    if x.dtype != made and made.is_known:  # whose limits are asked for
        allow(x, NUMBERS, "value")
    return TensorType(made, x.shape)


# --- filled with one value --------------------------------------------------------------------------------------------


@rule(
    "tensorflow.zeros",
    "tf.zeros([2, 3]) -> f32[2, 3]",
    "tf.zeros((2, N), tf.int32) -> i32[2, N]",
    "tf.zeros([]) -> f32[]",
    "tf.zeros(3) -> f32[3]",
    "tf.zeros([2, f32[]]) -> f32[2, None]",
    "tf.zeros([tf.shape(f32[N, 2])[0], 4]) -> f32[N, 4]",
    "tf.zeros(i32[2]) -> f32[None, None]",
    "tf.zeros(some_ints) -> f32[...]",
    "tf.zeros([2, -1]) !! negative size -1",
    "tf.zeros(f32[2]) !! expected ints, got float32",
    "tf.zeros([2.5, 2]) !! expected ints, got 2.5",
    "tf.zeros([None, 2]) !! None is no size",
)
@rule(
    "tensorflow.ones",
    "tf.ones([2, 3]) -> f32[2, 3]",
    "tf.ones(tf.TensorShape([2, 3]), tf.bool) -> b[2, 3]",
    "tf.ones([2, -3]) !! negative size -3",
)
def filled_with_one_number(
    shape: Any, dtype: Any = FLOAT32, name: Any = None, layout: Any = None
) -> TensorType:
    return TensorType(dtype_argument(dtype), size_argument(shape))


def size_argument(value: Any, argument: str = "shape") -> Shape:
    """The shape to create; no size of it is negative."""
    return not_negative(sizes_argument(value, argument), argument)


def not_negative(shape: Shape, argument: str) -> Shape:
    for dim in shape.prefix:
        if is_number(dim) and dim < 0:
            raise OpError("tf-value", f"negative size {dim}", argument)
    return shape


@rule(
    "tensorflow.fill",
    "tf.fill([2, 3], 9) -> i32[2, 3]",
    "tf.fill([2, N], f64[]) -> f64[2, N]",
    "tf.fill(tf.shape(f32[2, None]), True) -> b[2, None]",
    "tf.fill([2], f32[3]) !! expected a scalar, got rank 1",
    "tf.fill([2.5], 0) !! expected ints, got 2.5",
    "tf.fill([-2], 0) !! negative size -2",
    "tf.fill([None], 0) !! None is no size",
)
def fill(dims: Any, value: Any, name: Any = None, layout: Any = None) -> TensorType:
    if isinstance(dims, Unknown):
        raise Unsure  # with the shape of a ragged tensor, a ragged one is filled
    return TensorType(
        scalar(value, "value", or_one=True).dtype,
        not_negative(sizes_argument(dims, "dims"), "dims"),
    )


@rule(
    "tensorflow.zeros_like",
    "tf.zeros_like(f32[2, None]) -> f32[2, None]",
    "tf.zeros_like(f32[2, N], tf.int32) -> i32[2, N]",
    "tf.zeros_like([1, 2]) -> i32[2]",
    "tf.zeros_like(ragged(f32[2, None])) -> ragged(f32[2, None])",
    "tf.zeros_like([[1, 2], [3]]) !! nested lists of different shapes",
)
def zeros_like(input: Any, dtype: Any = None, name: Any = None, layout: Any = None) -> TensorType:
    if isinstance(input, TensorType) and input.kind == "ragged":
        return TensorType(dtype_argument(dtype, input.dtype), input.shape, "ragged")
    value = as_tensor(input, argument="input")
    return TensorType(dtype_argument(dtype, value.dtype), value.shape)


@rule(
    "tensorflow.ones_like",
    "tf.ones_like(i64[2, None]) -> i64[2, None]",
    "tf.ones_like(f32[2, N], dtype=tf.bool) -> b[2, N]",
    "tf.ones_like(s[2]) !! string is not supported",
)
def ones_like(input: Any, dtype: Any = None, name: Any = None, layout: Any = None) -> TensorType:
    result = zeros_like(input, dtype)
    if result.dtype.is_string:
        raise OpError("tf-dtype", "string is not supported", "input")
    return result


@rule(
    "tensorflow.eye",
    "tf.eye(3) -> f32[3, 3]",
    "tf.eye(2, 4, dtype=tf.int32) -> i32[2, 4]",
    "tf.eye(N, batch_shape=[5]) -> f32[5, N, N]",
    "tf.eye(some_int) -> f32[None, None]",
    "tf.eye(f32[]) -> f32[None, None]",
    "tf.eye(2, -1) !! negative size -1",
    "tf.eye(2.5) !! expected ints, got 2.5",
    "tf.eye([3, 4]) !! tf.eye(3, 4)",
)
def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = FLOAT32,
    name: Any = None,
) -> TensorType:
    rows = _side(num_rows, "num_rows")
    columns = rows if num_columns is None else _side(num_columns, "num_columns")
    batch = Shape.scalar() if batch_shape is None else shape_argument(batch_shape, "batch_shape")
    return TensorType(dtype_argument(dtype), batch + Shape.of(rows, columns))


def _side(value: Any, argument: str) -> Dim:
    """How many rows or columns: a tensor may hold them as floats, a Python number may not."""
    if isinstance(value, (list, tuple)):
        hint = f"tf.eye({', '.join(map(str, value))})" if all(map(is_number, value)) else None
        raise OpError("tf-value", f"expected one number, got {list(value)}", argument, hint)
    floats = isinstance(value, TensorType) and value.dtype.is_floating
    return UNKNOWN if floats else count_argument(value, argument)


@rule("tensorflow.timestamp", "tf.timestamp() -> f64[]")
def timestamp(name: Any = None) -> TensorType:
    return TensorType(FLOAT64, Shape.scalar())


@rule(
    "tensorflow.dtypes.as_dtype",
    "tf.as_dtype('float32') -> tf.float32",
    "tf.as_dtype(tf.int64) -> tf.int64",
    "tf.zeros([2], tf.as_dtype('half')) -> f16[2]",
    "tf.as_dtype('flaot32') !! 'flaot32' is not a dtype",
)
def as_dtype(type_value: Any) -> DType:
    if not isinstance(type_value, (DType, str)):
        raise Unsure
    try:
        return dtype_argument(type_value)
    except OpError as error:
        error.argument = "type_value"
        raise
