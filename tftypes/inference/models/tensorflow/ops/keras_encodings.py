"""Keras' layers that encode categories, and those that compare sequences: attention, products, EinsumDense."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, equal

from .keras_images import channels_first, floats, size_of
from .rule import OpError, Unsure
from .values import FLOAT32, INT32, INT64, is_number

# --- categories -------------------------------------------------------------------------------------------------------

#: How categories are encoded along a new last axis.
_ALONG: Final = ("one_hot", "multi_hot", "count")


def _encoded(x: TensorType, mode: Any, width: Dim, dtype: DType) -> TensorType:
    """One number for each category; all but `one_hot` take those of the last axis together."""
    if mode not in _ALONG or x.shape.rank is None:
        raise Unsure
    dims = x.shape.dims or ()
    if mode == "one_hot":
        last = equal(dims[-1], 1) if dims else False
        if last is None:
            raise Unsure
        kept = x.shape.slice(0, -1) if last and len(dims) > 1 else x.shape
    elif len(dims) in (1, 2):
        kept = x.shape.slice(0, -1)
    else:
        raise Unsure
    return TensorType(dtype, kept + Shape.of(width))


def _category(
    x: TensorType, num_tokens: Any = None, output_mode: Any = "multi_hot", sparse: Any = False
) -> TensorType:
    if sparse is not False:
        raise Unsure
    return _encoded(x, output_mode, size_of(num_tokens), FLOAT32)


def _binned(
    x: TensorType, bin_boundaries: Any = None, output_mode: Any = "int", sparse: Any = False
) -> TensorType:
    if output_mode == "int":
        return TensorType(INT32, x.shape)
    known = isinstance(bin_boundaries, (list, tuple)) and sparse is False
    if not known:
        raise Unsure
    return _encoded(x, output_mode, len(bin_boundaries) + 1, FLOAT32)


def _looked_up(
    x: TensorType,
    output_mode: Any = "int",
    invert: Any = False,
    dtype: Any = None,
    vocabulary: Any = None,
    num_oov_indices: Any = 1,
    mask_token: Any = None,
    max_tokens: Any = None,
    pad_to_max_tokens: Any = False,
    sparse: Any = False,
) -> TensorType:
    if invert is not False or dtype is not None or sparse is not False:
        raise Unsure
    if output_mode == "int":
        return TensorType(INT64, x.shape)
    known = isinstance(vocabulary, (list, tuple)) and is_number(num_oov_indices)
    if pad_to_max_tokens is not False or mask_token is not None or not known:
        return _encoded(x, output_mode, UNKNOWN, INT64)
    return _encoded(x, output_mode, len(vocabulary) + num_oov_indices, INT64)


def _hashed(x: TensorType, output_mode: Any = "int", sparse: Any = False) -> TensorType:
    if output_mode != "int" or sparse is not False:
        raise Unsure
    return TensorType(INT64, x.shape)


def _cropped(x: TensorType, height: Any, width: Any, data_format: Any = None) -> TensorType:
    """`CenterCrop`, `RandomCrop`: images of this size; smaller ones are resized."""
    if channels_first(data_format) is not False or x.shape.rank not in (3, 4):
        raise Unsure
    sizes = Shape.of(size_of(height), size_of(width))
    return floats(x.shape.slice(0, -3) + sizes + x.shape.slice(-1, None))


# --- sequences --------------------------------------------------------------------------------------------------------


def _attended(inputs: Any, **rest: Any) -> TensorType:
    """`Attention()([query, value])`: a mixture of the values for each query."""
    if not isinstance(inputs, list) or len(inputs) not in (2, 3):
        raise Unsure
    query, value = inputs[0].shape, inputs[1].shape
    if query.rank != value.rank or not query.rank or query.rank < 2:
        raise Unsure
    return floats(query.slice(0, -1) + value.slice(-1, None))


def check_attended(name: str, inputs: Any) -> None:
    """Refuses what `Attention` or `AdditiveAttention` cannot compare: batches, widths and steps. Of symbols nobody looks.

    Raises OpError for them.
    """
    is_list = isinstance(inputs, (list, tuple)) and len(inputs) in (2, 3)
    if name not in ("Attention", "AdditiveAttention") or not is_list:
        return
    shapes = [
        each.shape for each in inputs if isinstance(each, TensorType) and each.shape.rank == 3
    ]
    if len(shapes) < len(inputs):
        return
    query, value, key = (*shapes, shapes[1])[:3]
    for axis, one, other in ((0, query, value), (-1, query, key), (1, value, key)):
        if equal(one[axis], other[axis]) is False and 1 not in (one[axis], other[axis]):
            shown = "query, value, key" if len(inputs) == 3 else "query, value"
            words = f"axis {axis % 3} is {one[axis]}, and {other[axis]} in another of {shown}"
            width = f"layers.Dense({one[axis]}) of the other makes it as wide"
            raise OpError("tf-shape", words, hint=width if axis == -1 else None)


def _grouped(query: TensorType, value: TensorType, **rest: Any) -> TensorType:
    return floats(query.shape)


def _multiplied(inputs: Any, axes: Any, normalize: Any = False) -> TensorType:
    """`Dot(axes)([x, y])`: for each of the batch, the sums along one axis of both.

    The results of two vectors have a last dim of 1.
    """
    if not isinstance(inputs, list) or len(inputs) != 2:
        raise Unsure
    shapes = [list(each.shape.dims or ()) for each in inputs]
    pair = (axes, axes) if is_number(axes) else axes
    known = isinstance(pair, (list, tuple)) and len(pair) == 2 and all(map(is_number, pair))
    if not known or any(each.shape.rank not in (2, 3) for each in inputs):
        raise Unsure
    if pair is not axes and axes < 0:
        pair = [axes % len(dims) for dims in shapes]
    for side, (axis, dims) in enumerate(zip(pair, shapes)):
        if not -len(dims) <= axis < len(dims):
            words = f"axis {axis} of an input of rank {len(dims)}"
            raise OpError("tf-rank", words, "axes", _fitting(pair, shapes, side))
    places = [axis % len(dims) for axis, dims in zip(pair, shapes)]
    if 0 in places:
        raise Unsure
    left, right = (dims[place] for dims, place in zip(shapes, places))
    if equal(left, right) is False:
        words = f"axis {places[0]} is {left}, axis {places[1]} of the other is {right}"
        is_last = places[1] == len(shapes[1]) - 1 and is_number(left)
        hint = _fitting(places, shapes, 0) or _fitting(places, shapes, 1)
        if hint is None and is_last:
            hint = f"layers.Dense({left}) of the other makes it as wide"
        raise OpError("tf-shape", words, hint=hint)
    rests = [
        [dim for i, dim in enumerate(dims) if i not in (0, place)]
        for dims, place in zip(shapes, places)
    ]
    return floats(Shape.of(shapes[0][0], *([*rests[0], *rests[1]] or [1])))


def _fitting(pair: Sequence[int], shapes: Sequence[Sequence[Dim]], side: int) -> str | None:
    """The axes with which one side has an axis as long as that of the other."""
    other = 1 - side
    if not -len(shapes[other]) <= pair[other] < len(shapes[other]):
        return None
    wanted = shapes[other][pair[other]]
    found = next((i for i, each in enumerate(shapes[side]) if i and equal(each, wanted)), None)
    if found is None:
        return None
    axes = [pair[0], pair[1]]
    axes[side] = found
    return f"axes={axes} are as long"


def _einsum(x: TensorType, equation: Any, output_shape: Any) -> TensorType:
    """`EinsumDense`: the equation with a kernel, of which `output_shape` tells the sizes that the input does not."""
    if not isinstance(equation, str) or x.shape.rank is None:
        raise Unsure
    left, _, made = equation.replace(" ", "").partition("->")
    given = left.partition(",")[0]
    sizes = [output_shape] if is_number(output_shape) else output_shape
    if not made or not isinstance(sizes, (list, tuple)):
        raise Unsure
    dims = list(x.shape.dims or ())
    inner = len(dims) - len(given.replace("...", ""))
    if "..." not in given and inner or inner < 0:
        raise Unsure
    start = given.partition("...")[0]
    known = dict(zip(start, dims)) | dict(zip(reversed(given.rpartition("...")[2]), reversed(dims)))
    if "..." not in given:
        known = dict(zip(given, dims))
        _check_einsum(made, known, list(sizes))
    run = dims[len(start) : len(start) + inner] if "..." in made else []
    told = dict(zip(reversed(made.replace("...", "")), reversed(list(sizes))))
    found: list[Dim] = []
    for label in made.replace("...", "."):
        if label == ".":
            found += run
        else:
            found.append(known[label] if label in known else size_of(told.get(label)))
    return floats(Shape.of(*found))


def _check_einsum(made: str, known: Mapping[str, Dim], sizes: list[Any]) -> None:
    """`output_shape` has a size for each letter of the result behind the batch; for those of the input None will do.

    Raises OpError for others.
    """
    told = dict(zip(made[1:], sizes))
    if len(sizes) < len(made) - 1:  # those that there are belong to what the input does not tell
        told = dict(zip((each for each in made if each not in known), filter(is_number, sizes)))
    wanted = ["None" if each in known else str(told.get(each, each)) for each in made[1:]]
    hint = f"output_shape=({', '.join(wanted)}{',' * (len(wanted) == 1)}) does"
    if len(sizes) < len(made) - 1:
        words = f"expected {len(made) - 1} sizes, one for each letter of {made!r} behind the first, got {sizes}"
        raise OpError("tf-value", words, "output_shape", hint)
    for letter, size in told.items():
        if is_number(size) and equal(known.get(letter, size), size) is False:
            words = f"the size of {letter!r} is {size}, and {known[letter]} in the input"
            raise OpError("tf-shape", words, "output_shape", hint)


def recurrent_convolution(convolution: Callable[..., TensorType]) -> Callable[..., TensorType]:
    """The layer that runs a convolution along time, as `ConvLSTM2D`."""

    def layer(
        x: TensorType,
        filters: Any,
        kernel_size: Any,
        strides: Any = 1,
        padding: Any = "valid",
        data_format: Any = None,
        dilation_rate: Any = 1,
        return_sequences: Any = False,
        return_state: Any = False,
    ) -> TensorType:
        if not isinstance(return_sequences, bool) or return_state is not False or not x.shape.rank:
            raise Unsure
        step = TensorType(x.dtype, x.shape.slice(0, 1) + x.shape.slice(2, None))
        given = (filters, kernel_size, strides, padding, data_format, dilation_rate)
        made = convolution(step, *given)
        if not return_sequences:
            return made
        return floats(x.shape.slice(0, 2) + made.shape.slice(1, None))

    return layer


#: By the name of the layer's class.
ENCODINGS: Final[dict[str, Callable[..., Any]]] = {
    "CategoryEncoding": _category,
    "Discretization": _binned,
    "StringLookup": _looked_up,
    "IntegerLookup": _looked_up,
    "Hashing": _hashed,
    "CenterCrop": _cropped,
    "RandomCrop": _cropped,
    "Attention": _attended,
    "AdditiveAttention": _attended,
    "GroupQueryAttention": _grouped,
    "Dot": _multiplied,
    "EinsumDense": _einsum,
}
