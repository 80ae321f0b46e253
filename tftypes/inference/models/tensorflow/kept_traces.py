"""Functions of saved models: a call is one of those for which the function had a trace when it was saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tftypes.algebra import DType, TensorType, shapes
from tftypes.inference.interpreter.binding import bind, misfit
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import join_shapes, same
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.trace_keys import part_of
from tftypes.inference.objects import Function, TracedFunction, Value, resolve
from tftypes.inference.state import ABSENT

#: The setting of a loaded function with the keys of its traces.
KEPT: Final = "<kept>"
#: The values of Python's that are told apart in a trace.
_PLAIN: Final = (bool, int, float, str, type(None))


def loaded(
    interpreter: Interpreter, function: TracedFunction, name: str, keys: Sequence[Any]
) -> Value:
    """A function as a saved model has it under a name."""
    settings = {**function.settings, KEPT: (name, *keys)}
    return TracedFunction(interpreter.trail, function.function, settings)


def held(interpreter: Interpreter, function: TracedFunction, call: Call) -> Call | None:
    """A call of a loaded function, with the tensors that its arguments become; None, and refused, where no trace takes it."""
    shown, *keys = function.settings[KEPT]
    inner = function.function
    if not keys or None in keys or call.is_open or not isinstance(inner, Function):
        return call
    given = bind(interpreter, inner, Call(call.args, call.kwargs, inner.code.node))
    if given is None:
        words = misfit(inner, call.args, call.kwargs)
        interpreter.refuse(call.node, "tf-signature", words, "builtins.TypeError")
        return None
    values = {name: resolve(each) for name, each in given.items()}
    traces = [dict(zip(*each)) for each in keys if {*each[0]} == values.keys()]
    owner = [values.pop(next(iter(values)))] if inner.cls is not None and values else []
    for each in owner:
        name, part = next(iter(given)), part_of(interpreter, each)
        traces = [each for each in traces if same(each[name], part)]
    if not traces:
        return call
    for each in traces:
        made = {name: _taken(each[name], value) for name, value in values.items()}
        if ABSENT not in made.values():
            is_plain = inner.code.vararg is inner.code.kwarg is None
            return Call(owner, made, call.node) if is_plain else call
    wanted = [", ".join(_shown(each[name]) for name in values) for each in traces[:_MOST]]
    got = ", ".join(map(_given, values.values()))
    words = f"{shown}() was saved with a trace for {' or '.join(wanted)}, got {got}"
    specs = ", ".join(_spec(traces[-1][name], value) for name, value in values.items())
    hint = f"{shown}.get_concrete_function({specs}) before it is saved makes one for this"
    interpreter.refuse(call.node, "tf-signature", f"{words}; {hint}", "builtins.ValueError")
    return None


_MOST: Final = 3


def _tensor(part: Any) -> TensorType | None:
    """What a trace takes for an argument that was a tensor."""
    is_tensor = isinstance(part, tuple) and len(part) == 3 and part[0] == "tensor"
    return TensorType(DType.of(part[1]), part[2]) if is_tensor and "|" not in part[1] else None


def _taken(part: Any, value: Value) -> Value:
    """What a value is for a trace that may take it; ABSENT for one that another value of Python or tensor was traced for."""
    wanted = _tensor(part)
    is_tensor = isinstance(value, TensorType) and value.kind in ("tensor", "variable")
    if wanted is None:
        is_plain = isinstance(part, tuple) and len(part) == 2 and part[0] in _NAMES
        is_other = is_tensor or isinstance(value, _PLAIN) and value != part[1]
        return ABSENT if is_plain and is_other else value
    if value is None:
        return ABSENT
    try:
        made = as_tensor(to_rule(value), like=None if is_tensor else wanted.dtype)
    except (OpError, Unsure):
        return value
    is_fit = shapes.compatible(made.shape, wanted.shape) is not False
    if not is_fit or same(made.dtype, wanted.dtype) is False:
        return ABSENT
    return value if is_tensor else made


_NAMES: Final = tuple(each.__name__ for each in _PLAIN)


def _shown(part: Any) -> str:
    wanted = _tensor(part)
    if wanted is not None:
        return str(wanted)
    return repr(part[1]) if isinstance(part, tuple) and part[0] in _NAMES else "..."


def _given(value: Value) -> str:
    if isinstance(value, TensorType):
        return str(TensorType(value.dtype, value.shape))
    return repr(value) if isinstance(value, _PLAIN) else "..."


def _spec(part: Any, value: Value) -> str:
    """What stands for an argument in the call that makes a trace."""
    if not isinstance(value, TensorType):
        return _given(value)
    wanted, shape = _tensor(part), value.shape
    if wanted is not None and wanted.shape.rank == shape.rank:
        shape = join_shapes(wanted.shape, shape)
    sizes = (str(each) if isinstance(each, int) else "None" for each in shape.dims or ())
    code = "None" if shape.rank is None else f"[{', '.join(sizes)}]"
    return f"tf.TensorSpec({code}, tf.{value.dtype})"
