"""tf.keras.utils: the elements of the datasets that are read from folders, or cut from an array.

An element is one tensor, or the pair of a tensor and its label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType

from .conversion import as_tensor
from .data import batched, rest
from .keras_images import channels_first
from .rule import OpError, Unsure
from .values import ANY, FLOAT32, INT32, STRING, PyValue, is_dim, is_number, items

#: The values of the arguments that are given.
Given = Mapping[str, Any]
#: What stands for the element: UNKNOWN where it is not known whether there are labels.
Element = Any

_CHANNELS: Final = {"rgb": 3, "rgba": 4, "grayscale": 1}
#: How an image is brought to its size, where that makes floats.
_FLOATING: Final = frozenset(
    {"bilinear", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"}
)


def images(given: Given) -> Element:
    """`image_dataset_from_directory`.

    >>> images({"image_size": (180, 120), "label_mode": "binary"})
    (float32[?, 180, 120, 3], float32[?, 1])
    >>> images({"labels": None, "batch_size": None, "color_mode": "grayscale"})
    float32[256, 256, 1]
    """
    size = given.get("image_size", (256, 256))
    pair = (size, size) if is_number(size) else items(size)
    height, width = map(_size, pair if pair is not None and len(pair) == 2 else (UNKNOWN, UNKNOWN))
    color = given.get("color_mode", "rgb")
    channels: Dim = _CHANNELS.get(color, UNKNOWN) if isinstance(color, str) else UNKNOWN
    first = channels_first(given.get("data_format"))
    if first is None:
        shape = Shape.of(UNKNOWN, UNKNOWN, UNKNOWN)
    elif first:
        shape = Shape.of(channels, height, width)
    else:
        shape = Shape.of(height, width, channels)
    return _labelled(TensorType(_image_dtype(given), shape), given)


def _image_dtype(given: Given) -> DType:
    """Most ways to resize make floats; what cuts images to their size first does not in every version."""
    way = given.get("interpolation", "bilinear")
    floating = isinstance(way, str) and way.lower() in _FLOATING
    return FLOAT32 if floating and given.get("crop_to_aspect_ratio", False) is False else ANY


def texts(given: Given) -> Element:
    """`text_dataset_from_directory`."""
    return _labelled(TensorType(STRING, Shape.scalar()), given)


def sounds(given: Given) -> Element:
    """`audio_dataset_from_directory`.

    >>> sounds({"output_sequence_length": 16000})
    (float32[?, 16000, ?], int32[?])
    """
    ragged, length = given.get("ragged", False), given.get("output_sequence_length")
    if ragged is not False or given.get("sampling_rate") is not None:
        return UNKNOWN
    return _labelled(TensorType(FLOAT32, Shape.of(_size(length), UNKNOWN)), given)


def windows(given: Given) -> Element:
    """`timeseries_dataset_from_array`: windows, of which no spec has the length.

    >>> windows({"data": TensorType.parse("array float32[100, 3]"), "targets": None})
    float32[?, ?, 3]
    """
    data, targets = (_tensor(given.get(name, UNKNOWN)) for name in ("data", "targets"))
    if data is None or data is UNKNOWN or targets is UNKNOWN:
        return UNKNOWN
    window = _batched(TensorType(data.dtype, Shape.of(UNKNOWN) + rest(data.shape)), given)
    if targets is None:
        return window
    return window, _batched(TensorType(targets.dtype, rest(targets.shape)), given)


def _tensor(value: Any) -> Any:
    """What is cut into windows as a tensor; UNKNOWN where it may be anything, None where it is none."""
    if value is None or value is UNKNOWN:
        return value
    try:
        return as_tensor(value)
    except (OpError, Unsure):
        return UNKNOWN


# --- labels and batches ---------------------------------------------------------------------------


def _labelled(item: TensorType, given: Given) -> Element:
    mode, labels = given.get("label_mode", "int"), given.get("labels", "inferred")
    if mode is None or labels is None:
        return _batched(item, given)
    if labels is UNKNOWN or mode not in ("int", "categorical", "binary"):
        return UNKNOWN
    return _batched(item, given), _batched(_label(mode, labels, given), given)


def _label(mode: str, labels: Any, given: Given) -> TensorType:
    """One label, which the name of a folder gives unless labels are told."""
    inferred = labels == "inferred"
    if mode == "int":
        return TensorType(INT32 if inferred else ANY, Shape.scalar())
    if mode == "binary":
        return TensorType(FLOAT32, Shape.of(1))
    names = items(given.get("class_names")) if inferred else None
    return TensorType(FLOAT32, Shape.of(UNKNOWN if names is None else len(names)))


def _batched(item: TensorType, given: Given) -> TensorType:
    """A batch of items, of which the last is a smaller one; None leaves them alone."""
    size = given.get("batch_size", 32)
    if size is None:
        return item
    known = size == PyValue("int") or (is_dim(size) and size is not UNKNOWN)
    return batched(item) if known else TensorType(item.dtype, Shape.unknown())


def _size(value: Any) -> Dim:
    return value if is_dim(value) and not (is_number(value) and value < 0) else UNKNOWN


#: What the functions take for a text, by the name of the parameter.
_OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "label_mode": ("int", "categorical", "binary", None),
    "color_mode": ("grayscale", "rgb", "rgba"),
    "subset": ("training", "validation", "both", None),
}


def check(given: Given) -> None:
    """Refuses a text that is none of those that an argument may be, before any file is looked for.

    Raises OpError for it.
    """
    for name, options in _OPTIONS.items():
        value = given.get(name, options[0])
        if isinstance(value, str) and value not in options:
            words = f"expected one of {', '.join(map(repr, options))}, got {value!r}"
            raise OpError("tf-value", words, name)


#: The functions by name.
DATASETS: Final[dict[str, Callable[[Given], Element]]] = {
    "audio_dataset_from_directory": sounds,
    "image_dataset_from_directory": images,
    "text_dataset_from_directory": texts,
    "timeseries_dataset_from_array": windows,
}
