"""Datasets that are made of several: side by side, one after the other, by choice, and one for each element."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import join, join_all
from tftypes.inference.models.tensorflow.dataset_batches import element_of, made_element
from tftypes.inference.models.tensorflow.dataset_elements import call_on, settled, with_batch
from tftypes.inference.models.tensorflow.dataset_sizes import entered
from tftypes.inference.models.tensorflow.ops import OpError, passes
from tftypes.inference.models.tensorflow.ops.passes import Pass
from tftypes.inference.models.tensorflow.shown_structures import shown
from tftypes.inference.models.tensorflow.structures import is_list, leaves, map_leaves
from tftypes.inference.objects import Value, python_type, resolve
from tftypes.inference.values import Dataset

# -- side by side -------------------------------------------------------------------------------------------------------


def zipped(interpreter: Interpreter, call: Call) -> Value:
    given = call.args if len(call.args) > 1 else [call.get(0, "datasets")]
    whole = resolve(given[0]) if len(given) == 1 else tuple(given)
    if is_list(whole):
        first = call.node.args[:1] if isinstance(call.node, ast.Call) else []
        code = ", ".join(ast.unparse(each)[1:-1] for each in first if isinstance(each, ast.List))
        words = "a list of datasets is not zipped: put them in a tuple"
        raise OpError("tf-value", words, "datasets", f"zip(({code}))" if code else None)
    for each in leaves(interpreter, whole, lists=False):
        if is_list(each) or isinstance(each, TensorType) or python_type(each) is not None:
            hint = "tf.data.Dataset.from_tensor_slices(x) makes one of a tensor"
            raise OpError("tf-value", f"expected datasets, got {shown(each)}", "datasets", hint)
    once = Pass()
    if isinstance(whole, tuple) and whole:
        known = [resolve(each) for each in whole]
        once = passes.zipped([each.once if isinstance(each, Dataset) else None for each in known])
    return Dataset(map_leaves(interpreter, element_of, whole), once)


# -- one after the other, and by choice ------------------------------------------------------------------------------------


def choose(interpreter: Interpreter, call: Call) -> Value:
    """`sample_from_datasets(datasets, weights)` and `choose_from_datasets(datasets, choice_dataset)`."""
    given = interpreter.known_items(call.get(0, "datasets")) or ()
    elements = list(map(element_of, given))
    for other in elements[1:]:
        _check_alike(elements[0], other, "datasets")
    if call.name.rpartition(".")[2] == "choose_from_datasets":
        _check_choice(resolve(call.get(1, "choice_dataset")))
    elif given:
        _check_weights(resolve(call.get(1, "weights")), len(given))
    return Dataset(join_all(elements or [element_of(None)]))


def _check_choice(choice: Value) -> None:
    found = choice.element if isinstance(choice, Dataset) else None
    if isinstance(found, TensorType) and found.dtype.name not in (None, "int64"):
        words = f"expected elements that are int64 scalars, got {found}"
        hint = "choice_dataset.map(lambda x: tf.cast(x, tf.int64)) has such"
        raise OpError("tf-dtype", words, "choice_dataset", hint)


def _check_weights(weights: Value, count: int) -> None:
    found = None if weights is None else tensor_of(weights)
    sizes = found.shape.dims if found is not None else None
    if sizes is not None and len(sizes) == 1 and isinstance(sizes[0], int) and sizes[0] != count:
        words = f"expected one for each of {count} datasets, got {sizes[0]}"
        raise OpError("tf-shape", words, "weights")


def concatenate(interpreter: Interpreter, call: Call) -> Value:
    first, second = call.receiver, resolve(call.get(0, "dataset"))
    if isinstance(second, TensorType):
        hint = "tf.data.Dataset.from_tensor_slices(dataset) makes one of a tensor"
        raise OpError("tf-value", f"expected a dataset, got {second}", "dataset", hint)
    if not isinstance(second, Dataset):
        return Dataset(element_of(second))
    _check_alike(first.element, second.element, "dataset")
    return Dataset(join(settled(interpreter, first), settled(interpreter, second)))


def _check_alike(a: Value, b: Value, argument: str) -> None:
    """Raises OpError for elements of another structure, or of another dtype in the same place."""
    a, b = resolve(a), resolve(b)
    tensors = [isinstance(each, TensorType) for each in (a, b)]
    tuples = [isinstance(each, tuple) for each in (a, b)]
    if all(tensors):
        if a.dtype.name and b.dtype.name and a.dtype != b.dtype:
            hint = f"dataset.map(lambda x: tf.cast(x, tf.{a.dtype}))"
            is_number = not (a.dtype.is_string or b.dtype.is_string)
            words = f"elements differ: {a} and {b}"
            raise OpError("tf-dtype", words, argument, hint if is_number else None)
    elif all(tuples) and len(a) == len(b):
        for one, other in zip(a, b):
            try:
                _check_alike(one, other, argument)
            except OpError as error:
                error.hint = error.hint and _cast_parts(a, b)
                raise
    elif any(tuples) and all(map(bool.__or__, tensors, tuples)):
        one, other = (
            f"a tuple of {len(each)}" if isinstance(each, tuple) else str(each) for each in (a, b)
        )
        raise OpError("tf-value", f"elements differ: {one} and {other}", argument)


def _cast_parts(a: Sequence[Value], b: Sequence[Value]) -> str | None:
    """What makes elements of the second dataset of those dtypes that the first one has; None for nested ones."""
    names = ("x", "y", "z", "w")[: len(a)]
    parts = [*zip(names, map(tensor_of, a), map(tensor_of, b))]
    if len(parts) != len(a) or any(one is None or other is None for _, one, other in parts):
        return None
    made = [
        name
        if one == other or one is None or other is None or one.dtype == other.dtype
        else f"tf.cast({name}, tf.{one.dtype})"
        for name, one, other in parts
    ]
    return f"dataset.map(lambda {', '.join(names)}: ({', '.join(made)}))"


# -- one for each element --------------------------------------------------------------------------------------------------


def flat_map(interpreter: Interpreter, call: Call) -> Value:
    given: Dataset = call.receiver
    function = call.get(0, "map_func")
    made = call_on(interpreter, function, entered(interpreter, given), call.node)
    return Dataset(
        with_batch(interpreter, made_element(interpreter, made, "map_func", call), UNKNOWN)
    )
