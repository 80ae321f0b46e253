"""Functions of tf.data.experimental whose results `Dataset.apply` takes: the methods of datasets that they stand for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.dataset_elements import known_count
from tftypes.inference.models.tensorflow.dataset_scalars import with_scalars
from tftypes.inference.models.tensorflow.ops import Unsure
from tftypes.inference.models.tensorflow.ops.passes import ENDLESS, Pass
from tftypes.inference.objects import Value, resolve
from tftypes.inference.values import Dataset, Native

#: A method or the model of one, and which parameters of the function go to it, by position and by name: None for all.
Step = tuple[str | Model, dict[str, int] | None]


def _asserted(interpreter: Interpreter, call: Call) -> Value:
    """The same elements: there are as many as somebody says."""
    given: Dataset = call.receiver
    count = known_count(call.get(0, "expected_cardinality"))
    if count is None:
        return replace(given, once=Pass(), uncounted=False)
    number = ENDLESS if count == -1 else count
    is_open = number < 0
    once = Pass() if is_open else replace(given.once, least=number, most=number)
    later, size = given.later, given.size
    if later is None and isinstance(size, int) and not is_open and size != number:
        words = f"assert_cardinality({count}): the dataset has {size} elements"
        later = "tf-value", f"{words}; assert_cardinality({size}) holds"
    return replace(given, once=once, later=later, uncounted=is_open)


def _uncounted(interpreter: Interpreter, call: Call) -> Value:
    """The same elements, of which TensorFlow does not ask how many they are."""
    return replace(call.receiver, uncounted=True)


_SAME: Final = (
    "bucket_by_sequence_length", "group_by_window", "ignore_errors", "scan", "snapshot", "take_while", "unbatch", "unique",
)  # fmt: skip
#: By function what it applies, one after the other.
_STEPS: Final[dict[str, tuple[Step, ...]]] = {
    "assert_cardinality": ((with_scalars("assert_cardinality", _asserted), None),),
    "copy_to_device": ((_uncounted, None),),
    "prefetch_to_device": ((_uncounted, None),),
    "shuffle_and_repeat": (("repeat", {"count": 1}),),
    "map_and_batch": (("map", {"map_func": 0}), ("batch", {"batch_size": 1, "drop_remainder": 3})),
    "parallel_interleave": (("interleave", {"map_func": 0, "cycle_length": 1}),),
    "dense_to_ragged_batch": (("ragged_batch", None),),
    "dense_to_sparse_batch": (("sparse_batch", None),),
    "enumerate_dataset": (("enumerate", None),),
    **{name: ((name, None),) for name in _SAME},
}


def _transformation(steps: tuple[Step, ...], interpreter: Interpreter, call: Call) -> Value:
    def run(interpreter: Interpreter, inner: Call) -> Value:
        made = resolve(inner.args[0])
        if not isinstance(made, Dataset):
            raise Unsure
        for method, parameters in steps:
            given = call
            if parameters is not None:
                named = {
                    name: call.get(place, name)
                    for name, place in parameters.items()
                    if call.given(place, name)
                }
                given = Call([], named, call.node)
            made = (
                interpreter.dispatch(interpreter.attribute(made, method, call.node), given)
                if isinstance(method, str)
                else method(interpreter, given.of(call.name, made))
            )
        return made

    return Native("transformation", run)


FUNCTIONS: Final[dict[str, Model]] = {
    f"tensorflow.data.experimental.{name}": partial(_transformation, steps)
    for name, steps in _STEPS.items()
}
