"""Datasets that Keras reads from folders, or cuts from an array: their elements follow from the arguments.

image_dataset_from_directory("photos", image_size=(180, 180), batch_size=32)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from mypy.plugin import FunctionContext
from mypy.types import Instance, Type

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.models.tensorflow.ops.keras_data import DATASETS
from tftypes_mypy import convert
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.data.elements import dataset_of
from tftypes_mypy.features.structures import nests
from tftypes_mypy.values import Values

_UTILS: Final = "tensorflow.keras.utils."
#: What keeps the names of the folders, and the one that keeps the files too.
_FROM_FOLDERS: Final = "_from_directory"
_WITH_FILES: Final = "image_dataset_from_directory"
#: Gives a pair of datasets as a tuple, where the others give a list.
_WITH_TUPLES: Final = "audio_dataset_from_directory"


def function(fullname: str) -> Callable[..., Type] | None:
    """The hook of a function that makes a dataset."""
    name = fullname.removeprefix(_UTILS)
    return partial(read, name=name) if name != fullname and name in DATASETS else None


def read(context: FunctionContext, values: Values, name: str) -> Type:
    """The dataset, or two where the call asks for `both`."""
    if any(kind.is_star() for kinds in context.arg_kinds for kind in kinds):
        return context.default_return_type
    given = op_calls.arguments_of(context, values)
    subset = given.get("subset")
    if given.get("format", "tf") != "tf" or subset not in (None, "training", "validation", "both"):
        return context.default_return_type
    types = values.types
    made = dataset_of(_element(DATASETS[name](given), types), types)
    if name.endswith(_FROM_FOLDERS):
        made = _with_names(made, name, given.get("labels", "inferred"), types)
    if subset != "both":
        return made
    pair = nests.tuple_of if name == _WITH_TUPLES else nests.list_of
    return nests.unpacked(pair([made, made], types), context.context, values)


def _element(element: Any, types: convert.Types) -> Type:
    if isinstance(element, TensorType):
        return convert.type_of_tensor(element, types)
    if element is UNKNOWN:
        return convert.unknown()
    return nests.tuple_of([_element(each, types) for each in element], types)


def _with_names(dataset: Instance, name: str, labels: Any, types: convert.Types) -> Instance:
    """`dataset.class_names` and `dataset.file_paths`, which what is made of the dataset does not have."""
    strings = types.make("builtins.list", [types.make("builtins.str", [])])
    known = labels == "inferred" or isinstance(labels, (list, tuple))
    dataset = dataset.copy_with_extra_attr("class_names", strings if known else convert.unknown())
    return dataset.copy_with_extra_attr("file_paths", strings) if name == _WITH_FILES else dataset
