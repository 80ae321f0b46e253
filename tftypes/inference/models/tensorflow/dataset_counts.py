"""What goes along with the datasets that are made of one: the fault of its first element, and that nobody has counted it."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Final

from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, giving
from tftypes.inference.models.tensorflow.dataset_elements import known_count
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import Value
from tftypes.inference.values import Dataset

#: What leaves open how many elements there are.
_OPEN: Final = (
    "filter", "take_while", "flat_map", "interleave", "unbatch", "rebatch", "group_by_window", "bucket_by_sequence_length",
    "ignore_errors", "unique",
)  # fmt: skip


#: What goes through all elements, in a pass over what it makes.
_WHOLE: Final = (
    "batch", "cache", "map", "padded_batch", "prefetch", "repeat", "shuffle", "with_options",
)  # fmt: skip


def carrying(name: str, model: Model) -> Model:
    """The model of a method, whose result has the fault of its receiver, and no names of classes."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        made, given = model(interpreter, call), call.receiver
        if not isinstance(made, Dataset) or name == "apply":
            return made
        if given.named is not None:
            made = replace(made, named=False)
        later = given.later if name in _WHOLE else None
        is_open = name in _OPEN or given.uncounted and not _is_counted(name, call)
        if not (given.fault or later or is_open):
            return made
        fault = None if name == "ignore_errors" else given.fault or made.fault
        return replace(made, fault=fault, later=later or made.later, uncounted=is_open)

    return run


def _is_counted(name: str, call: Call) -> bool:
    """Whether the number is known, or may be, whatever is repeated: none, or no end."""
    count = known_count(call.get(0, "count")) if name == "repeat" else 1
    return count is None or count < 1


def length(interpreter: Interpreter, call: Call) -> Value:
    """`len(dataset)`."""
    given: Dataset = call.receiver
    if interpreter.trace is None and (given.uncounted or given.size == inf):
        what = (
            "of which nobody knows how many elements it has" if given.uncounted else "without end"
        )
        data = written_argument(call.node, 0, "obj") if given.uncounted else None
        counts = f"; sum(1 for _ in {data}) counts them" if data else ""
        words = f"a dataset {what} has no length: count what a loop over it gives{counts}"
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
