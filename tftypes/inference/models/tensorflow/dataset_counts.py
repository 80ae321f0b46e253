"""What goes along with the datasets that are made of one: the fault of its first element, and that nobody has counted it."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, giving
from tftypes.inference.models.tensorflow.dataset_elements import known_count
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Dataset

#: What leaves open how many elements there are.
_OPEN: Final = (
    "filter", "take_while", "flat_map", "interleave", "unbatch", "rebatch", "group_by_window", "bucket_by_sequence_length",
)  # fmt: skip


#: What goes through all elements, in a pass over what it makes.
_WHOLE: Final = (
    "batch",
    "cache",
    "map",
    "padded_batch",
    "prefetch",
    "repeat",
    "shuffle",
    "with_options",
)
#: What may leave out elements that fail.
_FREE: Final = ("apply", "ignore_errors")


def carrying(name: str, model: Model) -> Model:
    """The model of a method, whose result has the fault of its receiver."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        made, given = model(interpreter, call), call.receiver
        is_open = name in _OPEN or given.uncounted
        if not isinstance(made, Dataset) or name in _FREE:
            return made
        later = given.later if name in _WHOLE else None
        if not (given.fault or later or is_open):
            return made
        fault = given.fault or made.fault
        return replace(made, fault=fault, later=later or made.later, uncounted=is_open)

    return run


def length(interpreter: Interpreter, call: Call) -> Value:
    """`len(dataset)`."""
    given: Dataset = call.receiver
    if interpreter.trace is None and (given.uncounted or given.size == inf):
        what = (
            "of which nobody knows how many elements it has" if given.uncounted else "without end"
        )
        words = f"a dataset {what} has no length: count what a loop over it gives"
        interpreter.refuse(call.node, "tf-value", words, "builtins.TypeError")
    return given.size if isinstance(given.size, int) else PyValue("int")


#: The first argument of these is a count.
_COUNTING: Final = {
    "batch": "batch_size", "padded_batch": "batch_size", "ragged_batch": "batch_size", "window": "size",
    "shuffle": "buffer_size", "prefetch": "buffer_size", "take": "count", "skip": "count", "repeat": "count",
}  # fmt: skip


#: How many there have to be.
_LEAST: Final = {
    **dict.fromkeys(("batch", "padded_batch", "ragged_batch", "window", "shuffle"), 1),
    "prefetch": 0,
}
#: Numbers that stand for others: all elements, and as many as TensorFlow chooses.
_ALL: Final = {"shuffle": -2, "prefetch": -1}


def with_count(name: str, model: Model) -> Model:
    """A method that takes a count, which is no float and not too small."""
    argument = _COUNTING.get(name)
    if argument is None:
        return model

    def run(interpreter: Interpreter, call: Call) -> Value:
        count = resolve(call.get(0, argument, TOP))
        number, least = known_count(count), _LEAST.get(name)
        if number is not None and least is not None and number < least and number != _ALL.get(name):
            words, hint = f"expected {least} or more, got {number}", None
            if name == "shuffle":
                hint = "buffer_size=1000 draws from so many elements"
            raise OpError("tf-value", words, argument, hint)
        if count is None and name not in ("repeat", "prefetch"):
            raise OpError("tf-value", "None is no count", argument, exception="builtins.ValueError")
        if isinstance(count, float) or count == PyValue("float"):
            raise OpError(
                "tf-dtype",
                "expected an integer, got a float",
                argument,
                "int() makes one",
                exception="builtins.TypeError",
            )
        return model(interpreter, call)

    return run


#: The numbers that stand for others.
CONSTANTS: Final = {
    f"tensorflow.data.{part}{name}": giving(number)
    for part in ("", "experimental.")
    for name, number in (
        ("AUTOTUNE", -1),
        ("INFINITE_CARDINALITY", -1),
        ("UNKNOWN_CARDINALITY", -2),
    )
}
