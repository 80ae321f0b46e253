"""Keras' own layers and models: the inputs that they refuse, whatever else is in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, Final, NamedTuple

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, equal

from .rule import OpError
from .values import DENSE, STRING, is_number

_SEQUENCE: Final = "[batch, steps, features]"
_IMAGE: Final = "[batch, rows, columns, channels]"
_VOLUME: Final = "[batch, planes, rows, columns, channels]"

#: What the dims of an input are, by their number, and the layers that take so many.
_TAKING: Final = (
    (2, "[batch, features]", "RepeatVector"),
    (
        3,
        _SEQUENCE,
        "AveragePooling1D Conv1D Conv1DTranspose Cropping1D DepthwiseConv1D GRU GlobalAveragePooling1D"
        " GlobalMaxPooling1D LSTM MaxPooling1D SeparableConv1D SimpleRNN SpatialDropout1D UpSampling1D ZeroPadding1D",
    ),
    (
        4,
        _IMAGE,
        "AveragePooling2D Conv2D Conv2DTranspose Cropping2D DepthwiseConv2D GlobalAveragePooling2D"
        " GlobalMaxPooling2D MaxPooling2D SeparableConv2D SpatialDropout2D UpSampling2D ZeroPadding2D",
    ),
    (
        5,
        _VOLUME,
        "AveragePooling3D Conv3D Conv3DTranspose Cropping3D GlobalAveragePooling3D GlobalMaxPooling3D"
        " MaxPooling3D SpatialDropout3D UpSampling3D ZeroPadding3D",
    ),
    (4, "[batch, steps, rows, channels]", "ConvLSTM1D"),
    (5, "[batch, steps, rows, columns, channels]", "ConvLSTM2D"),
    (6, "[batch, steps, planes, rows, columns, channels]", "ConvLSTM3D"),
)
RANKS: Final = {name: (rank, dims) for rank, dims, names in _TAKING for name in names.split()}


_PICTURES: Final = """
    AugMix AutoContrast CenterCrop ContrastLimitedAdaptiveHistogramEqualization CutMix Equalization MixUp RandAugment
    RandomBrightness RandomColorDegeneration RandomColorJitter RandomContrast RandomCrop RandomElasticTransform
    RandomErasing RandomFlip RandomGaussianBlur RandomGrayscale RandomHue RandomInvert RandomPerspective
    RandomPosterization RandomRotation RandomSaturation RandomSharpness RandomShear RandomTranslation RandomZoom
    Resizing Solarization
"""
#: What takes one image or a batch of them.
IMAGES: Final = frozenset(_PICTURES.split())
#: Those of them that look at the rank when a model runs: of symbols they tell a shape whatever it is.
PUT_OFF: Final = IMAGES - {"CenterCrop", "RandomColorDegeneration"}
#: The layers that compute in floats alone, and what their names begin with.
_FLOATING: Final = ("ELU", "MaxPooling3D", "PReLU", "Softmax", "UnitNormalization", "AdaptiveMaxPooling3D")  # fmt: skip
_KINDS: Final = ("Conv", "SeparableConv", "DepthwiseConv", "AveragePooling", "AdaptiveAveragePooling")  # fmt: skip
_RECURRENT: Final = ("LSTM", "GRU", "SimpleRNN")
#: The layers that fail on a ragged tensor, whatever its shape.
_DENSE_ALONE: Final = (*_RECURRENT, "Conv1D", "Dense", "Flatten", "MaxPooling1D", "Reshape")
#: What makes one vector of a sequence, unless it returns sequences.
RECURRENT: Final = (*_RECURRENT, "Bidirectional", "RNN")
_ONE: Final = "x[None] is a batch of one"
#: What TimeDistributed takes of a sequence for the layer that it wraps.
STEP: Final = "a step"
#: What tells the input of the layer that comes first, by the name of what made it.
INPUTS: Final = {"InputLayer": "keras.Input(", "input_shape": "input_shape="}


class Maker(NamedTuple):
    """The layer that has made a tensor, the shape of what it was given, and what has made that."""

    name: str
    given: Shape | None
    before: Maker | None = None
    #: Whether a mask goes with the tensor, which has a bool for each step.
    is_masked: bool = False

    def line(self) -> Iterator[Maker]:
        """The layers that led there, the last one first."""
        found: Maker | None = self
        while found is not None:
            yield found
            found = found.before

    @property
    def several(self) -> str:
        """What gives more than one result."""
        if self.name in RECURRENT:
            return "return_state=True gives the states after the output"
        is_attention = self.name.endswith("Attention")
        return "return_attention_scores=True in the call gives both" if is_attention else ""

    def taken(self, names: Sequence[str], count: int) -> str:
        """How so many results are named, where a program has too few names: states of both directions are joined.

        >>> Maker("Bidirectional", None).taken(["x", "h"], 3)
        'x, forward_h, backward_h takes all 3, then h = layers.Concatenate()([forward_h, backward_h])'
        """
        states = names[1:]
        if self.name != "Bidirectional" or count != 1 + 2 * len(states):
            return ""
        ways = [[f"{way}_{each}" for each in states] for way in ("forward", "backward")]
        joined = (
            f"{each} = layers.Concatenate()([{', '.join(pair)}])"
            for each, *pair in zip(states, *ways)
        )
        return f"{', '.join([names[0], *ways[0], *ways[1]])} takes all {count}, then {' and '.join(joined)}"


def check(name: str, value: Any, maker: Maker | None = None) -> None:
    """Says nothing where a layer of this class takes the input, or where that is not known.

    >>> check("Conv2D", TensorType.parse("float32[32, 28, 28, 1]"))
    >>> check("Conv2D", TensorType.parse("float32[32, 28, 28]"))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected rank 4 [batch, rows, columns, channels], got rank 3

    Raises:
      OpError: if Keras refuses it for its rank, or as it is ragged.
    """
    if name in _DENSE_ALONE and isinstance(value, TensorType) and value.kind == "ragged":
        hint = "x.to_tensor() fills the rows up"
        raise OpError("tf-value", "expected a dense tensor, got a ragged one", hint=hint)
    is_text = isinstance(value, TensorType) and value.dtype == STRING
    if is_text and (name in (*_RECURRENT, "Dense") or "Conv" in name):
        hint = "keras.layers.TextVectorization() or StringLookup() before it numbers them"
        raise OpError("tf-dtype", "expected numbers, got strings", hint=hint)
    rank, got = _rank(value), None
    if rank is None:
        return
    if name in RANKS:
        expected, dims = RANKS[name]
        got = f"expected rank {expected} {dims}, got rank {rank}" if rank != expected else None
    elif name.startswith("Adaptive") and rank not in (3, int(name[-2]) + 2):
        got = f"expected rank {int(name[-2]) + 2}, got rank {rank}"
    elif name in IMAGES and rank not in (3, 4):
        got = f"expected images of rank 3, or 4 with a batch, got rank {rank}"
    elif name == "Dense" and rank < 2:
        got = f"expected rank 2 or more [batch, ..., features], got rank {rank}"
    if got is not None:
        hint = _kept(name, value.shape, maker) if maker else None
        if hint is None and name in _RECURRENT and rank == 2 and value.dtype.is_integer is True:
            hint = "layers.Embedding(count, width) before it makes vectors of numbers"
        raise OpError("tf-rank", got, hint=hint or _ranked(name, value.shape, maker))


def check_floats(name: str, value: Any) -> None:
    """Refuses integers in a layer whose op takes floats alone: Keras casts none that it is called with.

    >>> check_floats("Conv2D", TensorType.parse("uint8[32, 28, 28, 1]"))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected floats, got integers

    Raises OpError for them.
    """
    is_told = isinstance(value, TensorType) and value.kind in DENSE
    if (
        is_told
        and value.dtype.is_integer is True
        and (name in _FLOATING or name.startswith(_KINDS))
    ):
        hint = "tf.cast(x, tf.float32) makes floats"
        raise OpError("tf-dtype", "expected floats, got integers", hint=hint)


def _kept(name: str, shape: Shape, maker: Maker) -> str | None:
    """What keeps the axes that a layer takes, of a layer before it that has dropped them."""
    rank = shape.rank or 0
    wanted = RANKS[name][0] if name in RANKS else 3
    if rank >= wanted or "Pooling" in name and maker.name.startswith("Global"):
        return None if rank >= wanted else "leave it out: nothing is left to pool"
    had = (each for each in maker.line() if each.given is not None and each.given.rank == wanted)
    dropper = next(had, None)
    if dropper is None:
        return None
    if dropper.name in RECURRENT:
        return "a recurrent layer before it gives sequences with return_sequences=True"
    if dropper.name.startswith("Global"):
        plain = dropper.name.removeprefix("Global")
        return f"{plain}() in place of {dropper.name}() keeps the axes"
    if dropper.name != "Flatten" or dropper.given is None:
        return None
    sizes = (dropper.given.dims or ())[1:]
    is_as_large = all(map(is_number, sizes)) and rank == 2 and shape[-1] == prod(sizes)
    if dropper is not maker and is_as_large:
        return f"layers.Reshape({written(sizes)}) before it makes images again"
    if "Transpose" in name or "UpSampling" in name:
        return None
    return (
        "leave out the Flatten() before it"
        if dropper is maker
        else f"Flatten() comes after the last {name}"
    )


def _ranked(name: str, shape: Shape, maker: Maker | None) -> str | None:
    """What gives the input of a layer the rank that the layer takes."""
    dims = shape.dims or ()
    rank, last = len(dims), dims[-1] if dims else 0
    if name == "RepeatVector" and rank > 2:
        is_sequence = maker is not None and maker.name in RECURRENT
        return (
            "return_sequences=False before it"
            if is_sequence
            else "layers.Flatten() before it makes vectors"
        )
    wanted = RANKS[name][0] if name in RANKS else 2 if name == "Dense" else 3
    one = name.replace("1D", "2D")
    source = maker.name if maker else ""
    if wanted == 3 and rank == 2 and _is_of_images(maker):
        return "layers.TimeDistributed(layers.Flatten()) in place of Flatten() makes a vector of each step"
    if wanted == 3 and rank == 2 and source in ("Dense", "Flatten"):
        return f"layers.Reshape(({_steps(maker)})) before it makes steps"
    is_long = name in _RECURRENT and last != 1
    if rank == wanted + 1 and source in INPUTS and (is_long or _is_batch(dims[1], source, name)):
        return f"{INPUTS[source]}{written(dims[2:])}{')' * (source != 'input_shape')} is without the batch"
    if rank == wanted - 1 and source in INPUTS and is_number(dims[0]):
        return f"the batch comes first: {written((UNKNOWN, *dims))}"
    if rank == wanted - 1 and source in INPUTS and rank > 1:
        is_image = name == "ConvLSTM2D" and last in (1, 3, 4) and not (dims[1] != dims[2] == last)
        if name.startswith("ConvLSTM") and (is_image or name != "ConvLSTM2D"):
            return f"keras.Input({written((UNKNOWN, *dims[1:]))}) has steps, too"
        return f"keras.Input({written((*dims[1:], 1))}) has one channel"
    if rank == wanted - 1 and source == STEP:
        return f"layers.{name}(...) without TimeDistributed takes all of them at once"
    if name in _RECURRENT and rank > 3:
        if source == "Embedding" and maker and maker.given and not equal(maker.given[-1], 1):
            return (
                f"layers.Dense({last}, use_bias=False) in place of Embedding() takes one-hot rows"
            )
        if rank == 5 or source == "TimeDistributed":
            return "layers.TimeDistributed(layers.Flatten()) before it makes a vector of each step"
        if rank == 4 and last == 1:
            return f"layers.Reshape({written(dims[1:-1])}) before it makes steps"
        if rank == 4 and all(map(is_number, dims[1:])):  # the labels say which
            row = f"layers.Reshape(({dims[1]}, {dims[2] * last})) before it makes steps of the rows"
            return f"{row}, layers.Reshape((-1, {last})) of all places"
        return f"layers.Reshape((-1, {last})) before it makes steps" if is_number(last) else None
    if rank == wanted - 1:
        is_one = rank == 1 or rank == 3 and is_number(last) and last in (1, 3, 4)
        return _ONE if is_one else "x[..., None] has one channel"
    if rank == wanted + 1 and one in RANKS and one != name:
        return f"layers.{one} takes rank {rank}"
    if rank == wanted + 1 and wanted > 3 or rank == 5 and name in IMAGES:
        return f"layers.TimeDistributed({name}(...)) calls it on each step"
    if rank == 2 and "Pooling2D" in name:
        return "leave it out: nothing is left to pool"
    return "layers.Reshape((rows, columns, channels)) before it makes images" if rank == 2 else None


def _is_of_images(maker: Maker | None) -> bool:
    """Whether a vector was made of sequences of images."""
    given = None if maker is None or maker.name != "Flatten" else maker.given
    return given is not None and given.rank == 5


def _is_batch(size: Dim, source: str, name: str) -> bool:
    """Whether a size is that of a batch, or a number of samples, and not of the steps of a sequence."""
    if source == "input_shape":
        return name in _RECURRENT or not is_number(size) or not 1 < size < 32
    return size == 1


def channels_last(maker: Maker | None) -> str | None:
    """What makes of an Input for images with their channels first one that has them last."""
    made = maker.line() if maker is not None else iter(())
    fed = (each.given for each in made if each.before is None or each.before.name in INPUTS)
    dims = next((each.dims or () for each in fed if each is not None), ())
    if len(dims) != 4:
        return None
    channels, rows, columns = dims[1:]
    if channels not in (1, 3) or rows != columns or not is_number(rows) or rows < 8:
        return None
    return f"keras.Input({written((rows, columns, channels))}) has the channels last"


def _steps(maker: Maker | None) -> str:
    """The sizes of steps that are made of a vector: the channels that there were, or one feature each."""
    last = maker.given[-1] if maker and maker.given is not None and maker.given.rank else None
    is_told = maker is not None and maker.name == "Flatten" and is_number(last)
    return f"-1, {last}" if is_told else "-1, 1"


def written(dims: Sequence[Dim]) -> str:
    """Sizes as a program writes them."""
    sizes = [str(each) if is_number(each) else "None" for each in dims]
    return f"({', '.join(sizes)}{',' * (len(sizes) == 1)})"


#: What gives a model labels beside its inputs.
_LABELLED: Final = (".fit()", ".evaluate()", ".train_on_batch()", ".test_on_batch()")


def check_model(
    expected: Shape,
    value: Any,
    shown: Shape | None = None,
    caller: str = "",
    maker: Maker | None = None,
    is_trained: bool = False,
) -> None:
    """The same for a model with one input: Keras lets a last dim of 1 be missing, or be one too many.

    `shown` is the shape in the message, where that has names for sizes that `expected` leaves open. Where the
    `caller` takes labels, there are as many as rows.

    >>> images = TensorType.parse("float32[?, 28, 28, 1]").shape
    >>> check_model(images, TensorType.parse("float32[32, 28, 28]"))
    >>> check_model(images, TensorType.parse("float32[32, 28, 27, 1]"))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: its Input takes [?, 28, 28, 1], and dim 2 is 27

    Raises:
      OpError: if Keras refuses it for its shape; the size of the batch is nobody's business.
    """
    shown, labelled = expected if shown is None else shown, caller.endswith(_LABELLED)
    rank, wanted = _rank(value), expected.dims
    if rank is None or wanted is None:
        return
    dims: Sequence[Dim] = value.shape.dims or ()
    if rank == len(wanted) + 1 and equal(dims[-1], 1) is not False:
        dims = dims[:-1]
    elif rank == len(wanted) - 1 and equal(wanted[-1], 1) is not False:
        wanted = wanted[:-1]
    if len(dims) != len(wanted):
        words = f"its Input takes {shown}, of rank {len(expected.dims or ())}, got rank {rank}"
        raise OpError("tf-rank", words, hint=_as_input(dims, wanted, labelled))
    for axis, (got, size) in list(enumerate(zip(dims, wanted)))[1:]:
        if equal(got, size) is False:
            words = f"its Input takes {shown}, and dim {axis} is {got}"
            hint = _as_input(dims, wanted, labelled, maker, is_trained)
            raise OpError("tf-shape", words, hint=hint)


def _as_input(
    dims: Sequence[Dim],
    wanted: Sequence[Dim],
    labelled: bool,
    maker: Maker | None = None,
    is_trained: bool = False,
) -> str | None:
    """What makes the inputs of a model of such tensors, or the model one for them."""
    shape, rest = tuple(dims[1:]), tuple(wanted[1:])
    if len(dims) == len(wanted) - 1 and shape == rest[1:]:
        if rest[0] == 1:
            return "x[:, None] has one step"
        if labelled and shape and all(map(is_number, shape)):
            return f"keras.Input({written(shape)}) takes it"
        if not labelled and equal(dims[0], rest[0]) is not False:
            return _ONE
    if len(dims) == len(wanted) - 2 and shape == rest[1:-1] and rest[-1] == 1 and not labelled:
        return _ONE if equal(dims[0], rest[0]) is not False else None
    if len(dims) == len(wanted) + 1 and shape[1:] == rest and not is_number(dims[0]):
        return "one batch() is enough"
    if len(shape) == len(rest) == 2 and shape[0] == rest[1] != shape[1]:
        if is_number(shape[0]) and equal(shape[1], rest[0]) is not False:
            return "tf.transpose(x, [0, 2, 1]) makes it"
    if not all(map(is_number, (*shape, *rest))):
        return None
    if len(dims) != len(wanted):
        same = prod(shape) == prod(rest)
        return f"layers.Reshape({rest})(x) makes it" if same else None
    if len(rest) == 3 and shape != rest and shape == (rest[2], *rest[:2]):
        return "tf.transpose(x, [0, 2, 3, 1]) makes it"
    if len(rest) == 3 and shape[:2] != rest[:2] and shape[2] == rest[2]:
        if maker is not None and maker.name not in INPUTS:
            return None  # a layer makes it of another size
        return f"layers.Resizing{rest[:2]}(x) makes it"
    converted = _CHANNELS.get((shape[-1], rest[-1])) if len(rest) == 3 else None
    # The input of a trained model has the size of the data that it was trained with.
    return converted if converted or is_trained else f"keras.Input({shape}) takes it"


#: How images of so many channels become images of others, symbols too.
_CHANNELS: Final[dict[tuple[Any, Any], str]] = {
    (1, 3): "layers.Concatenate()([x, x, x]) makes it",
    (3, 1): "layers.Lambda(tf.image.rgb_to_grayscale)(x) makes it",
    (4, 3): "x[..., :3] leaves out the fourth",
}


def _rank(value: Any) -> int | None:
    """The rank of a dense tensor, or of an array."""
    is_dense = isinstance(value, TensorType) and value.kind in DENSE
    return value.shape.rank if is_dense else None
