"""`tf.compat.v1.data`: datasets with the methods of TensorFlow 1, whose transformations give such datasets again."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow.data import METHODS, SOURCES
from tftypes.inference.models.tensorflow.dataset_elements import with_batch
from tftypes.inference.models.tensorflow.ops import Unsure
from tftypes.inference.models.tensorflow.structures import map_tensors
from tftypes.inference.objects import TOP, Instance, Value, resolve
from tftypes.inference.values import Dataset

_MODULE: Final = "tensorflow.compat.v1.data"
_ELEMENT: Final = "element"


def _legacy(model: Model, interpreter: Interpreter, call: Call) -> Value:
    if isinstance(call.receiver, Instance):  # of a class below, whose elements are not known
        raise Unsure
    made = model(interpreter, call)
    return replace(made, legacy=True) if isinstance(made, Dataset) else made


def _iterator(interpreter: Interpreter, call: Call) -> Value:
    dataset = resolve(call.get(0, "dataset") if call.receiver is None else call.receiver)
    made = interpreter.instance(f"{_MODULE}.Iterator")
    if isinstance(dataset, Dataset):
        element = with_batch(interpreter, dataset.element, UNKNOWN)
        interpreter.write(made, _ELEMENT, element)
    return made


def _next(interpreter: Interpreter, call: Call) -> Value:
    element = call.receiver.read(_ELEMENT, TOP)
    return map_tensors(interpreter, interpreter.made, element)


_MAKERS: Final = ("make_one_shot_iterator", "make_initializable_iterator")
CLASSES: Final = {
    f"{_MODULE}.Dataset": LibraryClass(
        methods={
            **{name: partial(_legacy, model) for name, model in METHODS.items()},
            **dict.fromkeys(_MAKERS, _iterator),
        }
    ),
    f"{_MODULE}.Iterator": LibraryClass(methods={"get_next": _next}),
}
FUNCTIONS: Final[dict[str, Model]] = {
    **{f"{_MODULE}.Dataset.{name}": partial(_legacy, model) for name, model in SOURCES.items()},
    **{f"{_MODULE}.{name}": _iterator for name in _MAKERS},
}
