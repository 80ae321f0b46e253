"""`tfds.load` and `tfds.builder`: datasets whose elements are known where the catalogue is sure of them."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving
from tftypes.inference.objects import TOP, Container, External, Value, resolve
from tftypes.inference.values import Dataset, Mapped

_BUILDER: Final = "tensorflow_datasets.core.DatasetBuilder"
#: The slot of a builder with the name of its data.
_NAME: Final = "tfds name"
_SMALL = {"image": "uint8[28, 28, 1]", "label": "int64[]"}
_PHOTO = {"image": "uint8[32, 32, 3]", "label": "int64[]"}
_BIG = {"image": "uint8[None, None, 3]", "label": "int64[]"}
_TEXT = {"text": "string[]", "label": "int64[]"}
#: The two features that `as_supervised` gives, by the name of the data; there may be more beside them.
_FEATURES: Final[dict[str, dict[str, str]]] = {
    **dict.fromkeys(("mnist", "fashion_mnist", "kmnist"), _SMALL),
    **dict.fromkeys(("cifar10", "cifar100", "svhn_cropped"), _PHOTO),
    **dict.fromkeys(
        ("cats_vs_dogs", "food101", "oxford_flowers102", "oxford_iiit_pet", "stanford_dogs", "tf_flowers"), _BIG
    ),
    **dict.fromkeys(("imdb_reviews", "yelp_polarity_reviews"), _TEXT),
}  # fmt: skip
#: The parameters of `load`, and of `as_dataset` of a builder; others change the elements.
_OF_LOAD: Final = (
    "name", "split", "data_dir", "batch_size", "shuffle_files", "download", "as_supervised",
)  # fmt: skip
_OF_BUILDER: Final = (
    "split", "batch_size", "shuffle_files", "decoders", "read_config", "as_supervised",
)  # fmt: skip
_HARMLESS: Final = (
    "with_info", "read_config", "builder_kwargs", "download_and_prepare_kwargs", "as_dataset_kwargs", "try_gcs",
)  # fmt: skip


def _element(interpreter: Interpreter, name: Value, supervised: Value) -> Value:
    """What a data set has of each example; TOP where that is not known."""
    if not isinstance(name, str):
        return TOP
    base, _, config = name.partition(":")[0].partition("/")
    features = _FEATURES.get(base)
    if features is None or config not in ("", "plain_text"):
        return TOP
    made = {key: TensorType.parse(text) for key, text in features.items()}
    if supervised is True:
        return tuple(made.values())
    is_open = supervised not in (False, None)
    return TOP if is_open else interpreter.list(Mapped(made, frozenset(), TOP), "dict")


def _split(interpreter: Interpreter, split: Value, whole: Value) -> Value:
    """A dataset for a split, one for each of several, and for all splits by their names where none is asked for."""
    split = resolve(split)
    if split is None:
        return interpreter.list(Mapped({}, frozenset(), whole), "dict")
    if isinstance(split, tuple):
        return tuple(_split(interpreter, each, whole) for each in split)
    if isinstance(split, Container):
        items = interpreter.known_items(split)
        if split.kind != "list" or items is None:
            return TOP
        return interpreter.list(tuple(_split(interpreter, each, whole) for each in items))
    is_named = isinstance(split, External) and split.name.startswith("tensorflow_datasets.Split.")
    return whole if isinstance(split, str) or is_named else TOP


def _made(
    interpreter: Interpreter, call: Call, parameters: tuple[str, ...], name: Value | None = None
) -> Value:
    given = {**dict(zip(parameters, call.args)), **call.kwargs}
    if not given.keys() <= {*parameters, *_HARMLESS} or resolve(given.get("decoders")) is not None:
        return TOP
    name = resolve(given.get("name")) if name is None else name
    element = _element(interpreter, name, resolve(given.get("as_supervised", False)))
    whole: Value = Dataset(element)
    size = resolve(given.get("batch_size"))
    if size is not None:
        if not isinstance(size, int) or size < 1:
            return TOP
        whole = interpreter.call(
            interpreter.attribute(whole, "batch", call.node), [size], {}, call.node
        )
    return _split(interpreter, given.get("split"), whole)


def _load(interpreter: Interpreter, call: Call) -> Value:
    made = _made(interpreter, call, _OF_LOAD)
    with_info = resolve(call.kwargs.get("with_info", False))
    return (made, TOP) if with_info is True else made if with_info is False else TOP


def _builder(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.instance(_BUILDER, {_NAME: resolve(call.get(0, "name", TOP))})


def _as_dataset(interpreter: Interpreter, call: Call) -> Value:
    return _made(interpreter, call, _OF_BUILDER, call.receiver.read(_NAME, TOP))


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow_datasets.load": _load,
    "tensorflow_datasets.builder": _builder,
}
CLASSES: Final = {
    _BUILDER: LibraryClass(
        methods={"as_dataset": _as_dataset, "download_and_prepare": giving(None)},
        attributes={"info": giving(TOP)},
    )
}
