"""Distribution strategies: what runs in each replica, what is made of the values of all of them, and their scope."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, writing
from tftypes.inference.models.tensorflow.distributed_datasets import STRATEGY_METHODS
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.replicas import (
    COUNT,
    ENTERED,
    REPLICA,
    SCOPED_WEIGHTS,
    collected,
    count_of,
    in_each,
    is_distributed,
    of_replica,
)
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.models.tensorflow.tracing import check_callback
from tftypes.inference.objects import TOP, External, Instance, Value, noted, python_type, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Seq, Tensor, whole_dict

_MODULE: Final = "tensorflow.distribute."
_STRATEGY: Final = f"{_MODULE}Strategy"
_MIRRORED: Final = f"{_MODULE}MirroredStrategy"
_ONE: Final = f"{_MODULE}OneDeviceStrategy"
_SCOPE: Final = f"{_MODULE}Strategy.scope"
_CONTEXT: Final = f"{_MODULE}ReplicaContext"
#: The slot of the program's state with the scopes that there were.
_SCOPES: Final = "scopes of strategies"
#: The slot of the program's state that says since when the scope is entered that is open.
_SINCE: Final = "entered since"
#: The slot of a scope with the strategy that was entered before it, and when.
_BEFORE: Final = "<before>"


def _of_devices(interpreter: Interpreter, call: Call) -> Value:
    """`MirroredStrategy(devices)`: one replica for each."""
    devices = call.get(0, "devices")
    known = None if resolve(devices) is None else interpreter.known_items(devices)
    interpreter.write(call.receiver, COUNT, None if known is None else len(known))
    return call.receiver


def _current(interpreter: Interpreter, call: Call) -> Value:
    """`get_strategy()`: that of the scope; outside of all scopes one with a single replica."""
    entered = interpreter.switches.read(ENTERED, None)
    if isinstance(entered, Instance):
        return entered
    return interpreter.instance(_STRATEGY, {COUNT: None if interpreter.trace is not None else 1})


# -- replicas -----------------------------------------------------------------------------------------------------------


def _check_outside(interpreter: Interpreter, name: str) -> None:
    """What concerns all replicas is not called in one of them."""
    if is_replicated(interpreter):
        words = f"{name}() is called in a replica: it is for the code around strategy.run()"
        raise OpError("tf-state", words)


def _run(interpreter: Interpreter, call: Call) -> Value:
    function, strategy = call.get(0, "fn"), call.receiver
    _check_outside(interpreter, "run")
    given, named = resolve(call.get(1, "args", ())), resolve(call.get(2, "kwargs"))
    if isinstance(given, TensorType) or python_type(given) is not None:
        hint = f"args=({_written(call)})"
        raise OpError("tf-value", "expected a tuple of arguments", "args", hint)
    if isinstance(named, TensorType) or python_type(named) is not None:
        raise OpError("tf-value", "expected a dict of arguments by name", "kwargs")
    args, kwargs = interpreter.known_items(given), {} if named is None else whole_dict(named)
    if args is None or kwargs is None:
        return TOP
    local = [of_replica(interpreter, each) for each in args]
    by_name = {name: of_replica(interpreter, each) for name, each in kwargs.items()}
    if not by_name:
        check_callback(function, len(local), "fn")

    def replica() -> Value:
        return interpreter.call(function, local, by_name, call.node)

    before = interpreter.switches.read(REPLICA)
    interpreter.write(interpreter.switches, REPLICA, strategy)
    made = collected(interpreter, replica(), replica, count_of(strategy))
    interpreter.write(interpreter.switches, REPLICA, before)
    return made


def _written(call: Call) -> str:
    """The arguments of the function that stand behind it, as the program writes them."""
    given = zip(call.args[1:], call.node.args[1:] if isinstance(call.node, ast.Call) else ())
    operands = takewhile(lambda each: isinstance(resolve(each[0]), (TensorType, int, float)), given)
    written = [ast.unparse(node) for _, node in operands]
    if len(written) > 1:
        return ", ".join(written)
    return f"{written_argument(call.node, 1, 'args') or 'x'},"


def _reduce(interpreter: Interpreter, call: Call) -> Value:
    op, axis = resolve(call.get(0, "reduce_op")), resolve(call.get(2, "axis"))
    _check_outside(interpreter, "reduce")
    if isinstance(op, str) and op.upper() not in ("SUM", "MEAN"):
        raise OpError("tf-value", f"expected 'SUM' or 'MEAN', got {op!r}", "reduce_op")
    several = (count_of(call.receiver) or 0) > 1

    def leaf(value: Value) -> Value:
        if several and isinstance(value, TensorType) and value.kind == "tensor":
            raise OpError("tf-value", f"expected a value of each replica, got {value}", "value")
        inner = of_replica(interpreter, value)
        tensor = tensor_of(inner)
        if tensor is None:
            return TOP
        if axis is not None:
            name = "reduce_mean" if op in ("MEAN", "mean") else "reduce_sum"
            return interpreter.call(
                External(f"tensorflow.math.{name}"), [inner, axis], {}, call.node
            )
        return interpreter.made(TensorType(tensor.dtype, tensor.shape), [inner], "reduce")

    return map_leaves(interpreter, leaf, call.get(1, "value"), composites=False)


def _gather(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "value"))
    count = count_of(call.receiver)
    inner = of_replica(interpreter, value)
    if count is None or inner is value:
        return TOP
    return _joined(interpreter, inner, count, call)


def _joined(interpreter: Interpreter, value: Value, count: int, call: Call) -> Value:
    """The values of so many replicas, one after the other along the axis of a call."""
    parts = interpreter.list((value,) * count)
    return interpreter.call(
        External("tensorflow.concat"), [parts, call.get(1, "axis")], {}, call.node
    )


def _local_results(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "value"))
    count = count_of(call.receiver)
    if is_distributed(value) and count is not None:
        return (of_replica(interpreter, value),) * count
    if isinstance(value, TensorType) and value.kind == "tensor" and count is not None:
        return (value,)
    return Seq((), of_replica(interpreter, value))


def _from_function(interpreter: Interpreter, call: Call) -> Value:
    """`experimental_distribute_values_from_function`: the function is called for each replica."""
    context = interpreter.instance(f"{_MODULE}experimental.ValueContext")
    made = interpreter.call(call.get(0, "value_fn"), [context], {}, call.node)
    return in_each(interpreter, made, count_of(call.receiver))


def _count(interpreter: Interpreter, value: Value) -> Value:
    found = count_of(value)
    return PyValue("int") if found is None else found


# -- in a replica -------------------------------------------------------------------------------------------------------


def _all_reduced(interpreter: Interpreter, call: Call) -> Value:
    def leaf(value: Value) -> Value:
        tensor = tensor_of(value)
        return TOP if tensor is None else interpreter.made(tensor, [value], "reduce")

    return map_leaves(interpreter, leaf, call.get(1, "value"))


def _all_gathered(interpreter: Interpreter, call: Call) -> Value:
    count = count_of(interpreter.switches.read(REPLICA, None))
    return TOP if count is None else _joined(interpreter, call.get(0, "value"), count, call)


def _context(interpreter: Interpreter, call: Call) -> Value:
    """`get_replica_context()`: None in the scope of a strategy, in none of its replicas."""
    entered = interpreter.switches.read(ENTERED, None)
    is_outside = interpreter.switches.read(REPLICA, None) in (None, ABSENT)
    is_own = isinstance(entered, Instance) and class_name(entered) in (_MIRRORED, _ONE)
    if not is_own or not is_outside or not interpreter.is_eager:  # the default one is a replica
        return interpreter.instance(_CONTEXT)
    called = interpreter.chain[-1][2] if interpreter.chain else None
    given = ", ".join(map(ast.unparse, called.args)) if isinstance(called, ast.Call) else "..."
    name = ast.unparse(called.func) if isinstance(called, ast.Call) else "function"
    why = "the scope of a strategy is no replica"
    interpreter.tell_nothing(call.node, f"{why}; strategy.run({name}, args=({given},))")
    return None


def _replica_id(interpreter: Interpreter, value: Value) -> Value:
    return interpreter.made(TensorType(DType.of("int32"), Shape.scalar()), [])


def _replica_count(interpreter: Interpreter, value: Value) -> Value:
    return _count(interpreter, interpreter.switches.read(REPLICA, None))


# -- scopes -------------------------------------------------------------------------------------------------------------


def _enter(interpreter: Interpreter, call: Call) -> Value:
    """`with strategy.scope()`: what it was before is kept with the manager."""
    manager, switches = call.receiver, interpreter.switches
    strategy, before = manager.read(ENTERED, TOP), switches.read(ENTERED)
    if isinstance(before, Instance) and isinstance(strategy, Instance) and before is not strategy:
        raise OpError("tf-state", "the scope of one strategy is entered in that of another")
    start = interpreter.trail.tick()
    interpreter.write(manager, _BEFORE, (before, start))
    interpreter.write(switches, ENTERED, strategy)
    if before is not strategy:
        interpreter.write(switches, _SINCE, start)
    return strategy


def _exit(interpreter: Interpreter, call: Call) -> Value:
    """Leaves the scope, however its body ends."""
    kept = call.receiver.read(_BEFORE, None)
    before, start = kept if isinstance(kept, tuple) else (TOP, 0)
    strategy, end = call.receiver.read(ENTERED), interpreter.trail.tick()
    interpreter.note(interpreter.switches, _SCOPES, (start, end, strategy))
    interpreter.write(interpreter.switches, ENTERED, before)
    return None


def is_in_scope(interpreter: Interpreter, birth: int) -> bool:
    """Whether what was made at a time was made in the scope of a strategy that distributes its variables."""
    return any(
        start < birth < end and _distributes(strategy)
        for start, end, strategy in noted(interpreter.switches, _SCOPES)
    )


def refuse_across(interpreter: Interpreter, sources: Sequence[Value]) -> None:
    """Raises OpError for gradients of mirrored variables in the scope of their strategy, in none of its replicas."""
    strategy = interpreter.switches.read(ENTERED, None)
    if not _is_mirrored(strategy) or interpreter.switches.read(REPLICA, None) is not None:
        return
    if any(_is_made_in(interpreter, each, strategy) for each in sources):
        words = (
            "a variable of a MirroredStrategy has a gradient in a replica, not in the scope around"
        )
        hint = "strategy.run(function, args=(...)) calls the function with the tape in each replica"
        raise OpError("tf-state", words, "sources", hint, "builtins.ValueError")


def _is_mirrored(strategy: Value) -> bool:
    return isinstance(strategy, Instance) and strategy.cls == External(_MIRRORED)


def _is_made_in(interpreter: Interpreter, variable: Value, strategy: Value) -> bool:
    """Whether a variable was made in a scope of a strategy, the only one that there has been."""
    if not isinstance(variable, Tensor) or variable.kind != "variable" or variable.identity is None:
        return False
    scopes = noted(interpreter.switches, _SCOPES)
    if any(one is not strategy for _, _, one in scopes):
        return False
    if variable.identity < 0:
        return variable.identity in noted(interpreter.switches, SCOPED_WEIGHTS)
    since = interpreter.switches.read(_SINCE, None)
    is_of_open = isinstance(since, int) and since < variable.identity
    return is_of_open or any(start < variable.identity < end for start, end, _ in scopes)


def is_outside(interpreter: Interpreter, identity: int) -> bool:
    """Whether a variable was made in no scope of a strategy, by its identity: that of Keras' own is no time."""
    if interpreter.switches.read(ENTERED, None) not in (None, ABSENT):
        return False  # it may be of the scope that is open
    if identity in noted(interpreter.switches, SCOPED_WEIGHTS):
        return False
    scopes = noted(interpreter.switches, _SCOPES)
    return not any(start < identity < end for start, end, _ in scopes)


def is_replicated(interpreter: Interpreter) -> bool:
    """Whether the program runs in a replica of a strategy that distributes its variables."""
    return _distributes(interpreter.switches.read(REPLICA, None))


def _distributes(strategy: Value) -> bool:
    """Whether a strategy has several replicas for sure, or treats a single one as it treats several."""
    return _is_mirrored(strategy) or (count_of(strategy) or 0) > 1


_METHODS: Final[dict[str, Model]] = {
    **STRATEGY_METHODS,
    "run": _run,
    "reduce": _reduce,
    "gather": _gather,
    "experimental_local_results": _local_results,
    "unwrap": _local_results,
    "experimental_distribute_values_from_function": _from_function,
    "scope": lambda interpreter, call: interpreter.instance(_SCOPE, {ENTERED: call.receiver}),
}
#: What does the work of methods that are gone.
_INSTEAD: Final = {
    "experimental_run_v2": "run() does it",
    "experimental_make_numpy_dataset": "tf.data.Dataset.from_tensor_slices(x) does it",
}
FUNCTIONS: Final[dict[str, Model]] = {
    f"{_MODULE}get_strategy": _current,
    f"{_MODULE}get_replica_context": _context,
}
CLASSES: Final = {
    _STRATEGY: LibraryClass(
        methods=_METHODS,
        attributes={"num_replicas_in_sync": _count},
        gone=lambda _, name: _INSTEAD.get(name),
    ),
    _MIRRORED: LibraryClass(construct=_of_devices),
    _ONE: LibraryClass(construct=writing(COUNT, 1)),
    _SCOPE: LibraryClass(methods={"__enter__": _enter, "__exit__": _exit}),
    _CONTEXT: LibraryClass(
        methods={"all_reduce": _all_reduced, "all_gather": _all_gathered},
        attributes={
            "replica_id_in_sync_group": _replica_id,
            "num_replicas_in_sync": _replica_count,
        },
    ),
}
