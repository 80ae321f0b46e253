"""What goes along with the datasets that are made of one: the fault of its first element, and that nobody has counted it."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, giving
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import Value
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
    """The model of a method, whose result has the fault of its receiver, and no names of classes."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        made, given = model(interpreter, call), call.receiver
        is_open = name in _OPEN or given.uncounted
        if isinstance(made, Dataset) and given.named is not None and name != "apply":
            made = replace(made, named=False)
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
