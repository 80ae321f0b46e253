"""Functions of tf.data.experimental whose results `Dataset.apply` takes: the methods of datasets that they stand for."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.objects import Value
from tftypes.inference.values import Native

#: A method, and which parameters of the function go to it, by position and by name: None for all of them.
Step = tuple[str, dict[str, int] | None]

_SAME: Final = ("bucket_by_sequence_length", "ignore_errors", "snapshot", "take_while", "unbatch", "unique")  # fmt: skip
#: By function the methods that it applies one after the other; none leave the elements as they are.
_STEPS: Final[dict[str, tuple[Step, ...]]] = {
    "assert_cardinality": (),
    "copy_to_device": (),
    "prefetch_to_device": (),
    "shuffle_and_repeat": (("repeat", {"count": 1}),),
    "map_and_batch": (
        ("map", {"map_func": 0}),
        ("batch", {"batch_size": 1, "drop_remainder": 3}),
    ),
    "parallel_interleave": (("interleave", {"map_func": 0, "cycle_length": 1}),),
    "dense_to_ragged_batch": (("ragged_batch", None),),
    "enumerate_dataset": (("enumerate", None),),
    **{name: ((name, None),) for name in _SAME},
}


def _transformation(steps: tuple[Step, ...], interpreter: Interpreter, call: Call) -> Value:
    def run(interpreter: Interpreter, inner: Call) -> Value:
        made = inner.args[0]
        for method, parameters in steps:
            given = call
            if parameters is not None:
                named = {
                    name: call.get(place, name)
                    for name, place in parameters.items()
                    if call.given(place, name)
                }
                given = Call([], named, call.node)
            made = interpreter.dispatch(interpreter.attribute(made, method, call.node), given)
        return made

    return Native("transformation", run)


FUNCTIONS: Final[dict[str, Model]] = {
    f"tensorflow.data.experimental.{name}": partial(_transformation, steps)
    for name, steps in _STEPS.items()
}
