"""tf.keras.utils: the elements of the datasets that are read from folders, or cut from an array.

An element is one tensor, or the pair of a tensor and its label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, equal

from .conversion import as_tensor
from .data import batched, rest
from .describe import describe
from .keras_checks import Check, inside, none_of, not_negative, one_of, pair, positive
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


_INTERPOLATIONS: Final = (
    "bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic",
)  # fmt: skip
#: What the functions take, by the name of the parameter, before any file is looked for.
_CHECKS: Final[dict[str, Check]] = {
    "label_mode": partial(one_of, options=("int", "categorical", "binary", None), optional=True),
    "color_mode": partial(one_of, options=("grayscale", "rgb", "rgba")),
    "format": partial(one_of, options=("tf", "grain")),
    "interpolation": partial(one_of, options=_INTERPOLATIONS, lower=True),
    "image_size": lambda value: None if is_number(value) else pair(value),
    "validation_split": lambda value: inside(value, 0, 1) if value else None,
    "sequence_length": lambda value: "an integer" if isinstance(value, str) else None,
    "start_index": not_negative,
    "end_index": lambda value: not_negative(value) if value else None,
    "sampling_rate": lambda value: None if value is None else positive(value),
    "sequence_stride": positive,
}


def check(given: Given) -> None:
    """Raises OpError for what no dataset can be made of, whatever is in the folder or the array."""
    none_of(_CHECKS, given)
    if "**" in given:
        return
    if "data" in given:
        none_of({"batch_size": _batch_size}, given)
        _check_windows(given)
    else:
        _check_labels(given)
        _check_subset(given)


def _batch_size(value: Any) -> str | None:
    bad = isinstance(value, (str, float)) or is_number(value) and value < 1
    return "a positive integer, or None" if bad else None


def _check_subset(given: Given) -> None:
    """The parts for training and validation are told by two arguments, and by a seed where the files are shuffled."""
    split, subset = given.get("validation_split"), given.get("subset")
    if isinstance(subset, str) and subset and not split:
        words = f"{subset!r} is a part of the data, which validation_split=0.2 divides"
        raise OpError("tf-value", words, "subset")
    if isinstance(split, float) and split and subset is None:
        hint = "subset='training', 'validation' or 'both'"
        raise OpError("tf-value", "which part is meant is not said", "validation_split", hint)
    none_of({"subset": _SUBSET}, given)
    is_shuffled = given.get("shuffle", True) is True and given.get("seed") is None
    if isinstance(split, float) and split and is_shuffled:
        words = "files that are shuffled are split the same way twice with a seed alone"
        raise OpError("tf-value", words, "validation_split", "give seed=1, or shuffle=False")


_SUBSET: Final = partial(one_of, options=("training", "validation", "both"), optional=True)


def _check_labels(given: Given) -> None:
    labels = given.get("labels", "inferred")
    if isinstance(labels, str) and labels != "inferred" or isinstance(labels, TensorType):
        hint = "labels.tolist() is a list" if isinstance(labels, TensorType) else None
        words = f"expected 'inferred', None or a list of ints, got {labels!r}"
        raise OpError("tf-value", words, "labels", hint)
    if None in (labels, given.get("label_mode", "int")) and given.get("class_names"):
        words = "names of classes go with labels, and there are none"
        raise OpError("tf-value", words, "class_names")
    if given.get("ragged") is True and is_number(given.get("output_sequence_length")):
        words = "sounds of one length are not ragged"
        raise OpError("tf-value", words, "output_sequence_length", "ragged=True keeps all lengths")
    if isinstance(labels, (list, tuple)) and given.get("class_names"):
        words = "names of classes go with labels='inferred'"
        raise OpError("tf-value", words, "class_names")


def _check_windows(given: Given) -> None:
    """Where the windows begin and end, and how far they are apart, lies within the array."""
    data = given["data"]
    if isinstance(data, TensorType) and data.shape.rank:
        rows = data.shape[0]
    else:
        rows = len(data) if isinstance(data, (list, tuple)) else UNKNOWN
    start, end = given.get("start_index"), given.get("end_index")
    if is_number(start) and is_number(end) and start and end and end <= start:
        raise OpError("tf-value", f"expected more than start_index={start}, got {end}", "end_index")
    for name in ("start_index", "end_index", "sampling_rate", "sequence_stride"):
        value = given.get(name, 1 if name[0] == "s" and name != "start_index" else None)
        if is_number(rows) and is_number(value) and value and value >= rows:
            words = f"expected less than {rows}, the number of rows, got {value}"
            raise OpError("tf-value", words, name)


def check_split(given: Given) -> None:
    """Raises OpError for sizes that `split_dataset` does not split by."""
    sizes = {name: given.get(name) for name in ("left_size", "right_size")}
    data = given.get("dataset")
    if "**" in given:
        return
    if is_number(data) or isinstance(data, TensorType) and data.kind in ("tensor", "variable"):
        words, hint = f"expected an array or a dataset, got {describe(data)}", None
        if isinstance(data, TensorType):
            hint = "tf.data.Dataset.from_tensor_slices(dataset) is one"
        raise OpError("tf-value", words, "dataset", hint)
    arrays = data if isinstance(data, (list, tuple)) else [data]
    counts = [each.shape[0] for each in arrays if isinstance(each, TensorType) and each.shape.rank]
    other = next((each for each in counts if equal(each, counts[0]) is False), None)
    if other is not None and len(counts) == len(arrays):
        words = f"expected arrays with one number of rows, got {counts[0]} and {other}"
        raise OpError("tf-shape", words, "dataset")
    rows = counts[0] if isinstance(data, TensorType) and counts else UNKNOWN
    if all(size is None for size in sizes.values()):
        words = "neither left_size nor right_size is given: a share as 0.8, or a number of samples"
        raise OpError("tf-value", words)
    for name, size in sizes.items():
        if isinstance(size, float) and not 0 < size < 1:
            raise OpError("tf-value", f"expected a share between 0 and 1, got {size}", name)
        if is_number(size) and size <= 0:
            raise OpError("tf-value", f"expected a positive number of samples, got {size}", name)
        if is_number(size) and is_number(rows) and size >= rows:
            words = f"expected less than {rows}, the number of samples, got {size}"
            raise OpError("tf-value", words, name)
        if isinstance(size, (str, list, tuple)):
            raise OpError("tf-value", f"expected an int or a float, got {size!r}", name)
    left, right = sizes.values()
    if isinstance(left, float) and isinstance(right, float) and left + right > 1:
        words = f"the shares {left} and {right} are more than the whole"
        raise OpError("tf-value", words, "right_size")
    if is_number(rows):
        _check_parts(rows, left, right)


def _check_parts(rows: int, left: Any, right: Any) -> None:
    """Both parts of so many samples have one, and together not more than there are."""
    counts = [round(size * rows) if isinstance(size, float) else size for size in (left, right)]
    if all(map(is_number, counts)) and sum(counts) > rows:
        words = f"{counts[0]} and {counts[1]} samples of {rows}"
        raise OpError("tf-value", words, "right_size")
    for name, size, count in zip(("left_size", "right_size"), (left, right), counts):
        if isinstance(size, float) and count in (0, rows):
            words = f"a share of {size} of {rows} samples leaves one part empty"
            raise OpError("tf-value", words, name)


#: The functions by name.
DATASETS: Final[dict[str, Callable[[Given], Element]]] = {
    "audio_dataset_from_directory": sounds,
    "image_dataset_from_directory": images,
    "text_dataset_from_directory": texts,
    "timeseries_dataset_from_array": windows,
}
