"""tf.keras: activations as functions, what metrics and initializers return, and functions that make arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType

from .arguments import allow, attribute, axis_argument
from .arrays import as_array, dtype_given
from .describe import describe
from .groups import BOOLS, FLOATS, INEXACT, NUMBERS, REALS, Names
from .keras_checks import none_of, one_of
from .keras_losses import floats
from .rule import OpError, Unsure, rule, with_parameters
from .values import (
    ANY,
    FLOAT32,
    FLOAT64,
    INT32,
    ListOf,
    PyValue,
    every_number,
    is_dim,
    is_number,
    numbers_in,
)

# --- activations ------------------------------------------------------------------------------------------------------

_ANY: Final = NUMBERS | BOOLS

#: The activations, which leave dtype and shape alone: the dtypes that they take, and their other parameters.
_ACTIVATIONS: Final[dict[str, tuple[Names, dict[str, Any]]]] = {
    "celu": (FLOATS, {"alpha": 1.0}),
    "elu": (FLOATS, {"alpha": 1.0}),
    "exponential": (_ANY, {}),
    "gelu": (FLOATS, {"approximate": False}),
    "hard_shrink": (INEXACT, {"threshold": 0.5}),
    "hard_sigmoid": (FLOATS, {}),
    "hard_tanh": (FLOATS, {}),
    "leaky_relu": (REALS, {"negative_slope": 0.2}),
    "log_sigmoid": (FLOATS, {}),
    "log_softmax": (FLOATS, {"axis": -1}),
    "mish": (FLOATS, {}),
    "relu": (REALS, {"negative_slope": 0.0, "max_value": None, "threshold": 0.0}),
    "relu6": (REALS, {}),
    "selu": (FLOATS, {}),
    "sigmoid": (INEXACT, {}),
    "silu": (INEXACT, {}),
    "soft_shrink": (FLOATS, {"threshold": 0.5}),
    "softmax": (FLOATS, {"axis": -1}),
    "softplus": (FLOATS, {}),
    "softsign": (FLOATS, {}),
    "sparse_plus": (FLOATS, {}),
    "sparse_sigmoid": (FLOATS, {}),
    "sparsemax": (FLOATS, {"axis": -1}),
    "squareplus": (INEXACT, {"b": 4}),
    "tanh": (_ANY, {}),
    "tanh_shrink": (INEXACT, {}),
}


def _register_activation(name: str, allowed: Names, parameters: dict[str, Any]) -> None:
    def function(x: Any, *rest: Any) -> TensorType:
        if x is None:
            raise OpError("tf-value", "None is no tensor", "x")
        # A symbol of Keras is not computed, and what is no tensor may become another dtype.
        if isinstance(x, TensorType) and x.kind in ("tensor", "variable"):
            allow(x, allowed, "x")
            if "axis" in parameters:
                axis_argument(attribute(rest[0], "axis"), x.shape.rank)
        return floats(x)

    rule(
        f"tensorflow.keras.activations.{name}",
        f"tf.keras.activations.{name}(f32[2, None]) -> f32[2, None]",
        f"tf.keras.activations.{name}(f64[3, 4]) -> f64[3, 4]",
        f"tf.keras.activations.{name}(s[3, 4]) !! string is not supported",
        f"tf.keras.activations.{name}(None) !! None is no tensor",
        *(
            [f"tf.keras.activations.{name}(f32[3, 4], axis=2) !! axis 2 is out of range"]
            if "axis" in parameters
            else []
        ),
    )(with_parameters(function, x=..., **parameters))


for _name, (_allowed, _parameters) in _ACTIVATIONS.items():
    _register_activation(_name, _allowed, _parameters)


@rule(
    "tensorflow.keras.activations.linear",
    "tf.keras.activations.linear(f32[2, None]) -> f32[2, None]",
    "tf.keras.activations.linear(f64[3, 4]) -> f64[3, 4]",
    "tf.keras.activations.linear(array(f64[3, 4])) -> anything",
)
def linear(x: Any) -> TensorType:
    if isinstance(x, TensorType) and x.kind != "tensor":
        raise Unsure  # it stays what it is
    return floats(x)


# --- initializers -----------------------------------------------------------------------------------------------------


# --- arrays -----------------------------------------------------------------------------------------------------------


def _texts(x: Any) -> Iterator[str]:
    if isinstance(x, str):
        yield x
    elif isinstance(x, (list, tuple)):
        for each in x:
            yield from _texts(each)


def categorical(x: Any, num_classes: Any = None) -> Any:
    """`to_categorical`: the classes one-hot, of an array in float64, of a tensor in float32.

    >>> categorical([0, 2, 1], 3), categorical(TensorType.parse("int32[5]"), 3)
    (array float64[3, 3], float32[5, 3])
    >>> categorical([[0], [2]])
    array float64[2, 3]
    >>> categorical(TensorType.parse("array int64[2, ?]"), 3) is UNKNOWN  # 1 goes, others stay
    True
    """
    if isinstance(x, TensorType) and x.kind == "tensor":
        return _categorical_tensor(x, num_classes)
    for text in _texts(x.value if isinstance(x, TensorType) else x):
        if not text.strip().lstrip("+-").isdigit():
            hint = "np.unique(x, return_inverse=True)[1] are numbers"
            raise OpError("tf-value", f"classes are numbers, got {text!r}", "x", hint)
    held = x.value if isinstance(x, TensorType) else x
    found, every = numbers_in(held), every_number(held)
    if num_classes is None and every and max(every) >= 0:
        num_classes = int(max(every)) + 1
    for each in found:
        if is_number(num_classes) and not -num_classes <= each < num_classes:
            words = f"there are {num_classes} classes, 0 to {num_classes - 1}, and no class {each}"
            numbers = every or {0}
            counts_from_1 = min(numbers) >= 1 and max(numbers) == num_classes
            hint = f"num_classes={max(found) + 1} takes all" if each >= num_classes else None
            hint = "to_categorical(x - 1) counts from 0" if counts_from_1 else hint
            raise OpError("tf-value", words, "x", hint)
    try:
        shape = as_array(x).shape if not isinstance(x, TensorType) or x.kind == "array" else None
    except (OpError, Unsure):
        return UNKNOWN
    dims = shape.dims if shape is not None else None
    if not dims:
        return UNKNOWN
    if dims[-1] is UNKNOWN and len(dims) > 1:
        return UNKNOWN
    if dims[-1] == 1 and len(dims) > 1:
        dims = dims[:-1]
    return TensorType(FLOAT64, Shape.of(*dims, _count(num_classes)), "array")


def _categorical_tensor(x: TensorType, num_classes: Any) -> Any:
    """A last dim of 1 goes in some versions and stays in others."""
    dims = x.shape.dims
    if not dims or x.dtype.is_integer is not True or not is_dim(num_classes):
        return UNKNOWN
    if len(dims) > 1 and (not isinstance(dims[-1], int) or dims[-1] == 1):
        return UNKNOWN
    return TensorType(FLOAT32, Shape.of(*dims, _count(num_classes)))


def _count(number: Any) -> Dim:
    """The number of classes, which 0 and None leave to the largest of them."""
    return number if number is not None and is_dim(number) and number != 0 else UNKNOWN


def normalized(x: Any, axis: Any = -1, order: Any = 2) -> Any:
    """`normalize` of an array or a tensor.

    >>> normalized(TensorType.parse("array uint8[3, 4]")), normalized(TensorType.parse("array float32[4]"))
    (array float64[3, 4], array float32[1, 4])
    """
    if not isinstance(x, TensorType) or x.kind not in ("array", "tensor") or not is_number(axis):
        return UNKNOWN
    rank = x.shape.rank
    if rank:
        axis_argument(axis, rank)
    if not rank or (axis in (0, -rank) and rank > 1):
        return UNKNOWN  # the first axis is not normalized as such
    if x.kind == "tensor":
        return TensorType(x.dtype, x.shape) if x.dtype == FLOAT32 else UNKNOWN
    dtype = x.dtype if x.dtype.is_floating else FLOAT64 if x.dtype.is_integer else ANY
    return TensorType(dtype, Shape.of(1) + x.shape if rank == 1 else x.shape, "array")


#: The models whose images are prepared by a function of their own.
APPLICATIONS: Final = [
    "convnext",
    "densenet",
    "efficientnet",
    "efficientnet_v2",
    "inception_resnet_v2",
    "inception_v3",
    "mobilenet",
    "mobilenet_v2",
    "mobilenet_v3",
    "nasnet",
    "resnet50",
    "resnet_v2",
    "vgg16",
    "vgg19",
    "xception",
]


def prepared(x: Any, data_format: Any = None) -> Any:
    """`preprocess_input` of images with three channels: pixels in another range.

    >>> prepared(TensorType.parse("float32[8, 9, 3]")), prepared(TensorType.parse("float32[8, 9, 1]"))
    (float32[8, 9, 3], ?)
    >>> prepared(TensorType.parse("array float64[2, 8, 9, 3]"))
    array float64[2, 8, 9, 3]
    """
    if isinstance(data_format, TensorType):
        words = f"expected 'channels_last' or 'channels_first', got {data_format}"
        raise OpError("tf-value", words, "data_format", "one argument holds all images")
    is_image = isinstance(x, TensorType) and x.kind in ("tensor", "array")
    is_image = is_image and (x.dtype.is_floating if x.kind == "array" else x.dtype == FLOAT32)
    dims = x.shape.dims if is_image else None
    if dims is None or len(dims) not in (3, 4) or dims[-1] != 3:
        return UNKNOWN
    is_last = data_format in (None, "channels_last")
    return TensorType(x.dtype, x.shape, x.kind) if is_last else UNKNOWN


_SIDES: Final = {
    name: partial(one_of, options=("pre", "post")) for name in ("padding", "truncating")
}


def padded_sequences(
    sequences: Any,
    maxlen: Any = None,
    dtype: Any = "int32",
    padding: Any = "pre",
    truncating: Any = "pre",
    value: Any = 0,
) -> Any:
    """`pad_sequences`: as many rows, what each item of a row is, and the ints that there are.

    >>> padded_sequences([[1, 2], [3]], 4), padded_sequences(TensorType.parse("array ?[9]"), 4, "int64")
    (array int32[2, 4], array int64[9, 4, ...])
    >>> padded_sequences([[1, 2, 3], [4]], 2, padding="post").value
    ((2, 3), (4, 0))
    """
    none_of(_SIDES, {"padding": padding, "truncating": truncating})
    _check_length(maxlen)
    _check_rows(sequences)
    try:
        made = dtype_given(dtype, INT32)
    except ValueError:
        return UNKNOWN  # objects and texts
    if made.is_floating or made.is_integer:
        _check_words(sequences, maxlen, truncating, float if made.is_floating else int)
    length: Dim = maxlen if is_dim(maxlen) else _longest(sequences) if maxlen is None else UNKNOWN
    count, rest = _rows(sequences)
    known = _filled(sequences, length, padding, truncating, value) if made in _IDS else None
    return TensorType(made, Shape.of(count, length) + rest, "array", known)


#: The dtypes of numbers that index something.
_IDS: Final = (INT32, DType.of("int64"))
#: More numbers than anybody looks at.
_MOST_NUMBERS: Final = 4096


def _filled(
    sequences: Any, length: Dim, padding: Any, truncating: Any, value: Any
) -> tuple[tuple[int, ...], ...] | None:
    """The rows of ints, each brought to a length; None where one is not known."""
    rows = [each if isinstance(each, (list, tuple)) else [None] for each in _listed(sequences)]
    if not isinstance(length, int) or len(rows) * length > _MOST_NUMBERS or not rows:
        return None
    if not isinstance(value, (int, float)) or value != int(value):
        return None
    if not all(type(each) is int for row in rows for each in row):
        return None
    made = []
    for row in rows:
        kept = _cut(row, length, truncating)
        fill = [int(value)] * (length - len(kept))
        made.append(tuple([*kept, *fill] if padding == "post" else [*fill, *kept]))
    return tuple(made)


def _cut(row: Sequence[Any], length: int, truncating: Any) -> Sequence[Any]:
    """What is left of a row that is longer."""
    return row[:length] if truncating == "post" else row[max(len(row) - length, 0) :]


def _check_length(length: Any) -> None:
    """Raises OpError for a length that is no integer."""
    is_told = isinstance(length, PyValue) and length.type == "float" and length.sure
    is_float = isinstance(length, float) or is_told
    is_float = is_float or isinstance(length, TensorType) and length.dtype.is_floating
    if is_float or isinstance(length, (str, list, tuple)):
        hint = "int(maxlen) is one" if is_float else "max(map(len, sequences)) is the longest"
        raise OpError("tf-value", f"expected an integer, got {describe(length)}", "maxlen", hint)


def _check_rows(sequences: Any) -> None:
    """Each row is a sequence itself. Raises OpError for one that is a number."""
    is_flat = isinstance(sequences, TensorType) and sequences.shape.rank == 1
    if is_flat and sequences.dtype.names <= NUMBERS and sequences.kind in ("array", "tensor"):
        found: Any = sequences
    else:
        rows = sequences if isinstance(sequences, (list, tuple)) else ()
        found = next((each for each in rows if _is_alone(each)), ...)
    if found is not ...:
        words = f"expected a list of sequences, got {'' if is_flat else 'one with the row '}{found}"
        raise OpError("tf-value", words, "sequences", "[sequences] is a list of one sequence")


def _check_words(
    sequences: Any, length: Any, truncating: Any, number: Callable[[str], object]
) -> None:
    """Numbers are padded. Raises OpError for a word that says none."""
    rows = [each for each in _listed(sequences) if isinstance(each, (list, tuple))]
    if length is not None:
        is_told = isinstance(length, int)  # else a word may be cut off
        rows = [_cut(each, length, truncating) for each in rows] if is_told else []
    for word in (each for row in rows for each in row if isinstance(each, str)):
        try:
            number(word)
        except ValueError:
            words = f"expected numbers, got {word!r}"
            hint = "keras.layers.TextVectorization() numbers words; dtype=object keeps them"
            raise OpError("tf-dtype", words, "sequences", hint) from None


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else ()


def _is_alone(value: Any) -> bool:
    return value is None or is_number(value) or isinstance(value, float)


def _longest(sequences: Any) -> Dim:
    """The length that the rows are brought to where the call names none."""
    if not isinstance(sequences, (list, tuple)) or not sequences:
        return UNKNOWN
    is_known = all(isinstance(row, (list, tuple)) for row in sequences)
    return max(map(len, sequences)) if is_known else UNKNOWN


def _rows(sequences: Any) -> tuple[Dim, Shape]:
    """How many sequences there are, and the shape of one item."""
    if isinstance(sequences, TensorType):
        shape, dims = sequences.shape, sequences.shape.dims or ()
        count = shape.prefix[0] if shape.prefix else UNKNOWN
        is_full = len(dims) > 1 and all(isinstance(d, int) and d > 0 for d in dims[:2])
        return count, Shape.of(*dims[2:]) if is_full else Shape.unknown()
    if isinstance(sequences, ListOf):
        count = UNKNOWN if sequences.count is None else sequences.count
        return count, _item(sequences.item)
    if not isinstance(sequences, (list, tuple)):
        return UNKNOWN, Shape.unknown()
    found = {_item(each) for each in sequences}
    return len(sequences), found.pop() if len(found) == 1 else Shape.unknown()


def _item(sequence: Any) -> Shape:
    """What an item of one sequence is: a number, if that is told."""
    item = sequence.item if isinstance(sequence, ListOf) else UNKNOWN
    items = sequence if isinstance(sequence, (list, tuple)) else [item]
    numbers = all(isinstance(each, (int, float, PyValue)) for each in items)
    return Shape.scalar() if numbers else Shape.unknown()
