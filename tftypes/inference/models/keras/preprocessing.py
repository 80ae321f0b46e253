"""Layers that learn from data before training, and the generators of `keras.preprocessing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.arguments import bound
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, reading
from tftypes.inference.models.keras import layers, row_counts
from tftypes.inference.models.keras.config import (
    KERAS,
    check_object,
    config_of,
    configure,
    data_format,
    floatx,
    is_known,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.layer_state import LEARNED, check_learned
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    keras_lookups,
    keras_objects,
    keras_together,
)
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.keras_checks import none_of
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import ENDLESS, OPEN, TOP, Container, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Dataset, contents_of, whole_dict

# -- layers -----------------------------------------------------------------------------------------------------------


def _adapt(fixed: str, words: str) -> Callable[[Interpreter, Call], Value]:
    """`adapt(data)` of a layer, which one of its arguments makes needless: `fixed`."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        value = config_of(call.receiver).get(fixed)
        is_given = isinstance(value, (str, tuple, Container, TensorType))
        if is_given and not is_legacy(interpreter):
            hint = f"leave out adapt(), or the argument {fixed}"
            raise OpError(
                "tf-state", f"the layer was made with {words}, and learns no other", hint=hint
            )
        interpreter.write(call.receiver, LEARNED, True)
        if not is_legacy(interpreter):
            check_learned_from(interpreter, call)
        return None

    return run


def check_learned_from(interpreter: Interpreter, call: Call) -> None:
    """Raises OpError for data from which a layer cannot learn."""
    layer, data = call.receiver, resolve(call.get(0, "data"))
    is_dataset = isinstance(data, Dataset)
    element = resolve(data.element) if is_dataset else data
    found = whole_dict(element) or to_rule(element)
    name = short_name(interpreter, layer)
    keras_lookups.check_learned_from(name, config_of(layer), found, is_dataset)


def _call_learned(interpreter: Interpreter, call: Call) -> Value:
    """A call of a layer that must have learned something, or was given it. Raises OpError where it was not for sure."""
    if interpreter.is_eager:
        check_learned(interpreter, call.receiver)
    return layers.call_library(interpreter, call)


def _set_vocabulary(interpreter: Interpreter, call: Call) -> Value:
    """`set_vocabulary(vocabulary, idf_weights=None)`: the layer is made with it from now on. Raises OpError for another one."""
    layer, terms = call.receiver, resolve(call.get(0, "vocabulary"))
    name, config = short_name(interpreter, layer), config_of(layer)
    interpreter.write(layer, LEARNED, True)
    if is_legacy(interpreter) or not is_known(config):
        return None
    given = {key: to_rule(value) for key, value in config.items()}
    told = {"vocabulary": to_rule(terms), "idf_weights": to_rule(call.get(1, "idf_weights"))}
    keras_together.check(name, {**given, **told})
    return None


_VOCABULARY: Final = LibraryClass(
    methods={
        "adapt": _adapt("vocabulary", "a vocabulary"),
        "set_vocabulary": _set_vocabulary,
        "call": _call_learned,
    }
)

# -- generators -------------------------------------------------------------------------------------------------------

_IMAGE: Final = f"{KERAS}preprocessing.image."
_SEQUENCE: Final = f"{KERAS}preprocessing.sequence."


def _rows(value: Value) -> int | None:
    """How many items an array or a list has."""
    found = resolve(value)
    if isinstance(found, TensorType) and found.shape.rank and is_number(found.shape[0]):
        return int(found.shape[0])
    items = contents_of(found)
    return len(items) if isinstance(items, tuple) else None


def _check_rows(config: Mapping[str, Value], first: str, *others: str) -> None:
    """Raises OpError for arrays with different numbers of rows."""
    count = _rows(config.get(first, TOP))
    for name in others:
        found = _rows(config.get(name, TOP))
        if count is not None and found is not None and count != found:
            row_counts.check([(first, Shape.of(count)), (name, Shape.of(found))])


def _timeseries(interpreter: Interpreter, call: Call) -> None:
    config = configure(interpreter, call)
    _check_rows(config, "data", "targets")
    rows, length, start, end = (
        _rows(config.get("data", TOP)),
        config.get("length"),
        config.get("start_index", 0),
        config.get("end_index"),
    )
    if is_known(config) and rows is not None and is_number(length) and is_number(start):
        last = rows - 1 if end is None else end
        if is_number(last) and start + length > last:
            words = f"windows of {length} rows do not fit into {rows} rows"
            raise OpError("tf-value", words, "length")


def _images(interpreter: Interpreter, call: Call) -> None:
    config = configure(interpreter, call)
    given = {name: to_rule(value) for name, value in config.items()}
    keras_objects.check("", "ImageDataGenerator", given)


def _check_rank(shown: str, value: Value) -> TensorType | None:
    """An array of images. Raises OpError for one of another rank."""
    x = tensor_of(resolve(value))
    if x is None or x.shape.rank is None:
        return None
    if x.shape.rank != 4:
        hint = "x[..., None] has one channel" if x.shape.rank == 3 else None
        if x.shape.rank == 3 and x.shape[-1] in (3, 4):
            hint = "x[None] is a batch of one"
        words = f"expected images [rows, height, width, channels], got {x}"
        raise OpError("tf-rank", words, "x", hint).complete(shown, {})
    return x


def _fit(interpreter: Interpreter, call: Call) -> Value:
    _check_rank("ImageDataGenerator.fit()", call.get(0, "x"))
    return None


def _flow(interpreter: Interpreter, call: Call) -> Value:
    """`flow(x, y)`: batches of images and labels."""
    config = bound(interpreter, call, f"{_IMAGE}ImageDataGenerator.flow")
    given = {name: to_rule(value) for name, value in config.items()}
    keras_objects.check("", "NumpyArrayIterator", given)
    made = interpreter.instance(
        f"{_IMAGE}NumpyArrayIterator", {ENDLESS: "next(...) gives one batch"}
    )
    if isinstance(resolve(config.get("x")), (tuple, Container)) or not is_known(config):
        return made
    x = _check_rank("ImageDataGenerator.flow()", config.get("x", TOP))
    _check_rows(config, "x", "y", "sample_weight")
    own = config_of(call.receiver).get("dtype")
    parts: list[Value] = []
    if x is not None:
        dtype = floatx(interpreter) if own is None else TensorType.unknown().dtype
        parts.append(TensorType(dtype, _batched(x.shape), "array"))
    for name in ("y", "sample_weight"):
        value = resolve(config.get(name))
        if value is not None:
            part = tensor_of(value)
            parts.append(
                TOP if part is None else TensorType(part.dtype, _batched(part.shape), "array")
            )
    if x is not None:
        interpreter.write(made, _BATCH, tuple(parts) if len(parts) > 1 else parts[0])
    return made


#: The channels of an image, and the labels of a batch without the number of classes, by their names.
_CHANNELS: Final = {"rgb": 3, "grayscale": 1, "rgba": 4}
_LABELS: Final = {"binary": Shape.of(), "sparse": Shape.of(), "categorical": Shape.of(UNKNOWN)}


def _flow_from_directory(interpreter: Interpreter, call: Call) -> Value:
    """`flow_from_directory(folder)`: batches of images, and of their classes, which the folders within are."""
    config = bound(interpreter, call, f"{_IMAGE}ImageDataGenerator.flow_from_directory")
    own = config_of(call.receiver)
    made = interpreter.instance(
        f"{_IMAGE}DirectoryIterator", {ENDLESS: "next(...) gives one batch"}
    )
    size = interpreter.known_items(config.get("target_size", (256, 256)))
    channels = _CHANNELS.get(config.get("color_mode", "rgb"))
    is_plain = not own.keys() & {"data_format", "dtype"} and is_known(own) and is_known(config)
    is_plain = is_plain and data_format(interpreter) == "channels_last"
    if not is_plain or channels is None:
        return made
    sizes = [each if is_number(each) else UNKNOWN for each in size or ()]
    if len(sizes) != 2:
        return made
    x = TensorType(floatx(interpreter), Shape.of(UNKNOWN, *sizes, channels), "array")
    mode = resolve(config.get("class_mode", "categorical"))
    shape = _LABELS.get(mode) if isinstance(mode, str) else None
    count = _rows(config.get("classes"))
    if mode == "categorical" and count:
        shape = Shape.of(count)
    y = TOP if shape is None else TensorType(x.dtype, Shape.of(UNKNOWN) + shape, "array")
    interpreter.write(made, _BATCH, x if mode is None else (x, x if mode == "input" else y))
    return made


#: The slot of a generator with what its batches are.
_BATCH: Final = "keras batch"


def _batched(shape: Shape) -> Shape:
    rows: Dim = UNKNOWN
    return Shape.of(rows) + shape.slice(1, None) if shape.rank else Shape.unknown()


# -- features ---------------------------------------------------------------------------------------------------------


#: The features that are made by their names alone, and those of them that must learn from data.
_LEARNING: Final = (
    "float_discretized",
    "float_normalized",
    "integer_categorical",
    "string_categorical",
)
_FEATURES: Final = (*_LEARNING, "float", "float_rescaled", "integer_hashed", "string_hashed")


def _features(values: list[Value]) -> str | None:
    bad = not values or any(isinstance(each, str) and each not in _FEATURES for each in values)
    return f"features that are some of {', '.join(map(repr, _FEATURES))}" if bad else None


def _feature_space(interpreter: Interpreter, call: Call) -> None:
    """Features by name, and crosses of them. Raises OpError for others."""
    config = configure(interpreter, call)
    check_object(interpreter, "", call.receiver)
    features = whole_dict(config.get("features", TOP))
    if features is not None and is_known(config):
        none_of(
            {"features": _features}, {"features": [resolve(each) for each in features.values()]}
        )
    crosses = interpreter.known_items(config.get("crosses", TOP))
    for cross in crosses or ():
        names = interpreter.known_items(cross)
        if names is None or not is_known(config):
            continue
        if resolve(config.get("crossing_dim", 32)) is None:
            raise OpError("tf-value", "crosses need it", "crossing_dim", "crossing_dim=32")
        for each in map(resolve, names):
            if features is not None and isinstance(each, str) and each not in features:
                told = ", ".join(map(repr, features))
                raise OpError("tf-value", f"there is no feature {each!r} among {told}", "crosses")


def _adapt_features(interpreter: Interpreter, call: Call) -> Value:
    """`adapt(dataset)`: of a dataset of dicts, or of a dict."""
    given = resolve(call.get(0, "dataset"))
    is_list = isinstance(given, (tuple, TensorType, Container))
    if is_list and not (isinstance(given, Container) and given.kind == "dict"):
        words = f"expected a dataset of dicts, or a dict, got {describe(to_rule(given))}"
        raise OpError(
            "tf-value", words, "dataset", "dataset.map(lambda x, y: x) has features alone"
        )
    element = given.element if isinstance(given, Dataset) else None
    if isinstance(element, (tuple, TensorType)):
        words = f"expected elements that are dicts, got {'tuples' if isinstance(element, tuple) else describe(element)}"
        hint = "dataset.map(lambda x, y: x) has features alone"
        raise OpError("tf-value", words, "dataset", hint)
    interpreter.write(call.receiver, LEARNED, True)
    return None


def _call_features(interpreter: Interpreter, call: Call) -> Value:
    given = resolve(call.get(0, "data"))
    if (
        isinstance(given, (tuple, TensorType))
        or isinstance(given, Container)
        and given.kind == "list"
    ):
        words = f"expected a dict of features, got {describe(to_rule(given))}"
        raise OpError("tf-value", words, "data", "{'name': values, ...} has them by their names")
    features = whole_dict(config_of(call.receiver).get("features", TOP)) or {}
    is_fresh = call.receiver.birth > interpreter.escaped and call.receiver.read(OPEN) is ABSENT
    if is_fresh and call.receiver.read(LEARNED) is ABSENT:
        if any(resolve(each) in _LEARNING for each in features.values() if isinstance(each, str)):
            words = "the features have learned nothing yet"
            raise OpError("tf-state", words, hint="adapt(dataset) before it teaches them")
    return TOP


CLASSES: Final[dict[str, Any]] = {
    f"{KERAS}utils.FeatureSpace": LibraryClass(
        construct=_feature_space,
        methods={"adapt": _adapt_features, "__call__": _call_features},
    ),
    f"{KERAS}layers.StringLookup": _VOCABULARY,
    f"{KERAS}layers.IntegerLookup": _VOCABULARY,
    f"{KERAS}layers.TextVectorization": _VOCABULARY,
    f"{KERAS}layers.Discretization": LibraryClass(
        methods={
            "adapt": _adapt("bin_boundaries", "bin_boundaries"),
            "call": _call_learned,
        }
    ),
    f"{_IMAGE}ImageDataGenerator": LibraryClass(
        construct=_images,
        methods={"flow": _flow, "flow_from_directory": _flow_from_directory, "fit": _fit},
    ),
    **dict.fromkeys(
        (f"{_IMAGE}{each}" for each in ("NumpyArrayIterator", "DirectoryIterator")),
        LibraryClass(methods=dict.fromkeys(("__getitem__", "__next__", "next"), reading(_BATCH))),
    ),
    f"{_SEQUENCE}TimeseriesGenerator": LibraryClass(construct=_timeseries),
}
