"""tf.keras.ops: activations, normalisation, crossentropies, attention. One name in a table is one rule."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, equal

from .arguments import axis_argument, rank_is
from .groups import FLOATS
from .keras_ops import (
    asked,
    default_float,
    has_symbols,
    keras_rule,
    operand,
    promoted,
    without_symbols,
)
from .reductions import reduced
from .rule import OpError, Unsure, with_parameters
from .values import ANY, FLOAT32, is_dim, is_number, known_bool, of

# --- activations ------------------------------------------------------------------------------------------------------


def floats(x: Any, argument: str = "x") -> TensorType:
    """An operand of floats: of ints Keras makes what each version does.

    Raises Unsure for others.
    """
    value = operand(x, argument)
    if not value.dtype.names <= FLOATS:
        raise Unsure
    return TensorType(value.dtype, value.shape)


#: The parameters of activations and of functions like them, which leave dtype and shape alone.
_ACTIVATIONS: Final[dict[str, dict[str, Any]]] = {
    "celu": {"alpha": 1.0},
    "elu": {"alpha": 1.0},
    "erf": {},
    "erfc": {},
    "erfinv": {},
    "gelu": {"approximate": True},
    "hard_shrink": {"threshold": 0.5},
    "hard_sigmoid": {},
    "hard_silu": {},
    "hard_tanh": {},
    "leaky_relu": {"negative_slope": 0.2},
    "log_sigmoid": {},
    "relu": {},
    "relu6": {},
    "rsqrt": {},
    "selu": {},
    "sigmoid": {},
    "silu": {},
    "soft_shrink": {"threshold": 0.5},
    "softplus": {},
    "softsign": {},
    "sparse_plus": {},
    "sparse_sigmoid": {},
    "squareplus": {"b": 4},
    "tanh_shrink": {},
    "threshold": {"threshold": ..., "default_value": ...},
}
for _op, _parameters in _ACTIVATIONS.items():
    _rest = ", 1.0, 0.0" if _op == "threshold" else ""
    keras_rule(
        _op,
        f"f32[2, N]{_rest}) -> f32[2, N]",
        f"f64[...]{_rest}) -> f64[...]",
        f"variable(f32[3]){_rest}) -> f32[3]",
    )(with_parameters(lambda x, *rest: floats(x), x=..., **_parameters))


def _along(x: Any, axis: Any = -1) -> TensorType:
    value = floats(x)
    if is_number(axis) and value.shape.rank:
        axis_argument(axis, value.shape.rank)
    return value


for _op in ("softmax", "log_softmax", "sparsemax"):
    keras_rule(
        _op,
        "f32[2, N]) -> f32[2, N]",
        "f64[2, 3], axis=0) -> f64[2, 3]",
        "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    )(with_parameters(_along, x=..., axis=-1))


@keras_rule("glu", "f32[2, 4]) -> f32[2, 2]", "f32[6, N], axis=0) -> f32[3, N]")
def glu(x: Any, axis: Any = -1) -> TensorType:
    without_symbols()
    value = floats(x)
    rank = value.shape.rank
    if not rank or not is_number(axis) or not -rank <= axis < rank:
        raise Unsure
    size = value.shape[axis]
    half = size // 2 if is_number(size) and size % 2 == 0 else UNKNOWN
    return TensorType(value.dtype, value.shape.replace(axis % rank, half))


# --- normalisation ----------------------------------------------------------------------------------------------------


@keras_rule(
    "normalize",
    "f32[2, N]) -> f32[2, N]",
    "f32[2, 3], axis=0, order=1) -> f32[2, 3]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def normalize(x: Any, axis: Any = -1, order: Any = 2, epsilon: Any = None) -> TensorType:
    value = _with_axes(floats(x))
    if is_number(axis) and value.shape.rank:
        axis_argument(axis, value.shape.rank)
    # Of symbols it is of the default float.
    names = value.dtype.names | (default_float().names if has_symbols() else set())
    return TensorType(DType(names), value.shape)


def _with_axes(value: TensorType) -> TensorType:
    """Raises Unsure for what may be a scalar, which becomes a vector."""
    if not value.shape.min_rank:
        raise Unsure
    return value


def _scaled(x: Any, others: dict[str, Any]) -> TensorType:
    """What is scaled by weights of its own dtype stays what it is."""
    value = floats(x)
    for name, other in others.items():
        if other is not None and operand(other, name).dtype != value.dtype:
            raise Unsure
    return value


def _scaled_along(x: Any, axis: Any, others: dict[str, Any]) -> TensorType:
    """What is scaled along its last dim; a size of 1 there is broadcast."""
    value = _with_axes(_scaled(x, others))
    weights = [operand(each, name) for name, each in others.items() if each is not None]
    if not weights:
        return value
    rank = value.shape.rank
    if axis not in (-1, (rank or 0) - 1) or any(each.shape.rank != 1 for each in weights):
        raise Unsure
    if all(each.shape[0] == value.shape[-1] for each in weights):
        return value
    return TensorType(value.dtype, value.shape.replace(-1, UNKNOWN))


@keras_rule(
    "layer_normalization",
    "f32[2, N]) -> f32[2, N]",
    "f32[2, 5, 3], gamma=f32[3], beta=variable(f32[3])) -> f32[2, 5, 3]",
)
def layer_normalization(
    x: Any, gamma: Any = None, beta: Any = None, axis: Any = -1, epsilon: Any = None
) -> TensorType:
    return _scaled_along(x, axis, {"gamma": gamma, "beta": beta})


@keras_rule("rms_normalization", "f32[2, N]) -> f32[2, N]", "f32[2, 3], scale=f32[3]) -> f32[2, 3]")
def rms_normalization(x: Any, scale: Any = None, axis: Any = -1, epsilon: Any = None) -> TensorType:
    return _scaled_along(x, axis, {"scale": scale})


@keras_rule(
    "batch_normalization",
    "f32[2, N, 3], f32[3], f32[3], -1) -> f32[2, N, 3]",
    "f32[2, 3, 4], f32[3], f32[3], axis=1, offset=f32[3], scale=f32[3]) -> f32[2, 3, 4]",
)
def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    axis: Any,
    offset: Any = None,
    scale: Any = None,
    epsilon: Any = 0.001,
) -> TensorType:
    given = {"mean": mean, "variance": variance, "offset": offset, "scale": scale}
    value = _scaled(x, given)
    ranks = [operand(each, name).shape.rank for name, each in given.items() if each is not None]
    if value.shape.rank is None or any(rank != 1 for rank in ranks):
        return TensorType(value.dtype, Shape.unknown())
    rank = value.shape.rank
    if not is_number(axis) or not -rank <= axis < rank:
        return TensorType(value.dtype, Shape.unknown())
    # A size of 1 on either side is broadcast.
    size = operand(mean, "mean").shape[0]
    return TensorType(
        value.dtype,
        value.shape if size == value.shape[axis] else value.shape.replace(axis % rank, UNKNOWN),
    )


# --- crossentropies ---------------------------------------------------------------------------------------------------


def _with_classes(output: Shape) -> None:
    """Raises OpError for a scalar, which has no scores of classes; of symbols Keras looks at it later."""
    if output.rank == 0 and not has_symbols():
        raise OpError("tf-rank", "expected rank 1 or more, got a scalar", "output")


def _alike(target: Shape, output: Shape) -> None:
    """Raises OpError for shapes that are not one."""
    if target.dims is None or output.dims is None:
        return
    if len(target.dims) != len(output.dims):
        words = f"expected rank {output.rank} as output has, got rank {target.rank}"
        raise OpError("tf-rank", words, "target")
    for axis, (got, expected) in enumerate(zip(target.dims, output.dims)):
        if equal(got, expected) is False:
            words = f"dim {axis} is {got}, and {expected} in output"
            raise OpError("tf-shape", words, "target")


def _entropy(target: Any, output: Any) -> tuple[TensorType, DType]:
    """The predictions, and the dtype of the loss."""
    true, pred = operand(target, "target"), operand(output, "output")
    _alike(true.shape, pred.shape)
    return pred, pred.dtype if true.dtype == pred.dtype and pred.dtype.is_floating else ANY


@keras_rule(
    "binary_crossentropy",
    "f32[2, N], f32[2, N]) -> f32[2, N]",
    "f32[2, 3], f32[2, 3], from_logits=True) -> f32[2, 3]",
    "f32[2], f32[2, 1]) !! expected rank 2",
    "f32[2, 3], f32[2, 4]) !! dim 1 is 3, and 4 in output",
)
def binary_crossentropy(target: Any, output: Any, from_logits: Any = False) -> TensorType:
    pred, dtype = _entropy(target, output)
    return TensorType(dtype, _both(operand(target, "target").shape, pred.shape))


def _both(one: Shape, other: Shape) -> Shape:
    """The shape of two that are one."""
    if one.dims is None or other.dims is None:
        return Shape.unknown()
    return of(*(a if a == b else UNKNOWN for a, b in zip(one.dims, other.dims)))


@keras_rule(
    "categorical_crossentropy",
    "f32[2, N], f32[2, N]) -> f32[2]",
    "f32[2, 3], f32[2, 3], from_logits=True) -> f32[2]",
    "f32[2, 3, 4], f32[2, 3, 4], axis=1) -> f32[2, 4]",
    "f32[2], f32[2, 1]) !! expected rank 2",
    "f32[2, 3], f32[2, 4]) !! dim 1 is 3, and 4 in output",
)
def categorical_crossentropy(
    target: Any, output: Any, from_logits: Any = False, axis: Any = -1
) -> TensorType:
    pred, dtype = _entropy(target, output)
    _with_classes(pred.shape)
    shape = _both(operand(target, "target").shape, pred.shape)
    if not shape.rank or not is_number(axis) or not -shape.rank <= axis < shape.rank:
        return TensorType(dtype, Shape.unknown())
    if has_symbols() and axis not in (-1, shape.rank - 1):
        raise Unsure
    return TensorType(dtype, reduced(shape, axis, False))


@keras_rule(
    "sparse_categorical_crossentropy",
    "i32[2], f32[2, N]) -> f32[2]",
    "i64[2, 5, 1], f32[2, 5, 3], from_logits=True) -> f32[2, 5]",
    "i32[2, 5], f32[3, 5, 4]) !! dim 0 is 2, and 3 in output",
    "i32[2, 3], f32[2, 3]) !! expected rank 1",
)
def sparse_categorical_crossentropy(
    target: Any, output: Any, from_logits: Any = False, axis: Any = -1
) -> TensorType:
    true, pred = operand(target, "target").shape, operand(output, "output")
    _with_classes(pred.shape)
    dtype = pred.dtype if pred.dtype.is_floating else ANY
    if true.dims is None or not pred.shape.rank or axis not in (-1, pred.shape.rank - 1):
        return TensorType(dtype, Shape.unknown())
    rank = pred.shape.rank
    if len(true.dims) == rank:
        last = equal(true.dims[-1], 1)
        if last is None:
            return TensorType(dtype, Shape.unknown())
        true = true.slice(0, -1) if last else true
    classes = pred.shape.slice(0, -1)
    if true.rank != classes.rank:
        raise OpError("tf-rank", f"expected rank {rank - 1}, got rank {true.rank}", "target")
    _alike(true, classes)
    return TensorType(dtype, _both(true, classes))


@keras_rule("ctc_loss", "i32[2, 5], f32[2, N, 7], i32[2], i32[2]) -> f32[2]")
def ctc_loss(
    target: Any, output: Any, target_length: Any, output_length: Any, mask_index: Any = 0
) -> TensorType:
    for name, value in (("target_length", target_length), ("output_length", output_length)):
        operand(value, name)
    operand(target, "target")
    value = rank_is(operand(output, "output"), 3, "output")
    made = promoted(value.dtype.names, FLOAT32.names)
    return TensorType(made, of(value.shape[0]))


# --- attention, classes -----------------------------------------------------------------------------------------------


@keras_rule(
    "dot_product_attention",
    "f32[2, 5, 4, 8], f32[2, 6, 4, 8], f32[2, 6, 4, 8]) -> f32[2, 5, 4, 8]",
    "f32[N, 5, 4, 8], f32[N, 6, 4, 8], f32[N, 6, 4, 8], is_causal=True) -> f32[N, 5, 4, 8]",
    "f32[5, 4, 8], f32[6, 4, 8], f32[6, 4, 8]) !! expected rank 4, got rank 3",
    lax=True,
)
def dot_product_attention(
    query: Any,
    key: Any,
    value: Any,
    bias: Any = None,
    mask: Any = None,
    scale: Any = None,
    is_causal: Any = False,
    flash_attention: Any = None,
    attn_logits_soft_cap: Any = None,
) -> TensorType:
    given = {"query": query, "key": key, "value": value}
    parts = [rank_is(operand(each, name), 4, name) for name, each in given.items()]
    for name, each in (("bias", bias), ("mask", mask)):
        if each is not None:
            operand(each, name)
    shape = parts[0].shape
    if len({part.shape[-1] for part in parts}) != 1:
        shape = shape.replace(3, UNKNOWN)
    is_alike = parts[0].shape[0] == parts[1].shape[0] == parts[2].shape[0]
    shape = shape if is_alike else shape.replace(0, UNKNOWN)
    dtype = promoted(*(part.dtype.names for part in parts))
    if has_symbols() and len({part.dtype for part in parts}) > 1:
        dtype = ANY
    return TensorType(dtype, shape)


@keras_rule(
    "multi_hot",
    "i32[5], 3) -> f32[3]",
    "i32[N, 5], 3) -> f32[N, 3]",
    "i32[2, 5], num_classes=3, dtype='int32') -> i32[2, 3]",
)
def multi_hot(
    inputs: Any, num_classes: Any = None, axis: Any = -1, dtype: Any = None, sparse: Any = False
) -> TensorType:
    value = operand(inputs, "inputs")
    if known_bool(sparse) is not False or axis != -1 or value.shape.rank not in (1, 2):
        raise Unsure
    classes = num_classes if is_dim(num_classes) else UNKNOWN
    batch = value.shape.slice(0, -1)
    # Of symbols some versions keep the dtype.
    usual = DType(default_float().names | FLOAT32.names)
    made = ANY if has_symbols() else asked(dtype, usual)
    return TensorType(made, batch + of(classes))
