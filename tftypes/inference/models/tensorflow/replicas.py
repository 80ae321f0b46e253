"""Values that replicas hold, one each: what they are made of, and that they are no tensors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.signs import COMPARISONS, METHODS
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow.composites import DISTRIBUTED
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, External, Instance, Unknown, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Seq

#: The slot with the value in each replica, and that with their number.
EACH: Final = "value of each replica"
COUNT: Final = "<replicas>"
#: The slot of the program's state with the strategy in one of whose replicas the program runs.
REPLICA: Final = "replica"
#: The slots of the program's state with the strategy whose scope is entered, and with Keras' weights that are made in one.
ENTERED: Final = "strategy"
SCOPED_WEIGHTS: Final = "weights of scopes"
#: Why such a value is refused.
NO_TENSOR: Final = (
    "a value of each replica is no tensor: strategy.experimental_local_results(value) gives those of the replicas; "
    "strategy.reduce(tf.distribute.ReduceOp.MEAN, value, axis=None) is one of all, or ReduceOp.SUM of it"
)


def in_each(interpreter: Interpreter, value: Value, count: int | None) -> Value:
    """What a value in each of so many replicas is outside of them; it is the value itself where there is one replica."""
    if count == 1:
        return value
    if count is None:  # the value itself, or an object with one for each
        made = Unknown(interpreter.trail, "replicas")
        interpreter.write(made, EACH, value)
        return made
    return interpreter.instance(DISTRIBUTED, {EACH: value, COUNT: count})


def count_of(strategy: Value) -> int | None:
    """How many replicas a strategy, or a value of each replica, has; None where that is not known."""
    found = strategy.read(COUNT, None) if isinstance(strategy, Instance) else None
    return found if isinstance(found, int) else None


def of_replica(interpreter: Interpreter, value: Value) -> Value:
    """A structure of values as a replica gets it."""
    return map_leaves(interpreter, _local, value, composites=False)


def _local(value: Value) -> Value:
    found = value_of_each(value)
    return value if found is ABSENT else found


def value_of_each(value: Value) -> Value:
    """What each replica holds of a value of theirs; ABSENT where it is none."""
    return value.read(EACH) if isinstance(value, (Instance, Unknown)) else ABSENT


def is_distributed(value: Value) -> bool:
    """Whether it is for sure an object with a value for each replica."""
    return isinstance(value, Instance) and value.cls == External(DISTRIBUTED)


def refuse_distributed(interpreter: Interpreter, value: Value, argument: str) -> None:
    """Raises OpError for a value of each replica where a tensor is wanted, outside of the replicas."""
    if is_distributed(resolve(value)) and interpreter.switches.read(REPLICA, None) is None:
        raise OpError("tf-value", NO_TENSOR, argument)


def collected(
    interpreter: Interpreter, result: Value, again: Callable[[], Value], count: int | None
) -> Value:
    """What the replicas give, together: what all of them give as one object stays that object.

    `again` runs a replica once more: what is the same object then was not made in it.
    """
    if count == 1:
        return result
    others = iter(again_leaves(interpreter, again))

    def leaf(value: Value) -> Value:
        other = next(others, value)
        if value is None or isinstance(value, (bool, int, str)):
            return value
        if isinstance(value, TensorType) and value.kind == "tensor" and other is not value:
            return in_each(interpreter, value, count)
        return in_each(interpreter, value, None)

    return map_leaves(interpreter, leaf, result, composites=False)


def again_leaves(interpreter: Interpreter, again: Callable[[], Value]) -> list[Value]:
    """The leaves of what another run gives."""
    found: list[Value] = []

    def keep(value: Value) -> Value:
        found.append(value)
        return value

    with interpreter.quietly():
        map_leaves(interpreter, keep, again(), composites=False)
    return found


# -- what such a value has not --------------------------------------------------------------------------------------------


def _no_tensor(interpreter: Interpreter, call: Call) -> Value:
    if not hasattr(call.node, "lineno"):
        raise Unsure  # the engine asks, not the program
    raise OpError("tf-value", NO_TENSOR)


def _no_attribute(name: str, interpreter: Interpreter, value: Value) -> Value:
    raise OpError("tf-attribute", f"{name!r}: {NO_TENSOR}")


def _values(interpreter: Interpreter, value: Value) -> Value:
    count, each = value.read(COUNT, None), value.read(EACH, TOP)
    return (each,) * count if isinstance(count, int) else Seq((), each)


_OPERATORS: Final = (
    *METHODS.values(), *(f"r{name}" for name in METHODS.values()),
    *(name for sign, name in COMPARISONS.items() if sign not in ("==", "!=")),
    "neg", "pos", "invert", "abs", "getitem", "len", "iter", "float", "int",
)  # fmt: skip
_OF_TENSORS: Final = ("shape", "dtype", "numpy", "ndim", "device", "get_shape", "set_shape", "graph", "op")  # fmt: skip
_METHODS: Final[dict[str, Model]] = dict.fromkeys(
    (f"__{name}__" for name in _OPERATORS), _no_tensor
)
CLASSES: Final = {
    DISTRIBUTED: LibraryClass(
        methods=_METHODS,
        attributes={
            "values": _values,
            **{name: partial(_no_attribute, name) for name in _OF_TENSORS},
        },
    )
}
