"""tf.keras.backend: the older names of TensorFlow's ops. One name in a table is one rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import TensorType

from .keras_ops import default_float
from .rule import RULES, OpError, Unsure, rule, with_parameters

_BACKEND: Final = "tensorflow.keras.backend."


def of_tensor(x: Any) -> TensorType:
    """An operand that is a tensor for sure: a symbol of Keras is refused, and of a list the dtype is asked."""
    if x is None:
        raise OpError("tf-value", "None is no tensor", None)
    if not isinstance(x, TensorType) or x.kind not in ("tensor", "variable"):
        raise Unsure
    return x


def ask(op: str, *given: Any, **named: Any) -> Any:
    found = RULES.get(f"tensorflow.{op}") or RULES[f"tensorflow.math.{op}"]
    return found.function(*given, **named)


def _register(name: str, op: str, examples: list[str], **parameters: Any) -> None:
    """A function that gives its arguments to the op, by their order."""

    def function(*given: Any) -> Any:
        of_tensor(given[0])
        return ask(op, *given)

    shown = [f"tf.keras.backend.{name}{example}" for example in examples]
    rule(f"{_BACKEND}{name}", *shown)(with_parameters(function, x=..., **parameters))


for _name, _op in {
    "abs": "abs", "cos": "cos", "exp": "exp", "log": "math.log", "sigmoid": "sigmoid", "sign": "sign",
    "round": "round", "sin": "sin", "softplus": "math.softplus", "softsign": "nn.softsign", "sqrt": "sqrt",
    "square": "square", "tanh": "tanh",
}.items():  # fmt: skip
    _register(_name, _op, ["(f32[2, None]) -> f32[2, None]", "(f64[3]) -> f64[3]"])

for _name, _op in {
    "max": "reduce_max",
    "min": "reduce_min",
    "prod": "reduce_prod",
    "sum": "reduce_sum",
}.items():
    _register(
        _name,
        _op,
        [
            "(f32[2, 3]) -> f32[]",
            "(i32[2, None], axis=-1) -> i32[2]",
            "(f32[2, 3], 0, True) -> f32[1, 3]",
        ],
        axis=None,
        keepdims=False,
    )


def _register_average(name: str, op: str) -> None:
    def function(x: Any, axis: Any = None, keepdims: Any = False) -> Any:
        if not of_tensor(x).dtype.is_floating:
            raise Unsure  # bools are counted, in the dtype that Keras computes in
        return ask(op, x, axis, keepdims)

    rule(
        f"{_BACKEND}{name}",
        f"tf.keras.backend.{name}(f32[2, 3]) -> f32[]",
        f"tf.keras.backend.{name}(f64[2, None], axis=[1], keepdims=True) -> f64[2, 1]",
    )(function)


for _name, _op in {
    "mean": "reduce_mean",
    "std": "math.reduce_std",
    "var": "math.reduce_variance",
}.items():
    _register_average(_name, _op)

for _name in (
    "maximum",
    "minimum",
    "equal",
    "not_equal",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
):
    _made = "f32" if _name in ("maximum", "minimum") else "b"
    _register(
        _name, _name, [f"(f32[2, 3], f32[3]) -> {_made}[2, 3]", f"(f32[2], 0.5) -> {_made}[2]"], y=...
    )  # fmt: skip


def register_as(name: str, text: str, function: Callable[..., Any]) -> None:
    rule(f"{_BACKEND}{name}", *(f"tf.keras.backend.{name}{each}" for each in text.split("; ")))(
        function
    )


def stop_gradient(variables: Any) -> Any:
    return ask("stop_gradient", of_tensor(variables))


register_as("stop_gradient", "(f32[2, None]) -> f32[2, None]", stop_gradient)


def pow(x: Any, a: Any) -> Any:
    return ask("pow", of_tensor(x), a)


def clip(x: Any, min_value: Any, max_value: Any) -> Any:
    if min_value is None or max_value is None:
        raise Unsure
    return ask("clip_by_value", of_tensor(x), min_value, max_value)


def cast(x: Any, dtype: Any) -> Any:
    return ask("cast", of_tensor(x), dtype)


def reshape(x: Any, shape: Any) -> Any:
    return ask("reshape", of_tensor(x), shape)


def flatten(x: Any) -> Any:
    return ask("reshape", of_tensor(x), [-1])


def expand_dims(x: Any, axis: Any = -1) -> Any:
    return ask("expand_dims", of_tensor(x), axis)


def squeeze(x: Any, axis: Any) -> Any:
    return ask("squeeze", of_tensor(x), [axis])


def shape(x: Any) -> Any:
    return ask("shape", of_tensor(x))


def transpose(x: Any) -> Any:
    return ask("transpose", of_tensor(x))


def permute_dimensions(x: Any, pattern: Any) -> Any:
    return ask("transpose", of_tensor(x), pattern)


def ones_like(x: Any, dtype: Any = None, name: Any = None) -> Any:
    return ask("ones_like", of_tensor(x), dtype)


def zeros_like(x: Any, dtype: Any = None, name: Any = None) -> Any:
    return ask("zeros_like", of_tensor(x), dtype)


def softmax(x: Any, axis: Any = -1) -> Any:
    if of_tensor(x).shape.rank in (None, 0, 1):
        raise Unsure  # one axis alone is refused
    return ask("nn.softmax", x, axis)


def argmax(x: Any, axis: Any = -1) -> Any:
    return ask("argmax", of_tensor(x), axis)


def argmin(x: Any, axis: Any = -1) -> Any:
    return ask("argmin", of_tensor(x), axis)


def l2_normalize(x: Any, axis: Any = None) -> Any:
    return ask("math.l2_normalize", of_tensor(x), axis)


def stack(x: Any, axis: Any = 0) -> Any:
    return ask("stack", x, axis)


def concatenate(tensors: Any, axis: Any = -1) -> Any:
    if not isinstance(tensors, (list, tuple)) or not tensors:
        raise Unsure
    ranks = [of_tensor(each).shape.rank for each in tensors]
    if type(axis) is not int or None in ranks:
        raise Unsure
    if axis < 0 and ranks[0]:
        axis %= ranks[0]  # Keras' own, which takes any
    return ask("concat", list(tensors), axis)


def binary_crossentropy(target: Any, output: Any, from_logits: Any = False) -> Any:
    if not of_tensor(output).dtype.is_floating or of_tensor(target).dtype != output.dtype:
        raise Unsure
    return ask("multiply", target, output)


register_as("pow", "(f32[2, None], 2) -> f32[2, None]", pow)
register_as("clip", "(f32[2, 3], 0, 1) -> f32[2, 3]; (f64[None], 0.0, 1.0) -> f64[None]", clip)
register_as(
    "cast", "(i32[2], 'float32') -> f32[2]; (f32[None, 3], tf.float64) -> f64[None, 3]", cast
)
register_as("reshape", "(f32[2, 3], [3, -1]) -> f32[3, 2]; (f32[2, 3], (6,)) -> f32[6]", reshape)
register_as("flatten", "(f32[2, 3]) -> f32[6]; (f32[None, 3]) -> f32[None]", flatten)
register_as("expand_dims", "(f32[2, 3]) -> f32[2, 3, 1]; (f32[2], 0) -> f32[1, 2]", expand_dims)
register_as("squeeze", "(f32[2, 1], 1) -> f32[2]; (f32[2, 1, 1], -1) -> f32[2, 1]", squeeze)
register_as("shape", "(f32[2, None]) -> i32[2]", shape)
register_as("transpose", "(f32[2, 3]) -> f32[3, 2]", transpose)
register_as("permute_dimensions", "(f32[2, 3, 4], (0, 2, 1)) -> f32[2, 4, 3]", permute_dimensions)
register_as("ones_like", "(f32[2, None]) -> f32[2, None]; (f32[2], 'int32') -> i32[2]", ones_like)
register_as(
    "zeros_like", "(f32[2, None]) -> f32[2, None]; (f32[2], tf.int32) -> i32[2]", zeros_like
)
register_as("softmax", "(f32[2, 3]) -> f32[2, 3]; (f32[None, 3], axis=0) -> f32[None, 3]", softmax)
register_as("argmax", "(f32[2, 3]) -> i64[2]; (f32[2, 3], axis=0) -> i64[3]", argmax)
register_as("argmin", "(f32[2, 3]) -> i64[2]; (f32[2, 3], axis=0) -> i64[3]", argmin)
register_as(
    "l2_normalize", "(f32[2, 3]) -> f32[2, 3]; (f32[2, None], axis=1) -> f32[2, None]", l2_normalize
)
register_as(
    "stack", "([f32[2], f32[2]]) -> f32[2, 2]; ([f32[3], f32[3]], axis=1) -> f32[3, 2]", stack
)
register_as(
    "concatenate",
    "([f32[2, 3], f32[2, 4]]) -> f32[2, 7]; ([f32[2, 3], f32[1, 3]], axis=0) -> f32[3, 3]",
    concatenate,
)
register_as(
    "binary_crossentropy",
    "(f32[2, 3], f32[2, 3]) -> f32[2, 3]; (f32[None], f32[None]) -> f32[None]",
    binary_crossentropy,
)


# --- random numbers: of the dtype that Keras computes in, where none is given ------------------------------------------


def _drawn(op: str, shape: Any, dtype: Any) -> Any:
    return ask(op, shape, dtype=default_float() if dtype is None else dtype)


def random_normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    return _drawn("random.normal", shape, dtype)


def truncated_normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    return _drawn("random.truncated_normal", shape, dtype)


def random_uniform(
    shape: Any, minval: Any = 0.0, maxval: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    dtype = default_float() if dtype is None else dtype
    return ask("random.uniform", shape, minval, maxval, dtype=dtype)


def random_bernoulli(shape: Any, p: Any = 0.0, dtype: Any = None, seed: Any = None) -> Any:
    return _drawn("random.uniform", shape, dtype)


for _function in (random_normal, truncated_normal, random_uniform, random_bernoulli):
    register_as(
        _function.__name__,
        "([2, 3]) -> f32[2, 3]; (shape=(4, 1), dtype='float64') -> f64[4, 1]; (tf.shape(f32[2, None])) -> f32[2, None]",
        _function,
    )
