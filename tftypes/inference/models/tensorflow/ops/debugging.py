"""tf.debugging: assertions that static shapes and dtypes already fail, and those that return their tensor."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, TensorType

from .arguments import allow, dtype_argument, int_argument, ints_argument
from .broadcasting import broadcast_shapes, matched
from .conversion import as_tensor
from .groups import FLOATS, INTS, NUMBERS, REALS, Names
from .rule import OpError, Unsure, rule, with_parameters
from .values import FLOAT32, is_number

# --- that return the tensor -------------------------------------------------------------------------------------------


@rule(
    "tensorflow.debugging.check_numerics",
    "tf.debugging.check_numerics(f32[2, N], 'loss') -> f32[2, N]",
    "tf.debugging.check_numerics(i32[2], 'loss') !! int32 is not supported",
)
def check_numerics(tensor: Any, message: Any, name: Any = None) -> TensorType:
    x = allow(as_tensor(tensor, argument="tensor"), FLOATS, "tensor")
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.debugging.assert_all_finite",
    "tf.debugging.assert_all_finite(f32[2, N], 'loss') -> f32[2, N]",
    "tf.debugging.assert_all_finite(i32[2], 'loss') !! int32 is not supported",
)
def assert_all_finite(x: Any, message: Any, name: Any = None) -> TensorType:
    value = allow(as_tensor(x, argument="x"), FLOATS, "x")
    return TensorType(value.dtype, value.shape)


# --- ranks and shapes -------------------------------------------------------------------------------------------------


def _rank(value: Any, argument: str) -> int | None:
    if isinstance(value, TensorType) and value.kind != "tensor":
        raise Unsure
    return as_tensor(value, argument=argument).shape.rank


@rule(
    "tensorflow.debugging.assert_rank",
    "tf.debugging.assert_rank(f32[2, 3], 2) -> anything",
    "tf.debugging.assert_rank(f32[2, 3], 3) !! expected rank 3, got rank 2",
)
def assert_rank(x: Any, rank: Any, message: Any = None, name: Any = None) -> Any:
    actual, wanted = _rank(x, "x"), int_argument(rank, "rank")
    if actual is not None and wanted is not None and actual != wanted:
        raise OpError("tf-rank", f"expected rank {wanted}, got rank {actual}", "x")
    return UNKNOWN


@rule(
    "tensorflow.debugging.assert_rank_at_least",
    "tf.debugging.assert_rank_at_least(f32[2, 3], 2) -> anything",
    "tf.debugging.assert_rank_at_least(f32[2, 3], 3) !! expected rank 3 or more, got rank 2",
)
def assert_rank_at_least(x: Any, rank: Any, message: Any = None, name: Any = None) -> Any:
    actual, wanted = _rank(x, "x"), int_argument(rank, "rank")
    if actual is not None and wanted is not None and actual < wanted:
        raise OpError("tf-rank", f"expected rank {wanted} or more, got rank {actual}", "x")
    return UNKNOWN


@rule(
    "tensorflow.debugging.assert_rank_in",
    "tf.debugging.assert_rank_in(f32[2, 3], (2, 3)) -> anything",
    "tf.debugging.assert_rank_in(f32[2, 3], (3, 4)) !! rank 2 is none of 3, 4",
)
def assert_rank_in(x: Any, ranks: Any, message: Any = None, name: Any = None) -> Any:
    actual, wanted = _rank(x, "x"), ints_argument(ranks, "ranks")
    if actual is None or not wanted or not all(map(is_number, wanted)) or actual in wanted:
        return UNKNOWN
    raise OpError("tf-rank", f"rank {actual} is none of {', '.join(map(str, wanted))}", "x")


@rule(
    "tensorflow.debugging.assert_scalar",
    "tf.debugging.assert_scalar(f32[]) -> anything",
    "tf.debugging.assert_scalar(f32[1]) !! expected a scalar, got rank 1",
)
def assert_scalar(tensor: Any, message: Any = None, name: Any = None) -> Any:
    x = as_tensor(tensor, argument="tensor")
    if x.shape.rank:
        raise OpError("tf-rank", f"expected a scalar, got rank {x.shape.rank}", "tensor")
    return UNKNOWN


@rule(
    "tensorflow.debugging.assert_shapes",
    "tf.debugging.assert_shapes([(f32[2, 3], ('N', 'M')), (f32[3], ('M',))]) -> anything",
    "tf.debugging.assert_shapes([(f32[2, 3], ('N', 4))]) !! expected 4 in axis 1, got 3",
    "tf.debugging.assert_shapes([(f32[2, 3], 'NM'), (f32[4], 'M')]) !! 'M' is 3 and 4",
    "tf.debugging.assert_shapes([(f32[2, 3], ('N',))]) !! expected rank 1, got rank 2",
)
def assert_shapes(
    shapes: Any, data: Any = None, summarize: Any = None, message: Any = None, name: Any = None
) -> Any:
    pairs = shapes.items() if isinstance(shapes, dict) else shapes
    sizes: dict[str, int] = {}
    for pair in pairs if isinstance(pairs, (list, tuple)) else ():
        if isinstance(pair, (list, tuple)) and len(pair) == 2:
            _check_pair(pair[0], pair[1], sizes)
    return UNKNOWN


def _check_pair(value: Any, symbols: Any, sizes: dict[str, int]) -> None:
    """One tensor against its named sizes, those met before in `sizes`."""
    plain = isinstance(value, TensorType) and value.kind == "tensor"
    if not plain or value.shape.dims is None or not isinstance(symbols, (str, list, tuple)):
        return
    names, dims = list(symbols), value.shape.dims
    if len(names) < 2 and len(dims) < 2:
        names, dims = names or [1], dims or (1,)  # a scalar is taken for a vector of one element
    if not all(is_number(name) or (isinstance(name, str) and name.isalnum()) for name in names):
        return  # a pattern such as `...` or `*`
    if len(names) != len(dims):
        raise OpError(
            "tf-rank", f"expected rank {len(names)}, got rank {value.shape.rank}", "shapes"
        )
    for axis, (name, dim) in enumerate(zip(names, dims)):
        if not is_number(dim):
            continue
        wanted = name if is_number(name) else sizes.setdefault(name, int(dim))
        if dim != wanted:
            what = (
                f"expected {wanted} in axis {axis}, got {dim}"
                if is_number(name)
                else f"{name!r} is {wanted} and {dim}"
            )
            raise OpError("tf-shape", what, "shapes")


# --- dtypes -----------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.debugging.assert_type",
    "tf.debugging.assert_type(f32[2], tf.float32) -> anything",
    "tf.debugging.assert_type(f32[2], tf.int32) !! expected int32, got float32",
)
def assert_type(tensor: Any, tf_type: Any, message: Any = None, name: Any = None) -> Any:
    x = tensor if isinstance(tensor, TensorType) else as_tensor(tensor, argument="tensor")
    wanted = dtype_argument(tf_type)
    if x.dtype.names.isdisjoint(wanted.names):
        raise OpError("tf-dtype", f"expected {wanted}, got {x.dtype}", "tensor")
    return UNKNOWN


@rule(
    "tensorflow.debugging.assert_integer",
    "tf.debugging.assert_integer(i32[2]) -> anything",
    "tf.debugging.assert_integer(f32[2]) !! float32 is not supported",
)
def assert_integer(x: Any, message: Any = None, name: Any = None) -> Any:
    value = as_tensor(x, argument="x")
    if value.dtype.names.isdisjoint(INTS) and not any("int" in each for each in value.dtype.names):
        raise OpError("tf-dtype", f"{value.dtype} is not supported", "x")
    return UNKNOWN


@rule(
    "tensorflow.debugging.assert_same_float_dtype",
    "tf.debugging.assert_same_float_dtype([f32[2], f32[3]]) -> anything",
    "tf.debugging.assert_same_float_dtype([f32[2]], tf.float32) -> anything",
    "tf.debugging.assert_same_float_dtype([f32[2], f64[3]]) !! float32 and float64",
    "tf.debugging.assert_same_float_dtype([i32[2]]) !! int32 is not supported",
)
def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> Any:
    wanted = None if dtype is None else dtype_argument(dtype)
    if tensors is not None and not isinstance(tensors, (list, tuple)):
        raise Unsure
    for value in tensors or ():
        if not isinstance(value, TensorType):
            raise Unsure
        if wanted is not None and wanted.names.isdisjoint(value.dtype.names):
            raise OpError("tf-dtype", f"{wanted} and {value.dtype}", "tensors")
        wanted = value.dtype if wanted is None or not wanted.is_known else wanted
    wanted = wanted or FLOAT32
    if wanted.is_known and wanted.names.isdisjoint(FLOATS):
        raise OpError("tf-dtype", f"{wanted} is not supported", "tensors")
    return UNKNOWN


# --- comparisons ------------------------------------------------------------------------------------------------------


def _register_comparison(op: str, allowed: Names | None, names: tuple[str, ...]) -> None:
    def function(x: Any, y: Any, *rest: Any) -> Any:
        a, b, _ = matched(x, y)
        if allowed is not None:
            allow(a, allowed, "x")
        broadcast_shapes(a.shape, b.shape, "y")
        return UNKNOWN

    path = f"tf.debugging.{op}"
    rule(
        f"tensorflow.debugging.{op}",
        f"{path}(f32[2, 3], 1.0) -> anything",
        f"{path}(f32[2, 3], f32[4]) !! 3 against 4",
        f"{path}(f32[2, 3], i32[3]) !! expected float32 as x has, got int32",
    )(with_parameters(function, x=..., y=..., **dict.fromkeys(names)))


_MORE = ("message", "summarize", "name")
for _op in ("assert_less", "assert_less_equal", "assert_greater", "assert_greater_equal"):
    _register_comparison(_op, REALS, _MORE)
_register_comparison("assert_equal", None, _MORE)
_register_comparison("assert_none_equal", None, ("summarize", "message", "name"))
_register_comparison("assert_near", None, ("rtol", "atol", *_MORE))


def _register_sign(op: str) -> None:
    def function(x: Any, *rest: Any) -> Any:
        allow(as_tensor(x, argument="x"), NUMBERS, "x")
        return UNKNOWN

    rule(
        f"tensorflow.debugging.{op}",
        f"tf.debugging.{op}(f32[2, 3]) -> anything",
        f"tf.debugging.{op}(s[2]) !! string is not supported",
    )(with_parameters(function, x=..., **dict.fromkeys(_MORE)))


for _op in ("assert_positive", "assert_negative", "assert_non_negative", "assert_non_positive"):
    _register_sign(_op)
