"""Distribution strategies: what runs in each replica, and what is made of the values of all of them."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.control_flow import check_callback
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.state import ABSENT
from tftypes.inference.values import TOP, Dataset, External, Instance, Seq, Unknown, Value, resolve

_STRATEGY: Final = "tensorflow.distribute.Strategy"
_SCOPE: Final = "tensorflow.distribute.Strategy.scope"
_DATASET: Final = "tensorflow.distribute.DistributedDataset"
_VALUE: Final = "<in each replica>"


def _run(interpreter: Interpreter, call: Call) -> Value:
    """The result is one value where there is one replica, an object with one for each where there are more."""
    function = call.get(0, "fn")
    args = interpreter.known_items(call.get(1, "args", ()))
    kwargs = resolve(call.get(2, "kwargs"))
    if args is None or kwargs is not None:
        return TOP
    given = [_in_replica(each) for each in args]
    check_callback(function, len(given), "fn")
    result = Unknown(interpreter.trail, "replicas")
    interpreter.write(result, _VALUE, interpreter.call(function, given, {}, call.node))
    return result


def _in_replica(value: Value) -> Value:
    found = value.read(_VALUE) if type(value) is Unknown else ABSENT
    return value if found is ABSENT else found


def _reduce(interpreter: Interpreter, call: Call) -> Value:
    value, axis = _in_replica(call.get(1, "value")), resolve(call.get(2, "axis"))

    def leaf(each: Value) -> Value:
        tensor = tensor_of(each)
        if tensor is None or axis is not None:
            return TOP
        return interpreter.made(TensorType(tensor.dtype, tensor.shape), [each], "reduce")

    return map_leaves(interpreter, leaf, value)


def _distributed(interpreter: Interpreter, call: Call) -> Value:
    """A dataset of whose batches each replica gets its part."""
    dataset = resolve(call.get(0, "dataset"))
    made = Instance(interpreter.trail, External(_DATASET))
    if isinstance(dataset, Dataset):
        part = map_leaves(interpreter, _part, dataset.element)
        interpreter.write(made, _VALUE, part)
    return made


def _part(value: Value) -> Value:
    if not isinstance(value, TensorType) or not value.shape.rank:
        return TOP
    return TensorType(value.dtype, Shape.of(UNKNOWN) + value.shape.slice(1), value.kind)


def _elements(interpreter: Interpreter, call: Call) -> Value:
    part = call.receiver.read(_VALUE)
    if part is ABSENT:
        return TOP
    each = Unknown(interpreter.trail, "replicas")
    interpreter.write(each, _VALUE, part)
    return interpreter.list(Seq((), each), "iterator")


def _local_results(interpreter: Interpreter, call: Call) -> Value:
    return Seq((), _in_replica(call.get(0, "value")))


def _scope(interpreter: Interpreter, call: Call) -> Value:
    return Instance(interpreter.trail, External(_SCOPE))


def _enter(interpreter: Interpreter, call: Call) -> Value:
    return TOP


CLASSES: Final = {
    _STRATEGY: LibraryClass(
        methods={
            "run": _run,
            "reduce": _reduce,
            "experimental_distribute_dataset": _distributed,
            "experimental_local_results": _local_results,
            "scope": _scope,
        }
    ),
    _DATASET: LibraryClass(methods={"__iter__": _elements}),
    _SCOPE: LibraryClass(methods={"__enter__": _enter}),
}
