"""What `fit` and its like refuse of the arrays that they are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.object_arrays import of_objects
from tftypes.inference.interpreter.object_operators import IMAGE
from tftypes.inference.interpreter.rules import as_array, to_rule
from tftypes.inference.models.keras import row_counts
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import STRING, is_number
from tftypes.inference.models.tensorflow.structures import is_list, leaves, made_array
from tftypes.inference.objects import Container, Value, python_type, resolve


def check_arrays(interpreter: Interpreter, given: Sequence[Value]) -> None:
    """Keras takes arrays, in whatever structures, with as many rows each.

    Raises OpError for numbers and texts of Python's, and for other numbers of rows.
    """
    found = [(name, each) for name, each in zip(("x", "y", "sample_weight"), given)]
    rows: list[tuple[str, Shape]] = []
    for name, value in found:
        for leaf in () if value is None else map(as_array, leaves(interpreter, value)):
            if python_type(leaf) is not None and leaf is not None:
                makes = "tf.constant" if _has_texts(interpreter, value) else "np.array"
                hint = made_array(interpreter, name, value, makes)
                if _are_rows(interpreter, *given[:2]):
                    labels = "tf.constant" if _has_texts(interpreter, given[1]) else "np.array"
                    hint = f"fit({makes}(x), {labels}(y)) takes arrays"
                words = f"expected arrays or tensors, got {describe(to_rule(value))}"
                raise OpError("tf-value", words, name, hint)
            _check_numbers(leaf, name)
            if class_name(leaf) == IMAGE.name:
                hint = f"keras.utils.img_to_array({name})[None]"
                raise OpError("tf-value", "expected arrays, got an image of Pillow's", name, hint)
            if isinstance(leaf, TensorType) and leaf.kind == "array" and leaf.dtype == STRING:
                words = f"expected numbers or tensors, got {leaf}"
                raise OpError("tf-dtype", words, name, _NUMBERED[name == "y"])
            if isinstance(leaf, TensorType) and leaf.shape.rank == 0:
                words = f"expected a row for each sample, got a scalar: {describe(to_rule(value))}"
                hint = f"np.array({name}) is one" if is_list(resolve(value)) else None
                raise OpError("tf-rank", words, name, hint, "builtins.IndexError")
            if isinstance(leaf, TensorType) and leaf.shape.rank and is_number(leaf.shape[0]):
                rows.append((name, leaf.shape))
    row_counts.check(rows, *given[:2])


def _has_texts(interpreter: Interpreter, value: Value) -> bool:
    return "str" in map(python_type, leaves(interpreter, value))


def _are_rows(interpreter: Interpreter, x: Value, y: Value = None) -> bool:
    """Whether inputs and labels are lists with an item for each row."""
    if not _is_of_numbers(interpreter, y):
        return False
    if _is_of_numbers(interpreter, x):
        return True
    labels = interpreter.known_items(y)
    rows = interpreter.known_items(x) if is_list(resolve(x)) else None
    return rows is not None and labels is not None and 1 < len(rows) == len(labels)


def _is_of_numbers(interpreter: Interpreter, value: Value) -> bool:
    """Whether a value is a list of Python's numbers or texts alone."""
    found = leaves(interpreter, value)
    return is_list(resolve(value)) and None not in map(python_type, found)


def _check_numbers(value: Value, name: str) -> None:
    """Raises OpError for an array of Python's objects."""
    kind = of_objects(value)
    if kind in _OBJECTS:
        words = f"expected an array of numbers, got one of {_OBJECTS[kind]}"
        hint = _OF_NUMBERS[kind].format(name) if kind in _OF_NUMBERS else None
        raise OpError("tf-dtype", words, name, hint)


#: What an array of objects has, and what makes one of numbers of it.
_OBJECTS: Final = {
    **dict.fromkeys(("ragged", "ragged floats"), "rows of different lengths"),
    "missing": "numbers and None",
    "mixed": "numbers and texts",
    "asked": "objects",
    "view": "a view of a dict, or a set, as its only item",
}
_OF_NUMBERS: Final = {
    "ragged": "keras.utils.pad_sequences({}) fills them up",
    "ragged floats": "keras.utils.pad_sequences({}, dtype='float32') fills them up",
    "missing": "np.nan_to_num({}.astype('float32')) has 0 for None",
    "asked": "{}.astype('float32') is one",
    "view": "np.array(list(values)) has each of its values",
}
#: What texts are for.
OF_TEXTS: Final = (
    "is for a model that begins with TextVectorization or StringLookup, another one takes numbers"
)
#: What takes the place of an array of texts: as inputs, and as labels.
_NUMBERED: Final = (
    f"tf.constant(x) {OF_TEXTS}",
    "np.unique(y, return_inverse=True)[1] are the numbers of the classes",
)


def check_batch(interpreter: Interpreter, x: Value, y: Value = None) -> None:
    """A list is a structure of arrays, not an array. Raises OpError for one of Python's numbers, and for objects."""
    for name, value in (("x", x), ("y", y)):
        value = resolve(value)
        for leaf in leaves(interpreter, value):
            _check_numbers(leaf, name)
        is_list = isinstance(value, tuple) or isinstance(value, Container) and value.kind == "list"
        for leaf in leaves(interpreter, value) if is_list else ():
            if python_type(leaf) in ("int", "float", "bool"):
                words = f"expected an array or a tensor, got {describe(to_rule(value))}"
                raise OpError("tf-value", words, name, made_array(interpreter, name, value))
