"""tf.keras.backend: products, what repeats and picks rows, activations and losses."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape
from tftypes.algebra.shape import num_elements

from .keras_backend import ask, of_tensor, register_as
from .keras_ops import default_float
from .rule import OpError, Unsure


def dot(x: Any, y: Any) -> Any:
    first, second = of_tensor(x).shape.rank, of_tensor(y).shape.rank
    if first is None or second is None or min(first, second) < 2:
        raise Unsure
    if first == second == 2:
        return ask("linalg.matmul", x, y)
    return ask("tensordot", x, y, [[first - 1], [second - 2]])


def batch_dot(x: Any, y: Any, axes: Any = None) -> Any:
    """Of batches of vectors or matrices; `axes` are what is summed over, by default those of a product of matrices."""
    first, second = of_tensor(x).shape.rank, of_tensor(y).shape.rank
    if first not in (2, 3) or second not in (2, 3):
        raise Unsure
    if axes is None:
        axes = (first - 1, 1)
    pair = (axes, axes) if type(axes) is int else axes
    if (
        not isinstance(pair, (tuple, list))
        or len(pair) != 2
        or any(type(each) is not int for each in pair)
    ):
        raise Unsure
    one, other = pair[0] % first, pair[1] % second
    if one == 0 or other == 0:
        raise OpError("tf-value", "cannot sum over the batch, axis 0", "axes")
    if first == second == 2:
        return ask("reduce_sum", ask("multiply", x, y), 1, True)
    names = "abc"[:first], "axy"[:second].replace("axy"[other], "abc"[one])
    kept = "".join(each for each in names[0] + names[1][1:] if each != "abc"[one])
    return ask("einsum", f"{names[0]},{names[1]}->{kept}", x, y)


def dropout(x: Any, level: Any, noise_shape: Any = None, seed: Any = None) -> Any:
    return ask("nn.dropout", of_tensor(x), level, noise_shape)


def bias_add(x: Any, bias: Any, data_format: Any = None) -> Any:
    if of_tensor(bias).shape.rank != 1 or data_format not in (None, "channels_last"):
        raise Unsure
    return ask("nn.bias_add", of_tensor(x), bias)


def gather(reference: Any, indices: Any) -> Any:
    return ask("gather", of_tensor(reference), indices)


def one_hot(indices: Any, num_classes: Any) -> Any:
    return ask("one_hot", of_tensor(indices), num_classes)


def tile(x: Any, n: Any) -> Any:
    return ask("tile", of_tensor(x), [n] if type(n) is int else n)


def repeat(x: Any, n: Any) -> Any:
    return ask("tile", ask("expand_dims", of_tensor(x), 1), [1, n, 1])


def repeat_elements(x: Any, rep: Any, axis: Any) -> Any:
    return ask("repeat", of_tensor(x), rep, axis)


def reverse(x: Any, axes: Any) -> Any:
    return ask("reverse", of_tensor(x), [axes] if type(axes) is int else axes)


def batch_flatten(x: Any) -> Any:
    dims = of_tensor(x).shape.dims
    if not dims:
        raise Unsure
    return ask("reshape", x, [-1, num_elements(Shape.of(*dims[1:]))])


def relu(x: Any, alpha: Any = 0.0, max_value: Any = None, threshold: Any = 0.0) -> Any:
    return _of_floats(x)


def elu(x: Any, alpha: Any = 1.0) -> Any:
    return _of_floats(x)


def hard_sigmoid(x: Any) -> Any:
    return _of_floats(x)


def _of_floats(x: Any) -> Any:
    if not of_tensor(x).dtype.is_floating:
        raise Unsure
    return ask("identity", x)


def any_of(x: Any, axis: Any = None, keepdims: Any = False) -> Any:
    return ask("reduce_any", ask("cast", of_tensor(x), "bool"), axis, keepdims)


def constant(value: Any, dtype: Any = None, shape: Any = None, name: Any = None) -> Any:
    return ask("constant", value, default_float() if dtype is None else dtype, shape)


def categorical_crossentropy(
    target: Any, output: Any, from_logits: Any = False, axis: Any = -1
) -> Any:
    if not of_tensor(output).dtype.is_floating or of_tensor(target).dtype != output.dtype:
        raise Unsure
    return ask("reduce_sum", ask("multiply", target, output), axis)


def sparse_categorical_crossentropy(
    target: Any, output: Any, from_logits: Any = False, axis: Any = -1, ignore_class: Any = None
) -> Any:
    classes, rank = of_tensor(target).shape.rank, of_tensor(output).shape.rank
    if axis != -1 or rank is None or classes != rank - 1 or ignore_class is not None:
        raise Unsure
    return ask("nn.sparse_softmax_cross_entropy_with_logits", ask("cast", target, "int64"), output)


register_as(
    "dot",
    "(f32[2, 3], f32[3, 4]) -> f32[2, 4]; (f32[None, 5, 3], f32[3, 4]) -> f32[None, 5, 4]; "
    "(f32[5, 3], f32[2, 3, 4]) -> f32[5, 2, 4]",
    dot,
)
register_as(
    "batch_dot",
    "(f32[2, 3, 4], f32[2, 4, 5]) -> f32[2, 3, 5]; (f32[None, 3], f32[None, 3]) -> f32[None, 1]; "
    "(f32[2, 3, 4], f32[2, 5, 4], axes=2) -> f32[2, 3, 5]; (f32[2, 3, 4], f32[2, 3], axes=(1, 1)) -> f32[2, 4]",
    batch_dot,
)
register_as("bias_add", "(f32[2, None, 3], f32[3]) -> f32[2, None, 3]", bias_add)
register_as("dropout", "(f32[2, None], 0.5) -> f32[2, None]", dropout)
register_as("gather", "(f32[5, 3], i32[2]) -> f32[2, 3]", gather)
register_as("one_hot", "(i32[2, None], 4) -> f32[2, None, 4]", one_hot)
register_as("tile", "(f32[2, 3], [1, 2]) -> f32[2, 6]; (f32[2], 3) -> f32[6]", tile)
register_as("repeat", "(f32[2, 3], 4) -> f32[2, 4, 3]", repeat)
register_as("repeat_elements", "(f32[2, 3], 2, axis=1) -> f32[2, 6]", repeat_elements)
register_as("reverse", "(f32[2, None], 0) -> f32[2, None]; (i32[3], [0]) -> i32[3]", reverse)
register_as("batch_flatten", "(f32[None, 3, 4]) -> f32[None, 12]", batch_flatten)
for _function in (relu, elu, hard_sigmoid):
    register_as(_function.__name__, "(f32[2, None]) -> f32[2, None]; (f64[3]) -> f64[3]", _function)
register_as("any", "(b[2, 3], axis=1) -> b[2]; (f32[2, 3]) -> b[]", any_of)
register_as("constant", "([1, 2]) -> f32[2]; (0, 'int32', [2, 3]) -> i32[2, 3]", constant)
register_as(
    "categorical_crossentropy",
    "(f32[2, 3], f32[2, 3]) -> f32[2]; (f32[None, 3], f32[None, 3], True) -> f32[None]",
    categorical_crossentropy,
)
register_as(
    "sparse_categorical_crossentropy",
    "(i32[2], f32[2, 3]) -> f32[2]; (f32[None, 4], f32[None, 4, 3]) -> f32[None, 4]",
    sparse_categorical_crossentropy,
)
