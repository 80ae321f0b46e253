"""tf.keras.ops: tensors made of numbers and of others, casts, and what is asked of a tensor."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, num_elements

from .arguments import count_argument, shape_argument
from .folding import converted
from .keras_ops import (
    Given,
    asked,
    changed,
    default_float,
    given,
    has_symbols,
    keras_rule,
    operand,
    promoted,
    told,
    without_symbols,
)
from .rule import RULES, OpError, Unsure, with_parameters
from .tnp import naming
from .tnp_sequences import counted_steps, spaced
from .values import ANY, FLOAT32, INT32, contents, is_number, known_bool, of, tensor

# --- of a shape -------------------------------------------------------------------------------------------------------


def _filled(shape: Any, dtype: Any = None) -> TensorType:
    return TensorType(asked(dtype), shape_argument(shape))


for _op in ("zeros", "ones", "empty"):
    keras_rule(
        _op,
        "[2, N]) -> f32[2, N]",
        "(2, 3), 'int32') -> i32[2, 3]",
        "3, dtype=tf.float16) -> f16[3]",
        "some_ints) -> f32[...]",
        "'ab') !! expected a shape, got 'ab'",
    )(with_parameters(_filled, shape=..., dtype=None))


@keras_rule(
    "full",
    "[2, N], 0) -> f32[2, N]",
    "(2, 3), True, dtype='bool') -> b[2, 3]",
    "[2, 3], f32[3]) -> f32[2, 3]",
    "[2, 3], f32[2]) !! 2 against 3",
)
def full(shape: Any, fill_value: Any, dtype: Any = None) -> TensorType:
    without_symbols()
    value, target = operand(fill_value, "fill_value"), shape_argument(shape)
    return TensorType(asked(dtype), _spread(value, target))


def _spread(value: TensorType, target: Shape) -> Shape:
    """The shape of a value that is repeated over another shape."""
    if any(is_number(dim) and dim < 0 for dim in target.dims or ()):
        raise Unsure
    with naming(input="fill_value"):
        made = RULES["tensorflow.broadcast_to"].call(
            input=TensorType(FLOAT32, value.shape), shape=target
        )
    shape: Shape = made.shape
    return shape


def _like(x: Any, dtype: Any = None) -> TensorType:
    value = operand(x, "x")
    return TensorType(asked(dtype, value.dtype), value.shape)


for _op in ("zeros_like", "ones_like", "empty_like"):
    keras_rule(
        _op,
        "f32[2, N]) -> f32[2, N]",
        "f32[2, N], 'int32') -> i32[2, N]",
        "variable(f32[3]), dtype=tf.float16) -> f16[3]",
    )(with_parameters(_like, x=..., dtype=None))


@keras_rule(
    "full_like",
    "f32[2, N], 0) -> f32[2, N]",
    "i32[2, 3], 7, 'float32') -> f32[2, 3]",
    "f32[2, 3], f32[3]) -> f32[2, 3]",
)
def full_like(x: Any, fill_value: Any, dtype: Any = None) -> TensorType:
    value, filling = operand(x, "x"), operand(fill_value, "fill_value")
    if filling.shape.rank != 0:
        _spread(filling, value.shape)
    made = asked(dtype, value.dtype)
    return TensorType(told(made) if has_symbols() else promoted(made.names), value.shape)


def _matrix(N: Any, M: Any, dtype: Any) -> TensorType:
    rows = count_argument(N, "N")
    return TensorType(asked(dtype), of(rows, rows if M is None else count_argument(M, "M")))


def _eye(N: Any, M: Any = None, k: Any = 0, dtype: Any = None) -> TensorType:
    # A diagonal further off makes a matrix that is no square larger, in some versions, and one of a negative size.
    is_sure = M is None or N == M or (is_number(k) and k == 0)
    return _matrix(N, M, dtype) if is_sure else TensorType(asked(dtype), of(UNKNOWN, UNKNOWN))


def _identity(n: Any, dtype: Any = None) -> TensorType:
    if isinstance(n, TensorType) and n.dtype.is_integer is not True:
        raise Unsure  # a float is cut
    return _matrix(n, None, dtype)


_MATRIX: Final = (
    "3, 4, dtype='int32') -> i32[3, 4]",
    "3) -> f32[3, 3]",
    "3, k=1) -> f32[3, 3]",
    "-3) !! negative size -3",
)
keras_rule("eye", *_MATRIX, "2, 3, 1) -> f32[None, None]", "-1, 3, 1) -> f32[None, None]")(
    with_parameters(_eye, N=..., M=None, k=0, dtype=None)
)
keras_rule("tri", *_MATRIX, "2, 3, 1) -> f32[2, 3]")(
    with_parameters(lambda N, M, k, dtype: _matrix(N, M, dtype), N=..., M=None, k=0, dtype=None)
)
_IDENTITY: Final = ("3) -> f32[3, 3]", "3, 'int32') -> i32[3, 3]", "-3) !! negative size -3")
keras_rule("identity", *_IDENTITY)(with_parameters(_identity, n=..., dtype=None))


# --- of numbers -------------------------------------------------------------------------------------------------------


@keras_rule(
    "arange",
    "5) -> i32[5]",
    "2, 10, 3) -> i32[3]",
    "10, 2, -3) -> i32[3]",
    "0.0, 1.0, 0.25) -> f32[4]",
    "0, 1.0, 0.25) -> f32[4]",
    "5, dtype='float32') -> f32[5]",
    "0, 5, 0) !! the step is 0",
)
def arange(start: Any, stop: Any = None, step: Any = None, dtype: Any = None) -> TensorType:
    without_symbols()
    if is_number(step) and step == 0:
        raise OpError("tf-value", "the step is 0", "step")
    numbers = [each for each in (start, stop, step) if each is not None]
    if any(operand(number, "start").shape.rank != 0 for number in numbers):
        raise Unsure
    made = promoted(*(given(number, "start") for number in numbers)) if dtype is None else ANY
    made = made if dtype is None else asked(dtype)
    first, last = (0, start) if stop is None else (start, stop)
    count = counted_steps(contents(first), contents(last), 1 if step is None else contents(step))
    return TensorType(made, of(count))


_FLOAT: Final[Given] = frozenset({"float"})


def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
) -> TensorType:
    without_symbols()
    if known_bool(retstep) is not False:
        raise Unsure
    ends = operand(start, "start").shape, operand(stop, "stop").shape
    shape = spaced(*ends, num, axis)
    made = promoted(given(start, "start"), given(stop, "stop"), _FLOAT)
    return TensorType(made if dtype is None else asked(dtype), shape)


keras_rule(
    "linspace",
    "0, 1, 5) -> f32[5]",
    "f64[3], f64[3], 5, axis=-1) -> f64[3, 5]",
    "i32[], 4, 5) -> f32[5]",
    "0.0, 1.0) -> f32[50]",
    "0, 1, 5, retstep=True) -> anything",
    "0, 1, -1) !! negative number of samples -1",
)(linspace)


@keras_rule("logspace", "0, 1, 5) -> f32[5]", "0, 1, -1) !! negative number of samples -1")
def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    base: Any = 10,
    dtype: Any = None,
    axis: Any = 0,
) -> TensorType:
    return linspace(start, stop, num, endpoint, dtype=dtype, axis=axis)


# --- of others --------------------------------------------------------------------------------------------------------


def _made_tensor(x: Any, dtype: Any) -> TensorType:
    """A variable stays one where it has the dtype that is asked for."""
    if dtype is None:
        value = changed(x, "x")
        if value.dtype != FLOAT32:
            without_symbols()  # which are of float32 in some versions
        return value
    made, is_variable = asked(dtype), isinstance(x, TensorType) and x.kind == "variable"
    if is_variable and not made.names.isdisjoint(x.dtype.names):
        raise Unsure
    return _cast(x, made)


def _cast(x: Any, dtype: DType) -> TensorType:
    value = operand(x, "x")
    return tensor(dtype, value.shape, converted(value, dtype))


@keras_rule(
    "convert_to_tensor",
    "f32[2, N]) -> f32[2, N]",
    "[[1, 2], [3, 4]]) -> i32[2, 2]",
    "[1.5, 2.5]) -> f32[2]",
    "[1, 2], 'float32') -> f32[2]",
    "f32[3], dtype='int32') -> i32[3]",
    "variable(f32[3])) -> anything",
    "[[1], [2, 3]]) !! nested lists of different shapes",
)
def convert_to_tensor(
    x: Any, dtype: Any = None, sparse: Any = None, ragged: Any = None
) -> TensorType:
    return _made_tensor(x, dtype)


@keras_rule(
    "array",
    "f32[2, N]) -> f32[2, N]",
    "[[1, 2], [3, 4]]) -> i32[2, 2]",
    "[1, 2], 'float32') -> f32[2]",
    "[[1], [2, 3]]) !! nested lists of different shapes",
)
def array(x: Any, dtype: Any = None) -> TensorType:
    without_symbols()
    return _made_tensor(x, dtype)


for _op in ("cast", "saturate_cast"):
    keras_rule(
        _op,
        "i32[2, N], 'float32') -> f32[2, N]",
        "f32[3], tf.int64) -> i64[3]",
        "variable(f32[3]), 'float16') -> f16[3]",
        "b[...], 'float32') -> f32[...]",
    )(
        with_parameters(
            lambda x, dtype: _cast(x, asked(dtype)) if dtype is not None else UNKNOWN,
            x=...,
            dtype=...,
        )
    )


@keras_rule("stop_gradient", "f32[2, N]) -> f32[2, N]", "variable(i32[3])) -> i32[3]")
def stop_gradient(variable: Any) -> TensorType:
    return operand(variable, "variable")


def _one_hot_of(x: Any, num_classes: Any, axis: Any, dtype: Any) -> TensorType:
    value = operand(x, "x")
    with naming(indices="x", depth="num_classes"):
        made = RULES["tensorflow.one_hot"].call(
            indices=TensorType(INT32, value.shape), depth=num_classes, axis=axis
        )
    return TensorType(asked(dtype, FLOAT32), made.shape)


@keras_rule(
    "one_hot",
    "i32[2, N], 10) -> f32[2, N, 10]",
    "[0, 2], 3, axis=0) -> f32[3, 2]",
    "i64[2], 3, dtype='int32') -> i32[2, 3]",
    "i32[2], some_int) -> f32[2, None]",
    "i32[2], 3, axis=2) !! axis 2 is out of range",
)
def one_hot(
    x: Any, num_classes: Any, axis: Any = -1, dtype: Any = None, sparse: Any = False
) -> TensorType:
    if known_bool(sparse) is not False:
        raise Unsure
    made = _one_hot_of(x, num_classes, axis, dtype)
    # Without a dtype it is a float32 in some versions, and the default float in others.
    return made if dtype is not None else TensorType(_maybe_default(), made.shape)


def _maybe_default() -> DType:
    return DType(default_float().names | FLOAT32.names)


# --- what is asked of a tensor ----------------------------------------------------------------------------------------


@keras_rule("shape", "f32[2, 3]) -> (2, 3)", "f32[2, None]) -> (2, anything)", "f32[]) -> ()")
def shape(x: Any) -> tuple[Any, ...]:
    dims = operand(x, "x").shape.dims
    if dims is None:
        raise Unsure
    return tuple(dim if is_number(dim) else UNKNOWN for dim in dims)


@keras_rule("ndim", "f32[2, N]) -> 2", "f32[...]) -> anything")
def ndim(x: Any) -> int:
    without_symbols()
    rank = operand(x, "x").shape.rank
    if rank is None:
        raise Unsure
    return rank


@keras_rule("size", "f32[2, 3]) -> i32[]", "f32[...]) -> i32[]")
def size(x: Any) -> TensorType:
    without_symbols()
    count = num_elements(operand(x, "x").shape)
    return tensor(INT32, Shape.scalar(), count if is_number(count) else None)
