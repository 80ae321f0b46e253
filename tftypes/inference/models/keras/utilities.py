"""`keras.utils`, `keras.datasets` and `keras.preprocessing`: arrays, and datasets that are read from folders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Shape, TensorType, Unknown
from tftypes.inference.interpreter import arrays
from tftypes.inference.interpreter.arguments import bound
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.object_operators import IMAGE
from tftypes.inference.interpreter.rules import from_rule, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras.array_utilities import of_arrays, of_items
from tftypes.inference.models.keras.config import (
    KERAS,
    data_format,
    dtype_or_floatx,
    is_known,
    is_legacy,
)
from tftypes.inference.models.keras.symbols import Node, as_symbols, stand_ins, symbols_in
from tftypes.inference.models.tensorflow.dataset_elements import new_batch
from tftypes.inference.models.tensorflow.ops import OpError, keras_functions
from tftypes.inference.models.tensorflow.ops.keras_checks import Check, none_of, one_of
from tftypes.inference.models.tensorflow.ops.keras_data import DATASETS, check, check_split
from tftypes.inference.models.tensorflow.ops.values import Among, is_number
from tftypes.inference.objects import TOP, Container, Instance, Value, resolve
from tftypes.inference.values import Dataset

_DIGITS: Final = "array uint8[60000, 28, 28] and array uint8[60000]; array uint8[10000, 28, 28] and array uint8[10000]"
_PHOTOS: Final = "array uint8[50000, 32, 32, 3] and array {0}[50000, 1]; array uint8[10000, 32, 32, 3] and array {0}[10000, 1]"
#: What the documentation says that `load_data()` gives, where the arguments leave it so.
_LOADED: Final = {
    "mnist": _DIGITS,
    "fashion_mnist": _DIGITS,
    "cifar10": _PHOTOS.format("uint8"),
    "cifar100": _PHOTOS.format("int64"),
    "boston_housing": "array float64[404, 13] and array float64[404]; array float64[102, 13] and array float64[102]",
    "california_housing": "array ?[16512, 8] and array ?[16512]; array ?[4128, 8] and array ?[4128]",
    "imdb": "array ?[25000] and array ?[25000]; array ?[25000] and array ?[25000]",
    "reuters": "array ?[8982] and array ?[8982]; array ?[2246] and array ?[2246]",
}
#: How many classes there are; each is among the labels for training and for testing.
_CLASSES: Final = {"mnist": 10, "fashion_mnist": 10, "cifar10": 10, "cifar100": 100}
#: The arguments that set the sizes, as they are where they are not given.
_USUAL: Final = {"test_split": 0.2, "version": "large"}
_CHANNELS: Final = {"grayscale": 1, "rgb": 3, "rgba": 4}
#: Where the channels are, unless somebody sets it.
_LAST: Final = "channels_last"
#: The slot of an image with its rows, columns and channels.
_SHAPE: Final = "image shape"
#: The arguments that leave the sizes alone.
_HARMLESS: Final = frozenset(
    {"path", "label_mode", "num_words", "skip_top", "seed", "start_char", "oov_char", "index_from"}
)


def _load(name: str, interpreter: Interpreter, call: Call) -> Value:
    """`(x_train, y_train), (x_test, y_test) = mnist.load_data()`."""
    given = bound(interpreter, call)
    changed = {each for each, value in given.items() if value != _USUAL.get(each, ...)}
    if not changed <= _HARMLESS:
        return TOP
    classes = None if "label_mode" in given else _CLASSES.get(name)

    def half(text: str) -> Value:
        inputs, labels = (TensorType.parse(part.strip()) for part in text.split(" and "))
        if classes is None:
            return inputs, labels
        return inputs, arrays.array(interpreter, labels, Among(range(classes), every=True))

    return tuple(map(half, _LOADED[name].split(";")))


# -- arrays -----------------------------------------------------------------------------------------------------------


def _by(function: Callable[..., Any], *names: str) -> Callable[[Interpreter, Call], Value]:
    """What a function makes of arguments with these names."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        given = bound(interpreter, call)
        if not is_known(given):
            return TOP
        used = [given[name] for name in names if name in given]
        values = [to_rule(stand_ins(interpreter, each)) for each in used]
        made = function(**dict(zip((name for name in names if name in given), values)))
        result = from_rule(interpreter, made, used)
        symbols = list(symbols_in(interpreter, *used))
        return as_symbols(interpreter, result, Node(None, symbols)) if symbols else result

    return run


def _load_image(interpreter: Interpreter, call: Call) -> Value:
    """`load_img(path, color_mode, target_size)`: an image of Pillow's."""
    given = bound(interpreter, call)
    if not is_known(given):
        return TOP
    side = resolve(given.get("target_size"))
    if type(side) is int:
        raise OpError(
            "tf-value", f"expected two sizes, got {side}", "target_size", f"({side}, {side})"
        )
    size = interpreter.known_items(side)
    sizes = size if size is not None and len(size) == 2 else (None, None)
    image = interpreter.instance(IMAGE.name)
    known = [each if is_number(each) else UNKNOWN for each in sizes]
    channels = _CHANNELS.get(given.get("color_mode", "rgb"), UNKNOWN)
    interpreter.write(image, _SHAPE, Shape.of(*known, channels))
    return image


def _ranked(value: Any) -> str | None:
    rank = value.shape.rank if isinstance(value, TensorType) and value.kind == "array" else None
    return "an image, of rank 2 or 3" if rank not in (None, 2, 3) else None


_IMAGE_CHECKS: Final[Mapping[str, Check]] = {
    "img": _ranked,
    "data_format": partial(one_of, options=("channels_last", "channels_first"), optional=True),
}


def _image_array(interpreter: Interpreter, call: Call) -> Value:
    """`img_to_array(image)`: rows, columns and channels of an image, or of an array that may lack the channels."""
    given = bound(interpreter, call)
    image, shape = given.get("img"), Shape.of(UNKNOWN, UNKNOWN, UNKNOWN)
    if not is_legacy(interpreter):
        none_of(_IMAGE_CHECKS, {name: to_rule(value) for name, value in given.items()})
    if (given.get("data_format") or data_format(interpreter)) == _LAST:
        if isinstance(image, Instance):
            shape = image.read(_SHAPE, shape)
        elif isinstance(image, TensorType) and image.shape.rank in (2, 3):
            shape = image.shape if image.shape.rank == 3 else image.shape + Shape.of(1)
    return TensorType(dtype_or_floatx(interpreter, given.get("dtype")), shape, "array")


# -- datasets ---------------------------------------------------------------------------------------------------------


def _read(name: str, interpreter: Interpreter, call: Call) -> Value:
    """A dataset, or two where the call asks for `both`."""
    given = bound(interpreter, call)
    check({each: to_rule(value) for each, value in given.items()})
    subset = given.get("subset")
    is_usual = given.get("format", "tf") == "tf" and subset in (
        None,
        "training",
        "validation",
        "both",
    )
    if not is_known(given) or not is_usual:
        return TOP
    element = DATASETS[name]({each: to_rule(value) for each, value in given.items()})
    batches = _element(element, new_batch(interpreter), given.get("batch_size", 32))
    made = Dataset(batches, named=True)
    if subset != "both":
        return made
    return (
        (made, made) if name == "audio_dataset_from_directory" else interpreter.list((made, made))
    )


def _element(element: Any, batch: Any, size: Value) -> Value:
    if isinstance(element, tuple):
        return tuple(_element(each, batch, size) for each in element)
    if not isinstance(element, TensorType):
        return TOP
    is_batched = size is not None and element.shape.rank and isinstance(element.shape[0], Unknown)
    if not is_batched:
        return element
    return TensorType(element.dtype, Shape.of(batch) + element.shape.slice(1, None), element.kind)


def _split(interpreter: Interpreter, call: Call) -> Value:
    """`split_dataset(dataset, ...)`: two of the same elements."""
    given = bound(interpreter, call)
    check_split({each: to_rule(value) for each, value in given.items()})
    dataset = resolve(call.get(0, "dataset"))
    return (Dataset(dataset.element),) * 2 if isinstance(dataset, Dataset) else TOP


def _unpacked(interpreter: Interpreter, call: Call) -> Value:
    """`unpack_x_y_sample_weight(data)`: always three, as `train_step` takes its batch apart."""
    data = resolve(call.get(0, "data"))
    is_list = isinstance(data, Container) and data.kind == "list"
    items = interpreter.known_items(data) if is_list or isinstance(data, tuple) else (data,)
    if data is TOP or items is None or not 1 <= len(items) <= 3:
        return TOP
    return (*items, *[None] * (3 - len(items)))


def _packed(interpreter: Interpreter, call: Call) -> Value:
    """`pack_x_y_sample_weight(x, y, sample_weight)`: x alone where it is one and there is nothing else."""
    x, y, weight = (resolve(call.get(i, name)) for i, name in enumerate(_BATCH))
    if y is None:
        is_list = isinstance(x, (tuple, Container))
        return TOP if x is TOP or isinstance(x, tuple) else (x,) if is_list else x
    return (x, y) if weight is None else (x, y, weight)


_BATCH: Final = ("x", "y", "sample_weight")
FUNCTIONS: Final = {
    f"{KERAS}utils.unpack_x_y_sample_weight": _unpacked,
    f"{KERAS}utils.pack_x_y_sample_weight": _packed,
    **{f"{KERAS}datasets.{name}.load_data": partial(_load, name) for name in _LOADED},
    **{f"{KERAS}utils.{name}": partial(_read, name) for name in DATASETS},
    f"{KERAS}utils.split_dataset": _split,
    f"{KERAS}utils.load_img": _load_image,
    f"{KERAS}utils.img_to_array": partial(of_arrays, _image_array, "img"),
    f"{KERAS}utils.to_categorical": partial(
        of_items, _by(keras_functions.categorical, "x", "num_classes"), "x"
    ),
    f"{KERAS}utils.normalize": partial(of_items, _by(keras_functions.normalized, "x", "axis"), "x"),
    f"{KERAS}utils.pad_sequences": partial(
        of_arrays,
        _by(
            keras_functions.padded_sequences,
            "sequences",
            "maxlen",
            "dtype",
            "padding",
            "truncating",
            "value",
        ),
        "sequences",
    ),
    **{
        f"{KERAS}applications.{name}.preprocess_input": _by(
            keras_functions.prepared, "x", "data_format"
        )
        for name in keras_functions.APPLICATIONS
    },
}
