"""What data a model is given: arrays, or what gives batches with labels; and what is none."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.keras.config import is_a, is_layer
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.objects import (
    CLASS,
    DERIVED,
    OPEN,
    TOP,
    Class,
    Container,
    Function,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Dataset, Range

#: The iterators that are no generators for sure.
_ITERATORS: Final = (
    "builtins.enumerate", "builtins.filter", "builtins.iter", "builtins.map", "builtins.zip", "itertools.",
    "tensorflow.data.",
)  # fmt: skip
#: What gives the labels and weights itself, and what Keras calls it.
COMPLETE: Final = ("dataset", "PyDataset", "generator")
_IMAGES: Final = "ImageDataGenerator"


def kind_of(interpreter: Interpreter, x: Value) -> str:
    """What the data is, where it is known to be no arrays."""
    if isinstance(x, Dataset):
        return "dataset"
    if is_a(interpreter, x, "utils.PyDataset"):
        return "PyDataset"
    if isinstance(x, Container) and x.kind == "generator":
        return x.kind
    if isinstance(x, Container) and str(x.read(CLASS, "")).startswith(_ITERATORS):
        return "iterator"
    if isinstance(x, Range) or isinstance(x, Container) and x.kind == "set":
        return "range" if isinstance(x, Range) else "set"
    if isinstance(x, (Function, Bound)):
        return "function"
    if is_layer(interpreter, x):
        return "model"
    if is_a(interpreter, x, f"preprocessing.image.{_IMAGES}"):
        return _IMAGES
    return _object(x) if isinstance(x, Instance) else ""


def _object(x: Instance) -> str:
    """The class of an object that Keras knows as no data: it takes those of the program's that derive from PyDataset alone."""
    if not isinstance(x.cls, Class) or x.cls.externals or x.cls.metaclass is not None:
        return ""
    is_exact = x.read(OPEN) is ABSENT and x.read(DERIVED) is ABSENT and TOP not in x.cls.mro
    may_be_data = "fields" in x.cls.facts or any(map(x.cls.find, ("__array__", "__getattr__")))
    return f"{x.cls.name}" if is_exact and not may_be_data else ""


def check_alone(interpreter: Interpreter, x: Value, y: Value, weights: Value) -> None:
    """Refuses labels and weights beside data that has them, and what is no data.

    Raises OpError for it.
    """
    kind = kind_of(interpreter, x)
    for name, value in (("y", y), ("sample_weight", weights)):
        if kind in COMPLETE and resolve(value) is not None and not is_unknown(resolve(value)):
            words = (
                f"a {kind} has the labels and weights itself: it gives (x, y) or (x, y, weights)"
            )
            hint = f"leave out {name}"
            if isinstance(x, Dataset) and isinstance(resolve(value), Dataset):
                is_whole = isinstance(resolve(x.element), tuple)
                hint = hint if is_whole else f"fit(tf.data.Dataset.zip((x, {name}))) takes both"
            raise OpError("tf-value", words, name, hint)
    if kind in ("", *COMPLETE):
        return
    article = "an" if kind[0].lower() in "aeiou" else "a"
    words = f"expected arrays, a dataset, a PyDataset or a generator, got {article} {kind}"
    raise OpError("tf-value", words, "x", _made(x, kind))


def _made(x: Value, kind: str) -> str | None:
    """What makes data of something."""
    if isinstance(x, Function):
        return f"{x.code.name}() makes one"
    if kind == _IMAGES:
        return "x.flow(x_train, y_train) gives batches"
    methods = x.cls.find if isinstance(x, Instance) and isinstance(x.cls, Class) else None
    if methods is not None and methods("__getitem__") and methods("__len__"):
        return f"class {kind}(keras.utils.PyDataset) is one"
    is_iterable = kind == "iterator" or methods is not None and methods("__iter__")
    return "(each for each in x) is a generator" if is_iterable else None
